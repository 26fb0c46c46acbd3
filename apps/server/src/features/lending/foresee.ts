import {
  type Borrower,
  chargesUntil,
  type ComingCharge,
  firstOpenDay,
  foresee,
  type FactsOf,
  type Loan,
} from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { loadBorrowers, loadDays } from './load.ts';

/**
 * The late charges that the openings after today add to a person's loans through a last day if nothing happens until then: the closes
 * are decided in memory, and nothing is written. Rule: LEND-L4
 */
export async function chargesComing(
  tx: Tx,
  userId: string,
  today: BusinessDate,
  lastOn: BusinessDate,
): Promise<ComingCharge[]> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  if (borrower === undefined) return [];
  return chargesUntil(borrower, today, lastOn, await factsThrough(tx, borrower, addDays(lastOn, -1)));
}

/**
 * A borrower's loans as money finds them on a day: the days before that are open are closed in memory, as they will be before money meets
 * them, and nothing is written.
 * Rule: LEND-B2, LEND-B3
 */
export async function loansOn(tx: Tx, userId: string, day: BusinessDate): Promise<readonly Loan[]> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  if (borrower === undefined) return [];
  const eve = addDays(day, -1);
  return foresee(borrower, eve, await factsThrough(tx, borrower, eve)).borrower.loans;
}

/** The facts of the days that a borrower has open, through one. */
async function factsThrough(tx: Tx, borrower: Borrower, throughOn: BusinessDate): Promise<FactsOf> {
  const fromOn = firstOpenDay(borrower);
  const days = fromOn === undefined ? [] : await loadDays(tx, fromOn, throughOn);
  const known = new Map(days.map(({ day, ...facts }) => [day, facts]));
  return (day) => {
    const facts = known.get(day);
    if (facts === undefined) throw new Error('a day that was not loaded');
    return facts;
  };
}
