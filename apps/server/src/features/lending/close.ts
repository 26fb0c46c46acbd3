import { closeDays, type ClosingDay } from '@mohlat/lending';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { book, type Decided } from './book.ts';
import { findNextDay, type Known, loadDays, loadForClose } from './load.ts';
import { settleStanding } from './standing.ts';
import { eachInTurns } from './turns.ts';

const TRIES = 3;

/**
 * Closes a business day for these people and opens the next; answers how many loans' days were closed. The caller's transaction
 * holds their credit accounts. The newest day's close also settles where credit stands.
 * Rule: LEND-22 steps 2 to 6, LEND-B1, LEND-B2, LEND-C5
 */
export function closePeople(
  tx: Tx,
  userIds: readonly string[],
  day: BusinessDate,
  now: Date,
): Promise<number> {
  return closeSpan(tx, userIds, { fromOn: day, throughOn: day }, now);
}

/**
 * Closes somebody's missing days up to one, each in order, and all in one call: before money or a decision of staff meets a
 * loan. Takes the lock of their credit account where a day is missing.
 * Rule: LEND-B2, LEND-B3, LEND-C5
 */
export async function catchUp(tx: Tx, userId: string, throughOn: BusinessDate, now: Date): Promise<void> {
  const isMissing = (day: BusinessDate | undefined) => day !== undefined && day <= throughOn;
  if (!isMissing(await findNextDay(tx, userId))) return;
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  const fromOn = await findNextDay(tx, userId);
  if (fromOn !== undefined && isMissing(fromOn)) await closeSpan(tx, [userId], { fromOn, throughOn }, now);
}

/** Days that follow each other, both ends included. */
interface Span {
  readonly fromOn: BusinessDate;
  readonly throughOn: BusinessDate;
}

/** Loads these people, decides, and books them in one call; whoever is stale all the same is decided again alone. */
async function closeSpan(
  tx: Tx,
  userIds: readonly string[],
  { fromOn, throughOn }: Span,
  now: Date,
): Promise<number> {
  const days = await loadDays(tx, fromOn, throughOn);
  const booked: Decided[] = [];
  const pastDue = new Set<string>();
  let waiting: readonly string[] = userIds;
  for (let turn = 0; waiting.length > 0; turn += 1) {
    if (turn === TRIES) throw new Error('what is known of a borrower changed under a lock');
    const people = await loadForClose(tx, waiting, fromOn);
    for (const { borrower, isPastDue } of people) if (isPastDue) pastDue.add(borrower.userId);
    const decided = await decideEach(people, days);
    const stale = await book(tx, decided, now);
    booked.push(...decided.filter(({ userId }) => !stale.has(userId)));
    waiting = [...stale];
  }
  // A day of long ago that is lived through again says nothing about today.
  if (throughOn >= addDays(istDate(now.getTime()), -1)) {
    const late = booked.filter((one) => pastDue.has(one.userId) || isLate(one, throughOn));
    await settleStanding(
      tx,
      late.map(({ userId }) => userId),
      now,
    );
  }
  return booked.reduce((sum, one) => sum + countClosed(one), 0);
}

/** Decides for each borrower; leaves out those without a change. */
async function decideEach(people: readonly Known[], days: readonly ClosingDay[]): Promise<Decided[]> {
  const decided: Decided[] = [];
  await eachInTurns(people, ({ borrower, version }) => {
    const { decision } = closeDays(borrower, days);
    if (decision.changes.length > 0) decided.push({ userId: borrower.userId, version, decision });
  });
  return decided;
}

/** Something is past due at the close of a day. */
function isLate({ decision }: Decided, day: BusinessDate): boolean {
  return decision.changes.some(
    (change) => change.change === 'standing_recorded' && change.on === day && change.dpd > 0,
  );
}

function countClosed({ decision }: Decided): number {
  return decision.changes.filter(({ change }) => change === 'day_closed').length;
}
