import { paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { aLoan, borrowerWith, day, live } from './borrowers.testing.ts';
import type { Loan } from './borrower.ts';
import {
  type CreditAccount,
  daysPastDueNow,
  mostDaysPastDue,
  settleCredit,
  writtenDaysPastDue,
} from './standing.ts';

const TODAY = day('2027-03-05');

/** Its first instalment fell due on 15 February; at the close of 3 March it is 17 days past due. */
const late = (change: Partial<Loan> = {}): Loan => {
  const [loan] = live(borrowerWith(aLoan()), '2027-01-15', '2027-03-03').borrower.loans;
  return { ...loan!, charges: [], ...change };
};

/** The first instalment is repaid, except for this part of its fee. */
const repaidBut = (loan: Loan, leftPaise: number): Loan => ({
  ...loan,
  instalments: loan.instalments.map((one) =>
    one.number === 1
      ? {
          ...one,
          paidPrincipalPaise: one.principalPaise,
          paidFeePaise: paise(one.feePaise - leftPaise),
          paidInterestPaise: one.interestPaise,
        }
      : one,
  ),
});

const account = (change: Partial<CreditAccount> = {}): CreditAccount => ({
  state: 'active',
  hold: null,
  limitPaise: 5_000_000,
  daysPastDue: 0,
  reportOn: day('2027-01-10'),
  isIdentityVerified: true,
  dpdMax: 0,
  wasNpa: false,
  isWrittenOff: false,
  hasSettledForLess: false,
  isDisputed: false,
  loans: [],
  ...change,
});

/** The state it comes to; undefined where its recorded state stays. */
const placeOf = (change: Partial<CreditAccount>) => {
  const [settled] = settleCredit(account(change), TODAY).changes;
  return settled?.change === 'credit_settled'
    ? [settled.state, settled.hold, settled.daysPastDue]
    : undefined;
};

describe('how late a borrower is now', () => {
  test('LEND-D2: given two late loans, when asked, then the worse one counts', () => {
    const young = late({ id: 'young', standings: [{ on: day('2027-03-03'), dpd: 3, class: 'SMA0' }] });
    expect(daysPastDueNow([young, late()])).toBe(17);
    expect(daysPastDueNow([young])).toBe(3);
  });

  test('LEND-14: given a late loan, when all its arrears are repaid, then it is late no more', () => {
    expect(daysPastDueNow([repaidBut(late(), 0)])).toBe(0);
    expect(daysPastDueNow([repaidBut(late(), 1)])).toBe(17);
  });

  test.each([
    ['no answer yet', null, '2027-03-04', 0],
    ['a window that is over', null, '2027-03-03', 17],
    ['an answer', Date.parse('2027-03-03T10:00:00+05:30'), '2027-03-04', 17],
  ])('LEND-20: given a debit with %s, when asked, then it counts so', (_, endedAt, answerByOn, dpd) => {
    const debit = {
      number: 1,
      presentedAt: Date.parse('2027-03-02T10:00:00+05:30'),
      endedAt,
      answerByOn: day(answerByOn),
    };
    expect(daysPastDueNow([late({ debits: [debit] })])).toBe(dpd);
  });

  test('LEND-L7: given a charge past due alone, when asked, then the loan is late', () => {
    const [charge] = live(borrowerWith(aLoan()), '2027-01-15', '2027-03-03').borrower.loans[0]!.charges;
    const overdue = { ...charge!, overdueOn: day('2027-03-03') };
    const repaid = late().instalments.map((one) => ({ ...one, isDemanded: false }));
    expect(daysPastDueNow([late({ instalments: repaid, charges: [overdue] })])).toBe(17);
    expect(
      daysPastDueNow([
        late({ instalments: repaid, charges: [{ ...overdue, overdueOn: day('2027-03-04') }] }),
      ]),
    ).toBe(0);
  });

  test.each([
    ['2027-02-14', 0],
    ['2027-02-15', 1],
  ])('LEND-D1: given the close of %s, when asked, then the due date itself is the first day', (on, dpd) => {
    const { loans } = live(borrowerWith(aLoan()), '2027-01-15', on).borrower;
    expect(daysPastDueNow(loans)).toBe(dpd);
  });

  test.each([
    [0, 0],
    [1, 17],
  ])('LEND-L7: given a charge with %i paise unpaid, when asked, then it is %i days late', (unpaid, dpd) => {
    const [charge] = live(borrowerWith(aLoan()), '2027-01-15', '2027-03-03').borrower.loans[0]!.charges;
    const paidPaise = paise(charge!.amountPaise - unpaid);
    const charges = [{ ...charge!, overdueOn: day('2027-03-03'), paidPaise }];
    expect(daysPastDueNow([{ ...repaidBut(late(), 0), charges }])).toBe(dpd);
  });

  test('LEND-L7, LEND-X10: given a charge whose last day a freeze moves past the close, when the rest is repaid, then nothing is late', () => {
    const [charge] = live(borrowerWith(aLoan()), '2027-01-15', '2027-03-03').borrower.loans[0]!.charges;
    const charges = [{ ...charge!, overdueOn: day('2027-03-01') }];
    const thawedOn = (on: string) => [
      { isFrozen: true, fromOn: day('2027-02-28') },
      { isFrozen: false, fromOn: day(on) },
    ];
    const loan = { ...repaidBut(late(), 0), charges };
    expect(daysPastDueNow([{ ...loan, freezes: thawedOn('2027-03-03') }])).toBe(0);
    expect(daysPastDueNow([{ ...loan, freezes: thawedOn('2027-03-02') }])).toBe(17);
  });

  test('given a loan that ended, when asked, then it is not late', () => {
    expect(daysPastDueNow([late({ status: 'closed' })])).toBe(0);
  });
});

describe('how late a borrower ever was', () => {
  const standings = [
    { on: day('2027-02-15'), dpd: 1, class: 'SMA0' },
    { on: day('2027-02-20'), dpd: 6, class: 'SMA0' },
    { on: day('2027-02-21'), dpd: 0, class: 'STD' },
    { on: day('2027-03-15'), dpd: 1, class: 'SMA0' },
  ] as const;

  test.each([
    ['ever', null, '2027-03-18', 6],
    ['since a day before its last fact', '2027-02-16', '2027-03-18', 6],
    ['since the day of a fact', '2027-02-20', '2027-02-20', 6],
    ['since a day whose standing is older', '2027-02-18', '2027-02-18', 4],
    ['since a later day', '2027-02-21', '2027-03-18', 1],
    ['since a day after the last fact', '2027-03-17', '2027-03-18', 3],
    ['since a day that is not closed', '2027-03-19', '2027-03-18', 0],
  ])('LEND-D05: given %s, when asked, then the most days of that time count', (_, since, closed, most) => {
    const history = { standings: standings.filter(({ on }) => on <= closed), closedThroughOn: day(closed) };
    const before = { standings: [], closedThroughOn: day(closed) };
    expect(mostDaysPastDue([before, history], since === null ? null : day(since))).toBe(most);
  });

  test('LEND-D05: given no loan, when asked, then there were no days', () => {
    expect(mostDaysPastDue([], null)).toBe(0);
  });
});

describe('how late an account is by its record', () => {
  test.each([
    ['the same day', 5, '2027-03-01', '2027-03-01', 5],
    ['three days later', 1, '2027-02-26', '2027-03-01', 4],
    ['a day before the record', 5, '2027-03-02', '2027-03-01', 5],
    ['an account that is not late', 0, '2027-02-26', '2027-03-01', 0],
    ['a record without its day', 5, null, '2027-03-01', 5],
    ['no closed day', 5, '2027-02-26', undefined, 5],
  ])('LEND-D6: given %s, when asked, then it has so many days', (_, daysPastDue, pastDueOn, on, days) => {
    const written = { daysPastDue, pastDueOn: pastDueOn === null ? null : day(pastDueOn) };
    expect(writtenDaysPastDue(written, on === undefined ? undefined : day(on))).toBe(days);
  });
});

describe('where credit comes to stand', () => {
  test.each<[string, Partial<CreditAccount>, unknown]>([
    ['nothing changed', {}, undefined],
    ['a late loan', { loans: [late()], dpdMax: 17 }, ['blocked_due', 'overdue', 17]],
    [
      'one day more',
      { state: 'blocked_due', hold: 'overdue', daysPastDue: 16, loans: [late()], dpdMax: 17 },
      ['blocked_due', 'overdue', 17],
    ],
    [
      'arrears repaid',
      { state: 'blocked_due', hold: 'overdue', daysPastDue: 17, dpdMax: 17 },
      ['active', null, 0],
    ],
    ['31 days once', { dpdMax: 31 }, ['suspended', 'arrears', 0]],
    ['a disputed repayment', { isDisputed: true }, ['suspended', 'dispute', 0]],
    ['a dispute that is over', { state: 'suspended', hold: 'dispute' }, ['active', null, 0]],
    ['ended for less', { hasSettledForLess: true }, ['suspended', 'arrears', 0]],
    ['a report of 91 days', { reportOn: day('2026-12-04') }, ['suspended', 'report_stale', 0]],
    ['a report of 90 days', { reportOn: day('2026-12-05') }, undefined],
    ['no report', { reportOn: null }, undefined],
    ['an end whose cause is over', { state: 'revoked', hold: 'npa' }, ['active', null, 0]],
    ['a KYC that lapsed', { isIdentityVerified: false }, ['suspended', 'kyc_lapse', 0]],
    [
      'a hold that ends without a limit',
      { state: 'suspended', hold: 'arrears', limitPaise: 0 },
      ['declined', null, 0],
    ],
    [
      'a hold that gives way to a lapsed KYC, without a limit',
      { state: 'suspended', hold: 'dispute', limitPaise: 0, isIdentityVerified: false },
      ['declined', null, 0],
    ],
    ['a limit that is gone', { limitPaise: 0 }, ['declined', null, 0]],
    [
      'a hold that ends without a limit and a no',
      { state: 'suspended', hold: 'arrears', limitPaise: 0 },
      ['declined', null, 0],
    ],
    [
      'a hold that stays without a limit',
      { state: 'suspended', hold: 'arrears', limitPaise: 0, dpdMax: 31 },
      undefined,
    ],
    ['a hold by hand', { state: 'suspended', loans: [late()], dpdMax: 17 }, ['suspended', null, 17]],
    ['an end by hand', { state: 'revoked', wasNpa: true }, undefined],
    ['no limit yet', { state: 'none', isIdentityVerified: false }, undefined],
  ])('LEND-14: given %s, when credit is settled, then it stands there', (_, change, place) => {
    expect(placeOf(change)).toEqual(place);
  });

  test('LEND-14: given a change of hold, when settled, then its owner is told, of days alone not', () => {
    const blocked = {
      state: 'blocked_due',
      hold: 'overdue',
      daysPastDue: 16,
      loans: [late()],
      dpdMax: 17,
    } as const;
    expect(settleCredit(account({ loans: [late()], dpdMax: 17 }), TODAY).notices).toEqual([
      { notice: 'credit_changed' },
    ]);
    expect(settleCredit(account(blocked), TODAY).notices).toEqual([]);
  });
});
