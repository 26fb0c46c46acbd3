import { addDays, addMonths, type BusinessDate } from './calendar.ts';
import { addPaise, paise, rhuToUnit, subtractPaise, sumPaise, ZERO_PAISE, type Paise } from './paise.ts';
import { checkedBps, type Bps } from './rates.ts';

/** Schedules are rounded to whole rupees. Rule: LEND-M4 */
export const RUPEE_UNIT_PAISE = 100;

/** Below this EMI no schedule is offered. Rule: LEND-E1 */
export const MIN_EMI_PAISE: Paise = paise(10_000);

/** One instalment: amount = principal (bill part) + fee + interest. */
export interface ScheduleRow {
  readonly number: number;
  readonly dueOn: BusinessDate;
  readonly principalPaise: Paise;
  readonly feePaise: Paise;
  readonly interestPaise: Paise;
  readonly amountPaise: Paise;
}

export interface ScheduleTotals {
  readonly principalPaise: Paise;
  readonly feePaise: Paise;
  readonly interestPaise: Paise;
  readonly amountPaise: Paise;
}

/** The EMI would be under the minimum, or an instalment would repay none of the bill. Rule: LEND-E1 */
export class ScheduleTooSmall extends Error {
  readonly code = 'schedule_too_small';

  constructor() {
    super('The amount is too small to spread over this many instalments');
    this.name = 'ScheduleTooSmall';
  }
}

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function checkedCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError('A schedule has one instalment or more');
  return count;
}

/**
 * The unrounded equal instalment of a financed amount, in paise, as an exact fraction.
 * Rule: LEND-E3 (one twelfth of the yearly rate a month, whatever the month's length)
 */
export function emiExact(financedPaise: Paise, rateBps: Bps, count: number): Fraction {
  const amount = BigInt(financedPaise);
  const n = BigInt(checkedCount(count));
  const bps = BigInt(checkedBps(rateBps));
  if (bps === 0n) return { numerator: amount, denominator: n };
  const grown = (120_000n + bps) ** n;
  return { numerator: amount * bps * grown, denominator: 120_000n * (grown - 120_000n ** n) };
}

/** The equal instalment, half up to the unit. Rule: LEND-E1 */
export function emiAmount(
  financedPaise: Paise,
  rateBps: Bps,
  count: number,
  unitPaise: number = RUPEE_UNIT_PAISE,
): Paise {
  const { numerator, denominator } = emiExact(financedPaise, rateBps, count);
  return rhuToUnit(numerator, denominator, unitPaise);
}

/** The amounts to be laid out over instalments; `firstInterestPaise` replaces a full month's for the first. */
export interface RowsInput {
  readonly principalPaise: Paise;
  readonly feePaise: Paise;
  readonly rateBps: Bps;
  readonly unitPaise: number;
  readonly due: readonly { readonly number: number; readonly dueOn: BusinessDate }[];
  readonly firstInterestPaise?: Paise;
}

/**
 * Lays principal and fee over the given due dates. The last row takes what rounding left.
 * Rule: LEND-E1
 * @throws ScheduleTooSmall when the EMI is under the minimum or a row would repay no principal
 */
export function layOutRows(input: RowsInput): ScheduleRow[] {
  const count = checkedCount(input.due.length);
  const financed = addPaise(input.principalPaise, input.feePaise);
  const emi = emiAmount(financed, input.rateBps, count, input.unitPaise);
  if (emi < MIN_EMI_PAISE) throw new ScheduleTooSmall();
  const feeShare = paise(Math.floor(input.feePaise / count));
  let balance = financed;
  return input.due.map(({ number, dueOn }, index) => {
    const isLast = index === count - 1;
    const monthly = rhuToUnit(BigInt(balance) * BigInt(input.rateBps), 120_000n, input.unitPaise);
    const interestPaise = index === 0 ? (input.firstInterestPaise ?? monthly) : monthly;
    const financedPart = isLast ? balance : subtractPaise(emi, interestPaise);
    const feePaise = isLast ? paise(input.feePaise - (count - 1) * feeShare) : feeShare;
    const principalPaise = subtractPaise(financedPart, feePaise);
    if (principalPaise <= 0) throw new ScheduleTooSmall();
    balance = subtractPaise(balance, financedPart);
    return {
      number,
      dueOn,
      principalPaise,
      feePaise,
      interestPaise,
      amountPaise: addPaise(financedPart, interestPaise),
    };
  });
}

export interface EmiScheduleInput {
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  readonly rateBps: Bps;
  readonly count: number;
  /** The business date on which the bill was paid. Rule: LEND-T5 */
  readonly anchorOn: BusinessDate;
  readonly unitPaise?: number;
}

/**
 * The schedule of a plan in monthly EMIs; each due date is counted from the anchor.
 * Rule: LEND-E1, LEND-E2, LEND-E4 (the figures every default loan must show), LEND-T4
 * @throws ScheduleTooSmall
 */
export function emiSchedule(input: EmiScheduleInput): ScheduleRow[] {
  if (input.billPaise <= 0 || input.feePaise < 0) throw new RangeError('A schedule needs a positive bill');
  const numbers = Array.from({ length: checkedCount(input.count) }, (_, index) => index + 1);
  return layOutRows({
    principalPaise: input.billPaise,
    feePaise: input.feePaise,
    rateBps: input.rateBps,
    unitPaise: input.unitPaise ?? RUPEE_UNIT_PAISE,
    due: numbers.map((number) => ({ number, dueOn: addMonths(input.anchorOn, number) })),
  });
}

/** Days from the paid bill to the one payment of the `single` plan. Rule: LEND-E5 */
export const SINGLE_TERM_DAYS = 30;

export interface SingleScheduleInput {
  readonly billPaise: Paise;
  readonly feePaise: Paise;
  readonly anchorOn: BusinessDate;
  readonly termDays?: number;
}

/** The schedule of one payment without interest. Rule: LEND-E5 */
export function singleSchedule(input: SingleScheduleInput): ScheduleRow[] {
  if (input.billPaise <= 0 || input.feePaise < 0) throw new RangeError('A schedule needs a positive bill');
  return [
    {
      number: 1,
      dueOn: addDays(input.anchorOn, input.termDays ?? SINGLE_TERM_DAYS),
      principalPaise: input.billPaise,
      feePaise: input.feePaise,
      interestPaise: ZERO_PAISE,
      amountPaise: addPaise(input.billPaise, input.feePaise),
    },
  ];
}

export function scheduleTotals(rows: readonly ScheduleRow[]): ScheduleTotals {
  return {
    principalPaise: sumPaise(rows.map((row) => row.principalPaise)),
    feePaise: sumPaise(rows.map((row) => row.feePaise)),
    interestPaise: sumPaise(rows.map((row) => row.interestPaise)),
    amountPaise: sumPaise(rows.map((row) => row.amountPaise)),
  };
}
