import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { openingOf } from './loan-booked.ts';

test('LEND-A1: given a booked loan, then each period begins on the due date before it and no day is closed', () => {
  const rows = ['2028-02-29', '2028-03-31'].map((dueOn) => ({ dueOn: businessDate(dueOn) }));
  expect(openingOf(rows, businessDate('2028-01-31'))).toEqual({
    closedThroughOn: '2028-01-30',
    instalments: [
      { dueOn: '2028-02-29', startOn: '2028-01-31' },
      { dueOn: '2028-03-31', startOn: '2028-02-29' },
    ],
  });
});
