import { addDays, type DatedLoan, paise, singleSchedule, unpaidInstalment } from '@mohlat/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocation.ts';
import { foreclosureQuote } from './foreclosure.ts';
import { aCharge, afterAllocation, aLoan, on, withCharges, withPaid } from './dated.testing.ts';
import { planPartPrepayment, type PartPrepayment } from './part-prepayment.ts';

function plan(loan: DatedLoan, amount: number, date: string): PartPrepayment {
  return planPartPrepayment({ loan, rateBps: 1_175, amountPaise: paise(amount), asOf: on(date) });
}

function accepted(result: PartPrepayment) {
  if (!result.isAccepted) throw new Error(`refused: ${result.reason}`);
  return result;
}

const parts = (result: PartPrepayment) =>
  accepted(result).rows.map((row) => [row.principalPaise, row.feePaise, row.interestPaise, row.amountPaise]);

describe('planPartPrepayment', () => {
  it('LEND-9: W6, interest so far is collected first, the rest makes every coming instalment smaller', () => {
    const result = plan(aLoan(), 500_000, '2027-01-31');
    expect(result).toMatchObject({ accruedInterestPaise: 7_742, principalPaidPaise: 492_258 });
    expect(parts(result)).toEqual([
      [337_800, 10_000, 4_900, 352_700],
      [335_900, 10_000, 6_800, 352_700],
      [334_042, 10_000, 3_400, 347_442],
    ]);
    expect(accepted(result).rows.map((row) => [row.number, row.dueOn])).toEqual([
      [1, '2027-02-15'],
      [2, '2027-03-15'],
      [3, '2027-04-15'],
    ]);
  });

  it('LEND-9: a second one in the same period accrues from the first and keeps one twelfth a month', () => {
    const first = accepted(plan(aLoan(), 500_000, '2027-01-31'));
    const loan: DatedLoan = {
      anchorOn: on('2027-01-15'),
      restartedOn: on('2027-01-31'),
      instalments: first.rows.map((row) => unpaidInstalment(row)),
      charges: [],
    };
    expect(foreclosureQuote(loan, on('2027-01-31')).accruedInterestPaise).toBe(0);
    const second = accepted(plan(loan, 100_000, '2027-02-05'));
    // 4900 over the 15 days left, of which 5 went by; then 10 of the month's 31 days on 939375.
    expect(second.accruedInterestPaise).toBe(1_633);
    expect(second.rows[0]?.interestPaise).toBe(
      100 * Math.round((939_375 * 1_175 * 10) / (120_000 * 31 * 100)),
    );
  });

  it('LEND-9: in the last period one row is left and takes everything', () => {
    const loan = withPaid(aLoan(), 1, 2);
    const result = plan(loan, 100_000, '2027-03-25');
    expect(accepted(result).rows).toHaveLength(1);
    expect(accepted(result).accruedInterestPaise).toBe(1_613);
    expect(parts(result)).toEqual([[406_613, 10_000, 2_800, 419_413]]);
  });

  it('LEND-9: the one-payment plan shrinks by the whole amount', () => {
    const anchorOn = on('2027-01-31');
    const rows = singleSchedule({ billPaise: paise(1_500_000), feePaise: paise(30_000), anchorOn });
    const loan = { anchorOn, charges: [], instalments: rows.map((row) => unpaidInstalment(row)) };
    const result = planPartPrepayment({
      loan,
      rateBps: 0,
      amountPaise: paise(500_000),
      asOf: on('2027-02-10'),
    });
    expect(parts(result)).toEqual([[1_000_000, 30_000, 0, 1_030_000]]);
  });

  it('LEND-9: is refused with a reason, the first that applies', () => {
    const reasonOf = (result: PartPrepayment) => (result.isAccepted ? 'accepted' : result.reason);
    const advance = allocate({
      ...aLoan(),
      repaymentId: 'r',
      amountPaise: paise(1_000),
      asOf: on('2027-01-20'),
      npa: false,
    });
    const charged = withCharges(aLoan(), aCharge('bounce', '2027-01-20', 10_000));
    expect(reasonOf(plan(aLoan(), 500_000, '2027-02-15'))).toBe('arrears');
    expect(reasonOf(plan(charged, 500_000, '2027-01-25'))).toBe('arrears');
    expect(reasonOf(plan(afterAllocation(aLoan(), advance.shares), 500_000, '2027-01-25'))).toBe(
      'advance_held',
    );
    expect(reasonOf(plan(withPaid(aLoan(), 1, 2, 3), 500_000, '2027-04-20'))).toBe('nothing_left');
    expect(reasonOf(plan(aLoan(), 49_999, '2027-01-25'))).toBe('below_minimum');
    expect(reasonOf(plan(aLoan(20_000_000), 150_000, '2027-02-14'))).toBe('below_minimum');
    expect(reasonOf(plan(aLoan(), 1_410_000, '2027-01-25'))).toBe('closure_offered');
    expect(reasonOf(plan(aLoan(250_000, '2027-01-15', 12), 150_000, '2027-01-16'))).toBe(
      'schedule_too_small',
    );
    expect(() => plan(aLoan(), 500_000, '2027-01-14')).toThrow(RangeError);
  });

  it('LEND-9: exactly ₹500 is enough, and exactly ₹1,000 of principal may be left', () => {
    expect(plan(aLoan(), 50_000, '2027-01-15')).toMatchObject({
      isAccepted: true,
      principalPaidPaise: 50_000,
    });
    expect(plan(aLoan(), 1_400_000, '2027-01-15').isAccepted).toBe(true);
    expect(plan(aLoan(), 1_400_001, '2027-01-15')).toEqual({ isAccepted: false, reason: 'closure_offered' });
  });

  it('LEND-9: accrued interest, principal paid and the new rows account for everything', () => {
    const cases = fc.record({
      bill: fc.integer({ min: 1_000_000, max: 20_000_000 }),
      count: fc.constantFrom(3, 6, 9),
      percent: fc.integer({ min: 6, max: 80 }),
      days: fc.integer({ min: 0, max: 27 }),
    });
    fc.assert(
      fc.property(cases, ({ bill, count, percent, days }) => {
        const loan = aLoan(bill, '2027-01-31', count);
        const amountPaise = paise(Math.floor((bill * percent) / 100));
        const asOf = addDays(loan.anchorOn, days);
        const result = accepted(planPartPrepayment({ loan, rateBps: 1_175, amountPaise, asOf }));
        const sum = (pick: 'principalPaise' | 'feePaise') =>
          result.rows.reduce((total, row) => total + row[pick], 0);
        expect(result.accruedInterestPaise + result.principalPaidPaise).toBe(amountPaise);
        expect(sum('principalPaise') + result.principalPaidPaise).toBe(bill);
        expect(sum('feePaise')).toBe(loan.instalments.reduce((total, row) => total + row.feePaise, 0));
        for (const row of result.rows) expect(row.principalPaise).toBeGreaterThan(0);
      }),
    );
  });
});
