import { present } from '../present.ts';
import type { DisputeState, OrderState, PaymentState, RefundState, SettlementRow } from './port.ts';
import type { WireDispute, WireOrder, WirePayment, WireRefund, WireSettlementRow } from './wire.ts';

export function toOrder(w: WireOrder): OrderState {
  return {
    orderRef: w.id,
    status: w.status,
    amount: w.amount,
    amountPaid: w.amount_paid,
    amountDue: w.amount_due,
    attemptCount: w.attempts,
    receipt: w.receipt ?? '',
    createdAt: w.created_at,
  };
}

export function toPayment(w: WirePayment): PaymentState {
  const failure = w.error_code
    ? {
        code: w.error_code,
        ...present({
          description: w.error_description,
          source: w.error_source,
          step: w.error_step,
          reason: w.error_reason,
        }),
      }
    : undefined;
  return {
    paymentRef: w.id,
    status: w.status,
    amount: w.amount,
    amountRefunded: w.amount_refunded ?? 0,
    isCreditSource: isCreditSource(w),
    createdAt: w.created_at,
    ...present({
      orderRef: w.order_id,
      method: w.method,
      bankRef: w.acquirer_data?.rrn ?? w.acquirer_data?.bank_transaction_id,
      upiTransactionId: w.acquirer_data?.upi_transaction_id,
      fee: w.fee,
      tax: w.tax,
      failure,
    }),
  };
}

/**
 * False for a bank account and a debit card alone: a wallet or a prepaid card may have been filled from a credit card, and the
 * ways of paying in parts are loans. A card of a kind that nobody says counts as credit. Rule: LEND-S4
 */
function isCreditSource(w: WirePayment): boolean {
  switch (w.method) {
    case undefined:
    case 'netbanking':
    case 'emandate':
    case 'nach':
    case 'bank_transfer':
      return false;
    case 'upi':
      return (w.upi?.payer_account_type ?? 'bank_account') !== 'bank_account';
    case 'card':
      return w.card?.type !== 'debit';
    default:
      return true;
  }
}

/** True where only an enquiry about the payment alone says what kind of card it was made with. */
export function lacksCard(w: WirePayment): boolean {
  return w.method === 'card' && !w.card;
}

export function toRefund(w: WireRefund): RefundState {
  return {
    refundRef: w.id,
    paymentRef: w.payment_id,
    status: w.status,
    amount: w.amount,
    createdAt: w.created_at,
    ...present({
      receipt: w.receipt,
      bankRef: w.acquirer_data?.utr ?? w.acquirer_data?.rrn ?? w.acquirer_data?.arn,
    }),
  };
}

export function toDispute(w: WireDispute): DisputeState {
  return {
    disputeRef: w.id,
    paymentRef: w.payment_id,
    status: w.status,
    phase: w.phase,
    amount: w.amount,
    amountDeducted: w.amount_deducted ?? 0,
    createdAt: w.created_at,
    ...present({ reasonCode: w.reason_code, respondBy: w.respond_by }),
  };
}

function kindOfRow({ type, dispute_id: disputeRef }: WireSettlementRow): SettlementRow['kind'] {
  if (type === 'payment' || type === 'refund') return type;
  return disputeRef === undefined ? 'other' : 'dispute';
}

export function toSettlementRow(w: WireSettlementRow): SettlementRow {
  return {
    kind: kindOfRow(w),
    entityRef: w.entity_id,
    amount: w.amount,
    fee: w.fee ?? 0,
    tax: w.tax ?? 0,
    credit: w.credit ?? 0,
    debit: w.debit ?? 0,
    isSettled: w.settled ?? false,
    createdAt: w.created_at,
    ...present({
      paymentRef: w.payment_id ?? (w.type === 'payment' ? w.entity_id : undefined),
      orderRef: w.order_id,
      orderReceipt: w.order_receipt,
      disputeRef: w.dispute_id,
      settlementRef: w.settlement_id,
      settlementUtr: w.settlement_utr,
      settledAt: w.settled_at,
    }),
  };
}
