import { addDays, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unreceivedOf } from './balances.ts';
import type { Loan } from './borrower.ts';
import {
  aLoan,
  borrowerWith,
  day,
  live,
  type Lived,
  loanOf,
  ORDINARY,
  sumsOf,
  withPaid,
} from './borrowers.testing.ts';
import { closeDay } from './close-day.ts';
import { NOTHING } from './decision.ts';

const penals = ({ changes }: Lived) =>
  changes.flatMap((one) =>
    one.change === 'charge_levied' ? [`${one.number} ${one.leviedOn} ${one.amountPaise}`] : [],
  );
const standings = ({ changes }: Lived) =>
  changes.flatMap((one) => (one.change === 'standing_recorded' ? [`${one.on} ${one.dpd} ${one.class}`] : []));
/** A hardship that was told once its first day had been opened. */
const told = (fromOn: string, untilOn: string) => ({
  id: 'h',
  fromOn: day(fromOn),
  openedOn: day(fromOn),
  untilOn: day(untilOn),
  endedOn: null,
});
const kinds = ({ journals }: Pick<Lived, 'journals'>) => journals.map(({ kind }) => kind);

describe('a loan in its time', () => {
  test('LEND-16: W3, an instalment is demanded on its due date with all its interest earned', () => {
    const lived = live(borrowerWith(aLoan()), '2027-01-15', '2027-02-14');
    expect(sumsOf(lived.journals)).toEqual({
      A200: -495_000,
      A201: 495_000,
      A202: -10_000,
      A203: 10_000,
      A211: 15_000,
      I410: -15_000,
      // A month has ended: one hundredth of ₹15,300 is held.
      A290: -15_300,
      E520: 15_300,
    });
    expect(lived.journals.find(({ kind }) => kind === 'demand')?.effectiveOn).toBe('2027-02-15');
    expect(loanOf(lived.borrower).instalments.map(({ isDemanded }) => isDemanded)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('LEND-16 journal 12: W10, money held for an instalment is applied on its due date', () => {
    const parts = [
      ['interest', 15_000],
      ['fee', 10_000],
      ['principal', 495_000],
    ] as const;
    const earmarks = parts.map(([component, amount]) => ({
      repaymentId: 'r',
      receivedAt: 0,
      number: 1,
      component,
      amountPaise: paise(amount),
    }));
    const paid = {
      paidInterestPaise: paise(15_000),
      paidFeePaise: paise(10_000),
      paidPrincipalPaise: paise(495_000),
    };
    const held = withPaid(borrowerWith(aLoan({}, { earmarks, closedThroughOn: day('2027-02-13') })), 1, paid);
    const { journals, borrower } = live(held, '2027-02-14', '2027-03-01');
    expect(sumsOf(journals.filter(({ kind }) => kind === 'earmark'))).toEqual({
      L300: 520_000,
      A211: -15_000,
      A203: -10_000,
      A201: -495_000,
    });
    expect(loanOf(borrower).earmarks).toEqual([]);
    expect(loanOf(borrower).standings.every(({ dpd }) => dpd === 0)).toBe(true);
  });

  test('LEND-B2: only the day after the last closed one is closed', () => {
    const borrower = borrowerWith(aLoan());
    for (const on of ['2027-01-14', '2027-01-16'])
      expect(closeDay(borrower, day(on), ORDINARY)).toBe(NOTHING);
  });

  test('LEND-D7: the allowance follows the class at a month’s end', () => {
    const { journals } = live(borrowerWith(aLoan()), '2027-01-15', '2027-05-31');
    const moved = journals
      .filter(({ kind }) => kind === 'ecl')
      .map((one) => [one.effectiveOn, sumsOf([one])['A290']]);
    expect(moved).toEqual([
      ['2027-01-31', -15_300],
      ['2027-03-31', -214_200],
      ['2027-05-31', -688_500],
    ]);
  });
});

describe('a person who pays late', () => {
  test('LEND-L2, LEND-L7, LEND-D1: W9 is charged on the fourth day, and stands again once all of it is paid', () => {
    const late = live(borrowerWith(aLoan()), '2027-01-15', '2027-02-21');
    // A day that is as the one before it left it is no fact.
    expect(standings(late).slice(0, 3)).toEqual([
      '2027-01-15 0 STD',
      '2027-02-15 1 SMA0',
      '2027-02-16 2 SMA0',
    ]);
    expect(penals(late)).toEqual(['1 2027-02-19 20000']);
    const part = {
      paidInterestPaise: paise(15_000),
      paidFeePaise: paise(10_000),
      paidPrincipalPaise: paise(275_000),
    };
    const partly = live(withPaid(late.borrower, 1, part), '2027-02-22', '2027-02-24');
    expect(standings(partly)[0]).toBe('2027-02-22 8 SMA0');
    const rest = { ...part, paidPrincipalPaise: paise(495_000) };
    const cured = live(withPaid(partly.borrower, 1, rest), '2027-02-25', '2027-02-28');
    expect(standings(cured)[0]).toBe('2027-02-25 0 STD');
    // Its charge is unpaid, and counts as past due from the next due date on. Rule: LEND-L7
    expect(loanOf(cured.borrower).charges).toMatchObject([{ overdueOn: '2027-03-15' }]);
  });

  test('LEND-L1: who pays on the third day late is charged nothing', () => {
    const late = live(borrowerWith(aLoan()), '2027-01-15', '2027-02-17');
    const paid = {
      paidInterestPaise: paise(15_000),
      paidFeePaise: paise(10_000),
      paidPrincipalPaise: paise(495_000),
    };
    const cured = live(withPaid(late.borrower, 1, paid), '2027-02-18', '2027-02-24');
    expect([...penals(late), ...penals(cured)]).toEqual([]);
    expect(penals(live(late.borrower, '2027-02-18', '2027-02-18'))).toHaveLength(1);
  });

  test('LEND-D2, LEND-D4: W11 stops performing at 91 days, and its income goes into suspense', () => {
    const lived = live(borrowerWith(aLoan()), '2027-01-15', '2027-05-16');
    expect(penals(lived)).toEqual([
      '1 2027-02-19 20000',
      '2 2027-03-19 20000',
      '1 2027-03-21 20000',
      '2 2027-04-18 20000',
      '3 2027-04-19 20000',
      '1 2027-04-20 20000',
    ]);
    const classes = standings(lived);
    expect(classes).toEqual(
      expect.arrayContaining([
        '2027-03-16 30 SMA0',
        '2027-03-17 31 SMA1',
        '2027-04-16 61 SMA2',
        '2027-05-15 90 SMA2',
        '2027-05-16 91 NPA',
      ]),
    );
    const entered = lived.journals.filter(({ kind }) => kind === 'npa');
    expect(sumsOf(entered)).toEqual({ I410: 30_000, I420: 120_000, L350: -150_000 });
    expect(loanOf(lived.borrower).status).toBe('npa');
  });

  test('LEND-D3: part of the arrears paid upgrades no loan; all of them paid does', () => {
    const npa = live(borrowerWith(aLoan()), '2027-01-15', '2027-05-16').borrower;
    const all = (number: number) => {
      const one = loanOf(npa).instalments.find((row) => row.number === number)!;
      return {
        paidPrincipalPaise: one.principalPaise,
        paidFeePaise: one.feePaise,
        paidInterestPaise: one.interestPaise,
      };
    };
    const partly = live(withPaid(npa, 1, all(1)), '2027-05-17', '2027-05-17');
    expect(standings(partly)).toEqual(['2027-05-17 64 NPA']);
    const instalments = [1, 2, 3].reduce((state, number) => withPaid(state, number, all(number)), npa);
    const charges = loanOf(npa).charges.map((one) => ({ ...one, paidPaise: one.amountPaise }));
    const paid = borrowerWith({ ...loanOf(instalments), charges });
    const cured = live(paid, '2027-05-17', '2027-05-17');
    expect(standings(cured)).toEqual(['2027-05-17 0 STD']);
    expect(loanOf(cured.borrower).status).toBe('active');
    // Suspense is empty: all of it was received.
    expect(kinds(cured)).toEqual([]);
  });

  test('LEND-D2: one loan in arrears stops all of a borrower’s loans, and suspends what the others accrue', () => {
    const good = aLoan({ id: 'good', anchor: '2027-05-01' });
    const lived = live(borrowerWith(aLoan(), good), '2027-01-15', '2027-05-15');
    const borrower = {
      ...lived.borrower,
      loans: lived.borrower.loans.map((one) =>
        one.id === 'good' ? { ...good, closedThroughOn: day('2027-05-15') } : one,
      ),
    };
    const { journals, changes } = live(borrower, '2027-05-16', '2027-05-17');
    const entered = changes.filter((change) => change.change === 'status_changed');
    expect(entered.map(({ loanId }) => loanId)).toEqual(['loan', 'good']);
    expect(
      sumsOf(journals.filter((one) => one.kind === 'accrual' && one.effectiveOn === '2027-05-17')),
    ).toEqual({
      A210: 484,
      L350: -484,
    });
  });
});

describe('late charges', () => {
  const NEVER_PAID = ['2027-01-15', '2027-06-15'] as const;

  test('LEND-L3: together they are at most a tenth of what was financed; the last one is trimmed', () => {
    const small = aLoan({ billPaise: 60_000, count: 1 });
    expect(penals(live(borrowerWith(small), ...NEVER_PAID))).toEqual([
      '1 2027-02-18 5000',
      '1 2027-03-20 1500',
    ]);
  });

  test('LEND-L3: two charges of one morning share the room below the cap', () => {
    // Thirty days lie between the two due dates: the thirty-fourth day of one is the fourth of the other.
    const tiny = aLoan({ billPaise: 125_000, count: 2, anchor: '2026-03-10' });
    expect(penals(live(borrowerWith(tiny), '2026-03-10', '2026-07-08'))).toEqual([
      '1 2026-04-14 5000',
      '1 2026-05-14 5000',
      '2 2026-05-14 3000',
    ]);
  });

  test('LEND-L3: of any loan that is never paid they stay below it, and none is levied once it does not perform', () => {
    const bill = fc.integer({ min: 20_000, max: 3_000_000 });
    fc.assert(
      fc.property(bill, fc.constantFrom(1, 3), (billPaise, count) => {
        fc.pre(count === 1 || billPaise >= count * 20_000);
        const { borrower } = live(borrowerWith(aLoan({ billPaise, count })), ...NEVER_PAID);
        const loan = loanOf(borrower);
        const sum = loan.charges.reduce((total, { amountPaise }) => total + amountPaise, 0);
        expect(sum * 10).toBeLessThanOrEqual(loan.financedPaise);
        expect(loan.charges.every(({ leviedOn }) => leviedOn <= '2027-05-16')).toBe(true);
      }),
      { numRuns: 5 },
    );
  });

  test.each<[string, Partial<Loan>, readonly string[]]>([
    [
      'none while a person cannot pay, from the day after it was told',
      {
        hardships: [told('2027-02-18', '2027-02-28')],
      },
      [],
    ],
    [
      'none after it was told while the close was days behind',
      { hardships: [{ ...told('2027-02-20', '2027-02-28'), openedOn: day('2027-02-17') }] },
      [],
    ],
    [
      'but the morning on which it is told stands',
      {
        hardships: [told('2027-02-19', '2027-02-28')],
      },
      ['1 2027-02-19 20000'],
    ],
    [
      'none while the bank owes the answer to a debit',
      {
        debits: [
          {
            number: 1,
            presentedAt: Date.parse('2027-02-15T10:00:00+05:30'),
            endedAt: null,
            answerByOn: day('2027-02-19'),
          },
        ],
      },
      [],
    ],
    [
      'none that did not stand before, where a repayment was taken back',
      { noNewPenalThroughOn: day('2027-03-01'), rewoundCount: 1 },
      [],
    ],
    [
      'none for one of another lateness',
      {
        noNewPenalThroughOn: day('2027-03-01'),
        rewoundCount: 1,
        reversedCharges: [{ kind: 'penal', number: 1, lateDays: 34, amountPaise: paise(10_000) }],
      },
      [],
    ],
    [
      'and none higher',
      {
        noNewPenalThroughOn: day('2027-03-01'),
        rewoundCount: 1,
        reversedCharges: [{ kind: 'penal', number: 1, lateDays: 4, amountPaise: paise(10_000) }],
      },
      ['1 2027-02-19 10000'],
    ],
    [
      'later by the days that were frozen',
      {
        freezes: [
          { isFrozen: true, fromOn: day('2027-02-16') },
          { isFrozen: false, fromOn: day('2027-02-20') },
        ],
      },
      ['1 2027-02-23 20000'],
    ],
  ])('LEND-L3, LEND-20, LEND-23, LEND-W7, LEND-X10: %s', (_, change, levied) => {
    expect(penals(live(borrowerWith(aLoan({}, change)), '2027-01-15', '2027-02-28'))).toEqual(levied);
  });

  test('LEND-L3: none where no person could pay on the last day because of us', () => {
    const down = (on: string) => ({ ...ORDINARY, wereChannelsDown: on === '2027-02-18' });
    expect(penals(live(borrowerWith(aLoan()), '2027-01-15', '2027-02-28', down))).toEqual([]);
  });

  test('LEND-23: a hardship ends at the close at which arrears are paid, not before', () => {
    const hardships = [told('2027-02-10', '2027-03-10')];
    const late = live(borrowerWith(aLoan({}, { hardships })), '2027-01-15', '2027-02-20');
    expect(loanOf(late.borrower).hardships).toEqual(hardships);
    const paid = {
      paidInterestPaise: paise(15_000),
      paidFeePaise: paise(10_000),
      paidPrincipalPaise: paise(495_000),
    };
    const cured = live(withPaid(late.borrower, 1, paid), '2027-02-21', '2027-02-21');
    expect(loanOf(cured.borrower).hardships).toMatchObject([{ endedOn: '2027-02-21' }]);
  });
});

describe('a frozen loan', () => {
  test('LEND-X10: nothing is demanded and nothing counted on its days, interest alone runs on', () => {
    const freezes = [
      { isFrozen: true, fromOn: day('2027-02-10') },
      { isFrozen: false, fromOn: day('2027-03-01') },
    ];
    const lived = live(borrowerWith(aLoan({}, { freezes })), '2027-01-15', '2027-03-03');
    const demanded = lived.journals.filter(({ kind }) => kind === 'demand');
    expect(demanded.map(({ effectiveOn }) => effectiveOn)).toEqual(['2027-03-02']);
    expect(standings(lived).slice(-3)).toEqual([
      '2027-01-15 0 STD',
      '2027-03-02 1 SMA0',
      '2027-03-03 2 SMA0',
    ]);
    expect(unreceivedOf(loanOf(lived.borrower), day('2027-02-28')).interestPaise).toBe(15_000 + 5_000);
  });
});

describe('what is too little to ask for', () => {
  const almost = (left: number) => {
    const loan = aLoan({ count: 1 });
    const [one] = loan.instalments;
    const paid = { paidPrincipalPaise: paise(one!.principalPaise - left), paidFeePaise: one!.feePaise };
    return withPaid(borrowerWith(loan), 1, paid);
  };

  test('LEND-9: at most a rupee after the last due date is let off, the loan closes and its allowance goes back', () => {
    const lived = live(almost(100), '2027-01-15', '2027-02-20');
    expect(loanOf(lived.borrower)).toMatchObject({
      status: 'closed',
      closedOn: '2027-02-15',
      allowancePaise: 0,
    });
    expect(lived.borrower.usedPaise).toBe(0);
    expect(sumsOf(lived.journals.filter(({ kind }) => kind === 'waiver'))).toEqual({ A201: -100, E510: 100 });
    expect(sumsOf(lived.journals)['A290']).toBeUndefined();
  });

  test('LEND-9: a paisa more is asked for', () => {
    const lived = live(almost(101), '2027-01-15', '2027-02-20');
    expect(loanOf(lived.borrower).status).toBe('active');
    expect(kinds(lived)).not.toContain('waiver');
  });
});

test('LEND-I01: whatever a day decides balances, and is dated on the day or the next', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 60_000, max: 4_000_000 }),
      fc.integer({ min: 0, max: 130 }),
      (billPaise, days) => {
        const first = day('2027-01-15');
        const { journals } = live(borrowerWith(aLoan({ billPaise, count: 3 })), first, addDays(first, days));
        for (const { lines, effectiveOn } of journals) {
          expect(lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(0);
          expect(effectiveOn <= addDays(first, days + 1)).toBe(true);
        }
      },
    ),
    { numRuns: 5 },
  );
});
