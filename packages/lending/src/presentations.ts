import { addDays, addWorkingDays, type BusinessDate, istDate } from '@mohlat/money';
import { RAIL_MIN_PAISE } from './rail-min.ts';

/** A debit that the bank was not asked for yet. */
export const AHEAD_STATES = ['planned', 'announced'] as const;
/** A debit that the bank was asked for and has not answered. */
export const WITH_BANK_STATES = ['presenting', 'presented', 'review'] as const;
/** A debit that has not ended. */
export const OPEN_DEBIT_STATES = [...AHEAD_STATES, ...WITH_BANK_STATES] as const;

/** A debit that ended without money. Its bank may still make it within days. */
export const UNPAID_DEBIT_STATES = ['failed', 'skipped'] as const;

/** A mandate that is being set up, collects, or may collect again. */
export const OPEN_MANDATE_STATUSES = ['setting_up', 'pending', 'active', 'paused'] as const;
/** A mandate that collects no more. */
export const ENDED_MANDATE_STATUSES = ['rejected', 'cancelled', 'expired'] as const;

/*
 * The rules of collecting an instalment under a mandate: when a debit is announced and presented, how long its answer may
 * take, and what follows when it fails. Amounts are paise, instants UTC, days Indian business dates. Only
 * `returnWindowEnd` throws.
 */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A debit is announced so many days before the due date. */
export const NOTICE_DAYS_AHEAD = 2;
/** The law asks for at least this time between the delivery of a notice and its debit. */
const LEGAL_NOTICE_MS = DAY;
/** The legal day, and an hour for the network to deliver the notice. */
const NOTICE_AHEAD_MS = DAY + HOUR;
/** An order without a payment for this long means that the request was lost. It may be sent again, on the same order. */
const ASK_AGAIN_AFTER_MS = 30 * 60_000;

/**
 * The peak hours of a day in India, in which UPI makes no debit under a mandate: NPCI's circular on the use of UPI's interfaces,
 * in force since 1 August 2025, as the press reports it. The first instant is in it, the last one is not.
 */
const UPI_PEAKS = [
  { from: '10:00', until: '13:00' },
  { from: '17:00', until: '21:30' },
] as const;
/** The hour of a debit: that of UPI leaves an hour before its first peak. */
const DEBIT_TIME = { upi: '09:00', enach: '10:00' } as const;

const inIndia = (day: BusinessDate, time: string): Date => new Date(`${day}T${time}:00+05:30`);

/** Ten in the morning in India: the hour of notices. */
export function tenOn(day: BusinessDate): Date {
  return inIndia(day, '10:00');
}

/** The first instant from the one given at which a bank may be asked for a debit: outside the peak hours of UPI. Rule: LEND-20 */
export function openFor(kind: DebitKind, at: Date): Date {
  if (kind === 'enach') return at;
  const day = istDate(at.getTime());
  const peak = UPI_PEAKS.find(({ from, until }) => at >= inIndia(day, from) && at < inIndia(day, until));
  return peak === undefined ? at : inIndia(day, peak.until);
}

/** The instant of a debit for a day: not before a notice that is sent now is a day old. Rule: LEND-20 */
export function presentAt(kind: DebitKind, day: BusinessDate, now: Date): Date {
  return noticed(kind, inIndia(day, DEBIT_TIME[kind]), now);
}

function noticed(kind: DebitKind, wantedAt: Date, now: Date): Date {
  return openFor(kind, new Date(Math.max(wantedAt.getTime(), now.getTime() + NOTICE_AHEAD_MS)));
}

/** The instant at which a planned debit is announced: at ten, two days ahead, or now. Rule: LEND-20 */
export function announceAt(debitAt: Date, now: Date): Date {
  const at = tenOn(addDays(istDate(debitAt.getTime()), -NOTICE_DAYS_AHEAD));
  return new Date(Math.max(at.getTime(), now.getTime()));
}

/** The first moment from now on of a debit whose notice was delivered. Rule: LEND-20 */
export function presentableFrom(kind: DebitKind, debitAt: Date, noticedAt: Date, now: Date): Date {
  const legalAt = noticedAt.getTime() + LEGAL_NOTICE_MS;
  return openFor(kind, new Date(Math.max(debitAt.getTime(), legalAt, now.getTime())));
}

