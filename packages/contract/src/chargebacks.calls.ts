import { declareCall } from './endpoint.ts';

/**
 * review: decided at the bank, and not ours to carry out without a person; it is a difference with the rail, which two people
 * clear. decided: they did.
 */
export const CHARGEBACK_STATUSES = ['open', 'won', 'lost', 'review', 'decided'] as const;
/** waiting: those a person can act on: in review, or open, not answered and in time. The others that are open wait for their bank. */
export const CHARGEBACK_FILTERS = [...CHARGEBACK_STATUSES, 'waiting'] as const;

/** The answers to the payer's bank. Each is on its way until the rail itself confirms it. */
export const CHARGEBACK_RESPONSES = [
  'representing',
  'represented',
  'accepting',
  'accepted',
  'refused',
] as const;

/** Steps of a chargeback; an answer lists exactly those the server would take from this member of staff now. */
export const CHARGEBACK_STEPS = ['add_evidence', 'remove_evidence', 'represent', 'accept'] as const;
export type ChargebackStep = (typeof CHARGEBACK_STEPS)[number];

/** The file types the rail takes as evidence. */
export const CHARGEBACK_EVIDENCE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const CHARGEBACK_EVIDENCE_BYTES_MAX = 2 * 1024 * 1024;
export const CHARGEBACK_EVIDENCE_FILES_MAX = 10;
/** The bank's own limit for the story told beside the files. */
export const CHARGEBACK_SUMMARY_MAX = 1000;

export const listChargebacks = declareCall({
  name: 'listChargebacks',
  method: 'GET',
  path: '/admin/chargebacks',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const getChargeback = declareCall({
  name: 'getChargeback',
  method: 'GET',
  path: '/admin/chargebacks/{id}',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const addChargebackEvidence = declareCall({
  name: 'addChargebackEvidence',
  method: 'POST',
  path: '/admin/chargebacks/{id}/evidence',
  access: 'admin',
  roles: ['finance'],
  stepUp: false,
  upload: { kind: 'form', field: 'file', bytesMax: CHARGEBACK_EVIDENCE_BYTES_MAX },
});

export const readChargebackEvidence = declareCall({
  name: 'readChargebackEvidence',
  method: 'GET',
  path: '/admin/chargebacks/{id}/evidence/{fileId}',
  access: 'admin',
  roles: ['finance', 'admin'],
  stepUp: true,
  download: true,
});

export const removeChargebackEvidence = declareCall({
  name: 'removeChargebackEvidence',
  method: 'DELETE',
  path: '/admin/chargebacks/{id}/evidence/{fileId}',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});

export const representChargeback = declareCall({
  name: 'representChargeback',
  method: 'POST',
  path: '/admin/chargebacks/{id}/representation',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});

export const acceptChargeback = declareCall({
  name: 'acceptChargeback',
  method: 'POST',
  path: '/admin/chargebacks/{id}/acceptance',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});
