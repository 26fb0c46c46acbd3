import { addDays, type BusinessDate, type Paise } from '@mohlat/money';
import { type Borrower, isLive } from './borrower.ts';
import { type ClosedDays, closeThrough, type ClosingDay, type DayFacts } from './close-day.ts';

/** What is known of days beside the borrower. */
export type FactsOf = (day: BusinessDate) => DayFacts;

/**
 * Closes all days that are open through one, oldest first, as if nothing else happened until then: what will be booked, and the
 * borrower after it. Days are Indian business dates.
 * Rule: LEND-B2, LEND-22
 */
export function foresee(borrower: Borrower, throughOn: BusinessDate, factsOf: FactsOf): ClosedDays {
  const days: ClosingDay[] = [];
  for (let day = firstOpenDay(borrower) ?? addDays(throughOn, 1); day <= throughOn; day = addDays(day, 1))
    days.push({ day, ...factsOf(day) });
  return closeThrough(borrower, days);
}

/** The first day that is not closed for a live loan; undefined where none is live. */
export function firstOpenDay({ loans }: Borrower): BusinessDate | undefined {
  const closed = loans.filter((loan) => isLive(loan)).map(({ closedThroughOn }) => closedThroughOn);
  const [first] = closed.toSorted();
  return first === undefined ? undefined : addDays(first, 1);
}

/** A late charge that the opening of a day adds. */
export interface ComingCharge {
  readonly loanId: string;
  /** The instalment it is levied for. */
  readonly number: number;
  /** How late that is on the day. */
  readonly lateDays: number;
  readonly amountPaise: Paise;
}

/**
 * The late charges that the opening of tomorrow adds if nothing happens today: what their owner is told on the eve.
 * Rule: LEND-L4
 */
export function chargesTomorrow(borrower: Borrower, today: BusinessDate, factsOf: FactsOf): ComingCharge[] {
  const tomorrow = addDays(today, 1);
  const { changes } = foresee(borrower, today, factsOf).decision;
  return changes.flatMap((change) => {
    if (change.change !== 'charge_levied' || change.leviedOn !== tomorrow) return [];
    const { loanId, number, lateDays, amountPaise } = change;
    return [{ loanId, number, lateDays, amountPaise }];
  });
}
