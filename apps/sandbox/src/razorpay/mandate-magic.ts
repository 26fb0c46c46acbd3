import { MINUTE_MS, DAY_MS, HOUR_MS } from '../core/time.ts';
import type { Payment, Token } from './books.ts';
import type { PaymentError } from './errors.ts';

const bankError = (reason: string, description: string, code = 'BAD_REQUEST_ERROR'): PaymentError => ({
  code,
  description,
  source: code === 'GATEWAY_ERROR' ? 'gateway' : 'customer',
  step: 'payment_authorization',
  reason,
});

const DUMMY_PAYMENT = bankError('upi_dummy_payment', 'The mandate stands; its first payment was not needed.');
export const NOT_ACTIVE = bankError('payment_mandate_not_active', 'The mandate is not active.');
const REJECTED = bankError('payment_cancelled', 'The customer refused the mandate.');
const NO_FUNDS = bankError('insufficient_funds', 'The account does not have enough balance.');
const TECHNICAL = bankError('gateway_technical_error', 'The bank could not be reached.', 'GATEWAY_ERROR');

/** The life of a mandate, by its approver. */
export type ApproverPlan = {
  isRejected: boolean;
  /** The first payment's error; the mandate may stand all the same. */
  paymentError: PaymentError | null;
  /** The bank confirms so much later. */
  confirmsAfterMs: number;
  /** The customer pauses it so much later. */
  pausesAfterMs: number | null;
  isNoticeLost: boolean;
  isCancelledAfterDebit: boolean;
  isAnswerLost: boolean;
  isToldTwice: boolean;
  /** The bank answers the first debit so much later; never: infinity. Undefined: as soon as it does by itself. */
  answersAfterMs: number | undefined;
  /** The first debit fails, and is authorised all the same so much later. */
  relentsAfterMs: number | null;
};

const PLAIN: ApproverPlan = {
  isRejected: false,
  paymentError: null,
  confirmsAfterMs: 0,
  pausesAfterMs: null,
  isNoticeLost: false,
  isCancelledAfterDebit: false,
  isAnswerLost: false,
  isToldTwice: false,
  answersAfterMs: undefined,
  relentsAfterMs: null,
};

const APPROVERS: Record<string, Partial<ApproverPlan>> = {
  reject: { isRejected: true, paymentError: REJECTED },
  dummyfail: { paymentError: DUMMY_PAYMENT },
  slow: { confirmsAfterMs: 2 * DAY_MS },
  pause: { pausesAfterMs: HOUR_MS },
  cancel: { isCancelledAfterDebit: true },
  nonotice: { isNoticeLost: true },
  lost: { isAnswerLost: true },
  twice: { isToldTwice: true },
  tardy: { answersAfterMs: 5 * DAY_MS },
  'tardy-nofunds': { answersAfterMs: 5 * DAY_MS },
  silent: { answersAfterMs: Infinity },
  relents: { relentsAfterMs: 2 * DAY_MS },
};

const nameOf = (approver: string) => approver.toLowerCase().split('@')[0] ?? '';

export function planApprover(approver: string): ApproverPlan {
  return { ...PLAIN, ...APPROVERS[nameOf(approver)] };
}

/** Why a debit fails; null when it succeeds. Of `nofunds@`, `tardy-nofunds@`, `technical@` and `relents@` the first does. */
export function planDebit(token: Token): Payment['error'] {
  const name = nameOf(token.approver);
  if (name === 'nofunds-always') return NO_FUNDS;
  if (token.debitCount > 0) return null;
  return name === 'nofunds' || name === 'tardy-nofunds'
    ? NO_FUNDS
    : name === 'technical' || name === 'relents'
      ? TECHNICAL
      : null;
}

/** A bank answers an eNACH debit on the next day; UPI answers at once. */
const DEBIT_ANSWER_MS: Record<Token['method'], number> = { upi: 0, emandate: 26 * HOUR_MS };

/** The time that a debit waits for the bank's answer, in milliseconds. */
export function answersAfter(token: Token): number {
  const late = token.debitCount === 0 ? planApprover(token.approver).answersAfterMs : undefined;
  return late ?? DEBIT_ANSWER_MS[token.method];
}

export const NOTICE_MS = MINUTE_MS;
export const CANCEL_MS = MINUTE_MS;
/** By law a debit is announced so long before. */
export const NOTICE_AHEAD_MS = DAY_MS;
