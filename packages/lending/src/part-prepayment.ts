import {
  addPaise,
  type Bps,
  type BusinessDate,
  byNumber,
  checkedBps,
  type DatedLoan,
  daysBetween,
  demandedUnpaid,
  isDemanded,
  layOutRows,
  monthStart,
  paidOfInstalment,
  type Paise,
  rhuToUnit,
  RUPEE_UNIT_PAISE,
  type ScheduleRow,
  ScheduleTooSmall,
  subtractPaise,
  sumPaise,
} from '@mohlat/money';
import { accruedOfInstalment } from './foreclosure.ts';
import { PART_PREPAYMENT_MIN_PAISE, partPrepaymentMax } from './part-limits.ts';

export const PART_PREPAYMENT_REFUSALS = [
  'arrears',
  'advance_held',
  'nothing_left',
  'below_minimum',
  'closure_offered',
  'schedule_too_small',
] as const;
export type PartPrepaymentRefusal = (typeof PART_PREPAYMENT_REFUSALS)[number];

export interface PartPrepaymentInput {
  readonly loan: DatedLoan;
  readonly rateBps: Bps;
  readonly amountPaise: Paise;
  readonly asOf: BusinessDate;
  readonly unitPaise?: number;
}

export type PartPrepayment =
  | {
      readonly isAccepted: true;
      /** The interest that is collected first; the rest of the amount reduces the bill principal. */
      readonly accruedInterestPaise: Paise;
      readonly principalPaidPaise: Paise;
      /** The new rows for the instalments still to come; numbers and due dates stay. */
      readonly rows: readonly ScheduleRow[];
    }
  | { readonly isAccepted: false; readonly reason: PartPrepaymentRefusal };

function refused(reason: PartPrepaymentRefusal): PartPrepayment {
  return { isAccepted: false, reason };
}

/**
 * Plans a payment that makes the coming instalments smaller. Refusals are checked in the order of the list. Accrual of
 * the current period starts again on the day (`restartedOn`).
 * Rule: LEND-9
 */
export function planPartPrepayment(input: PartPrepaymentInput): PartPrepayment {
  const { asOf, amountPaise } = input;
  // A replay may know a charge of a later day, which could not be paid yet.
  const charges = input.loan.charges.filter((charge) => charge.leviedOn <= asOf);
  const loan: DatedLoan = { ...input.loan, charges };
  if (asOf < loan.anchorOn) throw new RangeError('The loan had not begun on that day');
  const later = byNumber(loan.instalments.filter((instalment) => !isDemanded(instalment, asOf)));
  const current = later[0];
  // While a loan is frozen its past periods are not settled, and cannot be laid out again.
  const isPast = later.some((instalment) => instalment.dueOn <= asOf);
  if (isPast || demandedUnpaid(loan, asOf) > 0) return refused('arrears');
  if (later.some((instalment) => paidOfInstalment(instalment) > 0)) return refused('advance_held');
  if (current === undefined) return refused('nothing_left');
  const accruedInterestPaise = accruedOfInstalment(loan, current, asOf);
  if (amountPaise < PART_PREPAYMENT_MIN_PAISE || amountPaise <= accruedInterestPaise) {
    return refused('below_minimum');
  }
  const principal = sumPaise(later.map((instalment) => instalment.principalPaise));
  if (amountPaise > partPrepaymentMax(principal, accruedInterestPaise)) return refused('closure_offered');
  const principalPaidPaise = subtractPaise(amountPaise, accruedInterestPaise);
  const principalLeft = subtractPaise(principal, principalPaidPaise);
  const fee = sumPaise(later.map((instalment) => instalment.feePaise));
  const unitPaise = input.unitPaise ?? RUPEE_UNIT_PAISE;
  // The rest of the month at one twelfth of the yearly rate, in proportion to its days.
  const daysLeft = daysBetween(asOf, current.dueOn);
  const monthDays = daysBetween(monthStart(loan, current), current.dueOn);
  const firstInterestPaise = rhuToUnit(
    BigInt(addPaise(principalLeft, fee)) * BigInt(checkedBps(input.rateBps)) * BigInt(daysLeft),
    120_000n * BigInt(monthDays),
    unitPaise,
  );
  try {
    const rows = layOutRows({
      principalPaise: principalLeft,
      feePaise: fee,
      rateBps: input.rateBps,
      unitPaise,
      due: later,
      firstInterestPaise,
    });
    return { isAccepted: true, accruedInterestPaise, principalPaidPaise, rows };
  } catch (error) {
    if (error instanceof ScheduleTooSmall) return refused('schedule_too_small');
    throw error;
  }
}
