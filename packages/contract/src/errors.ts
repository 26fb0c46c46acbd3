import { ADMIN_PAYMENT_ERRORS } from './errors-admin-payments.ts';
import { SETTINGS_ERRORS } from './errors-admin-settings.ts';
import { APPROVAL_ERRORS } from './errors-approval.ts';
import { HARDSHIP_ERRORS } from './errors-hardship.ts';
import { LOSS_ERRORS } from './errors-losses.ts';
import { RECONCILIATION_ERRORS } from './errors-reconciliation.ts';
import { BANK_ACCOUNT_ERRORS } from './errors-bank-accounts.ts';
import { CARD_ERRORS } from './errors-card.ts';
import { CHARGEBACK_ERRORS } from './errors-chargebacks.ts';
import { CREDIT_ERRORS } from './errors-credit.ts';
import { MANDATE_ERRORS } from './errors-mandate.ts';
import { PART_PREPAYMENT_ERRORS } from './errors-part-prepayment.ts';
import { REVIEW_ERRORS } from './errors-review.ts';
import { REWARD_ERRORS } from './errors-reward.ts';
import { STAFF_ERRORS } from './errors-staff.ts';
import { SUPPORT_ERRORS } from './errors-support.ts';
import { USER_ERRORS } from './errors-users.ts';

/** When a caller may try the same call again. */
export type Retry = 'never' | 'later' | 'same_key';

interface CatalogueEntry {
  readonly status: number;
  readonly retry: Retry;
  /** The sentence a person reads. */
  readonly en: string;
  readonly hi: string;
}

