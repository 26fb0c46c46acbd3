import type { BusinessDate } from './calendar.ts';
import { addWorkingDays } from './working-days.ts';

/** Working days for which key facts bind the lender that a person was shown; no plan is shorter than the seven days this is for. */
const BINDING_WORKING_DAYS = 3;

/**
 * True on a day on which key facts that a person was shown on another still bind: a price that is renewed has their terms.
 * Rule: LEND-K5
 */
export function doKeyFactsBind(
  shownOn: BusinessDate,
  today: BusinessDate,
  holidays: Iterable<BusinessDate>,
): boolean {
  return today <= addWorkingDays(shownOn, BINDING_WORKING_DAYS, holidays);
}
