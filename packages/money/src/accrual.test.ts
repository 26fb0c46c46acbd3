import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accruedAtClose, type AccrualPeriod, accruedAtOpening } from './accrual.ts';
import { addDays, type BusinessDate } from './calendar.ts';
import { aLoan, on } from './loan.testing.ts';
import { accrualStart } from './loan-state.ts';
import { paise } from './paise.ts';

const period = { interestPaise: paise(12_300), startOn: on('2028-01-31'), dueOn: on('2028-02-29') };

const accrualOfDay = (any: AccrualPeriod, day: BusinessDate) =>
  accruedAtClose(any, day) - accruedAtOpening(any, day);

describe('accrual', () => {
  it.each([
    [1, 424],
    [7, 2_969],
    [14, 5_938],
    [15, 6_362],
    [28, 11_876],
    [29, 12_300],
  ])('LEND-A1: W4, at the close of day %i the period has earned %i', (day, cumulative) => {
    expect(accruedAtClose(period, addDays(period.startOn, day - 1))).toBe(cumulative);
  });

  it('LEND-A1: W8, the first two days of the default plan earn 484 each', () => {
    const first = { interestPaise: paise(15_000), startOn: on('2027-01-15'), dueOn: on('2027-02-15') };
    expect(accrualOfDay(first, on('2027-01-15'))).toBe(484);
    expect(accrualOfDay(first, on('2027-01-16'))).toBe(484);
  });

  it('LEND-A3: nothing is earned before the period, and no more once it is overdue', () => {
    expect(accrualOfDay(period, on('2028-01-30'))).toBe(0);
    expect(accrualOfDay(period, on('2028-02-29'))).toBe(0);
    expect(accruedAtClose(period, on('2028-06-30'))).toBe(12_300);
    expect(accruedAtOpening(period, on('2028-01-31'))).toBe(0);
  });

  it('LEND-A1: the days of a period add up to its interest, none of them negative', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 62 }), (interest, length) => {
        const startOn = on('2027-01-15');
        const any = { interestPaise: paise(interest), startOn, dueOn: addDays(startOn, length) };
        const days = Array.from({ length }, (_, index) => accrualOfDay(any, addDays(startOn, index)));
        expect(days.reduce((sum, day) => sum + day, 0)).toBe(interest);
        expect(Math.min(...days)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...days) - Math.min(...days)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('LEND-A1: refuses a period of no days', () => {
    expect(() => accruedAtClose({ ...period, dueOn: period.startOn }, period.startOn)).toThrow(RangeError);
  });

  it.each([
    ['while its period runs', '2027-02-20', '2027-02-20'],
    ['on the day it begins', '2027-02-15', '2027-02-15'],
    ['in the period before', '2027-01-31', '2027-02-15'],
    ['on its due date', '2027-03-15', '2027-02-15'],
    ['later', '2027-04-01', '2027-02-15'],
  ])(
    'LEND-A1: of an instalment a part-prepayment %s restarts the period, or not',
    (_, restartedOn, start) => {
      const loan = { ...aLoan(), restartedOn: on(restartedOn) };
      const second = loan.instalments.find(({ number }) => number === 2);
      expect(second && accrualStart(loan, second)).toBe(start);
    },
  );
});
