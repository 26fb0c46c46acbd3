/** Marks of our machinery and of providers: they say nothing about the person and open doors elsewhere. */
const MARKS =
  /^(user_id|session_id|decided_by|fingerprint|our_reference|provider_.*|pull_.*|next_.*|enquiry_.*|announced_at|absent_count|resent_count)$|_(ref|hash|reference)$/;
/** The number of the payment on its way through the bill network: people are asked for it by their bank. */
const SHOWN = new Set(['rail_reference']);

/** Whether a column stays out of the copy a person gets. */
export function isMark(column: string): boolean {
  return MARKS.test(column) && !SHOWN.has(column);
}

/** `address_sealed` is the address. */
export function fieldOf(column: string): string {
  return column.replace(/_sealed$/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * One row as its owner reads it: marks left out, sealed columns opened where the table says so, bytes never shown.
 * `open` answers the text of a sealed column.
 */
export function exportRow(
  row: Readonly<Record<string, unknown>>,
  opened: readonly string[],
  open: (column: string, sealed: Buffer) => string,
): Record<string, Json> {
  const shown: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    if (isMark(column)) continue;
    if (opened.includes(column))
      shown[fieldOf(column)] = value === null ? null : open(column, value as Buffer);
    else if (!Buffer.isBuffer(value) && !column.endsWith('_sealed')) shown[fieldOf(column)] = value;
  }
  // Within a kept decision the bureau's own number of its report is a mark, too.
  const text = JSON.stringify(shown, (key, value: unknown) => (key === 'reference' ? undefined : value));
  return JSON.parse(text) as Record<string, Json>;
}
