import { type Paise, subtractPaise, sumPaise } from '@mohlat/money';
import { RAIL_MIN_PAISE } from './rail-min.ts';

/** After this many refusals only staff may begin a refund. Rule: LEND-16 journal 23 */
export const REFUSALS_MAX = 3;
/** A refused refund is tried again after this time. */
export const REFUND_RETRY_MS = 86_400_000;

/** A refund of a repayment. Amounts are paise. */
export interface RefundOf {
  readonly status: 'initiated' | 'processing' | 'unknown' | 'processed' | 'failed';
  readonly amountPaise: Paise;
  /** The instant it ended, in milliseconds since the epoch; null while it is under way. */
  readonly endedAt: number | null;
}

/** A repayment that counts and that a provider can give back. */
export interface Refundable {
  readonly repaymentId: string;
  /** The part beyond everything it was needed for. */
  readonly excessPaise: Paise;
  readonly refunds: readonly RefundOf[];
}

export interface RefundDue {
  readonly repaymentId: string;
  readonly amountPaise: Paise;
}

/**
 * The refunds to begin now: the excess of each repayment that has not gone back. One refund of a repayment is under way at a
 * time. After a refusal it is tried again a day later, three times in all; staff may begin it at any time.
 * Rule: LEND-16 journal 23, LEND-W4
 */
export function refundsDue(
  repayments: readonly Refundable[],
  now: number,
  begun: 'by itself' | 'by staff',
): RefundDue[] {
  return repayments
    .filter(({ refunds }) => refunds.every(({ status }) => status === 'processed' || status === 'failed'))
    .filter(({ refunds }) => begun === 'by staff' || mayBeTried(refunds, now))
    .map(({ repaymentId, excessPaise, refunds }) => {
      const sent = refunds.filter(({ status }) => status !== 'failed');
      const sentPaise = sumPaise(sent.map(({ amountPaise }) => amountPaise));
      return { repaymentId, amountPaise: subtractPaise(excessPaise, sentPaise) };
    })
    .filter(({ amountPaise }) => amountPaise >= RAIL_MIN_PAISE);
}

function mayBeTried(refunds: readonly RefundOf[], now: number): boolean {
  const refused = refunds.filter(({ status }) => status === 'failed');
  const isEarly = refused.some(({ endedAt }) => endedAt !== null && endedAt > now - REFUND_RETRY_MS);
  return refused.length < REFUSALS_MAX && !isEarly;
}
