import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';

/** A loan is frozen from a day on, or no longer: the rail said that its bill is on its way back, or that this ended. */
export interface FreezeFact {
  readonly isFrozen: boolean;
  readonly fromOn: BusinessDate;
}

/**
 * True while a loan is frozen: no demand, no debit, no charge, no reminder of lateness. `facts` are oldest first; the
 * newest that has begun counts.
 * Rule: LEND-X10
 */
export function isFrozen(facts: readonly FreezeFact[], on: BusinessDate): boolean {
  return facts.findLast((fact) => fact.fromOn <= on)?.isFrozen ?? false;
}

/** The first day of the freeze a day lies in; undefined where it lies in none. */
export function frozenSince(facts: readonly FreezeFact[], on: BusinessDate): BusinessDate | undefined {
  const begun = facts.filter((fact) => fact.fromOn <= on);
  const ended = begun.findLastIndex((fact) => !fact.isFrozen);
  return begun[ended + 1]?.fromOn;
}

/**
 * The day at whose opening an instalment is demanded: its due date, or the second day after a freeze, because a frozen
 * day opens no next day when it is closed. Null while the freeze lasts.
 * Rule: LEND-X10, LEND-22 step 6
 */
export function demandedOn(facts: readonly FreezeFact[], dueOn: BusinessDate): BusinessDate | null {
  if (facts.length === 0) return dueOn;
  const ends = facts.filter((fact) => !fact.isFrozen && fact.fromOn >= dueOn);
  const days = [dueOn, ...ends.map((fact) => addDays(fact.fromOn, 1))];
  return days.toSorted().find((day) => !isFrozen(facts, addDays(day, -1))) ?? null;
}

/** One freeze: the fact it began with, the fact it ended with, and the number of its days that lateness skips. */
export interface Freeze<F extends FreezeFact> {
  readonly begun: F;
  /** Undefined while it lasts. */
  readonly ended: F | undefined;
  /** Whole days, `today` included while it lasts; none where it ended on its first day. */
  readonly days: number;
}

/** Freezes of a loan, oldest first. `facts` are oldest first, and none is of a day after `today`. Rule: LEND-X10 */
export function listFreezes<F extends FreezeFact>(facts: readonly F[], today: BusinessDate): Freeze<F>[] {
  return facts.flatMap((begun, index) => {
    if (!begun.isFrozen || facts[index - 1]?.isFrozen) return [];
    const ended = facts.slice(index).find((fact) => !fact.isFrozen);
    return { begun, ended, days: daysBetween(begun.fromOn, ended?.fromOn ?? addDays(today, 1)) };
  });
}

/** The number of frozen days from one day to another, both included. They do not count as late. Rule: LEND-X10 */
export function frozenDays(facts: readonly FreezeFact[], from: BusinessDate, through: BusinessDate): number {
  if (facts.length === 0) return 0;
  let count = 0;
  for (let day = from; day <= through; day = addDays(day, 1)) if (isFrozen(facts, day)) count += 1;
  return count;
}

/**
 * The day from which the lateness of an instalment or a charge counts, and which its owner is shown: the agreed one, or where a freeze
 * covers it the day of demand after the freeze. While that is unknown it is the agreed one.
 * Rule: LEND-D1, LEND-L1, LEND-L7, LEND-X10
 */
export function countedFrom(facts: readonly FreezeFact[], dueOn: BusinessDate): BusinessDate {
  return demandedOn(facts, dueOn) ?? dueOn;
}

/**
 * The due date by which lateness counts on a day: the counted day, moved later by the frozen days since.
 * Rule: LEND-L1, LEND-X10
 */
export function countedDueOn(
  facts: readonly FreezeFact[],
  dueOn: BusinessDate,
  day: BusinessDate,
): BusinessDate {
  const since = countedFrom(facts, dueOn);
  return addDays(since, frozenDays(facts, since, addDays(day, -1)));
}
