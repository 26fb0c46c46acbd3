import { type AnswerOf, type listRestores, RESTORE_DAYS_SHOWN, RESTORES_SHOWN } from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

export type Restore = AnswerOf<typeof listRestores>['items'][number];

export interface RestoreRow extends Record<string, unknown> {
  readonly id: string;
  readonly restored_at: Date;
  readonly through_at: Date;
  readonly copy_at: Date | null;
  /** The day of the instant: it counts as a whole, for a rail's list says of few rows when they happened. */
  readonly from_on: BusinessDate;
  /** The number of all restores, those that are not listed among them. */
  readonly all_count: number;
}

const NEWEST = `select *, (through_at at time zone 'Asia/Kolkata')::date as from_on, count(*) over ()::integer as all_count
  from restores order by restored_at desc, id desc limit ${RESTORES_SHOWN}`;

/** The newest first. */
export const findNewest = (tx: Tx): Promise<RestoreRow[]> => tx.call<RestoreRow>(NEWEST);

export interface RailDay extends Record<string, unknown> {
  readonly day_on: BusinessDate;
  readonly rows_count: number;
  readonly last_read_at: Date | null;
  readonly closed_read_at: Date | null;
}

/** The reads of the bill network's lists of the last days. */
export const findDays = (tx: Tx, today: BusinessDate): Promise<RailDay[]> =>
  tx.call<RailDay>(
    `select day_on, rows_count, last_read_at, closed_read_at from rail_days
     where rail = 'billpay' and day_on between $1 and $2`,
    [addDays(today, 1 - RESTORE_DAYS_SHOWN), today],
  );

type DifferenceRow = Restore['differences'][number] & { readonly id: string };

/** The differences about the days since each of the newest restores, by kind. */
export const countDifferences = (tx: Tx): Promise<DifferenceRow[]> =>
  tx.call<DifferenceRow>(
    `select r.id, b.kind, count(*) filter (where b.resolved_at is null)::integer as "openCount",
       coalesce(sum(abs(coalesce(b.theirs_paise, b.ours_paise))) filter (where b.resolved_at is null), 0)::bigint as "openPaise",
       count(b.resolved_at)::integer as "clearedCount"
     from (${NEWEST}) r
     join reconciliation_breaks b
       on coalesce(b.business_on, (b.opened_at at time zone 'Asia/Kolkata')::date) >= r.from_on
     group by r.id, b.kind order by 3 desc, b.kind`,
  );

type ReceiptsRow = Restore['receipts'] & { readonly id: string };

/** The money that came since each of the newest restores and named no loan. */
export const sumReceipts = (tx: Tx): Promise<ReceiptsRow[]> =>
  tx.call<ReceiptsRow>(
    `select r.id, count(*) filter (where u.status = 'held')::integer as "heldCount",
       coalesce(sum(u.amount_paise - u.taken_paise) filter (where u.status = 'held'), 0)::bigint as "heldPaise",
       count(*) filter (where u.status <> 'held')::integer as "clearedCount"
     from (${NEWEST}) r join unidentified_receipts u on u.value_on >= r.from_on
     group by r.id`,
  );
