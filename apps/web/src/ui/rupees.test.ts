import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { formatInstalments, formatRupees, groupRupeesTyped, parseRupees } from './rupees.ts';

describe('amounts', () => {
  test.each([
    [520_000, 'auto', '₹5,200'],
    [520_000, 'always', '₹5,200.00'],
    [12_345_670, 'auto', '₹1,23,456.70'],
    [-50_000, 'auto', '−₹500'],
    [5, 'auto', '₹0.05'],
    [0, 'always', '₹0.00'],
  ] as const)('LEND-M6: %d paise (%s) is written %s', (paise, decimals, text) => {
    expect(formatRupees(paise, decimals)).toBe(text);
  });

  test('instalments are one amount times their number; a last one that differs is written by itself', () => {
    const three = { count: 3, eachPaise: 174_100 };
    expect(formatInstalments({ ...three, totalPaise: 522_300 })).toBe('3 × ₹1,741');
    expect(formatInstalments({ ...three, totalPaise: 522_242 }, 'always')).toBe('2 × ₹1,741.00 + ₹1,740.42');
  });

  test('are grouped as the platform groups them in India, however large', () => {
    const platform = new Intl.NumberFormat('en-IN');
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 90_071_992_547_409 }), (small, large) => {
        for (const rupees of [small, large])
          expect(formatRupees(rupees * 100)).toBe(`₹${platform.format(rupees)}`);
      }),
    );
  });

  test.each([
    ['₹1,23,456.5', 12_345_650],
    ['₹ 1,23,456', 12_345_600],
    ['123,456.70', 12_345_670],
    ['1 200.5', 120_050],
    ['Rs. 500', 50_000],
    ['rs500', 50_000],
    ['INR 1500', 150_000],
    ['  1500.  ', 150_000],
    ['12.', 1_200],
    ['.5', 50],
    ['0', 0],
    ['007', 700],
    ['10,00,00,00,000', 1_000_000_000_000],
  ])('what is typed or pasted as "%s" is read as %s paise', (text, paise) => {
    expect(parseRupees(text)).toBe(paise);
  });

  test.each([
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
    'twelve',
    '1 2',
    '10,00,00,00,000.01',
    '9'.repeat(40),
  ])('what is typed as %j is no amount', (text) => {
    expect(parseRupees(text)).toBeUndefined();
  });

  test('an amount that was written is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.constantFrom('auto' as const, 'always' as const),
        (paise, decimals) => {
          expect(parseRupees(formatRupees(paise, decimals))).toBe(paise);
        },
      ),
    );
  });

  test('an amount is grouped the Indian way while it is typed', () => {
    expect(groupRupeesTyped('123456')).toBe('1,23,456');
    expect(groupRupeesTyped('₹1,23,456.789')).toBe('1,23,456.78');
    expect(groupRupeesTyped('.5')).toBe('0.5');
    expect(groupRupeesTyped('12.')).toBe('12.');
    expect(groupRupeesTyped('007')).toBe('7');
  });

  test('an amount in words says lakh and crore in both languages', () => {
    expect(amountInWords(12_345_650, 'en')).toBe(
      'one lakh twenty-three thousand four hundred fifty-six rupees and fifty paise',
    );
    expect(amountInWords(100, 'en')).toBe('one rupee');
    expect(amountInWords(1_000_000_000, 'en')).toBe('one crore rupees');
    expect(amountInWords(1_500_000, 'hi')).toBe('पंद्रह हज़ार रुपये');
    expect(amountInWords(12_345_650, 'hi')).toBe('एक लाख तेईस हज़ार चार सौ छप्पन रुपये और पचास पैसे');
  });

  test('Hindi has a word of its own for each number below a hundred', () => {
    const words = Array.from({ length: 100 }, (_, n) =>
      amountInWords(n * 100, 'hi').replace(/ (रुपये|रुपया)$/, ''),
    );
    expect(new Set(words).size).toBe(100);
    expect(words[99]).toBe('निन्यानवे');
    expect(words[50]).toBe('पचास');
    expect(words[79]).toBe('उन्यासी');
  });
});
