import { type AssetClass, paise } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { classOfBorrower, lastClassChange, overdueAt } from './borrower-class.ts';
import { aLoan, borrowerWith, day, live } from './borrowers.testing.ts';
import type { Loan } from './borrower.ts';

type Fact = readonly [on: string, dpd: number, of: AssetClass];

const classed = (facts: readonly Fact[], closedOn: string | null = null): Loan =>
  aLoan(
    {},
    {
      standings: facts.map(([on, dpd, of]) => ({ on: day(on), dpd, class: of })),
      closedOn: closedOn === null ? null : day(closedOn),
    },
  );

const FIRST: Fact = ['2027-01-15', 0, 'STD'];
/** Due on 15 February, unpaid. */
const LATE: readonly Fact[] = [
  FIRST,
  ['2027-02-15', 1, 'SMA0'],
  ['2027-03-17', 31, 'SMA1'],
  ['2027-04-16', 61, 'SMA2'],
];

describe('the class of a borrower', () => {
  test('LEND-D2: given a good loan beside a late one, when asked, then the worse one binds', () => {
    const loans = [classed([FIRST]), classed(LATE)];
    expect(classOfBorrower(loans, day('2027-03-16'))).toBe('SMA0');
    expect(classOfBorrower(loans, day('2027-03-17'))).toBe('SMA1');
    expect(classOfBorrower(loans, day('2027-05-01'))).toBe('SMA2');
  });

  test('LEND-D2: given a loan that is repaid, when asked, then it counts for the days before', () => {
    const loans = [classed([FIRST]), classed(LATE, '2027-04-20')];
    expect(classOfBorrower(loans, day('2027-04-19'))).toBe('SMA2');
    expect(classOfBorrower(loans, day('2027-04-20'))).toBe('STD');
  });

  test('LEND-D3, LEND-D5: given a loan that is written off, when asked, then its borrower is NPA until it is owed no more', () => {
    const off = { ...classed(LATE), writtenOffOn: day('2027-08-20') };
    const good = classed([FIRST]);
    expect(classOfBorrower([good, off], day('2027-08-20'))).toBe('NPA');
    const recovered = { ...off, closedOn: day('2027-09-10') };
    expect(classOfBorrower([good, recovered], day('2027-09-09'))).toBe('NPA');
    expect(classOfBorrower([good, recovered], day('2027-09-10'))).toBe('STD');
  });
});

describe('how a borrower came to a class', () => {
  test('LEND-D2: given a second loan in the same class, when asked, then the first one began it', () => {
    const second: Fact[] = [FIRST, ['2027-03-20', 31, 'SMA1']];
    expect(lastClassChange([classed(LATE.slice(0, 3)), classed(second)], day('2027-03-25'))).toEqual({
      class: 'SMA1',
      since: day('2027-03-17'),
      isForTheWorse: true,
    });
  });

  test('LEND-D3: given a better class than before, when asked, then it is no change for the worse', () => {
    const facts: Fact[] = [...LATE, ['2027-04-20', 35, 'SMA1']];
    expect(lastClassChange([classed(facts)], day('2027-05-10'))).toEqual({
      class: 'SMA1',
      since: day('2027-04-20'),
      isForTheWorse: false,
    });
  });

  test('LEND-D2: given a late loan that ended beside a good one, when asked, then the better class began that day', () => {
    const late = classed(LATE, '2027-04-20');
    expect(lastClassChange([classed([FIRST]), late], day('2027-05-01'))).toEqual({
      class: 'STD',
      since: day('2027-04-20'),
      isForTheWorse: false,
    });
  });

  test('LEND-D5: given an NPA loan that is written off, when asked, then the class began when it became NPA', () => {
    const facts: Fact[] = [...LATE, ['2027-05-16', 91, 'NPA']];
    const off = { ...classed(facts), writtenOffOn: day('2027-08-20') };
    expect(lastClassChange([classed([FIRST]), off], day('2027-09-01'))).toEqual({
      class: 'NPA',
      since: day('2027-05-16'),
      isForTheWorse: true,
    });
  });

  test('LEND-D2: given a class written anew on later days, when asked, then its first day counts', () => {
    const facts: Fact[] = [...LATE, ['2027-04-20', 65, 'SMA2']];
    expect(lastClassChange([classed(facts)], day('2027-04-25')).since).toBe('2027-04-16');
  });

  test('LEND-D2: given facts of later days, when asked of a day, then they are left out', () => {
    expect(lastClassChange([classed(LATE)], day('2027-03-01'))).toMatchObject({ class: 'SMA0' });
  });

  test('LEND-D2: given a loan that was never late, when asked, then no change is named', () => {
    expect(lastClassChange([classed([FIRST])], day('2027-03-01'))).toEqual({
      class: 'STD',
      since: null,
      isForTheWorse: false,
    });
  });
});

describe('the overdue part of loans', () => {
  const [late] = live(borrowerWith(aLoan()), '2027-01-15', '2027-03-10').borrower.loans;

  test('LEND-D1: given an instalment and a charge, when summed, then a charge counts from its own day', () => {
    expect(overdueAt([late!], day('2027-03-10'))).toEqual({
      paise: 520_000,
      chargesPaise: 0,
      since: '2027-02-15',
    });
    const charges = late!.charges.map((one) => ({ ...one, overdueOn: day('2027-03-10') }));
    expect(overdueAt([{ ...late!, charges }], day('2027-03-10'))).toMatchObject({
      paise: 540_000,
      chargesPaise: 20_000,
    });
  });

  test.each([
    ['2027-02-14', 0, undefined],
    ['2027-02-15', 520_000, '2027-02-15'],
  ])(
    'LEND-D1: given the close of %s, when summed beside a good loan, then it is %i paise',
    (on, sum, since) => {
      const { loans } = live(borrowerWith(aLoan()), '2027-01-15', on).borrower;
      const good = aLoan({ id: 'good', anchor: '2027-02-10' });
      expect(overdueAt([good, ...loans], day(on))).toEqual({ paise: sum, chargesPaise: 0, since });
    },
  );

  test('LEND-L7: given a charge alone, when summed, then it counts from its own day', () => {
    const paid = late!.instalments.map((one) => ({
      ...one,
      paidPrincipalPaise: one.principalPaise,
      paidFeePaise: one.feePaise,
      paidInterestPaise: one.interestPaise,
    }));
    const loan = { ...late!, instalments: paid };
    const [charge] = loan.charges;
    expect(overdueAt([loan], day(charge!.overdueOn))).toEqual({
      paise: 20_000,
      chargesPaise: 20_000,
      since: charge!.overdueOn,
    });
    expect(overdueAt([{ ...loan, status: 'closed' }], day(charge!.overdueOn)).paise).toBe(paise(0));
  });

  test('LEND-L7, LEND-X10: given a charge to be paid by a frozen day, when summed, then it counts from the day that the app shows', () => {
    const charges = late!.charges.map((one) => ({ ...one, overdueOn: day('2027-03-03') }));
    const freezes = [
      { isFrozen: true, fromOn: day('2027-03-02') },
      { isFrozen: false, fromOn: day('2027-03-09') },
    ];
    const frozen = { ...late!, charges, freezes };
    expect([overdueAt([frozen], day('2027-03-09')), overdueAt([frozen], day('2027-03-10'))]).toMatchObject([
      { chargesPaise: 0 },
      { chargesPaise: 20_000 },
    ]);
  });
});
