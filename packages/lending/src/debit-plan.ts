import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { countedFrom, type FreezeFact, frozenDays, isFrozen } from './freeze.ts';
import { presentAt, tenOn } from './presentations.ts';
import { RAIL_MIN_PAISE } from './rail-min.ts';

/** An instalment of a loan under a mandate, and the earlier tries to collect it. Amounts are paise. */
export interface Collectable {
  readonly number: number;
  readonly dueOn: BusinessDate;
  readonly unpaidPaise: number;
  readonly tries: number;
  /** The last try gave way to a freeze, or to a pause of this mandate. Null where there was none. */
  readonly isPutOff: boolean | null;
}

/** A mandate whose time to plan has come. */
export interface Planning {
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

const DAYS_AHEAD = 2;
/** An instalment that fell due more than this many days ago is left to the person. */
const DAYS_BACK = 7;
const HOUR = 60 * 60_000;
const AGAIN_MS = 3 * 24 * HOUR;

/**
 * Plans the first debit of each instalment that a mandate collects. An instalment that fell due before the mandate stood,
 * or more than a week ago, is left to the person. A frozen loan is not collected; a debit that a freeze put off, or a
 * pause of the mandate, is planned when it ends, and frozen days do not count for the week.
 * Rule: LEND-20, LEND-X10
 */
export function collectable(planning: Planning, now: Date): PlannedDebit[] {
  const { maximumPaise, standsSince, isLive, freezes, instalments } = planning;
  const today = istDate(now.getTime());
  if (!isLive || isFrozen(freezes, today)) return [];
  const isLate = (dueOn: BusinessDate) => {
    const since = countedFrom(freezes, dueOn);
    return addDays(since, frozenDays(freezes, since, today)) <= addDays(today, -DAYS_BACK);
  };
  return instalments
    .filter(({ unpaidPaise }) => unpaidPaise >= RAIL_MIN_PAISE && unpaidPaise <= maximumPaise)
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
