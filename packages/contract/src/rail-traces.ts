/**
 * The names in the trace of a payment: calls to the rails and their answers, events they sent us, and our own work. Staff read a
 * word for each. The name stands beside it, because staff look for it in the rails' papers and our logs.
 */

/** The calls to the bill network and the collection rail. */
export const RAIL_CALLS = [
  'token',
  'categories',
  'listBillers',
  'startFetch',
  'getFetch',
  'submit',
  'getPayment',
  'findByKey',
  'listPayments',
  'raiseComplaint',
  'getComplaint',
  'createOrder',
  'getOrder',
  'findOrderByReceipt',
  'paymentsOf',
  'capture',
  'refund',
  'refundsOf',
  'getDispute',
  'addDisputeDocument',
  'contestDispute',
  'acceptDispute',
  'settlementRows',
  'openCustomer',
  'registerMandate',
  'findMandate',
  'getMandate',
  'getNotice',
  'notifyDebit',
  'presentDebit',
  'cancelMandate',
] as const;
export type RailCall = (typeof RAIL_CALLS)[number];

/** The end of a call: an answer, or an error of the providers. */
export const RAIL_ANSWERS = [
  'ok',
  'ProviderUnreachable',
  'ProviderRateLimited',
  'ProviderAuthError',
  'ProviderRejected',
  'BillRejected',
  'ProviderDuplicate',
  'ProviderTimeout',
  'ProviderServerError',
  'ProviderMalformed',
  'ProviderContractDrift',
  'RowsUnread',
] as const;

/** The events that the collections' rail reports by itself. */
export const COLLECTION_EVENTS = [
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
  'refund.created',
  'refund.processed',
  'refund.failed',
  'payment.dispute.created',
  'payment.dispute.under_review',
  'payment.dispute.action_required',
  'payment.dispute.won',
  'payment.dispute.lost',
  'payment.dispute.closed',
  'token.confirmed',
  'token.rejected',
  'token.paused',
  'token.cancelled',
  'order.notification.delivered',
  'order.notification.failed',
] as const;

/** The events that the rails report by themselves. */
export const RAIL_EVENTS = ['BILL_FETCH', 'BILL_PAY', 'BILL_DISPUTE', ...COLLECTION_EVENTS] as const;
export type RailEvent = (typeof RAIL_EVENTS)[number];

/** Our own work on a payment. */
export const PAYMENT_TASKS = [
  'payments.submit',
  'payments.enquire',
  'payments.hint',
  'payments.take_up',
  'reconciliation.unwind',
] as const;
export type PaymentTask = (typeof PAYMENT_TASKS)[number];
