import { daysBetween, istDate } from '@mohlat/money';
import { type Figure, figure } from '#platform/figures/figures.ts';
import { isLeftToClose, PARKED_FOR_STAFF } from './end-of-day.repo.ts';
import { findDay, lastClosable } from './end-of-day.service.ts';

/** Whether the days are closed. Rule: LEND-22 */
export const END_OF_DAY_FIGURES: readonly Figure[] = [
  {
    name: 'mohlat_days_unclosed',
    help: 'Days that are over and that some loan, or the book, has not closed',
    async read(tx, now) {
      const last = lastClosable({ now: () => now, today: () => istDate(now.getTime()) });
      const next = await findDay(tx, last);
      if (next !== undefined) return [{ value: daysBetween(next.day, last) + 1 }];
      // Its loans are closed, and a killed run left the day itself open.
      return [{ value: (await isLeftToClose(tx, last)) ? 1 : 0 }];
    },
  },
  figure({
    name: 'mohlat_loans_parked',
    help: 'Loans that could not be closed and wait for a person: no day is closed and signed as long as there is one',
    sql: `select count(*)::integer as value from ${PARKED_FOR_STAFF}`,
  }),
];
