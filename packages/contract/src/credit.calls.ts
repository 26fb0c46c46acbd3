import { declareCall } from './endpoint.ts';

/** Rule: LEND-14. Where a person's credit stands; only `active` may accept a payment. */
export const CREDIT_STATES = [
  'none',
  'declined',
  'active',
  'blocked_due',
  'suspended',
  'revoked',
  'closed',
] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

/** Why a limit that was given rests. */
export const CREDIT_STATE_REASONS = [
  'overdue',
  'arrears',
  'dispute',
  'kyc_lapse',
  'report_stale',
  'npa',
  'written_off',
] as const;
export type CreditStateReason = (typeof CREDIT_STATE_REASONS)[number];

/** When asking again can end otherwise. */
export const RETRY_WHEN = [
  'now',
  'on_date',
  'after_evidence',
  'after_kyc',
  'after_repaying',
  'ask_us',
  'never',
] as const;
export type RetryWhen = (typeof RETRY_WHEN)[number];

export const EVIDENCE_KINDS = ['salary_slip', 'bank_statement'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
export const EVIDENCE_STATUSES = ['pending', 'verified', 'rejected', 'expired'] as const;
export const EVIDENCE_BYTES_MAX = 10 * 1024 * 1024;
export const EVIDENCE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
/** Rule: LEND-B04. Evidence of income counts this long. */
export const EVIDENCE_MONTHS = 6;

export const getCredit = declareCall({
  name: 'getCredit',
  method: 'GET',
  path: '/credit',
});

export const assessCredit = declareCall({
  name: 'assessCredit',
  method: 'POST',
  path: '/credit/assessment',
});

export const acceptOffer = declareCall({
  name: 'acceptOffer',
  method: 'POST',
  path: '/credit/offers/{id}/accept',
});

export const declineOffer = declareCall({
  name: 'declineOffer',
  method: 'POST',
  path: '/credit/offers/{id}/decline',
});

export const listAssessments = declareCall({
  name: 'listAssessments',
  method: 'GET',
  path: '/credit/assessments',
});

export const postIncomeEvidence = declareCall({
  name: 'postIncomeEvidence',
  method: 'POST',
  path: '/credit/income-evidence',
  upload: { kind: 'form', field: 'file', bytesMax: EVIDENCE_BYTES_MAX },
});
