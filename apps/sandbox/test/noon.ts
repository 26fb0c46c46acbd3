import { DAY_MS, HOUR_MS } from '../src/core/time.ts';

const NOON_IN_INDIA_MS = 6.5 * HOUR_MS;

/**
 * The next noon in India, where every trial clock of a test begins: however late it is where the tests run, a quarter of an hour
 * later is still the same business day, and the next morning's settlement is ahead.
 */
export function comingNoon(): string {
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + NOON_IN_INDIA_MS;
  return new Date(noon > Date.now() ? noon : noon + DAY_MS).toISOString();
}
