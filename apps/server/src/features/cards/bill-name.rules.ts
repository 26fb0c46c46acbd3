/** Titles that stand before a name, as banks and people write them; none of them is part of it. */
const HONORIFICS = new Set(
  'MR MRS MS MISS MX DR PROF SHRI SRI SMT KUM KUMARI MASTER CAPT COL MAJ GEN SIR MADAM श्री श्रीमती सुश्री कुमारी डॉ'.split(
    ' ',
  ),
);

/** Placeholders that banks write instead of a name. */
const NO_NAMES = new Set(['', 'NA', 'N A', 'NULL', 'NONE', 'CUSTOMER', 'NOT AVAILABLE']);

/** Two or three letters without a like in the other name are initials written together: "KL RAHUL". */
const JOINED_INITIALS_MAX = 3;

/**
 * Whether the name on a bill is evidently another person's; false where the names do not tell.
 *
 * Case, order, spaces, points and titles say nothing. A single letter stands for a word that begins with it; so do the letters
 * a bank leaves of a masked word ("AS** R**"). Each word of the shorter name must have one of its own in the longer one, so a
 * middle name or a surname that one side leaves out is no difference. A word that is spelt otherwise is one. Names in
 * different scripts are not compared.
 *
 *     Asha Rao     RAO ASHA, Smt. A. Rao, Asha Kumari Rao, ASHARAO      the same
 *     Asha Rao     Devika Sen, Anil Rao, Aasha Rao                      another
 *     Asha Rao     NA, आशा राव                                          not decidable
 *
 * Rule: PAY-21.
 */
export function isAnothersName(onBill: string, own: string): boolean {
  const [theirs, ours] = [wordsOf(onBill), wordsOf(own)];
  if (NO_NAMES.has(theirs.join(' ')) || NO_NAMES.has(ours.join(' '))) return false;
  if (isLatin(theirs) !== isLatin(ours)) return false;
  if (theirs.join('') === ours.join('')) return false;
  const [one, other] = [spread(theirs, ours), spread(ours, theirs)];
  return one.length <= other.length ? !isCovered(one, other) : !isCovered(other, one);
}

/** A masked word keeps its star, so that it is known as the beginning of one. */
function wordsOf(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/['’`]/gu, '')
    .split(/[^\p{L}\p{M}*]+/u)
    .filter((word) => /\p{L}/u.test(word));
  while (words.length > 1 && HONORIFICS.has(words[0]!)) words.shift();
  return words;
}

const isLatin = (words: readonly string[]) => /\p{Script=Latin}/u.test(words.join(''));

function spread(words: readonly string[], others: readonly string[]): string[] {
  return words.flatMap((word) =>
    words.length > 1 && word.length <= JOINED_INITIALS_MAX && !others.some((other) => isLike(word, other))
      ? [...word]
      : [word],
  );
}

/** Each word takes a word of its own; those with most letters choose first, so that an initial takes what is left. */
function isCovered(shorter: readonly string[], longer: readonly string[]): boolean {
  const left = [...longer].toSorted(byLength);
  return [...shorter].toSorted(byLength).every((word) => {
    const exact = left.indexOf(word);
    const at = exact === -1 ? left.findIndex((other) => isLike(word, other)) : exact;
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}

const byLength = (one: string, other: string) => other.length - one.length;

function isLike(word: string, other: string): boolean {
  return word === other || isBeginning(word, other) || isBeginning(other, word);
}

/** Whether a word is an initial of another, or what a mask left of it. */
function isBeginning(word: string, of: string): boolean {
  const shown = word.replace(/\*.*$/u, '');
  return (shown.length === 1 || shown !== word) && of.startsWith(shown);
}
