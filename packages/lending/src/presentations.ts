import { addDays, addWorkingDays, type BusinessDate } from '@mohlat/money';

/*
 * The rules of collecting an instalment under a mandate: when a debit is announced and presented, how long its answer may take,
 * and what follows when it is not made. Amounts are paise, instants UTC, days Indian business dates. Nothing here throws but
 * `returnWindowEnd`.
 */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** By law a debit comes no sooner than so long after its notice was delivered. */
const LEGAL_NOTICE_MS = DAY;
/** The law's day, and what the network may take to deliver the notice. */
const NOTICE_AHEAD_MS = DAY + HOUR;
/** Nothing at the order for so long: the request was lost on its way, and may be made again, on the same order. */
const ASK_AGAIN_AFTER_MS = 30 * 60_000;
/** No rail takes less than a rupee. */
export const DEBIT_MIN_PAISE = 100;

/** Ten in the morning in India: the hour of notices and debits. */
export function tenOn(day: BusinessDate): Date {
  return new Date(`${day}T10:00:00+05:30`);
}

/** The moment of a debit that is wanted on a day: not before a notice of now is a day old. Rule: LEND-20 */
export function presentAt(day: BusinessDate, now: Date): Date {
  return noticed(tenOn(day), now);
}

function noticed(wantedAt: Date, now: Date): Date {
  return new Date(Math.max(wantedAt.getTime(), now.getTime() + NOTICE_AHEAD_MS));
}

/** When a planned debit is announced: two days ahead, or now. Rule: LEND-20 */
export function announceAt(debitAt: Date, now: Date): Date {
  return new Date(Math.max(debitAt.getTime() - 2 * DAY, now.getTime()));
}

/** The first moment of a debit whose notice was delivered. Rule: LEND-20 */
export function presentableFrom(debitAt: Date, noticedAt: Date): Date {
  return new Date(Math.max(debitAt.getTime(), noticedAt.getTime() + LEGAL_NOTICE_MS));
}

/** A debit that the bank was not asked for yet, or did not hear of, beside what is owed by now. */
export interface Debit {
  /** Of UPI the provider's notice names the amount; of eNACH the notice is ours. */
  readonly kind: 'upi' | 'enach';
  readonly amountPaise: number;
  /** Of its instalment. */
  readonly unpaidPaise: number;
  readonly presentAt: Date;
  /** Null: no notice was delivered yet. */
  readonly noticedAt: Date | null;
  /** The loan is neither repaid nor written off. */
  readonly isOwing: boolean;
  /** The mandate stands: neither paused nor cancelled, nor being cancelled. */
  readonly isMandateActive: boolean;
  /** Nothing is asked of the person while the rail's word on the bill is looked into. */
  readonly isFrozen: boolean;
}

/** A smaller debit in place of an announced one. */
export interface LowerDebit {
  readonly amountPaise: number;
  readonly presentAt: Date;
  /** The notice that counts for it; null: it needs one of its own. */
  readonly noticedAt: Date | null;
}

export type DebitStep =
  | { readonly step: 'go_on' }
  | { readonly step: 'skip'; readonly reason: 'mandate_ended' | 'covered' | 'frozen' }
  /** `lower` is undefined where what is left is too little for a debit. */
  | { readonly step: 'replace'; readonly reason: 'changed'; readonly lower: LowerDebit | undefined };

/**
 * Whether a debit goes on as it is. A mandate that was cancelled or paused ends it, and so does an instalment that is covered.
 * A frozen loan is asked for nothing; its debit is planned anew when the freeze ends. Money for a part makes a lower one: of
 * eNACH under the notice that was given, on the same day; of UPI, whose notice names the order's amount, with a notice that
 * leaves now. Rule: LEND-20, LEND-X10
 */
export function nextStep(debit: Debit, now: Date): DebitStep {
  if (!debit.isMandateActive) return { step: 'skip', reason: 'mandate_ended' };
  if (!debit.isOwing || debit.unpaidPaise <= 0) return { step: 'skip', reason: 'covered' };
  if (debit.isFrozen) return { step: 'skip', reason: 'frozen' };
  if (debit.unpaidPaise >= debit.amountPaise) return { step: 'go_on' };
  return { step: 'replace', reason: 'changed', lower: lowerOf(debit, now) };
}

function lowerOf({ kind, unpaidPaise, presentAt: at, noticedAt }: Debit, now: Date): LowerDebit | undefined {
  if (unpaidPaise < DEBIT_MIN_PAISE) return undefined;
  const isNoticeGood = kind === 'enach' && noticedAt !== null;
  return isNoticeGood
    ? { amountPaise: unpaidPaise, presentAt: at, noticedAt }
    : { amountPaise: unpaidPaise, presentAt: noticed(at, now), noticedAt: null };
}

/**
 * The last day on which the bank's answer to a debit may come by itself: so many working days after the day it was presented.
 * Until then its instalment has no effect of lateness. Rule: LEND-20 (amended), LEND-T6
 * @throws RangeError when the count is not a whole number from zero
 */
