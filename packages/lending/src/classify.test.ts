import { addDays, istDate, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aLoan, borrowerWith, day, live, loanOf, sumsOf, withPaid } from './borrowers.testing.ts';
import type { Borrower, Charge, Loan } from './borrower.ts';
import { classify, daysPastDue } from './classify.ts';
import type { Decision } from './decision.ts';
import { countedFrom } from './freeze.ts';
import { standingOn } from './standing-on.ts';

/** The standings of the loan at the closes of these days. */
function standingsOf(borrower: Borrower, dates: readonly string[]) {
  return dates.map((date) => standingOn(loanOf(borrower), day(date)));
}

/** Its first instalment is paid except for this amount. */
function firstPaidBut(borrower: Borrower, unpaidPaise: number): Borrower {
  const { principalPaise, feePaise, interestPaise } = loanOf(borrower).instalments[0]!;
  return withPaid(borrower, 1, {
    paidInterestPaise: interestPaise,
    paidFeePaise: feePaise,
    paidPrincipalPaise: paise(principalPaise - unpaidPaise),
  });
}

/** An unpaid late charge of ₹200. */
const aCharge = (change: Partial<Charge>): Charge => ({
  id: 'charge',
  kind: 'penal',
  number: 3,
  lateDays: 4,
  leviedOn: day('2027-03-20'),
  overdueOn: day('2027-05-04'),
  amountPaise: paise(20_000),
  paidPaise: paise(0),
  waivedPaise: paise(0),
  ...change,
});

describe('days past due', () => {
  test('LEND-D1, LEND-D5: W11, an unpaid loan passes through the classes to NPA and to 181 days', () => {
    const { borrower } = live(borrowerWith(aLoan()), '2027-01-15', '2027-08-14');
    const classes = (...dates: string[]) => standingsOf(borrower, dates).map((one) => one?.class);
    expect(classes('2027-02-14', '2027-02-15', '2027-03-16')).toEqual(['STD', 'SMA0', 'SMA0']);
    expect(classes('2027-03-17', '2027-04-15', '2027-04-16')).toEqual(['SMA1', 'SMA1', 'SMA2']);
    expect(classes('2027-05-15', '2027-05-16')).toEqual(['SMA2', 'NPA']);
    const numbers = standingsOf(borrower, ['2027-08-13', '2027-08-14']).map((one) => one?.dpd);
    expect(numbers).toEqual([180, 181]);
  });

  test('LEND-12: due 31 March, the classes begin at the closes the regulator names', () => {
    const loan = aLoan({ anchor: '2027-03-01', count: 1 });
    expect(loan.instalments.map(({ dueOn }) => dueOn)).toEqual(['2027-03-31']);
    const { borrower } = live(borrowerWith(loan), '2027-03-01', '2027-06-29');
    const closes = ['2027-03-31', '2027-04-29', '2027-04-30', '2027-05-29', '2027-05-30', '2027-06-28'];
    const classes = standingsOf(borrower, [...closes, '2027-06-29']).map((one) => one?.class);
    expect(classes.join(' ')).toBe('SMA0 SMA0 SMA1 SMA1 SMA2 SMA2 NPA');
  });

  test('LEND-D1: W13, a debit at the last millisecond is on time, and one at midnight leaves day 1', () => {
    const before = live(borrowerWith(aLoan()), '2027-01-15', '2027-02-14').borrower;
    const closed = (instant: string, date: string) => {
      const isIn = istDate(instant) <= date;
      const { borrower } = live(isIn ? firstPaidBut(before, 0) : before, '2027-02-15', date);
      return standingsOf(borrower, [date])[0]?.dpd;
    };
    expect(closed('2027-02-15T18:29:59.999Z', '2027-02-15')).toBe(0);
    expect(closed('2027-02-15T18:30:00Z', '2027-02-15')).toBe(1);
  });

  test('LEND-D1: one paisa unpaid is unpaid', () => {
    const before = live(borrowerWith(aLoan()), '2027-01-15', '2027-02-14').borrower;
    const dpd = (unpaidPaise: number) =>
      standingsOf(live(firstPaidBut(before, unpaidPaise), '2027-02-15', '2027-02-15').borrower, [
        '2027-02-15',
      ])[0]?.dpd;
    expect([dpd(1), dpd(0)]).toEqual([1, 0]);
  });

  test('LEND-D1: grows by one a day from the due date', () => {
    const demanded = (loan: Loan) => loan.instalments.map((one) => ({ ...one, isDemanded: true }));
    const loan = { ...aLoan(), instalments: demanded(aLoan()) };
    fc.assert(
      fc.property(fc.nat(1_000), (days) => {
        expect(daysPastDue(loan, addDays(day('2027-02-15'), days))).toBe(days + 1);
      }),
    );
  });

  test('LEND-L7, LEND-D1: an unpaid charge alone makes the loan past due, and a waived one does not', () => {
    const charge = aCharge({ leviedOn: day('2027-04-19'), overdueOn: day('2027-05-04') });
    const dpd = (one: Charge, date: string) => daysPastDue({ ...aLoan(), charges: [one] }, day(date));
    expect([dpd(charge, '2027-05-03'), dpd(charge, '2027-05-04')]).toEqual([0, 1]);
    expect(dpd({ ...charge, paidPaise: paise(19_999) }, '2027-05-04')).toBe(1);
    expect(dpd({ ...charge, waivedPaise: charge.amountPaise }, '2027-05-04')).toBe(0);
  });

  test('LEND-X10: given days frozen since the due date, then they do not count', () => {
    const freezes = [
      { isFrozen: true, fromOn: day('2027-02-20') },
      { isFrozen: false, fromOn: day('2027-02-25') },
    ];
    const loan = { ...aLoan({}, { freezes }), instalments: owed(aLoan()) };
    const days = ['2027-02-19', '2027-02-20', '2027-02-24', '2027-02-25', '2027-02-26'];
    const dpds = days.map((on) => daysPastDue(loan, day(on)));
    expect(dpds).toEqual([5, 5, 5, 6, 7]);
  });
});

