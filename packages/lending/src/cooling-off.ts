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

/** The time in which a loan may be left without penalty. */
export interface CoolingOffWindow {
  readonly anchorOn: BusinessDate;
  /** The day on which its owner was told that the bill was paid: the first day, or a later one where the rail answered late. */
  readonly bookedOn: BusinessDate;
  /** Days after the anchor on which it may still be left. */
  readonly windowDays: number;
}

export interface CoolingOffInput extends CoolingOffWindow {
  readonly billPaise: Paise;
  readonly aprBps: Bps;
}

export interface CoolingOffQuote {
  readonly daysUsed: number;
  /** The proportionate charge: the yearly rate for the days used, on the bill. */
  readonly chargePaise: Paise;
  readonly amountPaise: Paise;
}

/**
 * The last day of the window, to its end in India: so many days after the first day, and never before the day after its owner was
 * told, because a loan that its owner does not know of cannot be left.
 * Rule: LEND-8
 */
export function coolingOffEndsOn({ anchorOn, bookedOn, windowDays }: CoolingOffWindow): BusinessDate {
  const agreedOn = addDays(anchorOn, windowDays);
  const afterToldOn = addDays(bookedOn, 1);
  return agreedOn > afterToldOn ? agreedOn : afterToldOn;
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
  if (asOf > coolingOffEndsOn(input)) return undefined;
  const yearly = BigInt(input.billPaise) * BigInt(checkedBps(input.aprBps));
  const chargePaise = paise(rhu(yearly * BigInt(daysUsed), 10_000n * 365n));
  return { daysUsed, chargePaise, amountPaise: addPaise(input.billPaise, chargePaise) };
}
