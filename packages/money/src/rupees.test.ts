import { describe, expect, it } from 'vitest';
import { paise } from './paise.ts';
import { formatRupees } from './rupees.ts';

describe('formatRupees', () => {
  it.each([
    [0, '₹0'],
    [5, '₹0.05'],
    [100, '₹1'],
    [99_999, '₹999.99'],
    [100_000, '₹1,000'],
    [520_000, '₹5,200'],
    [12_345_670, '₹1,23,456.70'],
    [1_234_567_800, '₹1,23,45,678'],
    [1_000_000_000_000, '₹10,00,00,00,000'],
    [-50_000, '−₹500'],
  ])('LEND-M6: writes %i paise standing alone as %s', (amount, shown) => {
    expect(formatRupees(paise(amount))).toBe(shown);
  });

  it('LEND-M6: always shows two decimals in a column', () => {
    expect(formatRupees(paise(12_345_600), { decimals: 'always' })).toBe('₹1,23,456.00');
    expect(formatRupees(paise(-5), { decimals: 'always' })).toBe('−₹0.05');
  });

  it('LEND-M6: writes a plus only when asked and only on a positive amount', () => {
    expect(formatRupees(paise(100), { sign: 'always' })).toBe('+₹1');
    expect(formatRupees(paise(0), { sign: 'always' })).toBe('₹0');
    expect(formatRupees(paise(-100), { sign: 'always' })).toBe('−₹1');
  });
});
