/** The text of one composite value, as an element of a list. */
export type Row = string;
export type Value = string | number | boolean | null;

const PLAIN = /^[\w-]+$/;

/** Ids, days, words and whole numbers need no quotes; texts from outside have them, for the row and for the list it stands in. */
export function rowOf(values: readonly (Value | undefined)[]): Row {
  const texts = values.map((value) => {
    if (value === null) return '';
    if (value === undefined) throw new Error('a change without one of its fields');
    const text = String(value);
    return PLAIN.test(text) ? text : escaped(`"${escaped(text)}"`);
  });
  return `"(${texts.join(',')})"`;
}

const escaped = (text: string) => text.replaceAll(/["\\]/g, String.raw`\$&`);

/** The text of a list of composite values. */
export const listOf = (rows: readonly Row[]) => `{${rows.join(',')}}`;
