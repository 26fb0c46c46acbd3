import { expect, test } from 'vitest';
import { aLoan, borrowerWith, day, live, ORDINARY, sumsOf } from './borrowers.testing.ts';
import { chargesUntil, firstOpenDay, foresee } from './foresee.ts';
import { standingOn } from './standing-on.ts';

const ordinary = () => ORDINARY;
const eve = (change: Parameters<typeof aLoan>[1] = {}) =>
  live(borrowerWith(aLoan({}, change)), '2027-01-15', '2027-02-17').borrower;

test('LEND-B2: given open days, when they are foreseen, then they are decided as each close decides them', () => {
  const before = borrowerWith(aLoan());
  const foreseen = foresee(before, day('2027-06-30'), ordinary);
  const lived = live(before, '2027-01-15', '2027-06-30');
  const known = ({ loans }: typeof before) =>
    loans.map((loan) => ({ ...loan, standings: [standingOn(loan, day('2027-06-30'))] }));
  expect(known(foreseen.borrower)).toEqual(known(lived.borrower));
  expect(sumsOf(foreseen.decision.journals)).toEqual(sumsOf(lived.journals));
});

test('given a borrower without a live loan, when days are foreseen, then nothing is decided', () => {
  const before = borrowerWith(aLoan({}, { status: 'closed' }));
  expect(firstOpenDay(before)).toBeUndefined();
  expect(foresee(before, day('2027-06-30'), ordinary)).toEqual({
    borrower: before,
    decision: { journals: [], changes: [], notices: [] },
  });
});

test('LEND-B2: given loans closed through other days, then the earliest open day is the first', () => {
  const loans = ['2027-01-20', '2027-01-17', '2027-01-22'].map((through, index) =>
    aLoan({}, { id: `loan ${index}`, closedThroughOn: day(through) }),
  );
  expect(firstOpenDay(borrowerWith(...loans))).toBe('2027-01-18');
});

test('LEND-L4: given days left open, when tomorrow is asked for, then earlier charges are not of tomorrow', () => {
  expect(chargesUntil(eve(), day('2027-02-19'), day('2027-02-20'), ordinary)).toEqual([]);
});

test('LEND-L4: given a third late day, when tomorrow is asked for, then its charge is answered', () => {
  expect(chargesUntil(eve(), day('2027-02-18'), day('2027-02-19'), ordinary)).toEqual([
    { loanId: 'loan', number: 1, lateDays: 4, amountPaise: 20_000, leviedOn: '2027-02-19' },
  ]);
  expect(chargesUntil(eve(), day('2027-02-17'), day('2027-02-18'), ordinary)).toEqual([]);
});

test('LEND-L4: given days through a planned debit, when charges are asked for, then those until it are answered', () => {
  const levied = (lastOn: string) =>
    chargesUntil(eve(), day('2027-02-17'), day(lastOn), ordinary).map(({ leviedOn }) => leviedOn);
  expect(levied('2027-02-20')).toEqual(['2027-02-19']);
  expect(levied('2027-03-21')).toEqual(['2027-02-19', '2027-03-19', '2027-03-21']);
});

test('LEND-L3: given channels that are down today, when tomorrow is asked for, then none comes', () => {
  const down = () => ({ ...ORDINARY, wereChannelsDown: true });
  expect(chargesUntil(eve(), day('2027-02-18'), day('2027-02-19'), down)).toEqual([]);
});

test.each([
  ['is not over tomorrow', '2027-02-19', 0],
  ['ends today', '2027-02-18', 1],
])(
  'LEND-20: given a return window that %s, when asked, then the charge follows it',
  (_, answerByOn, count) => {
    const presentedAt = Date.parse('2027-02-15T10:00:00+05:30');
    const debit = { number: 1, presentedAt, endedAt: null, answerByOn: day(answerByOn) };
    expect(
      chargesUntil(eve({ debits: [debit] }), day('2027-02-18'), day('2027-02-19'), ordinary),
    ).toHaveLength(count);
  },
);
