import { addDays } from '@mohlat/money';
import { expect, test } from 'vitest';
import { at, closeThrough, lent, money } from './backdating.testing.ts';
import { aLoan, borrowerWith, day, live, loanOf, sumsOf } from './borrowers.testing.ts';
import { dpdOn } from './standing-on.ts';
import { writeOff } from './write-off.ts';

/** A loan of which nothing was ever paid, written off on 15 August, 181 days past due at the close before. Rule: LEND-26 W11 */
function givenUp() {
  const kept = lent();
  closeThrough(kept, '2027-08-14');
  expect(dpdOn(loanOf(kept.borrower()), day('2027-08-14'))).toBe(181);
  kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-08-15') }, at('2027-08-15'));
  return kept;
}

const changesOf = (lived: ReturnType<ReturnType<typeof lent>['rebook']>['lived']) =>
  lived.flatMap(({ changes }) => changes.filter(({ change }) => /write_off|written_off/u.test(change)));

test('LEND-D5, LEND-W6: given money of before that leaves 153 days past due, when a write-off comes again, then it comes to nothing', () => {
  const kept = givenUp();
  const late = money(1_560_000, '2027-08-10');
  const { lived } = kept.rebook({ news: 'received', money: late }, late.valueOn, day('2027-08-18'));
  expect(changesOf(lived)).toEqual([{ change: 'write_off_void', loanId: 'loan', writeOffId: 'o' }]);
  const loan = loanOf(kept.borrower());
  expect(loan).toMatchObject({ status: 'npa', writtenOffOn: null, closedThroughOn: '2027-08-17' });
  expect([dpdOn(loan, day('2027-08-14')), dpdOn(loan, day('2027-08-17'))]).toEqual([153, 156]);
  const sums = sumsOf(kept.journals());
  expect([sums['A220'], sums['L350'], sums['I430']]).toEqual([120_000, -120_000, undefined]);
});

test('LEND-D5, LEND-W7: given a write-off that came to nothing, when its money is taken back, then the loan is written off after all', () => {
  const kept = givenUp();
  const late = money(1_560_000, '2027-08-10', { repaymentId: 'r' });
  kept.rebook({ news: 'received', money: late }, late.valueOn, day('2027-08-18'));
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r', valueOn: late.valueOn } as const;
  kept.rebook(news, late.valueOn, day('2027-08-18'));
  expect(loanOf(kept.borrower())).toMatchObject({ status: 'written_off', writtenOffOn: '2027-08-15' });
});

test.each([
  ['2027-08-13', 'write_off_void'],
  ['2027-08-14', 'loan_written_off'],
])('LEND-D5: given a loan closed through %s, when it is to be written off, then %s', (through, change) => {
  const loan = loanOf(live(borrowerWith(aLoan()), '2027-01-15', through).borrower);
  const decided = writeOff(loan, { id: 'o', effectiveOn: addDays(day(through), 1) });
  expect(decided.changes.at(-1)?.change).toBe(change);
});
