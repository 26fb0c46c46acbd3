import type { CallContext, Paise, RawWebhook, WebhookEvent } from '../call-context.ts';

/** The parameters with which the browser opens the provider's checkout for one order. */
export interface CheckoutParams {
  scriptUrl: string;
  key: string;
  orderRef: string;
  amount: Paise;
  currency: 'INR';
}

export const ORDER_STATUSES = ['created', 'attempted', 'paid'] as const;
export interface OrderState {
  orderRef: string;
  status: (typeof ORDER_STATUSES)[number];
  amount: Paise;
  amountPaid: Paise;
  amountDue: Paise;
  attemptCount: number;
  receipt: string;
  createdAt: Date;
}

export const PAYMENT_STATUSES = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const;
export interface PaymentFailure {
  code: string;
  description?: string;
  source?: string;
  step?: string;
  reason?: string;
}

export interface PaymentState {
  paymentRef: string;
  orderRef?: string;
  status: (typeof PAYMENT_STATUSES)[number];
  amount: Paise;
  amountRefunded: Paise;
  method?: string;
  /** Anything but a bank account or a debit card: a loan may not be repaid from it. Rule: LEND-S4 */
  isCreditSource: boolean;
  /** The moment of the debit. */
  createdAt: Date;
  /** Retrieval reference number or UTR of the bank. */
  bankRef?: string;
  upiTransactionId?: string;
  fee?: Paise;
  tax?: Paise;
  failure?: PaymentFailure;
}

export const REFUND_STATUSES = ['pending', 'processed', 'failed'] as const;
export interface RefundState {
  refundRef: string;
  paymentRef: string;
  status: (typeof REFUND_STATUSES)[number];
  amount: Paise;
  receipt?: string;
  bankRef?: string;
  createdAt: Date;
}

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
/** The payer's bank demands a payment back. */
export interface DisputeState {
  disputeRef: string;
  paymentRef: string;
  /** Seen from our side; closed: ended without money. */
  status: (typeof DISPUTE_STATUSES)[number];
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration';
  amount: Paise;
  /** The amount that the rail keeps back from our settlements for it. */
  amountDeducted: Paise;
  reasonCode?: string;
  respondBy?: Date;
  createdAt: Date;
}

/** The evidence sent to the payer's bank against a dispute. */
export interface DisputeEvidence {
  /** The sum that is fought for. */
  amount: Paise;
  summary: string;
  documentRefs: string[];
}

export interface SettlementRow {
  /** dispute: taken back for one, or given back after it was won. */
  kind: 'payment' | 'refund' | 'dispute' | 'other';
  /** The payment, refund or adjustment the row is about. */
  entityRef: string;
  paymentRef?: string;
  orderRef?: string;
  orderReceipt?: string;
  disputeRef?: string;
  amount: Paise;
  fee: Paise;
  tax: Paise;
  credit: Paise;
  debit: Paise;
  isSettled: boolean;
  settlementRef?: string;
  settlementUtr?: string;
  createdAt: Date;
  settledAt?: Date;
}

/** Entities named by a webhook. Each is still to be read back before money moves. */
export interface RazorpayPayload {
  orderRef?: string;
  paymentRef?: string;
  refundRef?: string;
  /** A mandate. */
  tokenRef?: string;
  disputeRef?: string;
  payment?: PaymentState;
  refund?: RefundState;
  order?: OrderState;
}

/** Events that matter to us; any other type arrives with `isKnown` false and is stored and ignored. */
export type CollectionEvent = WebhookEvent<RazorpayPayload> & { isKnown: boolean };

export interface CollectionPort {
  /** A repeat with the same receipt returns the same order. */
  createOrder(
    i: { receipt: string; amount: Paise; notes: Record<string, string> },
    c: CallContext,
  ): Promise<{ orderRef: string; checkout: CheckoutParams }>;
  /** The same checkout again for an order we already have. */
  checkoutFor(i: { orderRef: string; amount: Paise }): CheckoutParams;
  /** Constant time. `orderRef` is the one we stored, never the one the browser sends. Proves origin only. */
  verifyReturn(i: { orderRef: string; paymentRef: string; signature: string }): boolean;
  getOrder(orderRef: string, c?: CallContext): Promise<OrderState>;
  findOrderByReceipt(receipt: string, c?: CallContext): Promise<OrderState | null>;
  paymentsOf(orderRef: string, c?: CallContext): Promise<PaymentState[]>;
  /** Throws: ProviderContractDrift when the payment contradicts `expected`. */
  getPayment(
    paymentRef: string,
    expected?: { orderRef: string; amount: Paise },
    c?: CallContext,
  ): Promise<PaymentState>;
  /** For late authorisations only; an already captured payment is read and returned. */
  capture(paymentRef: string, amount: Paise, c: CallContext): Promise<PaymentState>;
  /**
   * Never repeats itself. `key` (at least 10 characters) makes a caller's repeat safe. ProviderDuplicate: the
   * first request with this key is still under way; wait, then the same key again.
   */
  refund(
    i: { paymentRef: string; key: string; amount: Paise; reason: string },
    c: CallContext,
  ): Promise<RefundState>;
  refundsOf(paymentRef: string, c?: CallContext): Promise<RefundState[]>;
  getDispute(disputeRef: string, c?: CallContext): Promise<DisputeState>;
  /** Keeps a document for a dispute; a repeat keeps it twice, which does no harm. */
  addDisputeDocument(
    i: { name: string; type: string; content: Buffer },
    c: CallContext,
  ): Promise<{ documentRef: string }>;
  /** Never repeats itself: after an unclear answer the dispute is read, which then is `under_review`. */
  contestDispute(disputeRef: string, evidence: DisputeEvidence, c: CallContext): Promise<DisputeState>;
  /** Gives the money back: the dispute is `lost`. Never repeats itself. */
  acceptDispute(disputeRef: string, c: CallContext): Promise<DisputeState>;
  /** Rows settled on one Indian business date, or in a whole month (`YYYY-MM`). */
  settlementRows(day: string, c?: CallContext): AsyncIterable<SettlementRow>;
  /** Throws: WebhookRejected. Trust is `verified`. */
  parseWebhook(w: RawWebhook): CollectionEvent;
}
