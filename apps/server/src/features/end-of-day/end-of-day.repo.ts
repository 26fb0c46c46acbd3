import type { BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { claimPeople } from '#platform/jobs/due.ts';

/** Why a loan waits that is taken up by itself. */
export const BUSY = 'busy';

/** SQL: parked loans `k` that wait for a person. Those that the database was busy with do not. Rule: LEND-B5 */
export const PARKED_FOR_STAFF = `parked_loans k where k.reason <> '${BUSY}'`;

/** Loans that were set aside are no part of a run. */
const NOT_PARKED =
  'not exists (select 1 from parked_loans k where k.user_id = d.user_id and k.id = d.loan_id)';

/** The next day of a loan to look at. */
const NEXT_DAY = 'greatest(d.next_on, d.closed_through_on + 1)';

/** Through a day there is something to look at that a loan has not closed. */
const isDueThrough = (day: string) =>
  `d.is_open and coalesce(d.next_on, '-infinity') <= ${day}::date and d.closed_through_on < ${day}::date and ${NOT_PARKED}`;

/**
 * The day is a loan's next. One whose next day is before it fell behind while the day was closed, by a bill paid or a hardship told
 * meanwhile: closing this day brings it nothing, and the run comes back to its own.
 */
const isDueOn = (day: string) => `${isDueThrough(day)} and ${NEXT_DAY} = ${day}::date`;

/** The oldest day to look at some loan, or undefined when there is none through `throughOn`. Rule: LEND-B2 */
export async function findNextDay(tx: Tx, throughOn: BusinessDate): Promise<BusinessDate | undefined> {
  const [row] = await tx.call<{ day: BusinessDate | null }>(
    `select min(${NEXT_DAY}) as day from loan_days d where ${isDueThrough('$1')}`,
    [throughOn],
  );
  return row?.day ?? undefined;
}

/** The last day that the whole book has closed; undefined before the first. */
export async function findBookDay(tx: Tx): Promise<BusinessDate | undefined> {
  const [row] = await tx.call<{ closedOn: BusinessDate | null }>(
    `select nullif(book_closed_through(), '-infinity') as "closedOn"`,
  );
  return row?.closedOn ?? undefined;
}

/** True where the whole book has closed its days and one of them takes postings yet: a run was killed before its last step. */
export async function isLeftToClose(tx: Tx, throughOn: BusinessDate): Promise<boolean> {
  const [row] = await tx.call<{ isLeft: boolean }>(
    `select book_closed_through() >= $1 and not exists (select 1 from parked_loans)
       and exists (select 1 from business_days where day_on <= $1 and closed_at is null) as "isLeft"`,
    [throughOn],
  );
  return row?.isLeft ?? false;
}

/** Closes a day for the whole book: loans with a later next day are closed through it without a write. */
export async function noteBookDay(tx: Tx, day: BusinessDate, now: Date): Promise<void> {
  await tx.call(
    `insert into business_days (day_on, opened_at, loans_closed_at) values ($1, $2, $2)
     on conflict (day_on) do update set loans_closed_at = excluded.loans_closed_at where business_days.loans_closed_at is null`,
    [day, now],
  );
}

/** Loans whose next day is this one. */
export async function countWaiting(tx: Tx, day: BusinessDate): Promise<number> {
  const [row] = await tx.call<{ count: number }>(
    `select count(*)::integer as count from loan_days d where ${isDueOn('$1')}`,
    [day],
  );
  return row?.count ?? 0;
}

/** Before everybody. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** People with a loan to close, the first `limit` of those after `afterUserId`; a look alone, which locks nothing. */
export async function lookForPeople(
  tx: Tx,
  day: BusinessDate,
  limit: number,
  afterUserId: string,
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select distinct d.user_id from loan_days d where ${isDueOn('$1')} and d.user_id > $3 order by 1 limit $2`,
    [day, limit, afterUserId],
  );
  return rows.map((row) => row.user_id);
}

/**
 * Locks those of the people seen whom no other runner holds, and answers who of them still has a loan to close, in their order.
 * Rule: LEND-C9
 */
export async function claimWaiting(tx: Tx, day: BusinessDate, seen: readonly string[]): Promise<string[]> {
  const free = await claimPeople(tx, 'credit_accounts', seen);
  if (free.length === 0) return [];
  const rows = await tx.call<{ user_id: string }>(
    `select distinct d.user_id from loan_days d where d.user_id = any ($2::uuid[]) and ${isDueOn('$1')} order by 1`,
    [day, free],
  );
  return rows.map((row) => row.user_id);
}

/** Locks these people, waiting for anybody who holds them. Rule: LEND-C5 */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.call('select people_lock($1::uuid[])', [userIds]);
}

/** Sets a person's loans aside whose day could not be closed; the others go on. Rule: LEND-B5 */
export async function park(
  tx: Tx,
  userId: string,
  day: BusinessDate,
  reason: string,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into parked_loans (user_id, id, business_on, reason, parked_at)
     select d.user_id, d.loan_id, $2, $3, $4 from loan_days d
     where d.user_id = $1 and ${isDueOn('$2')}
     on conflict (user_id, id) do nothing`,
    [userId, day, reason, now],
  );
}

/** Takes up what the database was busy with when it was set aside, by an instant at the latest; answers how many. */
export async function unparkBusy(tx: Tx, until: Date): Promise<number> {
  const rows = await tx.call('delete from parked_loans where reason = $1 and parked_at <= $2 returning id', [
    BUSY,
    until,
  ]);
  return rows.length;
}

/** Takes every parked loan up again; answers how many. */
export async function unpark(tx: Tx): Promise<number> {
  return (await tx.call('delete from parked_loans returning id')).length;
}

export async function countParked(tx: Tx): Promise<number> {
  const [row] = await tx.call<{ count: number }>('select count(*)::integer as count from parked_loans');
  return row?.count ?? 0;
}

/** Our own ways to repay were down when these days ended. Rule: LEND-L3. */
export async function noteOutages(
  tx: Tx,
  days: readonly BusinessDate[],
  reason: string,
  now: Date,
): Promise<void> {
  await tx.call(
    'insert into channel_outages (day_on, reason, noted_at) select d, $2, $3 from unnest($1::date[]) d on conflict (day_on) do nothing',
    [days, reason, now],
  );
}

/** No journal may be posted on these days any more. Rule: LEND-22 step 11 */
export async function closeBusinessDays(tx: Tx, throughOn: BusinessDate, now: Date): Promise<void> {
  await tx.call(
    `with last as (
       insert into business_days (day_on, opened_at, closed_at) values ($1, $2, $2)
       on conflict (day_on) do update set closed_at = excluded.closed_at where business_days.closed_at is null
     )
     update business_days set closed_at = $2 where day_on < $1 and closed_at is null`,
    [throughOn, now],
  );
}
