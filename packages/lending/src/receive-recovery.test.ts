import { addDays, outstandingOf } from '@mohlat/money';
import { expect, test } from 'vitest';
import { at, closeThrough, lent, money } from './backdating.testing.ts';
import { day, loanOf, sumsOf } from './borrowers.testing.ts';

/** A loan that was never paid and was written off on 1 October, of which this much is left. */
function recoveredBut(leftPaise: number) {
  const kept = lent();
  closeThrough(kept, '2027-09-30');
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-10-01') }, at('2027-10-01'));
  const owedPaise = outstandingOf(loanOf(kept.borrower()));
  kept.pay(money(owedPaise - leftPaise, '2027-10-20'));
  return { kept, owedPaise };
}

test.each([
  [0, 'closed', 0],
  [1, 'closed', 0],
  [58, 'closed', 0],
  [100, 'closed', 0],
  [101, 'written_off', 101],
])(
  'LEND-W3, LEND-9: given a written-off loan, when all but %i paise are recovered, then it is %s and owes %i',
  (leftPaise, status, owed) => {
    const { kept, owedPaise } = recoveredBut(leftPaise);
    const loan = loanOf(kept.borrower());
    expect([loan.status, outstandingOf(loan)]).toEqual([status, owed]);
    expect(sumsOf(kept.journals())['I430']).toBe(leftPaise - owedPaise);
  },
);

test('LEND-W3, LEND-W7: given a tiny rest that was let off, when the recovery is taken back, then all is owed again', () => {
  const { kept, owedPaise } = recoveredBut(58);
  const valueOn = day('2027-10-20');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-10-20', valueOn } as const;
  kept.rebook(news, valueOn, addDays(valueOn, 5));
  const loan = loanOf(kept.borrower());
  expect([loan.status, loan.closedOn, outstandingOf(loan)]).toEqual(['written_off', null, owedPaise]);
});
