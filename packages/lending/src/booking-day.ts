import { addDays, type BusinessDate } from '@mohlat/money';

/** When the rail says that it paid a bill, beside what we know ourselves: days in India. */
export interface RailDay {
  readonly paidOn: BusinessDate;
  readonly acceptedOn: BusinessDate;
  readonly today: BusinessDate;
}

/**
 * The first day of a loan: the rail's own day of success. The clocks may differ by a midnight: a day that has not come yet is
 * today, and the day before the acceptance is taken as it is. Any other day contradicts what we know, and is undefined: a
 * person decides, and nothing is booked by it.
 * Rule: LEND-T5, LEND-X9
 */
export function bookingDay({ paidOn, acceptedOn, today }: RailDay): BusinessDate | undefined {
  if (paidOn > addDays(today, 1) || paidOn < addDays(acceptedOn, -1)) return undefined;
  return paidOn > today ? today : paidOn;
}
