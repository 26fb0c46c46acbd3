import { addWorkingDays, type BusinessDate, type Paise, paise, ZERO_PAISE } from '@mohlat/money';
import type { Journal } from './journals.ts';
import { RAIL_MIN_PAISE } from './rail-min.ts';
import { mayResolve, type Resolution } from './resolutions.ts';
import { transfer, type TransferName } from './transfers.ts';
import { onceOf } from './source.ts';

const WORKING_DAYS_TO_CLEAR = 2;

/** The day through which a difference of a day may stay open before it is raised. Rule: LEND-21, LEND-T6 */
export function differenceDueOn(openedOn: BusinessDate, holidays: Iterable<BusinessDate>): BusinessDate {
  return addWorkingDays(openedOn, WORKING_DAYS_TO_CLEAR, holidays);
}

/** A row of the settlement file that a difference is about, as our books know it. */
export interface BankRow {
  readonly creditPaise: Paise;
  readonly debitPaise: Paise;
  readonly isPayment: boolean;
  /** It has no owner yet: neither matched nor explained. */
  readonly isWaiting: boolean;
  /** It is booked by a journal of its own, once its owner or the end of its refund is known. */
  readonly isUnderway: boolean;
  /** The dispute of ours that it names, and whether its money has left the books. */
  readonly dispute: 'none' | 'known' | 'deducted';
}

/** An open difference with a rail. */
export interface StandingDifference {
  readonly kind: string;
  readonly rail: string;
  /** The sum in the ledger, or of money kept, that its kind refers to. */
  readonly booksPaise: Paise;
  readonly bankRow: BankRow | null;
}

/**
 * The amount that a resolution takes out of the books, in paise; 0 for none. A row of the settlement file without an
 * owner and without a booking stands for the amount that it took from the bank; below zero, that it brought. Of a refused refund
 * less than a rail sends is left in the books, and stands for nothing.
 * Rule: LEND-21
 */
export function standingPaise({ kind, booksPaise, bankRow }: StandingDifference): Paise {
  if (kind === 'refund_refused' && booksPaise < RAIL_MIN_PAISE) return ZERO_PAISE;
  if (kind !== 'unmatched_row') return booksPaise;
  return bankRow ? rowPaise(bankRow) : ZERO_PAISE;
}

/**
 * Leaves out money that is booked elsewhere: a payment is kept for its owner, and a dispute of ours has a journal of its
 * own.
 * Rule: LEND-21
 */
function rowPaise({ creditPaise, debitPaise, isPayment, isWaiting, isUnderway, dispute }: BankRow): Paise {
  const tookPaise = paise(debitPaise - creditPaise);
  const isDisputeBooked = dispute === 'known' || (dispute === 'deducted' && tookPaise < 0);
  const isKept = isPayment && tookPaise < 0;
  return !isWaiting || isUnderway || isDisputeBooked || isKept ? ZERO_PAISE : tookPaise;
}

/** The reason that clears a difference by a journal: the money came back, it never will, its refund reached the float. */
export type Clearing = Exclude<Resolution, 'reverse' | 'agreed'>;

/** A difference to clear, with the loan of its payment or repayment. */
export interface Cleared extends StandingDifference {
  readonly id: string;
  readonly loanId: string | null;
}

/**
 * The journal that clears a difference: the rail gave the money back (7), it never will (36), its refund reached the
 * float (8). Money that a row without an owner brought offsets money that such rows took (36 in the other direction).
 * Null where the books hold no amount of it.
 * Rule: LEND-16 journals 7, 8, 36, LEND-21
 * @throws RangeError where this resolution does not clear such a difference
 */
export function clearing(difference: Cleared, resolution: Clearing, on: BusinessDate): Journal | null {
  const amountPaise = standingPaise(difference);
  if (amountPaise === 0) return null;
  const { id, loanId, kind, rail } = difference;
  if (!mayResolve({ kind, rail, paise: amountPaise, isUnderway: false }, resolution))
    throw new RangeError(`the difference ${kind} is not cleared by ${resolution}`);
  const name = nameOf(difference, resolution, amountPaise > 0);
  return transfer(name, { source: onceOf(id), loanId, effectiveOn: on }, Math.abs(amountPaise));
}

function nameOf({ kind, rail }: StandingDifference, resolution: Clearing, isTaken: boolean): TransferName {
  if (kind === 'unmatched_row') return isTaken ? 'bank_row_lost' : 'bank_row_gained';
  if (kind === 'refund_due') return resolution === 'loss' ? 'debt_lost' : 'rail_refunded';
  if (resolution === 'loss') return isTaken ? 'difference_lost' : 'difference_gained';
  if (rail === 'billpay') return isTaken ? 'rail_gave_back' : 'rail_took_missing';
  return isTaken ? 'bank_gave_back' : 'bank_took_missing';
}
