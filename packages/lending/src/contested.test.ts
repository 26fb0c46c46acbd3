import { addDays } from '@mohlat/money';
import { expect, test } from 'vitest';
import { closeThrough, money } from './backdating.testing.ts';
import { aLoan, borrowerWith, day, live, loanOf, ORDINARY } from './borrowers.testing.ts';
import { levyBounce } from './bounce.ts';
import type { ContestedDays } from './contested.ts';
import { chargesUntil } from './foresee.ts';
import { keptInMemory } from './memory.testing.ts';

const contested = (openedOn: string, endedOn: string | null): ContestedDays => ({
  openedOn: day(openedOn),
  endedOn: endedOn === null ? null : day(endedOn),
});

/** The first instalment is due on 15 February and never paid: its late charges come on the 19th and on 21 March. */
test.each<[string, readonly ContestedDays[], readonly string[]]>([
  ['that waits', [contested('2027-02-18', null)], []],
  ['heard of on the morning of a charge', [contested('2027-02-19', null)], ['2027-02-19']],
  ['that ends on the day of a charge', [contested('2027-02-10', '2027-02-19')], ['2027-03-21']],
  ['that ended the day before', [contested('2027-02-10', '2027-02-18')], ['2027-02-19', '2027-03-21']],
  [
    'in two rounds',
    [contested('2027-02-10', '2027-02-20'), contested('2027-03-01', '2027-03-10')],
    ['2027-03-21'],
  ],
])('LEND-23: given a dispute %s, then these late charges come', (_, disputes, days) => {
  const { changes } = live(borrowerWith(aLoan({}, { disputes })), '2027-01-15', '2027-03-31');
  const ofFirst = changes.flatMap((one) =>
    one.change === 'charge_levied' && one.number === 1 ? [one.leviedOn] : [],
  );
  expect(ofFirst).toEqual(days);
});

test('LEND-23, LEND-D1: given a dispute, when days go by, then they are past due all the same', () => {
  const loan = aLoan({}, { disputes: [contested('2027-02-18', null)] });
  const { borrower } = live(borrowerWith(loan), '2027-01-15', '2027-03-20');
  expect(loanOf(borrower).standings.at(-1)).toMatchObject({ dpd: 34, class: 'SMA1' });
});

test.each([
  [null, 0],
  ['2027-02-16', 1],
])(
  'LEND-23, LEND-L6: given a dispute that ended on %s, when a debit comes back, then %i charge comes',
  (endedOn, count) => {
    const loan = aLoan({}, { disputes: [contested('2027-02-10', endedOn)] });
    const { borrower } = live(borrowerWith(loan), '2027-01-15', '2027-02-15');
    expect(levyBounce(loanOf(borrower), 1, day('2027-02-16')).changes).toHaveLength(count);
  },
);

test('LEND-23, LEND-W6: given days without charges in a dispute, when late money is put into its day, then they stay so', () => {
  const kept = keptInMemory(borrowerWith(aLoan({}, { disputes: [contested('2027-02-18', '2027-03-20')] })));
  closeThrough(kept, '2027-03-25');
  const before = loanOf(kept.borrower()).charges.map(({ leviedOn }) => leviedOn);
  expect(before).toEqual(['2027-03-21']);
  const late = money(10_000, '2027-02-16');
  kept.rebook({ news: 'received', money: late }, late.valueOn, addDays(day('2027-03-25'), 1));
  expect(loanOf(kept.borrower()).charges.map(({ leviedOn }) => leviedOn)).toEqual(before);
});

test('LEND-23, LEND-L4: given a dispute that waits, when charges are foreseen, then none is', () => {
  const foreseen = (disputes: readonly ContestedDays[]) => {
    const { borrower } = live(borrowerWith(aLoan({}, { disputes })), '2027-01-15', '2027-02-16');
    return chargesUntil(borrower, day('2027-02-17'), day('2027-02-25'), () => ORDINARY);
  };
  expect(foreseen([contested('2027-02-10', null)])).toEqual([]);
  expect(foreseen([contested('2027-02-10', '2027-02-12')])).toMatchObject([{ leviedOn: '2027-02-19' }]);
});