/** True where a debit cannot be made on the day its notice names any more: it needs a notice of another day. Rule: LEND-20 */
export function isDayMissed(debitAt: Date, earliest: Date): boolean {
  return istDate(earliest.getTime()) > istDate(debitAt.getTime());
}

/** UPI AutoPay, or eNACH on a bank account. */
export type DebitKind = 'upi' | 'enach';

/** A debit that was not presented yet, or that the bank did not hear of, beside the amount now owed. */
export interface Debit {
  /** For UPI the provider's notice names the amount; for eNACH the notice is ours. */
  readonly kind: DebitKind;
  readonly amountPaise: number;
  /** The unpaid amount of its instalment. */
  readonly unpaidPaise: number;
  readonly presentAt: Date;
  /** Null while no notice is delivered. */
  readonly noticedAt: Date | null;
  /** The loan is neither repaid nor written off. */
  readonly isLive: boolean;
  /** The mandate stands: neither paused nor cancelled, nor being cancelled. */
  readonly isMandateActive: boolean;
  /** The loan is frozen: the person is not asked for money while the rail's word on the bill is checked. */
  readonly isFrozen: boolean;
}

/** A smaller debit in place of an announced one. */
export interface LowerDebit {
  readonly amountPaise: number;
  readonly presentAt: Date;
  /** The notice that covers it; null where it needs a notice of its own. */
  readonly noticedAt: Date | null;
}

export type DebitStep =
  | { readonly step: 'go_on' }
  | { readonly step: 'skip'; readonly reason: 'mandate_ended' | 'covered' | 'frozen' }
  /** `lower` is undefined where the rest is too small for a debit. */
  | { readonly step: 'replace'; readonly reason: 'changed'; readonly lower: LowerDebit | undefined };

/**
 * Decides whether a debit goes on. A cancelled or paused mandate ends it, and so does a covered instalment. A frozen loan
 * is not debited; its debit is planned again when the freeze ends. Money for a part makes a lower debit: for eNACH under
 * the delivered notice, on the same day; for UPI, whose notice names the amount of the order, with a new notice sent now.
 * Rule: LEND-20, LEND-X10
 */
export function nextStep(debit: Debit, now: Date): DebitStep {
  if (!debit.isMandateActive) return { step: 'skip', reason: 'mandate_ended' };
  if (!debit.isLive || debit.unpaidPaise <= 0) return { step: 'skip', reason: 'covered' };
  if (debit.isFrozen) return { step: 'skip', reason: 'frozen' };
  if (debit.unpaidPaise >= debit.amountPaise) return { step: 'go_on' };
  return { step: 'replace', reason: 'changed', lower: lowerOf(debit, now) };
}

function lowerOf({ kind, unpaidPaise, presentAt: at, noticedAt }: Debit, now: Date): LowerDebit | undefined {
  if (unpaidPaise < RAIL_MIN_PAISE) return undefined;
  const isNoticeGood = kind === 'enach' && noticedAt !== null;
  return isNoticeGood
    ? { amountPaise: unpaidPaise, presentAt: at, noticedAt }
    : { amountPaise: unpaidPaise, presentAt: noticed(kind, at, now), noticedAt: null };
}

/**
 * The end of the return window of a debit: the given number of working days after the day of presentation. Until then its
 * instalment has no effect of lateness.
 * Rule: LEND-20 (amended), LEND-T6
 * @throws RangeError when the count is not a whole number from zero
 */
export function returnWindowEnd(
  presentedOn: BusinessDate,
  workingDays: number,
  holidays: Iterable<BusinessDate>,
): BusinessDate {
  return addWorkingDays(presentedOn, workingDays, holidays);
}

/**
 * The value date of a debit: the day of its presentation, however late the bank took or reported it.
 * Rule: LEND-20 (amended), LEND-T7
 */
export function valueDayOfDebit(presentedOn: BusinessDate, takenOn: BusinessDate): BusinessDate {
  return takenOn < presentedOn ? takenOn : presentedOn;
}

/** A debit that was presented and has no answer. */
export interface Unanswered {
  /** Its order has no payment at all: the request may have been lost. */
  readonly isUnheard: boolean;
  /** The instant for which its notice was given. */
  readonly presentAt: Date;
  /** The instant of the last request. */
  readonly askedAt: Date;
  /** The last day of its return window. */
  readonly answerByOn: BusinessDate;
  /** The step it would take if it had not been presented yet. */
  readonly next: DebitStep;
  /** The mandate has ended for good: the bank makes no further debit under it. */
  readonly isMandateOver: boolean;
}

