import { closeDay, type DayFacts } from '@mohlat/lending';
import { type BusinessDate, addDays, istDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { book, type Decided } from './book.ts';
import { type Known, loadForClose, loadDayFacts } from './load.ts';
import { eachInTurns } from './turns.ts';

const TRIES = 3;

/**
 * Closes a business day for these people and opens the next: loads them, decides, and books them in one call; answers how many
 * loans' days were closed. The caller's transaction holds their credit accounts; whoever is stale all the same is decided again
 * alone. The newest day's close also settles where credit stands.
 * Rule: LEND-22 steps 2 to 6, LEND-B1, LEND-B2, LEND-C5
 */
export async function closePeople(
  tx: Tx,
  userIds: readonly string[],
  day: BusinessDate,
  now: Date,
): Promise<number> {
  const facts = await loadDayFacts(tx, day);
  const booked: Decided[] = [];
  let waiting: readonly string[] = userIds;
  for (let turn = 0; waiting.length > 0; turn += 1) {
    if (turn === TRIES) throw new Error('what is known of a borrower changed under a lock');
    const decided = await decideEach(await loadForClose(tx, waiting, day), day, facts);
    const stale = await book(tx, decided, now);
    booked.push(...decided.filter(({ userId }) => !stale.has(userId)));
    waiting = [...stale];
  }
  // A day of long ago that is lived through again says nothing about today.
  if (day >= addDays(istDate(now.getTime()), -1)) await settleStanding(tx, booked, now);
  return booked.reduce((sum, one) => sum + countClosed(one), 0);
}

/** Decides for each borrower; leaves out those without a change. */
async function decideEach(people: readonly Known[], day: BusinessDate, facts: DayFacts): Promise<Decided[]> {
  const decided: Decided[] = [];
  await eachInTurns(people, ({ borrower, version }) => {
    const decision = closeDay(borrower, day, facts);
    if (decision.changes.length > 0) decided.push({ userId: borrower.userId, version, decision });
  });
  return decided;
}

/** Of whom something is past due, or was. Rule: LEND-P3, LEND-14 */
async function settleStanding(tx: Tx, booked: readonly Decided[], now: Date): Promise<void> {
  const isLate = ({ decision }: Decided) =>
    decision.changes.some((change) => change.change === 'standing_recorded' && change.dpd > 0);
  if (booked.length === 0) return;
  await tx.call(
    `select settle_standing(array(
       select user_id from credit_accounts
       where user_id = any ($1::uuid[]) and (state = 'blocked_due' or user_id = any ($2::uuid[]))), $3)`,
    [booked.map(({ userId }) => userId), booked.filter(isLate).map(({ userId }) => userId), now],
  );
}

function countClosed({ decision }: Decided): number {
  return decision.changes.filter(({ change }) => change === 'day_closed').length;
}
