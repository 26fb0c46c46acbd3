/** Business constants of the specification. What an owner may change lives in settings, not here. */

/** Rule: SPEC-5. Banks a card may be issued by, as the form lists them. */
export const CARD_BANKS = [
  'HDFC Bank',
  'ICICI Bank',
  'State Bank of India',
  'Axis Bank',
  'Kotak Mahindra Bank',
  'Yes Bank',
  'Punjab National Bank',
  'Bank of Baroda',
  'Citibank',
  'Standard Chartered Bank',
] as const;
export type CardBank = (typeof CARD_BANKS)[number];

/** The range of a business date: a year anybody alive or any plan could name. */
export const FIRST_DATE = '1900-01-01';
export const LAST_DATE = '2200-12-31';

/** Stands for the lender's registration where an installation names none. The key facts hold it in English, under their hash. */
export const TRIAL_REGISTRATION = {
  en: 'Trial installation: no registered lender',
  hi: 'परीक्षण इंस्टॉलेशन: कोई पंजीकृत ऋणदाता नहीं',
} as const;

/** The registration of a lender as a reader is shown it: a number stays as it is. */
export function registrationText(registration: string, language: 'en' | 'hi'): string {
  return registration === TRIAL_REGISTRATION.en ? TRIAL_REGISTRATION[language] : registration;
}

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const BILL_STATUSES = ['accepted', 'submitted', 'unknown', 'paid', 'failed', 'reversed'] as const;
/** The reasons that the network gives for a bill that was not paid. */
export const NETWORK_FAILURES = [
  'bill_not_due',
  'customer_not_found',
  'biller_down',
  'biller_closed',
  'float_short',
  'amount_not_allowed',
  'bill_expired',
  'unclassified',
] as const;
/** Why a bill was not paid: by the network's word, before it was asked, and where it never heard of the payment. */
export const BILL_FAILURES = [
  ...NETWORK_FAILURES,
  'refused',
  'biller_not_supported',
  'not_supported',
  'mobile_missing',
  'account_blocked',
  'not_sent',
  'not_executed',
] as const;
export type BillFailureCode = (typeof BILL_FAILURES)[number];
export type BillStatus = (typeof BILL_STATUSES)[number];

export const REPAYMENT_STATUSES = ['initiated', 'succeeded', 'failed', 'unknown'] as const;

/**
 * `emi` settles instalments in order, `exit` cancels the payment within its cooling-off time, `part_prepay` makes the coming
 * instalments smaller.
 */
export const REPAYMENT_INTENTS = ['emi', 'exit', 'part_prepay'] as const;
export type RepaymentIntent = (typeof REPAYMENT_INTENTS)[number];

export const REFUND_STATUSES = ['initiated', 'processing', 'unknown', 'processed', 'failed'] as const;

export const KYC_STATUSES = ['not_started', 'pending', 'verified', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

export const CARD_NETWORKS = ['visa', 'mastercard', 'rupay', 'amex', 'diners', 'unknown'] as const;

export const OTP_DIGITS = 6;
/** Digits of a code that is sent after too many wrong ones at an account: the most that clients of the protocol take. */
export const OTP_DIGITS_MAX = 10;
export const ONBOARDING_STEPS = 3;
export const PAY_STEPS = 3;
export const KYC_STEPS = 3;
/** Rule: SPEC-9. PAN verification repeats by itself. */
export const PAN_RETRY_COUNT_MAX = 2;
export const PAN_RETRY_PAUSE_SECONDS = 2;
/** Rule: LEND-F8. A quote holds this long. */
export const QUOTE_SECONDS = 900;
export const TRANSACTION_DESCRIPTION = 'Credit Card Bill Payment';
