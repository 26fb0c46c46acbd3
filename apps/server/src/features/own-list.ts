import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

/** A page of a list that a person reads of their own rows, of one payment where it is named. */
export interface OwnPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly paymentId?: string | undefined;
}

/** A list: a statement up to its `from`, the alias of the rows that it lists there, and which of them are shown. */
interface OwnList {
  readonly select: string;
  readonly alias: string;
  readonly isShown?: string;
}

/** Reads a page of a person's rows about their loans, newest first (keyset). Throws: validation_failed. */
export async function listOwn<Row extends { readonly id: string; readonly created_at: Date }>(
  tx: Tx,
  { select, alias: of, isShown = 'true' }: OwnList,
  userId: string,
  page: OwnPage,
) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<Row>(
    `${select} where ${of}.user_id = $1 and ($2::uuid is null or ${of}.loan_id = $2) and ${isShown}
       and ($3::timestamptz is null or (${of}.created_at, ${of}.id) < ($3, $4::uuid))
     order by ${of}.created_at desc, ${of}.id desc limit $5`,
    [userId, page.paymentId ?? null, after?.at ?? null, after?.id ?? null, page.limit + 1],
  );
  return pageOf(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }));
}