test.each([
  ['2027-04-22', 0],
  ['2027-04-25', 0],
  ['2027-04-26', 1],
  ['2027-04-27', 2],
])(
  'LEND-L7, LEND-X10: given a charge to be paid by a frozen day, when %s is closed, then it is %i days past due: the last day it may be paid moves with the freeze',
  (on, dpd) => {
    const charge = aCharge({ overdueOn: day('2027-04-20') });
    const freezes = [
      { isFrozen: true, fromOn: day('2027-04-18') },
      { isFrozen: false, fromOn: day('2027-04-25') },
    ];
    expect(countedFrom(freezes, charge.overdueOn)).toBe('2027-04-26');
    expect(daysPastDue(aLoan({}, { charges: [charge], freezes }), day(on))).toBe(dpd);
  },
);

/** The instalments of a loan, all demanded. */
const owed = (loan: Loan) => loan.instalments.map((one) => ({ ...one, isDemanded: true }));

/** The standings that a decision records. */
const recorded = ({ changes }: Decision) =>
  changes.flatMap((one) =>
    one.change === 'standing_recorded' ? [[one.loanId, one.on, one.dpd, one.class]] : [],
  );

test.each([
  ['2027-01-20', 12_903],
  ['2027-01-21', 2_903],
])(
  'LEND-D3: given a charge of %s, when a loan performs again, then what stood by then is income',
  (on, income) => {
    const charge = {
      id: 'c',
      kind: 'bounce',
      number: 1,
      lateDays: 0,
      leviedOn: day(on),
      overdueOn: day('2027-02-15'),
      amountPaise: paise(10_000),
      paidPaise: paise(0),
      waivedPaise: paise(0),
    } as const;
    const loan = aLoan({}, { status: 'npa', charges: [charge], closedThroughOn: day('2027-01-19') });
    const { journals, changes } = classify(borrowerWith(loan), [loan], day('2027-01-20'));
    expect(sumsOf(journals)).toEqual({ L350: income, I410: -income });
    expect(changes).toContainEqual({ change: 'status_changed', loanId: 'loan', status: 'active' });
  },
);

