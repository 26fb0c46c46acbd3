import { addDays, paise, sumPaise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accruedSince, accruedTo } from './accrue.ts';
import { aLoan, borrowerWith, day, live, loanOf, sumsOf } from './borrowers.testing.ts';

describe('interest of a loan', () => {
  test.each([
    [1, 424],
    [7, 2_969],
    [14, 5_938],
    [15, 6_362],
    [28, 11_876],
    [29, 12_300],
  ])('LEND-A1: W4, at the close of day %i the first period has earned %i', (count, cumulative) => {
    const loan = aLoan({ billPaise: 1_234_567, anchor: '2028-01-31' });
    expect(accruedTo(loan, addDays(loan.disbursedOn, count - 1))).toBe(cumulative);
  });

  test('LEND-A1: W8, the first two days of the default loan earn 484 each', () => {
    const loan = aLoan();
    expect(accruedSince(loan, day('2027-01-15'))).toBe(484);
    expect(accruedSince({ ...loan, closedThroughOn: day('2027-01-15') }, day('2027-01-16'))).toBe(484);
    expect(accruedSince(loan, day('2027-01-16'))).toBe(968);
    expect(accruedTo(loan, day('2027-01-16'))).toBe(968);
  });

  test('LEND-E5: W5, one payment after thirty days earns none', () => {
    const loan = aLoan({ anchor: '2027-01-31', count: 1 });
    expect(loan.instalments.map(({ dueOn }) => dueOn)).toEqual(['2027-03-02']);
    expect(accruedTo(loan, day('2027-03-01'))).toBe(0);
  });

  test('LEND-A3, LEND-A4: an overdue instalment earns no more, and its interest earns none', () => {
    const loan = aLoan();
    const instalments = loan.instalments.map((one) => ({ ...one, isDemanded: one.number === 1 }));
    expect(accruedTo({ instalments }, day('2027-02-28'))).toBe(5_000);
    expect(accruedTo({ instalments }, day('2027-03-14'))).toBe(10_000);
  });

  test('LEND-A1: a part-prepayment restarts the period on its day', () => {
    const [first, ...later] = aLoan().instalments;
    const begun = [{ ...first!, startOn: day('2027-01-31'), interestPaise: paise(4_900) }, ...later];
    expect(accruedTo({ instalments: begun }, day('2027-01-30'))).toBe(0);
    expect(accruedTo({ instalments: begun }, day('2027-01-31'))).toBe(327);
    expect(accruedTo({ instalments: begun }, day('2027-02-14'))).toBe(4_900);
  });

  test('LEND-A1, LEND-A3: the days of any loan add up to its interest, and none is earned after the last due date', () => {
    const bill = fc.integer({ min: 500_000, max: 20_000_000 });
    const start = fc.integer({ min: 0, max: 1_500 });
    fc.assert(
      fc.property(bill, start, fc.constantFrom(1, 3, 6), (billPaise, days, count) => {
        const loan = aLoan({ billPaise, anchor: addDays(day('2026-01-01'), days), count });
        const wanted = sumPaise(loan.instalments.map(({ interestPaise }) => interestPaise));
        let sum = 0;
        const end = addDays(loan.instalments.at(-1)!.dueOn, 3);
        for (let on = loan.disbursedOn; on <= end; on = addDays(on, 1))
          sum += accruedSince({ ...loan, closedThroughOn: addDays(on, -1) }, on);
        expect(sum).toBe(wanted);
        expect(accruedTo(loan, end)).toBe(wanted);
        expect(accruedTo(loan, addDays(loan.disbursedOn, -1))).toBe(0);
      }),
      { numRuns: 10 },
    );
  });

  test('LEND-A4: nothing accrues on charges, nor on interest that is overdue', () => {
    const { borrower } = live(borrowerWith(aLoan()), '2027-01-15', '2027-04-20');
    expect(loanOf(borrower).charges.length).toBeGreaterThan(0);
    const later = live(borrower, '2027-04-21', '2027-05-10');
    expect(later.journals.filter(({ kind }) => kind === 'accrual')).toEqual([]);
  });

  test('LEND-A1: what is posted of an unpaid loan is what it has accrued, on every day', () => {
    let borrower = borrowerWith(aLoan());
    let posted = 0;
    for (let on = day('2027-01-15'); on <= day('2027-05-20'); on = addDays(on, 1)) {
      const lived = live(borrower, on, on);
      borrower = lived.borrower;
      posted += sumsOf(lived.journals)['A210'] ?? 0;
      expect([on, posted]).toEqual([on, accruedTo(loanOf(borrower), on)]);
    }
  });
});
