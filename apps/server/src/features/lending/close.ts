import {
  type Borrower,
  closeDays,
  type ClosedDays,
  closeThrough,
  type ClosingDay,
  type Decision,
  dpdOn,
  isLive,
  isWrittenOffOn,
} from '@mohlat/lending';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { book, type Decided } from './book.ts';
import { findNextDay, type Known, loadDays, loadForClose } from './load.ts';
import { settleStanding } from './standing.ts';
import { eachInTurns } from './turns.ts';

const TRIES = 3;

/**
 * Closes a business day for these people and opens the next, where that brings more than interest; answers how many loans were
 * looked at. The caller's transaction holds their credit accounts. The last look before today also settles where credit stands.
 * Rule: LEND-22 steps 2 to 6, LEND-B1, LEND-B2, LEND-C5
 */
export function closePeople(
  tx: Tx,
  userIds: readonly string[],
  day: BusinessDate,
  now: Date,
): Promise<number> {
  return closeSpan(tx, userIds, { fromOn: day, throughOn: day, rule: closeDays }, now);
}

/**
 * Closes a borrower's missing days up to one, each in order, and all in one call: before money or a decision of staff meets a
 * loan. What interest is not posted yet is posted with them. Takes the lock of their credit account where a day is missing.
 * Rule: LEND-B2, LEND-B3, LEND-C5
 */
export async function catchUp(tx: Tx, userId: string, throughOn: BusinessDate, now: Date): Promise<void> {
  const isMissing = (day: BusinessDate | undefined) => day !== undefined && day <= throughOn;
  if (!isMissing(await findNextDay(tx, userId))) return;
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  const fromOn = await findNextDay(tx, userId);
  if (fromOn !== undefined && isMissing(fromOn))
    await closeSpan(tx, [userId], { fromOn, throughOn, rule: closeThrough }, now);
}

/** Days that follow each other, both ends included, and how they are closed. */
interface Span {
  readonly fromOn: BusinessDate;
  readonly throughOn: BusinessDate;
  readonly rule: Rule;
}

type Rule = (borrower: Borrower, days: readonly ClosingDay[]) => ClosedDays;

/** Loads these people, decides, and books them in one call; a borrower who is stale all the same is decided again alone. */
async function closeSpan(
  tx: Tx,
  userIds: readonly string[],
  { fromOn, throughOn, rule }: Span,
  now: Date,
): Promise<number> {
  const days = await loadDays(tx, fromOn, throughOn);
  const booked: Decided[] = [];
  const newestOn = addDays(istDate(now.getTime()), -1);
  const late = new Set<string>();
  const last = new Set<string>();
  let waiting: readonly string[] = userIds;
  for (let turn = 0; waiting.length > 0; turn += 1) {
    if (turn === TRIES) throw new Error('what is known of a borrower changed under a lock');
    const people = await loadForClose(tx, waiting, fromOn);
    for (const { borrower, isPastDue } of people) if (isPastDue) late.add(borrower.userId);
    const decided = await decideEach(people, (borrower) => {
      const closed = rule(borrower, days);
      if (isLate(closed.borrower, throughOn)) late.add(borrower.userId);
      if (isLastLook(closed.borrower, { throughOn, newestOn })) last.add(borrower.userId);
      return closed.decision;
    });
    const stale = await book(tx, decided, now);
    booked.push(...decided.filter(({ userId }) => !stale.has(userId)));
    waiting = [...stale];
  }
  const settled = booked.filter(({ userId }) => late.has(userId) && last.has(userId));
  await settleStanding(
    tx,
    settled.map(({ userId }) => userId),
    now,
  );
  return booked.reduce((sum, one) => sum + countLooks(one), 0);
}

/** Decides for each borrower; leaves out those without a change. */
async function decideEach(
  people: readonly Known[],
  close: (borrower: Borrower) => Decision,
): Promise<Decided[]> {
  const decided: Decided[] = [];
  await eachInTurns(people, ({ borrower, version }) => {
    const decision = close(borrower);
    if (decision.changes.length > 0) decided.push({ userId: borrower.userId, version, decision });
  });
  return decided;
}

/**
 * No loan is looked at again before today: the newest day is closed, or the days up to it bring nothing more. A day of long ago that
 * is followed by others says nothing about today.
 */
function isLastLook(
  { loans }: Borrower,
  { throughOn, newestOn }: { readonly throughOn: BusinessDate; readonly newestOn: BusinessDate },
): boolean {
  if (throughOn >= newestOn) return true;
  return loans.filter(isLive).every(({ nextOn }) => nextOn !== null && nextOn > newestOn);
}

/** Something is past due at the close of a day, of loans whose days are closed. */
function isLate({ loans }: Borrower, day: BusinessDate): boolean {
  return loans.some((loan) => !isWrittenOffOn(loan, day) && dpdOn(loan, day) > 0);
}

function countLooks({ decision }: Decided): number {
  return decision.changes.filter(({ change }) => change === 'days_closed' || change === 'next_day_set')
    .length;
}
