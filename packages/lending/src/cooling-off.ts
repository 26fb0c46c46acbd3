import {
  addDays,
  addPaise,
  type Bps,
  type BusinessDate,
  checkedBps,
  daysBetween,
  type Paise,
  paise,
  rhu,
} from '@mohlat/money';

export interface CoolingOffInput {
  readonly billPaise: Paise;
  readonly aprBps: Bps;
  readonly anchorOn: BusinessDate;
  /** Days after the anchor on which the user may still leave without penalty. */
  readonly windowDays: number;
}

export interface CoolingOffQuote {
  readonly daysUsed: number;
  /** The proportionate charge: the yearly rate for the days used, on the bill. */
  readonly chargePaise: Paise;
  readonly amountPaise: Paise;
}

/** The last day of the window, to its end in India. Rule: LEND-8 */
export function coolingOffEndsOn(anchorOn: BusinessDate, windowDays: number): BusinessDate {
  return addDays(anchorOn, windowDays);
}

/**
 * The amount to pay for a cancellation on a day: the bill, and from the second day on the yearly rate for the days used.
 * Undefined once the window is over.
 * Rule: LEND-8
 * @throws RangeError when the day is before the loan began
 */
export function coolingOffQuote(input: CoolingOffInput, asOf: BusinessDate): CoolingOffQuote | undefined {
  const daysUsed = daysBetween(input.anchorOn, asOf);
  if (daysUsed < 0) throw new RangeError('The loan had not begun on that day');
  if (daysUsed > input.windowDays) return undefined;
  const yearly = BigInt(input.billPaise) * BigInt(checkedBps(input.aprBps));
  const chargePaise = paise(rhu(yearly * BigInt(daysUsed), 10_000n * 365n));
  return { daysUsed, chargePaise, amountPaise: addPaise(input.billPaise, chargePaise) };
}
