import { paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import type { Standing } from './borrower.ts';
import { aLoan, borrowerWith, day, loanOf, ORDINARY } from './borrowers.testing.ts';
import { closeDay, closeDays, closeThrough, type ClosingDay, isToLookAt, lossRatesOn } from './close-day.ts';
import { NOTHING } from './decision.ts';

describe('several looks at once', () => {
  const standings = [{ on: day('2027-01-15'), dpd: 0, class: 'STD' }] as const;
  const quiet = (nextOn: string | null) =>
    borrowerWith(
      aLoan(
        {},
        { standings, closedThroughOn: day('2027-01-20'), nextOn: nextOn === null ? null : day(nextOn) },
      ),
    );
  const days = (...dates: readonly string[]): ClosingDay[] =>
    dates.map((on) => ({ day: day(on), ...ORDINARY, wereChannelsDown: on === '2027-01-21' }));

  test('LEND-B2: given looks that bring interest alone, then they are one, with the next day of the last', () => {
    const { decision, borrower } = closeDays(quiet(null), days('2027-01-21', '2027-01-22', '2027-01-23'));
    expect(decision).toEqual({
      ...NOTHING,
      changes: [{ change: 'next_day_set', loanId: 'loan', knownNextOn: null, nextOn: '2027-01-31' }],
    });
    expect(loanOf(borrower)).toMatchObject({ closedThroughOn: '2027-01-20', nextOn: '2027-01-31' });
  });

  test('LEND-B2: given a later next day, then nothing is decided', () => {
    expect(closeDays(quiet('2027-01-31'), days('2027-01-21', '2027-01-22')).decision).toBe(NOTHING);
  });

  test('LEND-B2: given a look and a day that is written, then both name the next day at the end', () => {
    const { decision } = closeDays(quiet('2027-01-30'), days('2027-01-30', '2027-01-31'));
    expect(decision.changes.filter(({ change }) => /^days_closed|^next_day/.test(change))).toEqual([
      { change: 'next_day_set', loanId: 'loan', knownNextOn: '2027-01-30', nextOn: '2027-02-14' },
      {
        change: 'days_closed',
        loanId: 'loan',
        afterOn: '2027-01-20',
        throughOn: '2027-01-31',
        knownNextOn: '2027-01-30',
        nextOn: '2027-02-14',
      },
    ]);
  });
});

test.each([
  ['2027-01-20', null, true],
  ['2027-01-21', null, false],
  ['2027-01-20', '2027-01-21', true],
  ['2027-01-20', '2027-01-22', false],
  ['2027-01-21', '2027-01-21', false],
])(
  'LEND-22: given a loan closed through %s, next on %s, when 21 January closes, then it is looked at: %s',
  (closed, next, is) => {
    const loan = { closedThroughOn: day(closed), nextOn: next === null ? null : day(next) };
    expect(isToLookAt(loan, day('2027-01-21'))).toBe(is);
  },
);

test.each([
  ['2027-01-20', null, 1],
  ['2027-01-19', null, 0],
  ['2027-01-19', '2027-01-21', 1],
  ['2027-01-19', '2027-01-20', 0],
])(
  'LEND-B2: given a loan closed through %s, next on %s, when days through the 21st are written, then it is: %i',
  (closed, next, count) => {
    const loan = aLoan({}, { closedThroughOn: day(closed), nextOn: next === null ? null : day(next) });
    const { changes } = closeThrough(borrowerWith(loan), [{ day: day('2027-01-21'), ...ORDINARY }]).decision;
    expect(changes.filter(({ change }) => change === 'days_closed')).toHaveLength(count);
  },
);

describe('the rates of losses', () => {
  const rates = (instant: string, earlyBps: number) => ({
    startsAt: new Date(instant),
    lossRates: { ...ORDINARY.lossRates, earlyBps },
  });
  const dated = [
    rates('2027-01-31T18:30:00Z', 1),
    rates('2027-02-10T06:00:00Z', 2),
    rates('2027-02-10T10:00:00Z', 3),
  ];

  test.each([
    ['2026-12-31', 1],
    ['2027-02-01', 1],
    ['2027-02-09', 1],
    ['2027-02-10', 3],
    ['2027-03-31', 3],
  ])('LEND-D7: given the close of %s, then those in force when it ends count', (on, earlyBps) => {
    expect(lossRatesOn(dated, day(on)).earlyBps).toBe(earlyBps);
  });

  test('LEND-D7: given none, then that is refused', () => {
    expect(() => lossRatesOn([], day('2027-02-10'))).toThrow('no rates');
  });
});

describe('the end of a hardship of March', () => {
  const fact = (on: string, dpd: number): Standing => ({ on: day(on), dpd, class: dpd > 0 ? 'SMA0' : 'STD' });
  const hardship = { id: 'h', openedOn: day('2027-03-01'), endedOn: null };
  const paid = aLoan().instalments.map((one) => ({
    ...one,
    paidPrincipalPaise: one.principalPaise,
    paidFeePaise: one.feePaise,
    paidInterestPaise: paise(0),
  }));

  test.each<[string, readonly Standing[], boolean, string?]>([
    ['never', [fact('2027-03-05', 0)], false],
    ['on its eve, when it is over', [fact('2027-02-15', 1), fact('2027-03-05', 0)], false, '2027-03-09'],
    ['on its eve, on its last day', [fact('2027-02-15', 1), fact('2027-03-05', 0)], true, '2027-03-10'],
    ['on its eve', [fact('2027-02-15', 1), fact('2027-03-05', 0)], true],
    ['until the day before its eve', [fact('2027-02-15', 1), fact('2027-02-28', 0)], false],
    ['on its first day alone', [fact('2027-03-01', 1), fact('2027-03-02', 0)], true],
    ['still', [fact('2027-03-05', 1)], true],
  ])(
    'LEND-23: given arrears %s, when none are left at a close, then it ends or not',
    (_, facts, ends, untilOn = '2027-03-31') => {
      const loan = aLoan(
        {},
        {
          instalments: paid,
          standings: [fact('2027-01-15', 0), ...facts],
          hardships: [{ ...hardship, fromOn: day('2027-03-01'), untilOn: day(untilOn) }],
          closedThroughOn: day('2027-03-09'),
        },
      );
      const { changes } = closeDay(borrowerWith(loan), day('2027-03-10'), ORDINARY);
      expect(changes.some(({ change }) => change === 'hardship_ended')).toBe(ends);
    },
  );
});

test.each([
  [15_300, []],
  [15_299, [['A290', -1]]],
  [15_301, [['A290', 1]]],
])(
  'LEND-D7: given an allowance of %i paise at a month’s end, then it moves by what is wanted',
  (held, moved) => {
    const loan = aLoan({}, { allowancePaise: paise(held), closedThroughOn: day('2027-01-30') });
    const { journals, changes } = closeDay(borrowerWith(loan), day('2027-01-31'), ORDINARY);
    const lines = journals.filter(({ kind }) => kind === 'ecl').flatMap((one) => one.lines);
    expect(
      lines.filter(({ account }) => account === 'A290').map((one) => [one.account, one.amountPaise]),
    ).toEqual(moved);
    expect(changes.filter(({ change }) => change === 'allowance_set')).toHaveLength(moved.length);
  },
);
