import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gstInsideFee, serviceFee } from './fee.ts';
import { paise } from './paise.ts';

describe('serviceFee', () => {
  it.each([
    [100_000, 5_000, 381, 762, 4_238],
    [250_000, 5_000, 381, 762, 4_238],
    [1_234_567, 24_691, 1_883, 3_766, 20_925],
    [1_500_000, 30_000, 2_288, 4_576, 25_424],
    [2_500_001, 50_000, 3_814, 7_628, 42_372],
  ])('LEND-F1: W1, a bill of %i has the fee %i with half %i, tax %i, net %i', (bill, fee, half, gst, net) => {
    expect(serviceFee(paise(bill))).toBe(fee);
    expect(gstInsideFee(paise(fee))).toEqual({ halfPaise: half, gstPaise: gst, netPaise: net });
  });

  it('LEND-F1, SPEC-9.fee-sample: takes another version of the fee as parameters', () => {
    const onePercent = { feeBps: 100, minPaise: paise(0), maxPaise: paise(10_000_000) };
    expect(serviceFee(paise(1_500_000), onePercent)).toBe(15_000);
    expect(serviceFee(paise(1_000_000), onePercent)).toBe(10_000);
  });

  it('LEND-F1: refuses a bill of nothing', () => {
    expect(() => serviceFee(paise(0))).toThrow(RangeError);
  });

  it('LEND-F1, SPEC-9.fee: stays between ₹50 and ₹500 and never falls as the bill grows', () => {
    const bill = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(bill, bill, (one, other) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)];
        expect(serviceFee(paise(small))).toBeGreaterThanOrEqual(5_000);
        expect(serviceFee(paise(large))).toBeLessThanOrEqual(50_000);
        expect(serviceFee(paise(small))).toBeLessThanOrEqual(serviceFee(paise(large)));
      }),
    );
  });
});

describe('gstInsideFee', () => {
  it('LEND-F2: the rounding difference lands in the net fee, and both halves are equal', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (fee) => {
        const split = gstInsideFee(paise(fee));
        expect(split.gstPaise).toBe(2 * split.halfPaise);
        expect(split.gstPaise + split.netPaise).toBe(fee);
        expect(split.gstPaise).toBe(2 * Math.floor((2 * fee * 9 + 118) / 236));
      }),
    );
  });
});
