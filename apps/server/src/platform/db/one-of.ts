/**
 * A condition of SQL: a column holds one of these words. They are those of our own lists of states, never what a user typed.
 * The words stand in the text, not in a parameter, so that an index with the same condition fits.
 */
export const oneOf = (column: string, words: readonly string[]): string =>
  `${column} in (${words.map((one) => `'${one}'`).join(', ')})`;
