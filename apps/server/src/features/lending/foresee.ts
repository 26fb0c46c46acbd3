import { chargesTomorrow, type ComingCharge, firstOpenDay } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { loadBorrowers, loadDays } from './load.ts';

/**
 * The late charges that the opening of tomorrow adds to a person's loans if nothing happens today: the close of today is decided
 * in memory, and nothing is written. Rule: LEND-L4
 */
export async function chargesComing(tx: Tx, userId: string, today: BusinessDate): Promise<ComingCharge[]> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  if (borrower === undefined) return [];
  const fromOn = firstOpenDay(borrower);
  if (fromOn === undefined) return [];
  const days = new Map((await loadDays(tx, fromOn, today)).map(({ day, ...facts }) => [day, facts]));
  return chargesTomorrow(borrower, today, (day) => {
    const facts = days.get(day);
    if (facts === undefined) throw new Error('a day that was not loaded');
    return facts;
  });
}
