import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './calendar.ts';
import { DEFAULT_LATE_POLICY, penalByTable, type PenalInput, penalCharge } from './late.ts';
import { aLoan, on } from './loan.testing.ts';
import { paise } from './paise.ts';

const base = {
  dueOn: on('2027-02-15'),
  on: on('2027-02-19'),
  unpaidPaise: paise(520_000),
  financedPaise: paise(1_530_000),
  leviedPaise: paise(0),
  isNpa: false,
  couldNotPay: false,
};

const chargeOf = (change: Partial<PenalInput>) => penalCharge({ ...base, ...change }, DEFAULT_LATE_POLICY);

describe('penalCharge', () => {
  it.each([
    [1, 0],
    [50_000, 0],
    [50_001, 5_000],
    [200_000, 5_000],
    [200_001, 10_000],
    [500_000, 10_000],
    [500_001, 20_000],
    [1_000_000, 20_000],
    [1_000_001, 35_000],
    [2_500_000, 35_000],
    [2_500_001, 50_000],
  ])('LEND-L2: an unpaid %i costs %i', (unpaid, charge) => {
    expect(penalByTable(paise(unpaid), DEFAULT_LATE_POLICY)).toBe(charge);
  });

  it('LEND-L2: is levied at the opening of days 4, 34 and 64 late and on no other', () => {
    const levied = Array.from({ length: 120 }, (_, late) => late).filter(
      (late) => chargeOf({ on: addDays(base.dueOn, late) }) > 0,
    );
    expect(levied).toEqual([4, 34, 64]);
  });

  it('LEND-L3: W11, six charges of ₹200 fall on the default loan before it is NPA', () => {
    const loan = aLoan();
    const levied: string[] = [];
    for (let day = on('2027-01-16'); day < on('2027-05-16'); day = addDays(day, 1)) {
      for (const row of loan.instalments) {
        const leviedPaise = paise(20_000 * levied.length);
        const charge = chargeOf({ dueOn: row.dueOn, on: day, leviedPaise });
        if (charge > 0) levied.push(`${row.number} ${day} ${charge}`);
      }
    }
    expect(levied).toEqual([
      '1 2027-02-19 20000',
      '2 2027-03-19 20000',
      '1 2027-03-21 20000',
      '2 2027-04-18 20000',
      '3 2027-04-19 20000',
      '1 2027-04-20 20000',
    ]);
  });

  it('LEND-L3: the last charge is trimmed to a tenth of the financed amount', () => {
    expect(chargeOf({ leviedPaise: paise(140_000) })).toBe(13_000);
    expect(chargeOf({ leviedPaise: paise(153_000) })).toBe(0);
    // More was levied than a smaller loan would bear: nothing is given back.
    expect(chargeOf({ leviedPaise: paise(160_000) })).toBe(0);
  });

  it('LEND-L3: none on an NPA loan, none while our channels were down, none when paid', () => {
    expect(chargeOf({ isNpa: true })).toBe(0);
    expect(chargeOf({ couldNotPay: true })).toBe(0);
    expect(chargeOf({ unpaidPaise: paise(0) })).toBe(0);
  });

  it('LEND-L3: however many are levied, they stay within the cap', () => {
    const unpaid = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(unpaid, fc.integer({ min: 30_000, max: 20_000_000 }), (amounts, financed) => {
        let levied = 0;
        for (const amount of amounts) {
          levied += chargeOf({
            unpaidPaise: paise(amount),
            financedPaise: paise(financed),
            leviedPaise: paise(levied),
          });
        }
        expect(levied * 10).toBeLessThanOrEqual(financed);
      }),
    );
  });
});
