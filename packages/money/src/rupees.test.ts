import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paise } from './paise.ts';
import { formatRupees, MAX_INPUT_PAISE, parseRupees } from './rupees.ts';

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

describe('parseRupees', () => {
  it.each([
    ['₹1,23,456.5', 12_345_650],
    ['₹ 1,23,456', 12_345_600],
    ['123,456.70', 12_345_670],
    ['Rs. 500', 50_000],
    ['rs500', 50_000],
    ['INR 1500', 150_000],
    ['  1500.  ', 150_000],
    ['.5', 50],
    ['0', 0],
    ['007', 700],
    ['10,00,00,00,000', MAX_INPUT_PAISE],
  ])('LEND-M1: reads %s', (text, amount) => {
    expect(parseRupees(text)).toBe(amount);
  });

  it.each([
    '',
    '.',
    '₹',
    ',',
    '1,5',
    '1,23,45',
    ',123',
    '1.234',
    '-5',
    '−5',
    '1e3',
    'five',
    '1 2',
    '10,00,00,00,000.01',
    '9'.repeat(40),
  ])('LEND-M1: refuses %j', (text) => {
    expect(parseRupees(text)).toBeUndefined();
  });

  it('LEND-M6: reads back whatever was written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_INPUT_PAISE }),
        fc.constantFrom('auto' as const, 'always' as const),
        (amount, decimals) => {
          expect(parseRupees(formatRupees(paise(amount), { decimals }))).toBe(amount);
        },
      ),
    );
  });
});
