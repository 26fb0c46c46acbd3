import { addDays, type BusinessDate, type Paise } from '@mohlat/money';
import { type Borrower, isLive } from './borrower.ts';
import { type ClosedDays, closeThrough, type ClosingDay, type DayFacts } from './close-day.ts';

/** The facts of a day, by the day. */
export type FactsOf = (day: BusinessDate) => DayFacts;

/**
 * Closes all open days through one, oldest first, as if no other event came until then. Answers the decisions and the
 * borrower after them. Days are Indian business dates.
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
  /** Days late on that day. */
  readonly lateDays: number;
  readonly amountPaise: Paise;
  readonly leviedOn: BusinessDate;
}

/**
 * The late charges that the openings of the days after today levy, through a last day, if no money comes until then. A reminder
 * names those of tomorrow, and those that come before a planned debit.
 * Rule: LEND-L4
 */
export function chargesUntil(
  borrower: Borrower,
  today: BusinessDate,
  lastOn: BusinessDate,
  factsOf: FactsOf,
): ComingCharge[] {
  const { changes } = foresee(borrower, addDays(lastOn, -1), factsOf).decision;
  return changes.flatMap((change) => {
    if (change.change !== 'charge_levied' || change.leviedOn <= today) return [];
    const { loanId, number, lateDays, amountPaise, leviedOn } = change;
    return [{ loanId, number, lateDays, amountPaise, leviedOn }];
  });
}
