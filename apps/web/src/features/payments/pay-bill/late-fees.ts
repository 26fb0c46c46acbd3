import type { CARD_BANKS, Payment } from '@mohlat/contract';
import { costOf, repaidOf } from '../../../lib/repaid.ts';
import { istDateOf } from '../../../lib/format.ts';

type CardBank = (typeof CARD_BANKS)[number];
/** Pairs in rupees: a bill up to the first number pays the second as its late fee. */
type Bands = readonly (readonly [upTo: number, fee: number])[];

const ABOVE = Number.POSITIVE_INFINITY;

/**
 * The late fees of the banks' published schedules for most of their cards, before tax, as the press compared them in 2022
 * to 2024. A bank whose schedule was not found twice is left out, and nothing is then said of its late fee.
 */
const LATE_FEES: Partial<Record<CardBank, Bands>> = {
  'HDFC Bank': [
    [99, 0],
    [500, 100],
    [5_000, 500],
    [10_000, 600],
    [25_000, 800],
    [50_000, 1_100],
    [ABOVE, 1_300],
  ],
  'ICICI Bank': [
    [99, 0],
    [500, 100],
    [5_000, 500],
    [10_000, 750],
    [25_000, 900],
    [50_000, 1_000],
    [ABOVE, 1_200],
  ],
  'State Bank of India': [
    [500, 0],
    [1_000, 400],
    [10_000, 750],
    [25_000, 950],
    [50_000, 1_100],
    [ABOVE, 1_300],
  ],
  'Axis Bank': [
    [500, 0],
    [5_000, 500],
    [10_000, 750],
    [ABOVE, 1_200],
  ],
};

/**
 * Computes the least late fee of a bank for a bill of this sum, in paise. The whole bill may be larger than the part that
 * was paid, and larger bills cost no less. Undefined where the bank's schedule is not known.
 */
export function lateFeeOf(bankName: string, billPaise: number): number | undefined {
  const bands = LATE_FEES[bankName as CardBank];
  const band = bands?.find(([upTo]) => billPaise <= upTo * 100);
  return band === undefined ? undefined : band[1] * 100;
}

/** The late fee that a bill paid through us avoided, and the cost of that, in paise. */
export interface Worth {
  readonly avoidedPaise: number;
  /** The fee, interest and charges: as paid once the plan is over, as agreed and levied while it runs. */
  readonly costPaise: number;
}

/**
 * Undefined where the bill was not paid or may be on its way back, its due date or the bank's late fee is not known, or it was cancelled or settled
 * for less. A bill that was paid after its due date avoided nothing.
 */
export function worthOf(payment: Payment): Worth | undefined {
  const { billStatus, billDueDate, paidAt, bankName, amountPaise, billDuePaise, ending, frozen } = payment;
  if (frozen !== null || billStatus !== 'paid' || paidAt === null || billDueDate === null) return undefined;
  if (ending !== null && ending.kind !== 'repaid') return undefined;
  // A late fee goes by the bill: money above it would have met none.
  const feePaise = lateFeeOf(bankName, Math.min(amountPaise, billDuePaise ?? amountPaise));
  if (feePaise === undefined) return undefined;
  const isInTime = istDateOf(paidAt) <= billDueDate;
  return { avoidedPaise: isInTime ? feePaise : 0, costPaise: costOfPayment(payment) };
}

function costOfPayment(payment: Payment): number {
  const repaid = repaidOf(payment);
  if (repaid !== undefined) return repaid.totalPaise - payment.amountPaise;
  const charges = payment.charges.reduce((sum, one) => sum + one.amountPaise - one.waivedPaise, 0);
  return costOf(payment).totalPaise + charges - payment.amountPaise;
}

/** The sums of all bills paid in a calendar year, with the counts of compared and other bills. */
export interface WorthOfYear extends Worth {
  readonly comparedCount: number;
  readonly otherCount: number;
}

export function worthOfYear(payments: readonly Payment[], year: string): WorthOfYear {
  const paid = payments.filter(
    ({ billStatus, frozen, paidAt }) =>
      billStatus === 'paid' && frozen === null && paidAt !== null && istDateOf(paidAt).startsWith(year),
  );
  const known = paid.map(worthOf).filter((one) => one !== undefined);
  return {
    avoidedPaise: known.reduce((sum, one) => sum + one.avoidedPaise, 0),
    costPaise: known.reduce((sum, one) => sum + one.costPaise, 0),
    comparedCount: known.length,
    otherCount: paid.length - known.length,
  };
}
