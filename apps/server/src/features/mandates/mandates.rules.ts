import type { DEBIT_FAILURES, MandateStatus } from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import type { MandateState, PaymentFailure } from '#providers/index.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Rule: LEND-20. What is left above the largest instalment for charges. */
const HEADROOM_PAISE = 50_000;
/** The law's day, and what the network may take to deliver the notice. */
const NOTICE_AHEAD_MS = DAY + HOUR;
export const LEGAL_NOTICE_MS = DAY;
/** A permission outlives the last due date by so much, so that late instalments can still be collected. */
const TERM_DAYS_AFTER = 60;
/** After so long without a verdict a person looks into it. */
export const REVIEW_AFTER_MS = { upi: 2 * DAY, enach: 5 * DAY } as const;
/** Nothing at the order for so long: the debit may be asked for again, on the same order. */
export const ASK_AGAIN_AFTER_MS = 30 * 60_000;

/** Rule: LEND-20. Largest instalment and ₹500. */
export function maximumOf(instalmentsPaise: readonly number[]): number {
  return Math.max(0, ...instalmentsPaise) + HEADROOM_PAISE;
}

export function untilOf(lastDueOn: BusinessDate): BusinessDate {
  return addDays(lastDueOn, TERM_DAYS_AFTER);
}

/** Ten in the morning in India. */
export function tenOn(day: BusinessDate): Date {
  return new Date(`${day}T10:00:00+05:30`);
}

/** The moment of a debit that is wanted on a day: not before the notice is a day old. Rule: LEND-20. */
export function presentAt(day: BusinessDate, now: Date): Date {
  return new Date(Math.max(tenOn(day).getTime(), now.getTime() + NOTICE_AHEAD_MS));
}

/** What a person quotes of a debit: short enough for an SMS, from the random end of its id. */
export function debitReference(presentationId: string): string {
  return `AP${presentationId.replaceAll('-', '').slice(-10).toUpperCase()}`;
}

/** When a planned debit is announced: two days ahead, at ten. */
export function announceAt(debitAt: Date, now: Date): Date {
  return new Date(Math.max(debitAt.getTime() - 2 * DAY, now.getTime()));
}

/** What is done about a debit that was not made. */
export type FailurePolicy = 'funds' | 'later' | 'dead' | 'ask' | 'ours';

const POLICIES: Readonly<Record<string, FailurePolicy>> = {
  insufficient_funds: 'funds',
  transaction_limit_exceeded: 'ask',
  debit_instrument_blocked: 'ask',
  debit_instrument_inactive: 'ask',
  mandate_not_active: 'dead',
  payment_mandate_not_active: 'dead',
  bank_account_invalid: 'dead',
  incorrect_ifsc: 'dead',
  payment_cancelled: 'dead',
  invalid_amount: 'ours',
  input_validation_failed: 'ours',
};

/** A reason nobody listed is the bank's or the network's trouble: tried again, a few times. */
export function policyOf(reason: string): FailurePolicy {
  return POLICIES[reason] ?? 'later';
}

const FAILURES: Readonly<Record<FailurePolicy, (typeof DEBIT_FAILURES)[number]>> = {
  funds: 'funds',
  ask: 'refused',
  dead: 'stopped',
  later: 'technical',
  ours: 'technical',
};

/** A provider's reason as the person is told it. */
export function failureOf(reason: string | null): (typeof DEBIT_FAILURES)[number] {
  return FAILURES[policyOf(reason ?? '')];
}

export function reasonOf(failure: PaymentFailure | undefined): string {
  return failure?.reason ?? failure?.code ?? 'payment_failed';
}

/** Tries of an instalment so far. */
export interface Tries {
  readonly dueOn: BusinessDate;
  /** Failed for want of funds, this one included. */
  readonly fundsCount: number;
  /** All that failed, this one included. */
  readonly count: number;
}

const FUNDS_RETRY_DAYS = [3, 7] as const;
const TRIES_MAX = 5;

/**
 * The next try: for want of funds on the third and the seventh day after the due date, for the bank's trouble on the
 * next day; undefined when there is none. Rule: LEND-20.
 */
export function nextTry(
  policy: FailurePolicy,
  tries: Tries,
  now: Date,
  today: BusinessDate,
): Date | undefined {
  if (policy === 'funds') {
    const days = FUNDS_RETRY_DAYS[tries.fundsCount - 1];
    return days === undefined ? undefined : presentAt(addDays(tries.dueOn, days), now);
  }
  if (policy !== 'later' || tries.count >= TRIES_MAX) return undefined;
  return presentAt(addDays(today, 1), now);
}

/** What the provider's word makes of a mandate. Rejected counts only once nobody can approve the order any more. */
export function statusOf(state: MandateState): MandateStatus {
  if (state === 'confirmed') return 'active';
  return state === 'initiated' ? 'pending' : state;
}
