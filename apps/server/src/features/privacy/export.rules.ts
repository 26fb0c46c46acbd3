/**
 * Marks of our machinery and of providers: they say nothing about the person and open doors elsewhere. Nor is the account of
 * any other person told, be it a member of staff or a friend the person brought, nor why a friend brings no reward.
 */
const MARKS =
  /^(user_id|session_id|decided_by|referred_id|refused_reason|blocked_by|written_by|added_by|granted_by|response_by|fingerprint|our_reference|provider_.*|pull_.*|next_.*|enquiry_.*|announced_at|absent_count|resent_count)$|_(ref|hash|reference)$/;
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

/** Names an issuer or a bank gave, and the column that says whether they are proven to be the person's. */
const GIVEN_NAMES: Readonly<Record<string, { readonly column: string; readonly status?: string }>> = {
  kyc_records: { column: 'pan_name', status: 'pan_status' },
  // Once it is proven it stands in the identity record.
  pan_reviews: { column: 'name_on_pan' },
  bank_accounts: { column: 'name_at_bank', status: 'status' },
};

/** A row without a name that is only near the person's: it may be another person's, and must not tell about them. */
export function withoutUnproven(
  table: string,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const given = GIVEN_NAMES[table];
  if (!given || (given.status !== undefined && row[given.status] === 'verified')) return row;
  return { ...row, [given.column]: null };
}

/** An instant as the database writes it within its own JSON; the API says `Z`. */
const DATABASE_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/;

/** An instant as the API says it; whatever a person wrote in that shape, on a day that never is, stays as it is. */
function instantOf(text: string): string {
  if (!DATABASE_INSTANT.test(text)) return text;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
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
  const text = JSON.stringify(shown, (key, value: unknown) => {
    // Within a kept decision the bureau's own number of its report is a mark, too.
    if (key === 'reference') return undefined;
    return typeof value === 'string' ? instantOf(value) : value;
  });
  return JSON.parse(text) as Record<string, Json>;
}
