import { addDays } from '@mohlat/money';
import { expect, test } from 'vitest';
import { closeThrough, hardship, type Kept, lent, money } from './backdating.testing.ts';
import { day, loanOf } from './borrowers.testing.ts';
import { isInHardshipAtOpening, isPromisedAfter } from './hardship.ts';

const penalsOf = (kept: Kept) =>
  loanOf(kept.borrower()).charges.map(({ number, leviedOn }) => [number, leviedOn]);

/** Money for the first instalment that was debited on a day, and is heard of in the morning of another. */
function heard(kept: Kept, on: string, heardOn: string): void {
  closeThrough(kept, addDays(day(heardOn), -1));
  const late = money(520_000, on);
  kept.rebook({ news: 'received', money: late }, late.valueOn, day(heardOn));
}

/** Nothing is paid; a hardship is told on 1 March. */
function told(untilOn: string): Kept {
  const kept = lent();
  closeThrough(kept, '2027-02-28');
  hardship(untilOn, '2027-03-01').let(kept);
  return kept;
}

test('LEND-23, LEND-W6: given a hardship that late money ends before, when its days are replayed, then they bring no charge', () => {
  const kept = told('2027-03-31');
  heard(kept, '2027-03-05', '2027-03-25');
  expect(loanOf(kept.borrower()).hardships.map(({ endedOn }) => endedOn)).toEqual(['2027-03-05']);
  expect(penalsOf(kept)).toEqual([[1, '2027-02-19']]);
  // The next step comes after the news, and its owner is told before.
  closeThrough(kept, '2027-04-17');
  expect(penalsOf(kept)).toEqual([
    [1, '2027-02-19'],
    [2, '2027-04-18'],
  ]);
});

test('LEND-23, LEND-W6: given a charge that came after a hardship, when its days are replayed, then it stands', () => {
  const kept = told('2027-03-18');
  heard(kept, '2027-03-05', '2027-03-25');
  expect(penalsOf(kept)).toEqual([
    [1, '2027-02-19'],
    [2, '2027-03-19'],
  ]);
});

test.each<[string, string | null, string, boolean]>([
  ['2027-03-31', null, '2027-03-30', true],
  ['2027-03-31', null, '2027-03-31', false],
  ['2027-03-31', '2027-03-10', '2027-03-09', true],
  ['2027-03-31', '2027-03-10', '2027-03-10', false],
  ['2027-03-01', null, '2027-02-01', false],
  ['2027-03-02', null, '2027-02-01', true],
])(
  'LEND-23: given a hardship of 1 March through %s, ended on %s, when asked after %s, then a day of it was promised: %s',
  (untilOn, endedOn, on, is) => {
    const fact = {
      id: 'h',
      fromOn: day('2027-03-01'),
      openedOn: day('2027-03-01'),
      untilOn: day(untilOn),
      endedOn: endedOn === null ? null : day(endedOn),
    };
    expect(isPromisedAfter([fact], day(on))).toBe(is);
    const days = Array.from({ length: 70 }, (_, index) => addDays(day(on), index + 1));
    expect(days.some((one) => isInHardshipAtOpening([fact], one))).toBe(is);
  },
);
