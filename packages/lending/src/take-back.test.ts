import { addDays, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { after } from './after.ts';
import {
  at,
  bothWays,
  closeThrough,
  FIRST,
  type Happening,
  hardship,
  lent,
  money,
  paid,
  paidDemanded,
} from './backdating.testing.ts';
import { levyBounce } from './bounce.ts';
import { day, loanOf } from './borrowers.testing.ts';

test('LEND-W6, LEND-W2: given held money applied, when the due date is lived again, then it stays applied', () => {
  const kept = bothWays(lent, money(100_000, '2027-02-15'), '2027-02-20', '2027-03-20', [
    paid(300_000, '2027-02-01'),
  ]);
  expect(loanOf(kept.borrower()).earmarks).toEqual([]);
});

test('LEND-W6, LEND-L1: given a charge of a morning, when that day is lived again, then it stands', () => {
  const kept = bothWays(lent, money(520_000, '2027-02-19'), '2027-02-25', '2027-03-01', []);
  expect(loanOf(kept.borrower()).charges.map(({ leviedOn }) => leviedOn)).toEqual(['2027-02-19']);
});

test('LEND-W7, LEND-23: given a hardship ended by money, when that is reversed, then it goes on', () => {
  const kept = lent();
  const story = [hardship('2027-03-20', '2027-02-14'), paid(520_000, '2027-02-20')];
  for (let on = FIRST; on < '2027-03-01'; on = addDays(on, 1)) {
    for (const one of story) if (one.on === on) one.let(kept);
    kept.close(on);
  }
  const endedOn = () => loanOf(kept.borrower()).hardships.map((one) => one.endedOn);
  expect(endedOn()).toEqual(['2027-02-20']);
  const valueOn = day('2027-02-20');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-02-20', valueOn } as const;
  kept.rebook(news, valueOn, day('2027-03-01'));
  expect(endedOn()).toEqual([null]);
});

test('LEND-W6, LEND-9: given a tiny rest let off, when lived again, then only the staff’s waiver is granted again', () => {
  const kept = lent();
  const story = [paidDemanded('2027-02-25'), paidDemanded('2027-03-15'), paidDemanded('2027-04-15')];
  for (let on = FIRST; on < '2027-04-20'; on = addDays(on, 1)) {
    for (const one of story) if (one.on === on) one.let(kept);
    kept.close(on);
  }
  const [charge] = loanOf(kept.borrower()).charges;
  const grantedPaise = paise(charge!.amountPaise - 50);
  kept.waive(
    'loan',
    { id: 'w', component: 'penal', grantedPaise, effectiveOn: day('2027-04-20') },
    at('2027-04-20'),
  );
  kept.close(day('2027-04-20'));
  expect(loanOf(kept.borrower()).status).toBe('closed');
  const news = { news: 'received', money: money(1_000, '2027-04-16') } as const;
  const { takenBack, lived } = kept.rebook(news, day('2027-04-16'), day('2027-04-25'));
  expect(takenBack[0]?.waivers.map(({ isTiny }) => isTiny)).toEqual([false, true]);
  const applied = lived.flatMap(({ changes }) => changes).filter((one) => one.change === 'waiver_applied');
  expect(applied.map(({ waiverId }) => waiverId)).toEqual(['w']);
  expect(loanOf(kept.borrower()).status).toBe('closed');
});

test('LEND-W6, LEND-D5: given a write-off, when later money is reordered, then interest to come stays forgone', () => {
  const given: Happening = {
    on: '2027-10-01',
    let: (kept) => kept.writeOff('loan', { id: 'o', effectiveOn: day('2027-10-01') }, at('2027-10-01')),
  };
  const kept = bothWays(() => lent(12), money(200_000, '2027-10-10'), '2027-10-21', '2027-10-25', [
    given,
    paid(300_000, '2027-10-20'),
  ]);
  expect(loanOf(kept.borrower()).status).toBe('written_off');
});

test('LEND-W6, LEND-F5: given a waived fee, when earlier money is back-dated, then its tax goes back once', () => {
  const granted = {
    id: 'w',
    component: 'fee',
    grantedPaise: paise(3_001),
    effectiveOn: day('2027-02-18'),
  } as const;
  const kept = bothWays(lent, money(10_000, '2027-02-17'), '2027-02-25', '2027-03-01', [
    { on: '2027-02-18', let: (one) => one.waive('loan', granted, at('2027-02-18')) },
  ]);
  expect(loanOf(kept.borrower()).feeTax.waived).toEqual([{ waiverId: 'w', amountPaise: 3_001 }]);
});

test('LEND-W7: given a charge that stood, when earlier money is reversed, then it is no higher', () => {
  const kept = lent();
  closeThrough(kept, '2027-02-09');
  kept.pay(money(300_000, '2027-02-10'));
  closeThrough(kept, '2027-02-24');
  const [before] = loanOf(kept.borrower()).charges;
  const valueOn = day('2027-02-10');
  const news = { news: 'reversed', loanId: 'loan', repaymentId: 'r 2027-02-10', valueOn } as const;
  kept.rebook(news, valueOn, day('2027-02-25'));
  expect(loanOf(kept.borrower()).charges).toEqual([before]);
});

test('LEND-W6: given a later bounce charge, when older charges arise again, then they come first', () => {
  const kept = lent();
  closeThrough(kept, '2027-03-04');
  const { journals, changes } = levyBounce(loanOf(kept.borrower()), 1, day('2027-03-05'));
  kept.learn(after(kept.borrower(), changes), journals);
  closeThrough(kept, '2027-03-09');
  const news = { news: 'received', money: money(1_000, '2027-02-16') } as const;
  kept.rebook(news, day('2027-02-16'), day('2027-03-10'));
  const days = loanOf(kept.borrower()).charges.map(({ leviedOn }) => leviedOn);
  expect(days.length).toBeGreaterThan(1);
  expect(days).toEqual(days.toSorted());
});

test.each<[string, Happening, string, readonly (readonly [string, number, number, boolean])[]]>([
  [
    'money that paid charges',
    paid(600_000, '2027-03-10'),
    '2027-03-09',
    [
      ['penal', 0, 0, false],
      ['bounce', 0, 0, false],
    ],
  ],
  [
    'a waiver of a charge',
    {
      on: '2027-03-10',
      let: (kept) =>
        kept.waive(
          'loan',
          { id: 'w', component: 'penal', grantedPaise: paise(50), effectiveOn: day('2027-03-10') },
          at('2027-03-10'),
        ),
    },
    '2027-03-09',
    [['penal', 0, 0, false]],
  ],
  ['no event', { on: '', let: () => {} }, '2027-03-09', []],
  ['the charge itself', { on: '', let: () => {} }, '2027-02-18', [['penal', 0, 0, true]]],
  ['the charge of that morning', { on: '', let: () => {} }, '2027-02-19', []],
])(
  'LEND-W6: given %s, when the loan is taken back, then just the charges that differ change',
  (_, event, valueOn, expected) => {
    const kept = lent();
    for (let on = FIRST; on < '2027-03-12'; on = addDays(on, 1)) {
      if (on === '2027-03-05') {
        const { journals, changes } = levyBounce(loanOf(kept.borrower()), 1, on);
        kept.learn(after(kept.borrower(), changes), journals);
      }
      if (on === event.on) event.let(kept);
      kept.close(on);
    }
    const { charges } = loanOf(kept.borrower());
    const news = { news: 'received', money: money(100, valueOn) } as const;
    const { takenBack } = kept.rebook(news, day(valueOn), day('2027-03-12'));
    expect(
      takenBack[0]!.charges.map(({ id, paidPaise, waivedPaise, isReversed }) => [
        charges.find((one) => one.id === id)?.kind,
        paidPaise,
        waivedPaise,
        isReversed,
      ]),
    ).toEqual(expected);
  },
);
