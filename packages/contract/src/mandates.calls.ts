import { declareCall } from './endpoint.ts';

/** `upi`: UPI AutoPay; `enach`: a standing debit of a bank account. */
export const MANDATE_KINDS = ['upi', 'enach'] as const;
export type MandateKind = (typeof MANDATE_KINDS)[number];

/** `setting_up`: not approved yet; `pending`: approved, the bank has not confirmed; `cancelling`: not final yet. */
export const MANDATE_STATUSES = [
  'setting_up',
  'pending',
  'active',
  'paused',
  'rejected',
  'cancelling',
  'cancelled',
  'expired',
] as const;
export type MandateStatus = (typeof MANDATE_STATUSES)[number];

/** Why a debit was not made: no money in the account, refused by the bank, the permission is gone, trouble of the network. */
export const DEBIT_FAILURES = ['funds', 'refused', 'stopped', 'technical'] as const;

export const listMandates = declareCall({
  name: 'listMandates',
  method: 'GET',
  path: '/mandates',
});

export const getMandateOffer = declareCall({
  name: 'getMandateOffer',
  method: 'GET',
  path: '/payments/{id}/mandate-offer',
});

export const startMandate = declareCall({
  name: 'startMandate',
  method: 'POST',
  path: '/mandates',
});

export const cancelMandate = declareCall({
  name: 'cancelMandate',
  method: 'DELETE',
  path: '/mandates/{id}',
});
