import type { Paise } from '@mohlat/money';
import type { ListedRow, PaymentAtRail } from './rail-verdicts.ts';

/** An open difference of a payment, with the facts known now. */
export interface OpenDifference {
  readonly kind: string;
  readonly rail: 'billpay' | 'razorpay';
  readonly payment: { readonly status: PaymentAtRail; readonly billPaise: Paise };
  /** The list's word when it was opened; null where there was none. */
  readonly listedThen: ListedRow['status'] | null;
  /** The list's newest word of the execution that paid the bill, or of the only one. */
  readonly listedLast: Pick<ListedRow, 'status' | 'amountPaise'> | null;
  /** A late success is booked, and its money came back. */
  readonly hasLateSuccess: boolean;
  readonly hasLateReturn: boolean;
  /** Money in the books for it: of the late success, of the difference itself, of what the rail owes. */
  readonly latePaise: Paise;
  readonly standingPaise: Paise;
  readonly owedPaise: Paise;
  /** The repayment it is about has ended. */
  readonly hasRepaymentEnded: boolean;
  /** The loan of the payment is owed in the books no more: it ended, was undone or is written off. */
  readonly hasLoanEnded: boolean;
}

/**
 * True where a difference has cleared itself: the payment ended, the row came, the money is back. A difference about the
 * return of a bill stays open until the loan is undone, or staff find that the return was withdrawn; one about a write-off that came to
 * nothing until its loan is owed in the books no more, in whichever way.
 * Rule: LEND-21, LEND-X10, LEND-D5
 */
export function isCleared(open: OpenDifference): boolean {
  const { kind, payment, listedThen, listedLast } = open;
  if (open.rail === 'razorpay')
    return kind === 'hand_booked' ? open.hasLoanEnded : kind === 'pending_one_day' && open.hasRepaymentEnded;
  const isPaid = payment.status === 'paid';
  const hasFailed = payment.status === 'failed';
  const isUndone = payment.status === 'reversed';
  switch (kind) {
    case 'ok_unknown':
      return isPaid || (hasFailed && open.hasLateSuccess);
    case 'fail_unknown':
      // Only a difference that the list opened clears here: one opened by staff stays. It also stays while the list still disagrees.
      return listedThen !== null && (hasFailed || (isPaid && listedLast?.status !== 'failure'));
    case 'pending_one_day':
      return isPaid || hasFailed || isUndone;
    case 'missing':
      return isUndone || (listedLast?.status === 'success' && listedLast.amountPaise === payment.billPaise);
    case 'adjusted':
      return isUndone || hasFailed;
    case 'contradiction':
      if (isUndone) return listedLast?.status === 'adjusted' || listedLast?.status === 'failure';
      if (isPaid) return listedLast?.status === 'success' && listedThen !== 'success';
      return hasFailed && listedLast?.status === 'failure';
    case 'returned':
      return isUndone;
    case 'late_success':
      return open.latePaise === 0 && open.hasLateReturn;
    case 'duplicate':
      return open.standingPaise === 0;
    case 'refund_due':
      return open.owedPaise <= 0;
    default:
      return false;
  }
}
