import { type BusinessDate, istDayBounds } from '@mohlat/money';

/** The bill network's list of a day is final at nine in the morning of the next one, in India. */
const FINAL_AFTER_MS = 9 * 60 * 60_000;

/** The instant, in milliseconds, from which the network's list of a day can no longer change. Rule: LEND-21 */
export function railListFinalMs(day: BusinessDate): number {
  return istDayBounds(day).endMs + FINAL_AFTER_MS;
}

/** True where a reading that begins now finds the network's list of a day complete: what it lacks was never executed. Rule: LEND-21 */
export function isRailListFinal(day: BusinessDate, now: Date): boolean {
  return now.getTime() >= railListFinalMs(day);
}
