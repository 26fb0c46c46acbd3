import { expect, test } from 'vitest';
import { aLoan, borrowerWith, day, loanOf } from '../borrowers.testing.ts';
import { happen } from './deeds.ts';

test('LEND-20: given debits of two instalments and an old one, then an answer ends the one it is about', () => {
  const debit = (number: number, endedAt: number | null) => ({
    number,
    presentedAt: 1_000,
    endedAt,
    answerByOn: day('2027-02-20'),
  });
  const loan = aLoan({}, { debits: [debit(1, 2_000), debit(1, null), debit(2, null)] });
  const { borrower, journals } = happen(borrowerWith(loan), {
    deed: 'answered',
    on: day('2027-02-16'),
    heardOn: day('2027-02-16'),
    turn: 1,
    at: 3_000,
    loanId: loan.id,
    number: 1,
  });
  expect(loanOf(borrower).debits.map(({ endedAt }) => endedAt)).toEqual([2_000, 3_000, null]);
  expect(journals).toEqual([]);
});
