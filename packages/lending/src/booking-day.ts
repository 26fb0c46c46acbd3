import { addDays, type BusinessDate } from '@mohlat/money';

/** The day on which the rail says that it paid a bill, beside our own days; all of them in India. */
export interface RailDay {
  readonly paidOn: BusinessDate;
  readonly acceptedOn: BusinessDate;
  readonly today: BusinessDate;
}

/**
 * The first day of a loan: the rail's own day of success. The clocks may differ by a midnight: a day in the future
 * becomes today, and the day before the acceptance is taken as it is. Any other day contradicts our records and gives
 * undefined: no journal is booked, a person decides.
 * Rule: LEND-T5, LEND-X9
 */
export function bookingDay({ paidOn, acceptedOn, today }: RailDay): BusinessDate | undefined {
  if (paidOn > addDays(today, 1) || paidOn < addDays(acceptedOn, -1)) return undefined;
  return paidOn > today ? today : paidOn;
}

/**
 * The day through which a loan gets no late charge, because its owner could not repay it before we knew that the bill was paid, and may
 * leave it without penalty on the day after: that day, where the loan began on an earlier day than today; null otherwise.
 * Rule: LEND-L4, LEND-X7, LEND-8
 */
export function noChargesBeforeKnown(disbursedOn: BusinessDate, today: BusinessDate): BusinessDate | null {
  return disbursedOn < today ? addDays(today, 1) : null;
}
