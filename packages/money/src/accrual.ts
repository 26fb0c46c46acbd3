import { addDays, daysBetween, type BusinessDate } from './calendar.ts';
import { partOf, ZERO_PAISE, type Paise } from './paise.ts';

/** The days that earn one instalment's interest: from `startOn` up to, not including, its due date. */
export interface AccrualPeriod {
  readonly interestPaise: Paise;
  readonly startOn: BusinessDate;
  readonly dueOn: BusinessDate;
}

/**
 * Interest earned by the opening of a day: nothing on the first day of the period, all of it on the due date
 * and ever after, for an overdue instalment earns no more.
 * Rule: LEND-A1, LEND-A3
 */
export function accruedAtOpening(period: AccrualPeriod, on: BusinessDate): Paise {
  const length = daysBetween(period.startOn, period.dueOn);
  if (length < 1) throw new RangeError('An accrual period has one day or more');
  const elapsed = daysBetween(period.startOn, on);
  if (elapsed <= 0) return ZERO_PAISE;
  if (elapsed >= length) return period.interestPaise;
  return partOf(period.interestPaise, elapsed, length);
}

/** Interest earned by the close of a day. Rule: LEND-A1 */
export function accruedAtClose(period: AccrualPeriod, on: BusinessDate): Paise {
  return accruedAtOpening(period, addDays(on, 1));
}
