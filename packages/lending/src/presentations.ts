import { addDays, type BusinessDate } from '@mohlat/money';

/*
 * The rules of collecting an instalment under a mandate: when a debit is announced and presented, and what follows when it is
 * not made. Amounts are paise, instants UTC, days Indian business dates. Nothing here throws.
 */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** By law a debit comes no sooner than so long after its notice was delivered. */
const LEGAL_NOTICE_MS = DAY;
/** The law's day, and what the network may take to deliver the notice. */
const NOTICE_AHEAD_MS = DAY + HOUR;
/** Nothing at the order for so long: the request was lost on its way, and may be made again, on the same order. */
const ASK_AGAIN_AFTER_MS = 30 * 60_000;

/** Ten in the morning in India: the hour of notices and debits. */
export function tenOn(day: BusinessDate): Date {
  return new Date(`${day}T10:00:00+05:30`);
}

/** The moment of a debit that is wanted on a day: not before a notice of now is a day old. Rule: LEND-20 */
export function presentAt(day: BusinessDate, now: Date): Date {
  return new Date(Math.max(tenOn(day).getTime(), now.getTime() + NOTICE_AHEAD_MS));
}

/** When a planned debit is announced: two days ahead, or now. Rule: LEND-20 */
export function announceAt(debitAt: Date, now: Date): Date {
  return new Date(Math.max(debitAt.getTime() - 2 * DAY, now.getTime()));
}

/** The first moment of a debit whose notice was delivered. Rule: LEND-20 */
export function presentableFrom(debitAt: Date, noticedAt: Date): Date {
  return new Date(Math.max(debitAt.getTime(), noticedAt.getTime() + LEGAL_NOTICE_MS));
}

/** Whether a debit nobody heard of since may be asked for again, on its own order. Rule: LEND-20 */
export function mayAskAgain(askedAt: Date, now: Date): boolean {
  return now.getTime() - askedAt.getTime() >= ASK_AGAIN_AFTER_MS;
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
