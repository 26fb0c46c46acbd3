import { addDays, outstandingOf, paise } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocation.ts';
import { foreclosureQuote, isTinyBalance, settleForeclosure } from './foreclosure.ts';
import { aCharge, afterAllocation, aLoan, on, withCharges, withPaid } from './dated.testing.ts';

function earmarked(loan: ReturnType<typeof aLoan>, amount: number, date: string) {
  const { shares } = allocate({
    ...loan,
    repaymentId: 'r',
    amountPaise: paise(amount),
    asOf: on(date),
    npa: false,
  });
  return afterAllocation(loan, shares);
}

describe('foreclosureQuote', () => {
  it('LEND-9: W7, principal, fee and the interest of the days gone by', () => {
    const loan = withPaid(aLoan(), 1);
    expect(foreclosureQuote(loan, on('2027-03-01'))).toMatchObject({
      demandedPaise: 0,
      principalPaise: 1_005_000,
      feePaise: 20_000,
      accruedInterestPaise: 5_000,
      amountPaise: 1_030_000,
    });
    expect(foreclosureQuote(loan, on('2027-03-02')).amountPaise).toBe(1_030_357);
  });

  it('LEND-9: W7, in a leap year the period from 15 February has twenty-nine days', () => {
    const loan = withPaid(aLoan(1_500_000, '2028-01-15'), 1);
    expect(foreclosureQuote(loan, on('2028-02-29'))).toMatchObject({
      accruedInterestPaise: 4_828,
      amountPaise: 1_029_828,
    });
    expect(foreclosureQuote(loan, on('2028-03-01')).amountPaise).toBe(1_030_172);
  });

  it('LEND-9: W7, in the first period nothing paid', () => {
    const quote = foreclosureQuote(aLoan(), on('2027-01-25'));
    expect(quote.amountPaise).toBe(1_534_839);
    expect(settleForeclosure(quote, paise(1_560_000))).toEqual({
      closes: true,
      waivedPaise: 0,
      excessPaise: 25_161,
    });
  });

  it('LEND-9: W7, a shortfall of at most ₹10 is waived', () => {
    const quote = foreclosureQuote(withPaid(aLoan(), 1), on('2027-03-02'));
    expect(settleForeclosure(quote, paise(1_030_000))).toEqual({
      closes: true,
      waivedPaise: 357,
      excessPaise: 0,
    });
    expect(settleForeclosure(quote, paise(1_029_357))).toMatchObject({ closes: true, waivedPaise: 1_000 });
    expect(settleForeclosure(quote, paise(1_029_356))).toEqual({ closes: false, shortPaise: 1_001 });
  });

  it('LEND-9: an overdue instalment is owed whole, with its charges, and a new period starts at nothing', () => {
    const loan = withCharges(aLoan(), aCharge('penal', '2027-02-19', 20_000));
    expect(foreclosureQuote(aLoan(), on('2027-02-15')).amountPaise).toBe(520_000 + 1_005_000 + 20_000);
    expect(foreclosureQuote(loan, on('2027-02-22'))).toMatchObject({
      demandedPaise: 520_000,
      accruedInterestPaise: 2_500,
      chargesPaise: 20_000,
      amountPaise: 520_000 + 1_025_000 + 2_500 + 20_000,
    });
  });

  it('LEND-9: the advance held is taken off, and what it holds too much comes back', () => {
    const one = earmarked(aLoan(), 520_000, '2027-01-20');
    expect(foreclosureQuote(one, on('2027-01-25'))).toMatchObject({
      advancePaise: 520_000,
      amountPaise: 1_014_839,
      refundPaise: 0,
    });
    const all = earmarked(aLoan(), 1_560_000, '2027-01-20');
    const quote = foreclosureQuote(all, on('2027-01-25'));
    expect(quote).toMatchObject({ amountPaise: 0, refundPaise: 25_161 });
    expect(settleForeclosure(quote, paise(0))).toEqual({ closes: true, waivedPaise: 0, excessPaise: 25_161 });
  });

  it('LEND-9: never asks more than the schedule and charges still do, and never less than the principal', () => {
    const cases = fc.record({
      bill: fc.integer({ min: 50_000, max: 20_000_000 }),
      days: fc.integer({ min: 0, max: 400 }),
      count: fc.constantFrom(3, 6, 12),
      paid: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(cases, ({ bill, days, count, paid }) => {
        fc.pre(bill > 12_000 * count);
        const whole = withCharges(aLoan(bill, '2027-01-31', count), aCharge('bounce', '2027-03-01', 10_000));
        const loan = withPaid(whole, ...Array.from({ length: paid }, (_, index) => index + 1));
        const quote = foreclosureQuote(loan, addDays(loan.anchorOn, days));
        expect(quote.amountPaise).toBeLessThanOrEqual(outstandingOf(loan));
        const owed = loan.instalments.reduce(
          (sum, row) => sum + row.principalPaise - row.paidPrincipalPaise,
          0,
        );
        expect(quote.amountPaise - quote.refundPaise + quote.advancePaise).toBeGreaterThanOrEqual(owed);
      }),
    );
  });

  it('LEND-9: refuses a day before the loan', () => {
    expect(() => foreclosureQuote(aLoan(), on('2027-01-14'))).toThrow(RangeError);
  });
});

describe('isTinyBalance', () => {
  it('LEND-9: at most a rupee, and only after the last due date', () => {
    const lastDueOn = on('2027-04-15');
    expect(isTinyBalance(paise(100), lastDueOn, on('2027-04-16'))).toBe(true);
    expect(isTinyBalance(paise(1), lastDueOn, on('2027-04-16'))).toBe(true);
    expect(isTinyBalance(paise(100), lastDueOn, on('2027-04-15'))).toBe(false);
    expect(isTinyBalance(paise(101), lastDueOn, on('2027-04-16'))).toBe(false);
    expect(isTinyBalance(paise(0), lastDueOn, on('2027-04-16'))).toBe(false);
  });
});
