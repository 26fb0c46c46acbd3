import { addDays, addMonths, type BusinessDate, compare, daysBetween } from '@mohlat/money';

/**
 * When a salary comes from one day to another, both included, as days from the first. A month that is too short pays on
 * its last day. `dayOfMonth` is 1 to 31.
 */
export function salaryDays(dayOfMonth: number, from: BusinessDate, to: BusinessDate): number[] {
  const days: number[] = [];
  // The first of its month: every other day is counted from it.
  const first = addDays(from, 1 - Number(from.slice(8)));
  for (let month = 0; compare(addMonths(first, month), to) <= 0; month += 1) {
    const last = addDays(addMonths(first, month + 1), -1);
    const wanted = addDays(addMonths(first, month), dayOfMonth - 1);
    const date = compare(wanted, last) > 0 ? last : wanted;
    if (compare(date, from) >= 0 && compare(date, to) <= 0) days.push(daysBetween(from, date));
  }
  return days;
}
