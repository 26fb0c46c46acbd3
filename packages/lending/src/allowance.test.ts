import { addDays, type BusinessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { money } from './backdating.testing.ts';
import { aLoan, borrowerWith, day } from './borrowers.testing.ts';
import type { Loan } from './borrower.ts';
import { keptInMemory } from './memory.testing.ts';

type Kept = ReturnType<typeof keptInMemory>;

const closeUpTo = (kept: Kept, from: BusinessDate, on: string) => {
  for (let next = from; next < on; next = addDays(next, 1)) kept.close(next);
};

/** A loan that is never paid, and another one that owes nothing yet, through a day. */
function twoLoans(through: string, change: Partial<Loan> = {}): Kept {
  const other = aLoan({ id: 'other', anchor: '2027-03-15' }, change);
  const kept = keptInMemory(borrowerWith(aLoan(), other));
  closeUpTo(kept, day('2027-01-15'), through);
  return kept;
}

const heldOf = (kept: Kept, id = 'other') =>
  kept.borrower().loans.find((one) => one.id === id)!.allowancePaise;

// Bill and fee of the other loan: ₹15,300, of which 1 %, 15 % and 60 % are held.
test.each([
  ['2027-04-01', 'SMA1', 229_500],
  ['2027-05-01', 'SMA2', 229_500],
  ['2027-06-01', 'NPA', 918_000],
])(
  'LEND-D2, LEND-D7: given a late loan beside a good one, when a month ends before %s in %s, then both are held at its rate',
  (through, _, heldPaise) => {
    const kept = twoLoans(through);
    expect([heldOf(kept, 'loan'), heldOf(kept)]).toEqual([heldPaise, heldPaise]);
  },
);

test('LEND-D7, LEND-X10: given a frozen loan beside a late one, when a month ends, then its own class says what is held', () => {
  const kept = twoLoans('2027-04-01', { freezes: [{ isFrozen: true, fromOn: day('2027-03-20') }] });
  expect([heldOf(kept, 'loan'), heldOf(kept)]).toEqual([229_500, 15_300]);
});

test('LEND-D7, LEND-W6: given late money that ends arrears of before a month’s end, then less was held of the other loan there', () => {
  const kept = twoLoans('2027-04-05');
  const news = { news: 'received', money: money(1_700_000, '2027-03-20') } as const;
  const { takenBack } = kept.rebook(news, day('2027-03-20'), day('2027-04-05'));
  expect(takenBack.map(({ loan }) => loan.id)).toEqual(['loan', 'other']);
  expect(heldOf(kept)).toBe(15_300);
  const held = kept.journals().filter(({ kind, loanId }) => kind === 'ecl' && loanId === 'other');
  expect(held.map(({ effectiveOn }) => effectiveOn)).toEqual(['2027-03-31']);
});

test('LEND-D7, LEND-W6: given late money of after a month’s end, then the other loan is left as it is', () => {
  const kept = twoLoans('2027-04-05');
  const news = { news: 'received', money: money(1_700_000, '2027-04-01') } as const;
  const { takenBack } = kept.rebook(news, day('2027-04-01'), day('2027-04-05'));
  expect(takenBack.map(({ loan }) => loan.id)).toEqual(['loan']);
  expect(heldOf(kept)).toBe(229_500);
});
