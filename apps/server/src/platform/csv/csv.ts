import { stringify } from 'csv-stringify/sync';

/** A cell: text as it is, or an amount in paise as a bigint, written as rupees. */
export type Cell = string | bigint;

/** Tells a sheet that the file is UTF-8; stands once, before the first line. */
export const CSV_MARK = '\uFEFF';

/**
 * Writes rows as lines of a sheet. Text that a sheet would run as a formula becomes text; amounts become decimal rupees
 * that a sheet can add up, such as `-5200.00`. Cells are quoted where they have to be, or all of them.
 */
export function csvLines(
  rows: readonly (readonly Cell[])[],
  { isQuoted = false }: { readonly isQuoted?: boolean } = {},
): string {
  return stringify(rows as Cell[][], {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted: isQuoted,
    quoted_empty: isQuoted,
    // The library quotes a line break alone where it ends a record.
    quoted_match: /[\r\n]/,
    cast: { bigint: rupees },
  });
}

/** Paise as decimal rupees: `15000.00`. */
export function rupees(paise: bigint): string {
  const digits = String(paise < 0n ? -paise : paise).padStart(3, '0');
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
