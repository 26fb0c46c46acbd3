import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, businessDate } from './calendar.ts';
import { emiAmount, emiExact, emiSchedule, scheduleTotals, ScheduleTooSmall, singleSchedule } from './emi.ts';
import { serviceFee } from './fee.ts';
import { paise, rhu } from './paise.ts';

const anchorOn = businessDate('2027-01-15');

function emi3(billPaise: number, rateBps = 1_175, anchor = anchorOn) {
  const bill = paise(billPaise);
  return emiSchedule({ billPaise: bill, feePaise: serviceFee(bill), rateBps, count: 3, anchorOn: anchor });
}

const row = (number: number, dueOn: string, principal: number, fee: number, interest: number) => ({
  number,
  dueOn,
  principalPaise: principal,
  feePaise: fee,
  interestPaise: interest,
  amountPaise: principal + fee + interest,
});

describe('emiSchedule', () => {
  it('LEND-M4: an EMI is a whole number of rupees, and of paise only where a unit of 1 is asked for', () => {
    const financed = paise(1_534_500);
    expect(emiAmount(financed, 1_175, 3)).toBe(521_500);
    expect(emiAmount(financed, 1_175, 3, 1)).toBe(521_549);
  });

  it.each([1_173, 1_174, 1_175, 1_176])(
    'LEND-E4: W2, ₹15,000 in three EMIs at %i basis points',
    (rateBps) => {
      expect(emi3(1_500_000, rateBps)).toEqual([
        row(1, '2027-02-15', 495_000, 10_000, 15_000),
        row(2, '2027-03-15', 500_000, 10_000, 10_000),
        row(3, '2027-04-15', 505_000, 10_000, 5_000),
      ]);
    },
  );

  it('LEND-E4: the rates just outside give other figures', () => {
    const contract = emi3(1_500_000);
    expect(emi3(1_500_000, 1_172)).not.toEqual(contract);
    expect(emi3(1_500_000, 1_177)).not.toEqual(contract);
  });

  it('LEND-E1, LEND-E3, SPEC-9.emi: W2, the unrounded EMI is 520019.939 paise', () => {
    const { numerator, denominator } = emiExact(paise(1_530_000), 1_175, 3);
    expect(rhu(numerator * 1_000n, denominator)).toBe(520_019_939n);
    expect(emiAmount(paise(1_530_000), 1_175, 3)).toBe(520_000);
    expect(emiAmount(paise(1_530_000), 1_175, 3, 1)).toBe(520_020);
  });

  it('LEND-E2: W4, odd paise land in the last instalment, due dates in the last of short months', () => {
    expect(emi3(1_234_567, 1_175, businessDate('2028-01-31'))).toEqual([
      row(1, '2028-02-29', 407_470, 8_230, 12_300),
      row(2, '2028-03-31', 411_470, 8_230, 8_300),
      row(3, '2028-04-30', 415_627, 8_231, 4_200),
    ]);
  });

  it('LEND-E1: no rate at all is equal parts', () => {
    const rows = emi3(1_000_000, 0);
    expect(rows.map((each) => each.amountPaise)).toEqual([340_000, 340_000, 340_000]);
    expect(scheduleTotals(rows).interestPaise).toBe(0);
  });

  it('LEND-E1: refuses an EMI under ₹100', () => {
    expect(() => emi3(10_000)).toThrow(ScheduleTooSmall);
    expect(() => emi3(24_000)).toThrow(expect.objectContaining({ code: 'schedule_too_small' }));
    expect(emi3(24_500)[0]?.amountPaise).toBeGreaterThanOrEqual(10_000);
  });

  it('LEND-E1: refuses an instalment that would repay none of the bill', () => {
    const input = { billPaise: paise(100), feePaise: paise(90_000), rateBps: 1_175, count: 3, anchorOn };
    expect(() => emiSchedule(input)).toThrow(ScheduleTooSmall);
  });

  it('LEND-E1: refuses a bill of nothing and a schedule of no instalments', () => {
    const input = { billPaise: paise(0), feePaise: paise(5_000), rateBps: 1_175, count: 3, anchorOn };
    expect(() => emiSchedule(input)).toThrow(RangeError);
    for (const count of [0, -3, 2.5]) {
      const none = { ...input, billPaise: paise(1_000_000), count };
      expect(() => emiSchedule(none)).toThrow('A schedule has one instalment or more');
      expect(() => emiSchedule({ ...none, rateBps: 0 })).toThrow('A schedule has one instalment or more');
    }
  });
});

