import { declareCall } from './endpoint.ts';

export const PAYMENT_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const;

export const listAdminPayments = declareCall({
  name: 'listAdminPayments',
  method: 'GET',
  path: '/admin/payments',
  access: 'admin',
  roles: ['support', 'risk', 'finance', 'admin'],
});

export const exportAdminPayments = declareCall({
  name: 'exportAdminPayments',
  method: 'GET',
  path: '/admin/payments/export',
  access: 'admin',
  roles: ['finance', 'admin'],
  stepUp: true,
  download: true,
});

/** Actions on a payment; an answer lists those that its caller may take now. */
export const PAYMENT_ACTIONS = [
  'enquire',
  'record_outcome',
  'waive',
  'settle',
  'write_off',
  'refund_excess',
  'transfer_excess',
  'end_freeze',
  'record_debit',
  'send_link',
  'name_agent',
  'log_contact',
] as const;
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

/** Where an entry of the timeline comes from. */
export const TIMELINE_SOURCES = [
  'payment',
  'rail_call',
  'webhook',
  'journal',
  'job',
  'staff',
  'repayment',
  'refund',
] as const;

/** The rail’s word about a refund of the bill that froze a loan. */
export const FREEZE_WORDS = ['refund_required', 'refund_requested', 'refund_processed'] as const;
/** The ways a freeze ends: staff found the return withdrawn, or the loan was undone. */
export const FREEZE_ENDS = ['withdrawn', 'unwound'] as const;

export const getAdminPayment = declareCall({
  name: 'getAdminPayment',
  method: 'GET',
  path: '/admin/payments/{id}',
  access: 'admin',
  roles: ['support', 'risk', 'finance', 'admin'],
});

export const enquirePayment = declareCall({
  name: 'enquirePayment',
  method: 'POST',
  path: '/admin/payments/{id}/enquire',
  access: 'admin',
  roles: ['support', 'finance'],
  stepUp: false,
});

/** Characters of what shows how a payment or a debit ended. */
export const OUTCOME_EVIDENCE_MIN = 10;
export const OUTCOME_EVIDENCE_MAX = 2000;

export const RECORDABLE_OUTCOMES = ['paid', 'failed'] as const;

export const recordPaymentOutcome = declareCall({
  name: 'recordPaymentOutcome',
  method: 'POST',
  path: '/admin/payments/{id}/outcome',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});

export const DEBIT_OUTCOMES = ['debited', 'not_debited'] as const;

export const recordDebitOutcome = declareCall({
  name: 'recordDebitOutcome',
  method: 'POST',
  path: '/admin/payments/{id}/debit-outcome',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});

export const refundPaymentExcess = declareCall({
  name: 'refundPaymentExcess',
  method: 'POST',
  path: '/admin/payments/{id}/refunds',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  idempotent: true,
});
