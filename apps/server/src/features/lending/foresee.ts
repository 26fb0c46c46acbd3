import { chargesTomorrow, type ComingCharge, type DayFacts, firstOpenDay } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { loadBorrowers, loadDayFacts } from './load.ts';

/**
 * The late charges that the opening of tomorrow adds to a person's loans if nothing happens today: the close of today is decided
 * in memory, and nothing is written. Rule: LEND-L4
 */
export async function chargesComing(tx: Tx, userId: string, today: BusinessDate): Promise<ComingCharge[]> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  if (borrower === undefined) return [];
  const facts = new Map<BusinessDate, DayFacts>();
  for (let day = firstOpenDay(borrower) ?? addDays(today, 1); day <= today; day = addDays(day, 1))
    facts.set(day, await loadDayFacts(tx, day));
  return chargesTomorrow(borrower, today, (day) => factsOf(facts, day));
}

function factsOf(facts: ReadonlyMap<BusinessDate, DayFacts>, day: BusinessDate): DayFacts {
  const known = facts.get(day);
  if (known === undefined) throw new Error('a day that was not loaded');
  return known;
}
