import { ADMIN_PAYMENT_ERRORS } from './errors-admin-payments.ts';
import { SETTINGS_ERRORS } from './errors-admin-settings.ts';
import { APPROVAL_ERRORS } from './errors-approval.ts';
import { HARDSHIP_ERRORS } from './errors-hardships.ts';
import { LOSS_ERRORS } from './errors-losses.ts';
import { RECONCILIATION_ERRORS } from './errors-reconciliation.ts';
import { BANK_ACCOUNT_ERRORS } from './errors-bank-accounts.ts';
import { CARD_ERRORS } from './errors-card.ts';
import { CHARGEBACK_ERRORS } from './errors-chargebacks.ts';
import { CREDIT_ERRORS } from './errors-credit.ts';
import { MANDATE_ERRORS } from './errors-mandate.ts';
import { PART_PREPAYMENT_ERRORS } from './errors-part-prepayment.ts';
import { REVIEW_ERRORS } from './errors-review.ts';
import { STAFF_ERRORS } from './errors-staff.ts';
import { SUPPORT_ERRORS } from './errors-support.ts';
import { USER_ERRORS } from './errors-users.ts';
import { KYC_ERRORS } from './errors-kyc.ts';
import { PROFILE_ERRORS } from './errors-me.ts';
import { PAYMENT_ERRORS } from './errors-payments.ts';
import { CLIENT_ERRORS } from './errors-client.ts';
import { REPAYMENT_ERRORS } from './errors-repayments.ts';
import { DOCUMENT_ERRORS } from './errors-documents.ts';
import { CALL_ERRORS } from './errors-calls.ts';
import { CLOSING_ERRORS } from './errors-closing.ts';
import { PRIVACY_ERRORS } from './errors-privacy.ts';
import type { Retry } from './problem.ts';

interface CatalogueEntry {
  readonly status: number;
  readonly retry: Retry;
  /** The sentence a person reads. */
  readonly en: string;
  readonly hi: string;
}

/** The closed list of error codes, each with its status, retry rule and sentences; nothing else may be answered. */
export const ERRORS = {
  ...CLIENT_ERRORS,
  unauthorized: {
    status: 401,
    retry: 'never',
    en: 'Please login to continue.',
    hi: 'आगे बढ़ने के लिए लॉग इन करें।',
  },
  session_ended: {
    status: 401,
    retry: 'never',
    en: 'Your session has ended. Log in again to continue.',
    hi: 'आपका सत्र समाप्त हो गया है। आगे बढ़ने के लिए फिर लॉग इन करें।',
  },
  account_blocked: {
    status: 403,
    retry: 'never',
    en: 'This account is blocked. Contact support.',
    hi: 'यह खाता रोक दिया गया है। सहायता से संपर्क करें।',
  },
  account_guarded: {
    status: 403,
    retry: 'never',
    en: 'You told us of a change that was not yours. Choose a new password first, by the way back we sent you.',
    hi: 'आपने हमें ऐसा बदलाव बताया जो आपका नहीं था। पहले नया पासवर्ड चुनें: वापसी का रास्ता हमने आपको भेजा है।',
  },
  validation_failed: {
    status: 422,
    retry: 'never',
    en: 'Some fields need your attention.',
    hi: 'कुछ जानकारी जाँचनी होगी।',
  },
  busy: {
    status: 503,
    retry: 'same_key',
    en: 'We are busy right now. Nothing is lost: try again in a moment.',
    hi: 'अभी हम व्यस्त हैं। कुछ भी नहीं खोया: थोड़ी देर में फिर कोशिश करें।',
  },
  too_many_requests: {
    status: 429,
    retry: 'later',
    en: 'Too many tries. Wait a little and try again.',
    hi: 'बहुत ज़्यादा कोशिशें हुईं। थोड़ा रुककर फिर कोशिश करें।',
  },
  provider_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The service we ask for this is not answering. Try again in a few minutes.',
    hi: 'जिस सेवा से हम यह पूछते हैं वह जवाब नहीं दे रही। कुछ मिनट में फिर कोशिश करें।',
  },
  ...ADMIN_PAYMENT_ERRORS,
  ...APPROVAL_ERRORS,
  ...BANK_ACCOUNT_ERRORS,
  ...HARDSHIP_ERRORS,
  ...LOSS_ERRORS,
  ...RECONCILIATION_ERRORS,
  ...CARD_ERRORS,
  ...CHARGEBACK_ERRORS,
  ...CREDIT_ERRORS,
  ...MANDATE_ERRORS,
  ...PART_PREPAYMENT_ERRORS,
  ...REVIEW_ERRORS,
  ...SETTINGS_ERRORS,
  ...STAFF_ERRORS,
  ...SUPPORT_ERRORS,
  ...KYC_ERRORS,
  ...PROFILE_ERRORS,
  ...PAYMENT_ERRORS,
  ...REPAYMENT_ERRORS,
  ...DOCUMENT_ERRORS,
  ...PRIVACY_ERRORS,
  ...CLOSING_ERRORS,
  ...USER_ERRORS,
  ...CALL_ERRORS,
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes every endpoint may answer; declarations list only what is particular to them. */
export const COMMON_ERRORS = [
  'bad_json',
  'unauthorized',
  'session_ended',
  'account_blocked',
  'mfa_required',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'validation_failed',
  'busy',
  'too_many_requests',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Codes every idempotent endpoint may answer besides. */
export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_in_progress',
] as const satisfies readonly ErrorCode[];

/** Codes of the door for staff, which every endpoint for them may answer besides. */
export const DOOR_ERRORS = ['admin_required', 'role_required'] as const satisfies readonly ErrorCode[];

/** The sentence of a code in the reader's language. */
export function errorSentence(code: ErrorCode, language: 'en' | 'hi' = 'en'): string {
  return ERRORS[code][language];
}
