/** A word for each of a closed set: what is added to the set has no word yet, and does not compile. */
export type WordsOf<Set extends readonly string[]> = Readonly<Record<Set[number], string>>;
