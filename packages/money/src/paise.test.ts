import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPaise, paise, partOf, rhu, rhuToUnit, subtractPaise, sumPaise } from './paise.ts';

describe('paise', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 2n ** 53n])(
    'LEND-M1: refuses %s, which is no safe whole number',
    (value) => {
      expect(() => paise(value)).toThrow(RangeError);
    },
  );

  it('LEND-M1: takes the largest safe integer, big integers and negative amounts', () => {
    expect(paise(Number.MAX_SAFE_INTEGER)).toBe(9_007_199_254_740_991);
    expect(paise(1_530_000n)).toBe(1_530_000);
    expect(paise(-5)).toBe(-5);
  });

  it('LEND-M1: keeps no negative zero', () => {
    expect(Object.is(paise(-0), 0)).toBe(true);
  });

  it('LEND-M1: refuses a sum beyond the safe range instead of losing paise', () => {
    expect(() => addPaise(paise(Number.MAX_SAFE_INTEGER), paise(1))).toThrow(RangeError);
    expect(() => sumPaise([paise(Number.MAX_SAFE_INTEGER), paise(1)])).toThrow(RangeError);
  });

  it('LEND-M1: adds and subtracts exactly', () => {
    expect(addPaise(paise(1), paise(2))).toBe(3);
    expect(subtractPaise(paise(1), paise(2))).toBe(-1);
    expect(sumPaise([])).toBe(0);
  });
});

describe('rhu', () => {
  it('LEND-M3: rounds a half up and anything less down', () => {
    expect(rhu(1n, 2n)).toBe(1n);
    expect(rhu(3n, 2n)).toBe(2n);
    expect(rhu(149n, 100n)).toBe(1n);
    expect(rhu(150n, 100n)).toBe(2n);
    expect(rhu(0n, 7n)).toBe(0n);
  });

  it('LEND-M3: is the nearest whole number, never more than half away', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (n, d) => {
          const twiceError = 2n * (rhu(n, d) * d - n);
          expect(twiceError > -d && twiceError <= d).toBe(true);
        },
      ),
    );
  });

  it('LEND-M3: refuses negative fractions, whose sign belongs after rounding', () => {
    expect(() => rhu(-1n, 2n)).toThrow(RangeError);
    expect(() => rhu(1n, 0n)).toThrow(RangeError);
  });

  it('LEND-M3: a part of an amount is rounded the same, small or too large for numbers', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger().map(Math.abs),
        fc.nat(100_000),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 0, max: 52 }),
        (large, n, d, bits) => {
          const amount = paise(Math.floor(large / 2 ** bits));
          const rounded = rhu(BigInt(amount) * BigInt(n), BigInt(d));
          fc.pre(rounded <= BigInt(Number.MAX_SAFE_INTEGER));
          expect(partOf(amount, n, d)).toBe(Number(rounded));
        },
      ),
    );
    expect(partOf(paise(5), 1, 2)).toBe(3);
    expect(() => partOf(paise(-5), 1, 2)).toThrow(RangeError);
    expect(() => partOf(paise(5), 1, 0)).toThrow(RangeError);
  });

  it('LEND-M4: rounds to whole rupees with a unit of 100 and to paise with 1', () => {
    expect(rhuToUnit(1_234_550n, 100n, 100)).toBe(12_300);
    expect(rhuToUnit(1_235_000n, 100n, 100)).toBe(12_400);
    expect(rhuToUnit(1_234_550n, 100n, 1)).toBe(12_346);
  });
});
