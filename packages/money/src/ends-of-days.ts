import type { BusinessDate } from './calendar.ts';

/** The first of some days; undefined where there are none. */
export function earliestOf(days: readonly BusinessDate[]): BusinessDate | undefined {
  let first = days[0];
  for (const day of days) if (first === undefined || day < first) first = day;
  return first;
}

/** The last of some days; undefined where there are none. */
export function latestOf(days: readonly BusinessDate[]): BusinessDate | undefined {
  let last = days[0];
  for (const day of days) if (last === undefined || day > last) last = day;
  return last;
}
