import { DAY_MS, MINUTE_MS } from '@mohlat/money';

/** Looks in a row that did not find what a rail was asked to make. */
export interface Absence {
  /** The first of them, in milliseconds since the epoch. */
  readonly since: number;
  readonly looks: number;
}

/** A request that a rail's list does not show after so long did not arrive, and does not any more. */
const UNSEEN_AFTER_MS = DAY_MS;
const LOOKS_MIN = 3;
const APART_MS = 10 * MINUTE_MS;
/** After a look in vain the next one comes so soon that the third decides. */
export const ABSENT_LOOK_MS = APART_MS / 2;

/** Counts a look in vain. One that comes long after those before it, of a worker that was down, is the first again. Rule: LEND-20 */
export function absentAgain(before: Absence | null, now: number): Absence {
  const isInRow = before !== null && now - before.since <= (before.looks + 1) * APART_MS;
  return isInRow ? { since: before.since, looks: before.looks + 1 } : { since: now, looks: 1 };
}

/**
 * Whether what looks did not find was never made: three of them, over ten minutes. One answer may be empty by mistake, and so may
 * those of a bad minute. Rule: LEND-20
 */
export function isNeverMade({ since, looks }: Absence, now: number): boolean {
  return looks >= LOOKS_MIN && now - since >= APART_MS;
}

/**
 * Counts a look in vain for a request to give money back. Null before a day has passed since it may have left, and where none did; once
 * it counts as never made, that stands until a look finds it. Rule: LEND-16 journal 34
 */
export function unseenAgain(before: Absence | null, sentAt: number | null, now: number): Absence | null {
  if (sentAt === null || now - sentAt < UNSEEN_AFTER_MS) return null;
  return before !== null && isNeverMade(before, now) ? before : absentAgain(before, now);
}
