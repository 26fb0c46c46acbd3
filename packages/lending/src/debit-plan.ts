import { addDays, type BusinessDate, type InstalmentSums, istDate, unpaidOfInstalment } from '@mohlat/money';
import { countedFrom, type FreezeFact, frozenDays, isFrozen } from './freeze.ts';
import {
  type Debit,
  type DebitKind,
  nextStep,
  NOTICE_DAYS_AHEAD,
  presentAt,
  tenOn,
} from './presentations.ts';
import { RAIL_MIN_PAISE } from './rail-min.ts';

/** An instalment of a loan under a mandate, and the earlier tries to collect it. */
export interface Collectable extends InstalmentSums {
  readonly number: number;
  readonly dueOn: BusinessDate;
  readonly tries: number;
  /**
   * The newest try; null where there was none. `put_off` gave way to a freeze or to a pause of this mandate, `not_needed` to money
   * that paid its instalment, and `tried` is any other.
   */
  readonly last: 'put_off' | 'not_needed' | 'tried' | null;
}

/** A mandate whose time to plan has come. */
export interface Planning {
  readonly kind: DebitKind;
  /** The most that a debit under it may be. */
  readonly maximumPaise: number;
  /** The day it was confirmed. */
  readonly standsSince: BusinessDate;
  readonly isLive: boolean;
  /** Freezes of its loan, oldest first. */
  readonly freezes: readonly FreezeFact[];
  readonly instalments: readonly Collectable[];
}

/** The first try of an instalment. */
export interface PlannedDebit {
  readonly number: number;
  readonly attempt: number;
  readonly amountPaise: number;
  readonly presentAt: Date;
  /** The instant of its announcement; it is planned once this instant is reached. */
  readonly announceAt: Date;
}

/** An instalment that fell due more than this many days ago is left to the person. */
const DAYS_BACK = 7;
const HOUR = 60 * 60_000;
const AGAIN_MS = 3 * 24 * HOUR;

/**
 * Plans the first debit of each instalment that a mandate collects. An instalment that fell due before the mandate stood,
 * or more than a week ago, is left to the person. A frozen loan is not collected; a debit that a freeze put off, or a
 * pause of the mandate, is planned when it ends, and frozen days do not count for the week. One that was not needed is planned
 * anew where that money was taken back, as long as the due date lies ahead; later the person is asked.
 * Rule: LEND-20, LEND-X10, LEND-W7
 */
export function collectable(planning: Planning, now: Date): PlannedDebit[] {
  const { kind, maximumPaise, standsSince, isLive, freezes, instalments } = planning;
  const today = istDate(now.getTime());
  if (!isLive || isFrozen(freezes, today)) return [];
  const isLate = (dueOn: BusinessDate) => {
    const since = countedFrom(freezes, dueOn);
    return addDays(since, frozenDays(freezes, since, today)) <= addDays(today, -DAYS_BACK);
  };
  return instalments
    .map((one) => ({ ...one, unpaidPaise: unpaidOfInstalment(one) }))
    .filter(({ unpaidPaise }) => unpaidPaise >= RAIL_MIN_PAISE && unpaidPaise <= maximumPaise)
    .filter(({ dueOn }) => dueOn >= standsSince && !isLate(dueOn))
    .filter(({ last, dueOn }) => last !== 'tried' && (last !== 'not_needed' || dueOn > today))
    .map(({ number, dueOn, unpaidPaise, tries }) => ({
      number,
      attempt: tries + 1,
      amountPaise: unpaidPaise,
      presentAt: presentAt(kind, dueOn, now),
      announceAt: tenOn(addDays(dueOn, -NOTICE_DAYS_AHEAD)),
    }));
}

/** A try that has not ended. Amounts are paise. */
export interface OpenTry extends Pick<Debit, 'kind' | 'amountPaise' | 'presentAt' | 'noticedAt'> {
  readonly number: number;
  /** The bank was asked for it: it goes on whatever changes. */
  readonly isAsked: boolean;
}

/** The debit that comes next under a mandate. */
export interface NextDebit extends Pick<PlannedDebit, 'number' | 'amountPaise' | 'presentAt'> {
  /** It is a try that has not ended; otherwise it is still to be planned. */
  readonly isOpen: boolean;
}

/**
 * The next debit under a mandate: of the tries that go on and the debits that would be planned, the one of the earliest
 * instalment. A planned try that would give way counts as the one that takes its place.
 * Rule: LEND-20, LEND-X10
 */
export function nextCollectable(
  planning: Planning,
  tries: readonly OpenTry[],
  now: Date,
): NextDebit | undefined {
  const planned = collectable(planning, now).map((one): NextDebit => ({
    number: one.number,
    amountPaise: one.amountPaise,
    presentAt: one.presentAt,
    isOpen: false,
  }));
  const going = tries.flatMap((one) => goingOn(planning, one, now));
  return [...going, ...planned].toSorted((a, b) => a.number - b.number).at(0);
}

function goingOn({ isLive, freezes, instalments }: Planning, tried: OpenTry, now: Date): NextDebit[] {
  const { number, amountPaise, presentAt: at, isAsked } = tried;
  const instalment = instalments.find((one) => one.number === number);
  if (instalment === undefined) return [];
  const unpaidPaise = unpaidOfInstalment(instalment);
  if (unpaidPaise <= 0) return [];
  if (isAsked) return [{ number, amountPaise, presentAt: at, isOpen: true }];
  const frozen = isFrozen(freezes, istDate(now.getTime()));
  const next = nextStep({ ...tried, unpaidPaise, isLive, isMandateActive: true, isFrozen: frozen }, now);
  if (next.step === 'go_on') return [{ number, amountPaise, presentAt: at, isOpen: true }];
  if (next.step === 'skip' || next.lower === undefined) return [];
  return [{ number, amountPaise: next.lower.amountPaise, presentAt: next.lower.presentAt, isOpen: false }];
}

/**
 * The instant at which a mandate is planned next: two days before the next due date, an hour later while another debit
 * holds an instalment, and at least every third day, because a plan may change. `waiting` are the debits that were not
 * planned now.
 * Rule: LEND-20
 */
export function nextPlanAt(waiting: readonly PlannedDebit[], now: Date): Date {
  const soonest = now.getTime() + HOUR;
  const times = waiting.map(({ announceAt }) => Math.max(announceAt.getTime(), soonest));
  return new Date(Math.min(now.getTime() + AGAIN_MS, ...times));
}