const schedules = fc.record({
  billPaise: fc.integer({ min: 200_000, max: 20_000_000 }).map((bill) => paise(bill)),
  rateBps: fc.integer({ min: 0, max: 3_600 }),
  count: fc.constantFrom(3, 6, 9, 12),
  anchorOn: fc.nat(10_000).map((days) => addDays(businessDate('2024-01-01'), days)),
  unitPaise: fc.constantFrom(1, 100),
});

describe('every schedule', () => {
  it('LEND-E1: repays exactly the bill and the fee, each part positive, the balance ever falling', () => {
    fc.assert(
      fc.property(schedules, (input) => {
        const feePaise = serviceFee(input.billPaise);
        const rows = emiSchedule({ ...input, feePaise });
        const totals = scheduleTotals(rows);
        expect(totals.principalPaise).toBe(input.billPaise);
        expect(totals.feePaise).toBe(feePaise);
        expect(totals.amountPaise).toBe(input.billPaise + feePaise + totals.interestPaise);
        let previous = Number.POSITIVE_INFINITY;
        for (const each of rows) {
          expect(each.principalPaise).toBeGreaterThan(0);
          expect(each.feePaise).toBeGreaterThan(0);
          expect(each.amountPaise).toBe(each.principalPaise + each.feePaise + each.interestPaise);
          expect(each.interestPaise).toBeLessThanOrEqual(previous);
          previous = each.interestPaise;
        }
      }),
    );
  });

  it('LEND-E2: only the last instalment differs from the EMI, and by less than a unit for each instalment', () => {
    fc.assert(
      fc.property(schedules, (input) => {
        const feePaise = serviceFee(input.billPaise);
        const rows = emiSchedule({ ...input, feePaise, unitPaise: 100 });
        const emi = emiAmount(paise(input.billPaise + feePaise), input.rateBps, input.count);
        for (const each of rows.slice(0, -1)) expect(each.amountPaise).toBe(emi);
        expect(Math.abs((rows.at(-1)?.amountPaise ?? 0) - emi)).toBeLessThan(input.count * 100);
      }),
    );
  });

  it('LEND-T4: falls due each month counted from the anchor', () => {
    fc.assert(
      fc.property(schedules, (input) => {
        const rows = emiSchedule({ ...input, feePaise: serviceFee(input.billPaise) });
        expect(rows.map((each) => each.dueOn)).toEqual(
          rows.map((each) => addMonths(input.anchorOn, each.number)),
        );
      }),
    );
  });
});

describe('singleSchedule', () => {
  it('LEND-E5: W5, one row 30 days later without interest', () => {
    const bill = paise(1_500_000);
    const rows = singleSchedule({
      billPaise: bill,
      feePaise: serviceFee(bill),
      anchorOn: businessDate('2027-01-31'),
    });
    expect(rows).toEqual([row(1, '2027-03-02', 1_500_000, 30_000, 0)]);
  });

  it('LEND-E5: takes the smallest bill there is', () => {
    const rows = singleSchedule({ billPaise: paise(100), feePaise: paise(5_000), anchorOn });
    expect(rows[0]?.amountPaise).toBe(5_100);
    expect(() => singleSchedule({ billPaise: paise(0), feePaise: paise(0), anchorOn })).toThrow(RangeError);
    expect(() => singleSchedule({ billPaise: paise(100), feePaise: paise(-1), anchorOn })).toThrow(
      RangeError,
    );
  });
});
