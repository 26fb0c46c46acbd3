import { type AnswerOf, type listRestores, RESTORE_DAYS_SHOWN } from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import { exactPlace, pageOf, type PageWanted, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export type Restore = AnswerOf<typeof listRestores>['items'][number];

export interface RestoreRow extends Record<string, unknown> {
  readonly id: string;
  readonly restored_at: Date;
  readonly through_at: Date;
  readonly copy_at: Date | null;
  /** The day of the instant: it counts as a whole, for a rail's list says of few rows when they happened. */
  readonly from_on: BusinessDate;
}

/** A page of restores, the newest first, and how many older ones come after it. */
export async function findPage(tx: Tx, { limit, cursor }: PageWanted) {
  const after = readCursor(cursor);
  const rows = await tx.call<RestoreRow & { readonly left_count: number }>(
    `select *, (through_at at time zone 'Asia/Kolkata')::date as from_on, count(*) over ()::integer as left_count
     from restores where $1::timestamptz is null or (restored_at, id) < (${exactPlace('restores', 'restored_at', '$1', '$2')}, $2::uuid)
     order by restored_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1],
  );
  const { items, nextCursor } = pageOf(rows, limit, ({ restored_at: at, id }) => ({ at, id }));
  return { rows: items, nextCursor, olderCount: (rows[0]?.left_count ?? 0) - items.length };
}

const CHOSEN = 'unnest($1::uuid[], $2::date[]) as r(id, from_on)';
const chosen = (rows: readonly RestoreRow[]) => [
  rows.map(({ id }) => id),
  rows.map(({ from_on: fromOn }) => fromOn),
];

export interface RailDay extends Record<string, unknown> {
  readonly day_on: BusinessDate;
  readonly rows_count: number;
  readonly last_read_at: Date | null;
  readonly closed_read_at: Date | null;
}

/**
 * The reads of the bill network's lists of the last days. One after the close, but for odd rows of known payments, is to the day's end: a
 * difference stands for those rows (decision 155).
 */
export const findDays = (tx: Tx, today: BusinessDate): Promise<RailDay[]> =>
  tx.call<RailDay>(
    `select day_on, rows_count, last_read_at,
       coalesce(closed_read_at, case when unread_references is not null then last_read_at end) as closed_read_at
     from rail_days
     where rail = 'billpay' and day_on between $1 and $2`,
    [addDays(today, 1 - RESTORE_DAYS_SHOWN), today],
  );

type DifferenceRow = Restore['differences'][number] & { readonly id: string };

/** The differences about the days since each of these restores, by kind. */
export const countDifferences = (tx: Tx, rows: readonly RestoreRow[]): Promise<DifferenceRow[]> =>
  tx.call<DifferenceRow>(
    `select r.id, b.kind, count(*) filter (where b.resolved_at is null)::integer as "openCount",
       coalesce(sum(abs(coalesce(b.theirs_paise, b.ours_paise))) filter (where b.resolved_at is null), 0)::bigint as "openPaise",
       count(b.resolved_at)::integer as "clearedCount"
     from ${CHOSEN}
     join reconciliation_breaks b
       on coalesce(b.business_on, (b.opened_at at time zone 'Asia/Kolkata')::date) >= r.from_on
     group by r.id, b.kind order by 3 desc, b.kind`,
    chosen(rows),
  );

type ReceiptsRow = Restore['receipts'] & { readonly id: string };

/** The money that came since each of these restores and named no loan. */
export const sumReceipts = (tx: Tx, rows: readonly RestoreRow[]): Promise<ReceiptsRow[]> =>
  tx.call<ReceiptsRow>(
    `select r.id, count(*) filter (where u.status = 'held')::integer as "heldCount",
       coalesce(sum(u.amount_paise - u.taken_paise) filter (where u.status = 'held'), 0)::bigint as "heldPaise",
       count(*) filter (where u.status <> 'held')::integer as "clearedCount"
     from ${CHOSEN} join unidentified_receipts u on u.value_on >= r.from_on
     group by r.id`,
    chosen(rows),
  );