/** Given up in the books on a day; recovered or settled on another, or still owed. */
const writtenOff = (on: string, endedOn?: string): Loan =>
  aLoan(
    { id: 'other', anchor: '2026-07-15' },
    {
      status: endedOn === undefined ? 'written_off' : 'closed',
      closedThroughOn: day('2027-02-09'),
      writtenOffOn: day(on),
      closedOn: endedOn === undefined ? null : day(endedOn),
    },
  );

test.each([
  ['still owed', undefined, {}, []],
  ['recovered', '2027-02-17', { L350: 16_071, I410: -16_071 }, ['active']],
])(
  'LEND-D3, LEND-D5: given a paid NPA loan beside one written off and %s, when the day is closed, then its class and suspense follow',
  (_, endedOn, sums, statuses) => {
    const paid = aLoan({}, { status: 'npa', closedThroughOn: day('2027-02-16') });
    const { journals, changes } = classify(
      borrowerWith(paid, writtenOff('2027-02-10', endedOn)),
      [paid],
      day('2027-02-17'),
    );
    expect(sumsOf(journals)).toEqual(sums);
    expect(changes.flatMap((one) => (one.change === 'status_changed' ? [one.status] : []))).toEqual(statuses);
  },
);

describe('the class of a late loan beside another', () => {
  const on = day('2027-02-17');
  const late = aLoan({}, { instalments: owed(aLoan()), closedThroughOn: day('2027-02-16') });
  const npa = { status: 'npa', closedThroughOn: day('2027-02-16') } as const;
  const fact = (from: string, dpd: number) =>
    ({ on: day(from), dpd, class: dpd > 90 ? 'NPA' : 'STD' }) as const;

  test.each<[string, Loan, string]>([
    ['that performs', aLoan({ id: 'other' }), 'SMA0'],
    ['that does not', aLoan({ id: 'other' }, npa), 'NPA'],
    [
      'whose closed day says that it performed',
      aLoan(
        { id: 'other' },
        { ...npa, closedThroughOn: day('2027-02-20'), standings: [fact('2027-01-15', 0)] },
      ),
      'SMA0',
    ],
    [
      'whose closed day says that it did not',
      aLoan({ id: 'other' }, { closedThroughOn: on, standings: [fact('2027-02-10', 95)] }),
      'NPA',
    ],
    ['that ended', aLoan({ id: 'other' }, { ...npa, status: 'closed' }), 'SMA0'],
    ['written off and still owed', writtenOff('2027-02-17'), 'NPA'],
    ['written off a day later', writtenOff('2027-02-18'), 'SMA0'],
    ['written off and recovered on the day', writtenOff('2027-02-10', '2027-02-17'), 'SMA0'],
    ['written off and recovered a day later', writtenOff('2027-02-10', '2027-02-18'), 'NPA'],
    ['lent on a later day', aLoan({ id: 'other', anchor: '2027-02-18' }, npa), 'SMA0'],
  ])('LEND-D2: given one %s, when the day is closed, then it is of its class', (_, other, found) => {
    expect(recorded(classify(borrowerWith(late, other), [late], on))).toEqual([['loan', on, 3, found]]);
  });

  test.each([
    ['2027-02-14', 0, 'STD'],
    ['2027-02-15', 1, 'NPA'],
  ])('LEND-D2: given the close of %s, then %i days past due make it %s', (date, dpd, found) => {
    const loan = { ...late, closedThroughOn: addDays(day(date), -1) };
    const other = aLoan({ id: 'other' }, npa);
    expect(recorded(classify(borrowerWith(loan, other), [loan], day(date)))).toEqual([
      ['loan', date, dpd, found],
    ]);
  });

  test.each([
    ['late', '2027-01-15', on, 'SMA0'],
    ['very late', '2026-10-15', day('2027-02-20'), 'SMA2'],
  ])('LEND-X10: given it is %s and frozen, then it keeps its class', (_, anchor, fromOn, found) => {
    const loan = aLoan({ anchor }, { closedThroughOn: day('2027-03-09') });
    const freezes = [{ isFrozen: true, fromOn }];
    const frozen = { ...loan, instalments: owed(loan), freezes };
    const { changes } = classify(
      borrowerWith(frozen, aLoan({ id: 'other' }, npa)),
      [frozen],
      day('2027-03-10'),
    );
    expect(changes).toMatchObject([{ class: found }]);
  });
});
