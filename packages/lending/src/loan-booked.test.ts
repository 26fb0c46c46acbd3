import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { aLoan } from './borrowers.testing.ts';
import { loanBooked, openingOf, unwound } from './loan-booked.ts';

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

test('LEND-16 journals 4 and 9: given a loan, then its booking and its return are named by it, whatever was replayed', () => {
  const loan = aLoan({}, { rewoundCount: 3 });
  const { billPaise, feePaise } = loan.sold;
  const supply = { supplierState: null, supplyState: null };
  const on = businessDate('2027-01-15');
  const booked = loanBooked({ loanId: loan.id, bookedOn: on, billPaise, feePaise, gstBps: 1_800, supply });
  for (const one of [booked, ...unwound(loan, on).journals])
    expect(one).toMatchObject({
      source: { of: 'row', id: 'loan', rewoundCount: 0 },
      loanId: 'loan',
      effectiveOn: on,
    });
});
