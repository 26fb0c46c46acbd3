import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bpsFromDecimal, bpsToDecimal } from './rates.ts';

describe('rates', () => {
  it.each([
    [1_175, '11.75'],
    [2_384, '23.84'],
    [1_200, '12.00'],
    [5, '0.05'],
    [0, '0.00'],
    [12_167, '121.67'],
  ])('LEND-M2: %i basis points are "%s" at the edge, and back', (bps, text) => {
    expect(bpsToDecimal(bps)).toBe(text);
    expect(bpsFromDecimal(text)).toBe(bps);
  });

  it('LEND-M2: reads fewer decimals and refuses what is no rate', () => {
    expect(bpsFromDecimal('12')).toBe(1_200);
    expect(bpsFromDecimal('12.5')).toBe(1_250);
    for (const text of ['', '.5', '1.234', '-1', '1,5', '1e3', ' 1']) {
      expect(bpsFromDecimal(text)).toBeUndefined();
    }
  });

  it('LEND-M2: refuses a fractional or negative number of basis points', () => {
    expect(() => bpsToDecimal(11.75)).toThrow(RangeError);
    expect(() => bpsToDecimal(-1)).toThrow(RangeError);
  });

  it('LEND-M2: every rate survives the trip', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (bps) => {
        expect(bpsFromDecimal(bpsToDecimal(bps))).toBe(bps);
      }),
    );
  });
});
