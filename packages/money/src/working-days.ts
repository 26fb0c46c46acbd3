import { addDays, weekday, type BusinessDate } from './calendar.ts';

function isSecondOrFourthSaturday(date: BusinessDate): boolean {
  const week = Math.ceil(Number(date.slice(8)) / 7);
  return weekday(date) === 6 && (week === 2 || week === 4);
}

/**
 * A day on which Indian banks settle: not a Sunday, not the second or fourth Saturday, not on the list of bank
 * holidays. Due dates never move for these; only settlement and counted periods do.
 * Rule: LEND-T6
 */
export function isWorkingDay(date: BusinessDate, holidays: Iterable<BusinessDate>): boolean {
  return weekday(date) !== 7 && !isSecondOrFourthSaturday(date) && !new Set(holidays).has(date);
}

/**
 * The n-th working day after a date; the date itself never counts. Zero gives the date.
 * Rule: LEND-T6
 */
export function addWorkingDays(
  date: BusinessDate,
  count: number,
  holidays: Iterable<BusinessDate>,
): BusinessDate {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('Working days are counted forwards');
  const closed = new Set(holidays);
  let day = date;
  for (let left = count; left > 0;) {
    day = addDays(day, 1);
    if (isWorkingDay(day, closed)) left -= 1;
  }
  return day;
}