/**
 * Decides what happens while the bank is silent. A debit that is no longer wanted is not requested again. It ends where
 * the bank never heard of it: with its mandate, otherwise with the return window. One whose day has passed is not requested
 * again either, since its notice names that day. After the window a person decides.
 * Rule: LEND-20 (amended)
 */
export function whileUnanswered(
  { isUnheard, presentAt: debitAt, askedAt, answerByOn, next, isMandateOver }: Unanswered,
  now: Date,
  today: BusinessDate,
): 'wait' | 'ask_again' | 'end' | 'review' {
  const isWanted = next.step === 'go_on';
  if (today > answerByOn) return isUnheard && !isWanted ? 'end' : 'review';
  const isLost = now.getTime() - askedAt.getTime() >= ASK_AGAIN_AFTER_MS;
  if (!isUnheard || !isLost) return 'wait';
  if (isWanted) return isDayMissed(debitAt, now) ? 'wait' : 'ask_again';
  return isMandateOver ? 'end' : 'wait';
}

/**
 * The silence after which the person is told that the bank has not answered. An ordinary answer to eNACH takes a day
 * more.
 */
const TELL_UNANSWERED_AFTER_MS = { upi: DAY, enach: 2 * DAY } as const;

/** True once the silence of a bank is long enough to tell the person. Rule: LEND-20 (amended) */
export function isSilenceLong(kind: Debit['kind'], presentedAt: Date, now: Date): boolean {
  return now.getTime() - presentedAt.getTime() >= TELL_UNANSWERED_AFTER_MS[kind];
}

/**
 * The treatment of a failed debit: `funds` and `technical` are returns that are presented once more, `unannounced` was
 * never presented because no notice of its day was good, `dead` has no mandate any more, `refused` asks the person, `ours` is
 * our own mistake. `unanswered` was decided by staff: its bank never answered. `given_back` went back to its payer.
 */
export type FailurePolicy =
  | 'funds'
  | 'technical'
  | 'unannounced'
  | 'dead'
  | 'refused'
  | 'ours'
  | 'unanswered'
  | 'given_back';

const POLICIES: Readonly<Record<string, FailurePolicy>> = {
  insufficient_funds: 'funds',
  bank_technical_error: 'technical',
  gateway_technical_error: 'technical',
  payment_timed_out: 'technical',
  server_error: 'technical',
  GATEWAY_ERROR: 'technical',
  SERVER_ERROR: 'technical',
  notice_failed: 'unannounced',
  day_missed: 'unannounced',
  mandate_not_active: 'dead',
  payment_mandate_not_active: 'dead',
  bank_account_invalid: 'dead',
  incorrect_ifsc: 'dead',
  payment_cancelled: 'dead',
  not_debited: 'unanswered',
  refunded: 'given_back',
  invalid_amount: 'ours',
  input_validation_failed: 'ours',
};

/**
 * The treatment of a failure by its reason. An unknown reason may not be technical, so the person is asked.
 * Rule: LEND-20 (amended)
 */
export function policyOf(reason: string): FailurePolicy {
  return POLICIES[reason] ?? 'refused';
}

/** The tries to collect an instalment so far. */
export interface Tries {
  /** Presented and returned, this one included. */
  readonly returnedCount: number;
  /** All that failed, this one included. One whose day passed before the bank was asked is none. */
  readonly count: number;
}

const PRESENTED_MAX = 2;
const RETRY_AFTER_DAYS = 3;
const TRIES_MAX = 5;

/**
 * The next try to collect. A return for insufficient funds or a technical one is presented once more, on the third day
 * after the answer. A debit without a notice, or whose day passed, gets a notice of the next day. Undefined once no try is left.
 * Rule: LEND-20 (amended)
 */
export function nextTry(
  kind: DebitKind,
  policy: FailurePolicy,
  tries: Tries,
  now: Date,
  today: BusinessDate,
): Date | undefined {
  if (policy === 'unannounced')
    return tries.count < TRIES_MAX ? presentAt(kind, addDays(today, 1), now) : undefined;
  const isReturn = policy === 'funds' || policy === 'technical';
  if (!isReturn || tries.returnedCount >= PRESENTED_MAX) return undefined;
  return presentAt(kind, addDays(today, RETRY_AFTER_DAYS), now);
}
