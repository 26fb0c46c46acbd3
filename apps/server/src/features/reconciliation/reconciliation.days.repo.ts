import { type BusinessDate, istDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

/*
 * The days of the bill network's list: when each is to be read, and what its last reading was.
 */

/** Claims days whose list is to be read, the newest first: until then no other sweep takes them. */
export async function claimDays(
  tx: Tx,
  now: Date,
  { leaseUntil, limit, without = [] }: Claim,
): Promise<BusinessDate[]> {
  const rows = await tx.call<{ day_on: BusinessDate }>(
    `update rail_days r set next_read_at = $2
     from (
       select rail, day_on from rail_days where next_read_at <= $1 and day_on <> all ($4)
       order by day_on desc limit $3 for update skip locked) due
     where r.rail = due.rail and r.day_on = due.day_on
     returning r.day_on`,
    [now, leaseUntil, limit, without],
  );
  return rows.map((row) => row.day_on);
}

interface Claim {
  readonly leaseUntil: Date;
  readonly limit: number;
  /** Days that are being read. */
  readonly without?: readonly BusinessDate[];
}

/** Makes sure that every day up to today has its line, and lists those that are to be read now. */
export async function listDueDays(tx: Tx, today: BusinessDate, now: Date): Promise<BusinessDate[]> {
  await tx.call(
    `insert into rail_days (rail, day_on, next_read_at)
     select 'billpay', d::date, $2 from generate_series(
       coalesce((select max(day_on) + 1 from rail_days where rail = 'billpay' and day_on <= $1::date), $1::date - 1),
       $1::date, interval '1 day') d
     on conflict do nothing`,
    [today, now],
  );
  const due = 'select day_on from rail_days where next_read_at <= $1 order by day_on desc';
  return (await tx.call<{ day_on: BusinessDate }>(due, [now])).map((row) => row.day_on);
}

/** Puts off when a day that is being read may be begun again. */
export async function holdDay(tx: Tx, day: BusinessDate, leaseUntil: Date): Promise<void> {
  await tx.call(
    `update rail_days set next_read_at = $2 where rail = 'billpay' and day_on = $1 and next_read_at < $2`,
    [day, leaseUntil],
  );
}

export interface RailReadRow {
  readonly rail: 'billpay' | 'razorpay';
  readonly day_on: BusinessDate;
  readonly rows_count: number;
  readonly read_at: Date;
}

/** Lists the newest day of each rail that was read: after a rest older days are caught up later. */
export function listLastReads(tx: Tx): Promise<RailReadRow[]> {
  return tx.call<RailReadRow>(
    `(select 'billpay' as rail, day_on, rows_count, last_read_at as read_at from rail_days
      where rail = 'billpay' and last_read_at is not null order by day_on desc limit 1)
     union all
     (select 'razorpay', read_on, row_count, read_at from settlement_reads
      where provider = 'razorpay' order by read_on desc limit 1)`,
  );
}

export interface RailDayRow {
  readonly rows_count: number;
  readonly last_read_at: Date | null;
  readonly closed_read_at: Date | null;
  readonly failed_count: number;
}

export async function findDay(tx: Tx, day: BusinessDate): Promise<RailDayRow | undefined> {
  const [row] = await tx.call<RailDayRow>(
    `select rows_count, last_read_at, closed_read_at, failed_count from rail_days where rail = 'billpay' and day_on = $1`,
    [day],
  );
  return row;
}

/** Gives the days between the last known one and this one their lines: the sweep goes on behind the newest. */
async function addMissed(tx: Tx, day: BusinessDate, now: Date): Promise<void> {
  await tx.call(
    `insert into rail_days (rail, day_on, next_read_at)
     select 'billpay', d::date, $3 from generate_series(
       (select max(day_on) + 1 from rail_days where rail = 'billpay' and day_on < least($1::date, $2::date)),
       least($1::date - 1, $2::date), interval '1 day') d
     on conflict do nothing`,
    [day, istDate(now.getTime()), now],
  );
}

/** Keeps a reading. */
export async function saveRead(
  tx: Tx,
  day: BusinessDate,
  read: {
    readonly rows: number;
    readonly isComplete: boolean;
    /** Our references in rows that could not be read. */
    readonly unread: readonly string[];
    readonly nextAt: Date | null;
  },
  now: Date,
): Promise<void> {
  await addMissed(tx, day, now);
  await tx.call(
    `insert into rail_days as r (rail, day_on, next_read_at, last_read_at, closed_read_at, rows_count, unread_references)
     values ('billpay', $1, $2, $3, case when $4 and $6::text[] = '{}' then $3::timestamptz end, $5,
       case when $4 and $6 <> '{}' then $6 end)
     on conflict (rail, day_on) do update set next_read_at = $2, last_read_at = $3, rows_count = $5, failed_count = 0,
       closed_read_at = coalesce(r.closed_read_at, excluded.closed_read_at), unread_references = excluded.unread_references`,
    [day, read.nextAt, now, read.isComplete, read.rows, read.unread],
  );
}

/** Keeps that a reading failed, also one by hand of a day that has no line. */
export async function saveFailure(tx: Tx, day: BusinessDate, nextAt: Date, now: Date): Promise<void> {
  await addMissed(tx, day, now);
  await tx.call(
    `insert into rail_days as r (rail, day_on, next_read_at, failed_count) values ('billpay', $1, $2, 1)
     on conflict (rail, day_on) do update set next_read_at = $2, failed_count = r.failed_count + 1`,
    [day, nextAt],
  );
}
