import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aprMonthlyBps, aprSingleBps } from './apr.ts';
import { aLoan } from './loan.testing.ts';
import { paise } from './paise.ts';

function instalmentsOf(billPaise: number, anchor = '2027-01-15') {
  return aLoan(billPaise, anchor).instalments.map((row) =>
    paise(row.principalPaise + row.feePaise + row.interestPaise),
  );
}

describe('aprMonthlyBps', () => {
  it('LEND-K1: W2, the default plan costs 23.84% a year', () => {
    expect(aprMonthlyBps(paise(1_500_000), instalmentsOf(1_500_000))).toBe(2_384);
  });

  it('LEND-K1: W4, the real last instalment counts', () => {
    expect(aprMonthlyBps(paise(1_234_567), instalmentsOf(1_234_567, '2028-01-31'))).toBe(2_390);
  });

  it('LEND-K4: the regulator’s illustration gives 17.07%, and 17.10% with whole-rupee EMIs', () => {
    // The unrounded EMI is ₹969.73296; both sides are a thousand times larger so that it is whole paise.
    const exact = Array.from({ length: 24 }, () => paise(96_973_296));
    expect(aprMonthlyBps(paise(1_960_000_000), exact)).toBe(1_707);
    const rounded = Array.from({ length: 24 }, () => paise(97_000));
    expect(aprMonthlyBps(paise(1_960_000), rounded)).toBe(1_710);
    expect(Math.round((96_973_296 * 24) / 100_000 - 20_000)).toBe(3_274);
  });

  it('LEND-K1: agrees with a floating-point search of the internal rate', () => {
    const amounts = fc.array(fc.integer({ min: 100_000, max: 10_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 60, max: 99 }), (instalments, percent) => {
        const net = Math.floor((instalments.reduce((sum, amount) => sum + amount, 0) * percent) / 100);
        let [low, high] = [0, 10];
        for (let step = 0; step < 200; step += 1) {
          const rate = (low + high) / 2;
          const worth = instalments.reduceRight((sum, amount) => (sum + amount) / (1 + rate), 0);
          if (worth > net) low = rate;
          else high = rate;
        }
        const bps = aprMonthlyBps(
          paise(net),
          instalments.map((amount) => paise(amount)),
        );
        expect(Math.abs(bps - low * 120_000)).toBeLessThan(0.501);
      }),
    );
  });

  it('LEND-K1: costs nothing when nothing is added, and refuses flows without a price', () => {
    expect(aprMonthlyBps(paise(300), [paise(100), paise(100), paise(100)])).toBe(0);
    expect(() => aprMonthlyBps(paise(301), [paise(100), paise(200)])).toThrow(RangeError);
    expect(() => aprMonthlyBps(paise(0), [paise(100)])).toThrow(RangeError);
    expect(() => aprMonthlyBps(paise(1), [paise(1_000_000)])).toThrow(RangeError);
  });
});

describe('aprSingleBps', () => {
  it.each([
    [50_000, 55_000, 12_167],
    [100_000, 105_000, 6_083],
    [250_000, 255_000, 2_433],
    [1_500_000, 1_530_000, 2_433],
  ])('LEND-K2: W5, %i repaid as %i after 30 days costs %i basis points', (net, total, bps) => {
    expect(aprSingleBps(paise(net), paise(total), 30)).toBe(bps);
  });

  it('LEND-K2: refuses a term of no days', () => {
    expect(() => aprSingleBps(paise(100), paise(101), 0)).toThrow(RangeError);
    expect(() => aprSingleBps(paise(100), paise(99), 30)).toThrow(RangeError);
  });
});
