import { type AssetClass, type BusinessDate, daysBetween } from '@mohlat/money';
import type { Loan, Standing } from './borrower.ts';

/**
 * The standing of a loan at the close of a day, by the newest fact of that day or before. Days past due rise by one each
 * day until the next fact. Undefined before the first fact.
 * Rule: LEND-D1, LEND-D6
 */
export function standingOn({ standings }: Pick<Loan, 'standings'>, day: BusinessDate): Standing | undefined {
  const fact = standings.findLast(({ on }) => on <= day);
  if (fact === undefined || fact.on === day) return fact;
  return { on: day, dpd: fact.dpd === 0 ? 0 : fact.dpd + daysBetween(fact.on, day), class: fact.class };
}

/** Days past due of a loan at the close of a day; 0 before its first fact. Rule: LEND-D1, LEND-D6 */
export function dpdOn(loan: Pick<Loan, 'standings'>, day: BusinessDate): number {
  return standingOn(loan, day)?.dpd ?? 0;
}

/** True where the written facts already give this standing for a day. */
export function isForeseen(
  loan: Pick<Loan, 'standings'>,
  { on, dpd, class: found }: { on: BusinessDate; dpd: number; class: AssetClass },
): boolean {
  const known = standingOn(loan, on);
  return known?.dpd === dpd && known.class === found;
}
