import type { BusinessDate, Paise } from '@mohlat/money';
import { type Journal, journal } from './journals.ts';
import { onceOf } from './source.ts';

/** Excess money that goes back to the payer of a loan. */
export interface Refund {
  readonly id: string;
  readonly loanId: string;
  readonly amountPaise: Paise;
}

/** A refund is started: the excess is in transit. Rule: LEND-16 journal 23 */
export function refundBegun({ id, loanId, amountPaise }: Refund, on: BusinessDate): Journal {
  return journal(
    'refund',
    { source: onceOf(id), loanId, effectiveOn: on },
    { debit: { EXCESS: amountPaise }, credit: { REFUND_IN_TRANSIT: amountPaise } },
  );
}

/** A refund reached the payer. Rule: LEND-16 journal 23 */
export function refundPaid(refund: Refund, on: BusinessDate): Journal {
  return journal('refund', ended(refund, on), {
    debit: { REFUND_IN_TRANSIT: refund.amountPaise },
    credit: { BANK: refund.amountPaise },
  });
}

/**
 * A refund failed: the money is owed again. If the payer's bank has taken the repayment back meanwhile, the loss that was
 * booked for two outflows is reversed, because only one happened.
 * Rule: LEND-16 journal 23
 */
export function refundFailed(refund: Refund, on: BusinessDate, isRepaymentLost: boolean): Journal {
  const { amountPaise } = refund;
  return journal('refund', ended(refund, on), {
    debit: { REFUND_IN_TRANSIT: amountPaise },
    credit: isRepaymentLost ? { DISPUTED: amountPaise } : { EXCESS: amountPaise },
  });
}

/** A refund was due of what a payer's bank has taken by a dispute: its payer has it. Rule: LEND-16 journals 23 and 34 */
export function refundTaken(refund: Refund, on: BusinessDate): Journal {
  return refundFailed(refund, on, true);
}

const ended = ({ id, loanId }: Refund, on: BusinessDate) => ({
  source: { of: 'row step', id, step: 'ended' } as const,
  loanId,
  effectiveOn: on,
});