/** The closed list of error codes, each with its status, retry rule and sentences; nothing else may be answered. */
export const ERRORS = {
  bad_json: {
    status: 400,
    retry: 'never',
    en: 'The request is not valid JSON.',
    hi: 'अनुरोध सही JSON नहीं है।',
  },
  idempotency_key_required: {
    status: 400,
    retry: 'never',
    en: 'This call moves money and needs an Idempotency-Key.',
    hi: 'इस अनुरोध से पैसे चलते हैं, इसलिए Idempotency-Key ज़रूरी है।',
  },
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
  not_found: { status: 404, retry: 'never', en: 'We could not find this.', hi: 'यह हमें नहीं मिला।' },
  method_not_allowed: {
    status: 405,
    retry: 'never',
    en: 'This address does not take that kind of request.',
    hi: 'इस पते पर ऐसा अनुरोध नहीं चलता।',
  },
  payload_too_large: {
    status: 413,
    retry: 'never',
    en: 'The request is too large.',
    hi: 'अनुरोध बहुत बड़ा है।',
  },
  validation_failed: {
    status: 422,
    retry: 'never',
    en: 'Some fields need your attention.',
    hi: 'कुछ जानकारी जाँचनी होगी।',
  },
  idempotency_key_reused: {
    status: 422,
    retry: 'never',
    en: 'This Idempotency-Key was used for a different request.',
    hi: 'यह Idempotency-Key किसी दूसरे अनुरोध में इस्तेमाल हो चुकी है।',
  },
  idempotency_in_progress: {
    status: 409,
    retry: 'same_key',
    en: 'The first request with this key is still running.',
    hi: 'इसी कुंजी का पहला अनुरोध अभी चल रहा है।',
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
  internal: {
    status: 500,
    retry: 'same_key',
    en: 'Something went wrong on our side. Nothing you typed is lost.',
    hi: 'हमारी ओर से गड़बड़ी हुई। आपका लिखा कुछ भी नहीं खोया।',
  },
  /** Not the server's: what a client makes of a 502 or 503 that a proxy in between answered. */
  service_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The service is not available right now. Try again in a few minutes.',
    hi: 'सेवा अभी उपलब्ध नहीं है। कुछ मिनट में फिर कोशिश करें।',
  },
  provider_unavailable: {
    status: 503,
    retry: 'later',
    en: 'The service we ask for this is not answering. Try again in a few minutes.',
    hi: 'जिस सेवा से हम यह पूछते हैं वह जवाब नहीं दे रही। कुछ मिनट में फिर कोशिश करें।',
  },
  onboarding_incomplete: {
    status: 409,
    retry: 'never',
    en: 'Complete your profile first.',
    hi: 'पहले अपनी प्रोफ़ाइल पूरी करें।',
  },
  kyc_incomplete: {
    status: 409,
    retry: 'never',
    en: 'Complete your KYC to unlock credit limit.',
    hi: 'क्रेडिट लिमिट पाने के लिए KYC पूरा करें।',
  },
  kyc_locked: {
    status: 409,
    retry: 'never',
    en: 'This detail is already verified and cannot be changed here.',
    hi: 'यह जानकारी सत्यापित हो चुकी है, इसे यहाँ नहीं बदला जा सकता।',
  },
  identity_in_use: {
    status: 409,
    retry: 'never',
    en: 'This PAN is already verified on another account.',
    hi: 'यह PAN किसी दूसरे खाते पर सत्यापित है।',
  },
  email_in_use: {
    status: 409,
    retry: 'never',
    en: 'This email address already belongs to another account.',
    hi: 'यह ईमेल पता पहले से किसी दूसरे खाते का है।',
  },
  mobile_in_use: {
    status: 409,
    retry: 'never',
    en: 'This number already belongs to another account.',
    hi: 'यह नंबर पहले से किसी दूसरे खाते का है।',
  },
  consent_required: {
    status: 422,
    retry: 'never',
    en: 'We need your consent before we ask the credit bureau.',
    hi: 'क्रेडिट ब्यूरो से पूछने से पहले आपकी सहमति चाहिए।',
  },
  mobile_required: {
    status: 409,
    retry: 'never',
    en: 'Add the mobile number registered with your bank first.',
    hi: 'पहले बैंक में दर्ज मोबाइल नंबर जोड़ें।',
  },
  pincode_required: {
    status: 409,
    retry: 'never',
    en: 'Add the six-digit PIN code to your address first. The credit bureau asks for it.',
    hi: 'पहले अपने पते में छह अंकों का पिन कोड जोड़ें। क्रेडिट ब्यूरो इसे माँगता है।',
  },
  consent_withdrawn: {
    status: 409,
    retry: 'never',
    en: 'You took back a consent that new payments need. Agree again under Your data; repaying works as before.',
    hi: 'आपने वह सहमति वापस ली है जो नए भुगतान के लिए ज़रूरी है। "आपका डेटा" में फिर सहमति दें; चुकाना पहले की तरह चलता है।',
  },
  sign_in_again: {
    status: 403,
    retry: 'never',
    en: 'For your safety, log in again before you do this.',
    hi: 'आपकी सुरक्षा के लिए, यह करने से पहले फिर लॉग इन करें।',
  },
  payment_under_way: {
    status: 409,
    retry: 'later',
    en: 'A payment or repayment of yours is still being made. Close the account once it has ended.',
    hi: 'आपका कोई भुगतान या चुकौती अभी चल रही है। उसके पूरा होने पर खाता बंद करें।',
  },
  money_owed: {
    status: 409,
    retry: 'never',
    en: 'You still owe money. Repay it first, then close the account.',
    hi: 'अभी कुछ बकाया है। पहले उसे चुकाएँ, फिर खाता बंद करें।',
  },
  refund_due: {
    status: 409,
    retry: 'later',
    en: 'We still hold money of yours. It goes back to you first, then the account can be closed.',
    hi: 'आपके कुछ पैसे हमारे पास हैं। पहले वे लौटाए जाएँगे, फिर खाता बंद हो सकेगा।',
  },
  credit_not_active: {
    status: 409,
    retry: 'never',
    en: 'Your credit limit is not active.',
    hi: 'आपकी क्रेडिट लिमिट चालू नहीं है।',
  },
  credit_report_stale: {
    status: 409,
    retry: 'never',
    en: 'Your credit report is older than 90 days. Refresh it on the credit page, then pay; it takes a few seconds.',
    hi: 'आपकी क्रेडिट रिपोर्ट 90 दिन से पुरानी है। क्रेडिट पेज पर उसे नया करें, फिर भुगतान करें; कुछ ही सेकंड लगते हैं।',
  },
  amount_exceeds_limit: {
    status: 422,
    retry: 'never',
    en: 'Please enter a valid amount within your credit limit',
    hi: 'अपनी क्रेडिट लिमिट के भीतर सही रकम लिखें',
  },
  amount_not_allowed: {
    status: 422,
    retry: 'never',
    en: 'The bank does not accept this amount for the bill.',
    hi: 'बैंक इस बिल के लिए यह रकम नहीं लेता।',
  },
  plan_not_available: {
    status: 422,
    retry: 'never',
    en: 'This plan is not on offer for this amount.',
    hi: 'इस रकम के लिए यह योजना उपलब्ध नहीं है।',
  },
  quote_expired: {
    status: 409,
    retry: 'never',
    en: 'The price changed while you were away. Check the new total.',
    hi: 'इस बीच कीमत बदल गई है। नई कुल रकम देख लें।',
  },
  quote_used: {
    status: 409,
    retry: 'never',
    en: 'This quote was already accepted.',
    hi: 'यह कोट पहले ही स्वीकार हो चुका है।',
  },
  document_not_ready: {
    status: 409,
    retry: 'later',
    en: 'This document does not exist yet.',
    hi: 'यह दस्तावेज़ अभी नहीं बना है।',
  },
  payment_not_payable: {
    status: 409,
    retry: 'never',
    en: 'There is nothing to repay on this payment yet.',
    hi: 'इस भुगतान पर अभी चुकाने को कुछ नहीं है।',
  },
  cancellation_over: {
    status: 409,
    retry: 'never',
    en: 'The time for cancelling this payment is over. You can close it early instead; nothing is charged for that.',
    hi: 'इस भुगतान को रद्द करने का समय बीत गया है। आप इसे जल्दी बंद कर सकते हैं; उसका कोई शुल्क नहीं है।',
  },
  repayment_exceeds_outstanding: {
    status: 422,
    retry: 'never',
    en: 'This is more than you owe on this payment.',
    hi: 'यह इस भुगतान पर बकाया से ज़्यादा है।',
  },
  repayment_too_small: {
    status: 422,
    retry: 'never',
    en: 'The smallest amount you can pay is ₹1.',
    hi: 'कम से कम ₹1 चुकाना ज़रूरी है।',
  },
  repayment_not_confirmed: {
    status: 422,
    retry: 'never',
    en: 'We could not match this confirmation to the repayment.',
    hi: 'यह पुष्टि इस चुकौती से मेल नहीं खाती।',
  },
  credit_source_refused: {
    status: 422,
    retry: 'never',
    en: 'A repayment cannot come from a credit card or credit line.',
    hi: 'चुकौती क्रेडिट कार्ड या क्रेडिट लाइन से नहीं हो सकती।',
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
  ...REWARD_ERRORS,
  ...SETTINGS_ERRORS,
  ...STAFF_ERRORS,
  ...SUPPORT_ERRORS,
  ...USER_ERRORS,
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
