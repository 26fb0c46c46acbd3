import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { countedFrom, type FreezeFact, frozenDays, isFrozen } from './freeze.ts';
import { DEBIT_MIN_PAISE, presentAt, tenOn } from './presentations.ts';

/** An instalment of a loan under a mandate, and the tries there were to collect it. Amounts are paise. */
export interface Collectable {
  readonly number: number;
  readonly dueOn: BusinessDate;
  readonly unpaidPaise: number;
  readonly tries: number;
  /** The last try gave way to a freeze. Null where there was none. */
  readonly isPutOff: boolean | null;
}

/** A mandate whose time to plan has come. */
export interface Planning {
  /** The most that a debit under it may be. */
  readonly maximumPaise: number;
  /** The day it was confirmed. */
  readonly standsSince: BusinessDate;
  readonly isOwing: boolean;
  /** Of its loan, oldest first. */
  readonly freezes: readonly FreezeFact[];
  readonly instalments: readonly Collectable[];
}

/** The first try of an instalment. */
export interface PlannedDebit {
  readonly number: number;
  readonly attempt: number;
  readonly amountPaise: number;
  readonly presentAt: Date;
  /** When it is announced and, if it is so by now, planned. */
  readonly announceAt: Date;
}

const DAYS_AHEAD = 2;
/** An instalment that fell due so long ago is left to the person. */
const DAYS_BACK = 7;
const HOUR = 60 * 60_000;
const AGAIN_MS = 3 * 24 * HOUR;

/**
 * First tries of instalments that are to be collected. One that fell due before the mandate stood, or more than a week ago, is left to
 * the person. Of a frozen loan nothing is collected; what a freeze put off is planned when it ends, and its days do not count for the
 * week.
 * Rule: LEND-20, LEND-X10
 */
export function collectable(planning: Planning, now: Date): PlannedDebit[] {
  const { maximumPaise, standsSince, isOwing, freezes, instalments } = planning;
  const today = istDate(now.getTime());
  if (!isOwing || isFrozen(freezes, today)) return [];
  const isLate = (dueOn: BusinessDate) => {
    const since = countedFrom(freezes, dueOn);
    return addDays(since, frozenDays(freezes, since, today)) <= addDays(today, -DAYS_BACK);
  };
  return instalments
    .filter(({ unpaidPaise }) => unpaidPaise >= DEBIT_MIN_PAISE && unpaidPaise <= maximumPaise)
    .filter(({ dueOn }) => dueOn >= standsSince && !isLate(dueOn))
    .filter(({ isPutOff }) => isPutOff !== false)
    .map(({ number, dueOn, unpaidPaise, tries }) => ({
      number,
      attempt: tries + 1,
      amountPaise: unpaidPaise,
      presentAt: presentAt(dueOn, now),
      announceAt: tenOn(addDays(dueOn, -DAYS_AHEAD)),
    }));
}

/**
 * When a mandate is planned next: two days before what falls due then, in an hour where an instalment is in another debit's hands,
 * and every third day in any case, because a plan may change. `waiting` are the tries that were not planned now. Rule: LEND-20
 */
export function nextPlanAt(waiting: readonly PlannedDebit[], now: Date): Date {
  const soonest = now.getTime() + HOUR;
  const times = waiting.map(({ announceAt }) => Math.max(announceAt.getTime(), soonest));
  return new Date(Math.min(now.getTime() + AGAIN_MS, ...times));
}
