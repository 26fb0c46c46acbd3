import {
  type Refundable,
  type RefundDue,
  REFUND_UNDER_WAY,
  REFUSALS_MAX,
  refusalsOf,
  unsentPaise,
} from './refunds-due.ts';

const isUnderWay = (status: Refundable['refunds'][number]['status']): boolean =>
  REFUND_UNDER_WAY.some((one) => one === status);

/**
 * The excess of repayments that may go back by a transfer of our bank: their payer's bank has refused it to the end, so that nothing is
 * tried by itself any more, and nothing of it is on its way or disputed. Refusals count as they do for the rail's own tries: while the
 * rail tries, a transfer would be a second payment. Any amount: a bank has no least one.
 * Rule: LEND-16 journals 23 and 34
 */
export function transfersDue(repayments: readonly Refundable[]): RefundDue[] {
  return repayments
    .filter(
      ({ refunds }) =>
        refusalsOf(refunds).length >= REFUSALS_MAX && !refunds.some(({ status }) => isUnderWay(status)),
    )
    .filter(({ disputes }) => !disputes.some(({ status }) => status === 'open'))
    .map((repayment) => ({ repaymentId: repayment.repaymentId, amountPaise: unsentPaise(repayment) }))
    .filter(({ amountPaise }) => amountPaise > 0);
}
