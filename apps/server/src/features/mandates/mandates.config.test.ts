import { expect, test } from 'vitest';
import { readUpiMaximum } from './mandates.config.ts';

test('LEND-20: what UPI debits by itself is configuration, ₹15,000 when nobody says', () => {
  expect(readUpiMaximum({})).toBe(1_500_000);
  expect(readUpiMaximum({ UPI_AUTOPAY_MAX_PAISE: '10000000' })).toBe(10_000_000);
});

test.each(['15000.50', 'a lakh', '-1', '99'])('%s paise stops the start', (text) => {
  expect(() => readUpiMaximum({ UPI_AUTOPAY_MAX_PAISE: text })).toThrow('UPI_AUTOPAY_MAX_PAISE');
});
