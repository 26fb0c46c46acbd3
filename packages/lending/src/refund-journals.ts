import type { BusinessDate, Paise } from '@mohlat/money';
import { type Journal, journal } from './journals.ts';

/** Money on its way back to who paid too much of a loan. */
export interface Refund {
  readonly id: string;
  readonly loanId: string;
  readonly amountPaise: Paise;
}

/** A refund begins: what is too much is on its way. Rule: LEND-16 journal 23 */
export function refundBegun({ id, loanId, amountPaise }: Refund, on: BusinessDate): Journal {
  const source = { of: 'row', id, rewoundCount: 0 } as const;
  return journal(
    'refund',
    { source, loanId, effectiveOn: on },
    { debit: { EXCESS: amountPaise }, credit: { REFUND_IN_TRANSIT: amountPaise } },
  );
}

/** A refund arrived at who paid. Rule: LEND-16 journal 23 */
export function refundPaid(refund: Refund, on: BusinessDate): Journal {
  return journal('refund', ended(refund, on), {
    debit: { REFUND_IN_TRANSIT: refund.amountPaise },
    credit: { BANK: refund.amountPaise },
  });
}

/**
 * A refund failed: it is owed again. Where the bank of who paid has taken the repayment back meanwhile, what was missed as gone
 * twice went once.
 * Rule: LEND-16 journal 23
 */
export function refundFailed(refund: Refund, on: BusinessDate, isRepaymentLost: boolean): Journal {
  const { amountPaise } = refund;
  return journal('refund', ended(refund, on), {
    debit: { REFUND_IN_TRANSIT: amountPaise },
    credit: isRepaymentLost ? { DISPUTED: amountPaise } : { EXCESS: amountPaise },
  });
}

const ended = ({ id, loanId }: Refund, on: BusinessDate) => ({
  source: { of: 'row step', id, step: 'ended' } as const,
  loanId,
  effectiveOn: on,
});