export function returnWindowEnd(
  presentedOn: BusinessDate,
  workingDays: number,
  holidays: Iterable<BusinessDate>,
): BusinessDate {
  return addWorkingDays(presentedOn, workingDays, holidays);
}

/** The day a debit counts on: the day it was presented, whenever the bank took or told it. Rule: LEND-20 (amended), LEND-T7 */
export function valueDayOfDebit(presentedOn: BusinessDate, takenOn: BusinessDate): BusinessDate {
  return takenOn < presentedOn ? takenOn : presentedOn;
}

/** A debit that was asked for and is not answered. */
export interface Unanswered {
  /** Its order has no payment at all: the request may have been lost. */
  readonly isUnheard: boolean;
  /** When it was asked for last. */
  readonly askedAt: Date;
  /** The last day of its return window. */
  readonly answerByOn: BusinessDate;
  /** What would be done with it, were it not asked for yet. */
  readonly next: DebitStep;
  /** The mandate has ended for good: the bank makes no debit under it any more. */
  readonly isMandateOver: boolean;
}

/**
 * What is done while the bank is silent. Nobody asks again for what is not wanted any more. Such a debit ends where the bank
 * never heard of it: with its mandate, else with the window. After the window a person decides. Rule: LEND-20 (amended)
 */
export function whileUnanswered(
  { isUnheard, askedAt, answerByOn, next, isMandateOver }: Unanswered,
  now: Date,
  today: BusinessDate,
): 'wait' | 'ask_again' | 'end' | 'review' {
  const isWanted = next.step === 'go_on';
  if (today > answerByOn) return isUnheard && !isWanted ? 'end' : 'review';
  const isLost = now.getTime() - askedAt.getTime() >= ASK_AGAIN_AFTER_MS;
  if (!isUnheard || !isLost) return 'wait';
  if (isWanted) return 'ask_again';
  return isMandateOver ? 'end' : 'wait';
}

/** The person is told that the bank has not answered: a bank's ordinary answer to eNACH takes a day more. */
const TELL_UNANSWERED_AFTER_MS = { upi: DAY, enach: 2 * DAY } as const;

/** True once the silence of a bank is worth a message. Rule: LEND-20 (amended) */
export function isSilenceLong(kind: Debit['kind'], presentedAt: Date, now: Date): boolean {
  return now.getTime() - presentedAt.getTime() >= TELL_UNANSWERED_AFTER_MS[kind];
}

/**
 * What is done about a debit that was not made: `funds` and `technical` are returns that are presented once more,
 * `unannounced` was never presented for want of a notice, `dead` has no mandate any more, `refused` asks the person, `ours` is
 * our own mistake. `unanswered` was decided by people: its bank never said anything.
 */
export type FailurePolicy =
  | 'funds'
  | 'technical'
  | 'unannounced'
  | 'dead'
  | 'refused'
  | 'ours'
  | 'unanswered';

const POLICIES: Readonly<Record<string, FailurePolicy>> = {
  insufficient_funds: 'funds',
  bank_technical_error: 'technical',
  gateway_technical_error: 'technical',
  payment_timed_out: 'technical',
  server_error: 'technical',
  GATEWAY_ERROR: 'technical',
  SERVER_ERROR: 'technical',
  notice_failed: 'unannounced',
  mandate_not_active: 'dead',
  payment_mandate_not_active: 'dead',
  bank_account_invalid: 'dead',
  incorrect_ifsc: 'dead',
  payment_cancelled: 'dead',
  not_debited: 'unanswered',
  invalid_amount: 'ours',
  input_validation_failed: 'ours',
};

/** A reason that nobody listed is not known to be technical: the person is asked. Rule: LEND-20 (amended) */
export function policyOf(reason: string): FailurePolicy {
  return POLICIES[reason] ?? 'refused';
}

/** Tries of an instalment so far. */
export interface Tries {
  /** Presented and returned, this one included. */
  readonly returnedCount: number;
  /** All that failed, this one included. */
  readonly count: number;
}

const PRESENTED_MAX = 2;
const RETRY_AFTER_DAYS = 3;
const TRIES_MAX = 5;

/**
 * The next try. Want of funds and a technical return are presented once more, on the third day after the answer; a notice that
 * was not delivered is sent again for the next day, so often at most; undefined when there is none.
 * Rule: LEND-20 (amended)
 */
export function nextTry(
  policy: FailurePolicy,
  tries: Tries,
  now: Date,
  today: BusinessDate,
): Date | undefined {
  if (policy === 'unannounced')
    return tries.count < TRIES_MAX ? presentAt(addDays(today, 1), now) : undefined;
  const isReturn = policy === 'funds' || policy === 'technical';
  if (!isReturn || tries.returnedCount >= PRESENTED_MAX) return undefined;
  return presentAt(addDays(today, RETRY_AFTER_DAYS), now);
}
