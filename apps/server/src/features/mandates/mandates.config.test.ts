import { expect, test } from 'vitest';
import { readReturnWindow, readUpiMaximum } from './mandates.config.ts';

test('LEND-20: what UPI debits by itself is configuration, ₹15,000 when it is unset', () => {
  expect(readUpiMaximum({})).toBe(1_500_000);
  expect(readUpiMaximum({ UPI_AUTOPAY_MAX_PAISE: '10000000' })).toBe(10_000_000);
});

test.each(['15000.50', 'a lakh', '-1', '99'])('%s paise stops the start', (text) => {
  expect(() => readUpiMaximum({ UPI_AUTOPAY_MAX_PAISE: text })).toThrow('UPI_AUTOPAY_MAX_PAISE');
});

test('LEND-20: the return window is configuration, three working days when it is unset', () => {
  expect(readReturnWindow({})).toEqual({ workingDays: 3, holidays: [] });
  expect(
    readReturnWindow({ MANDATE_RETURN_WORKING_DAYS: '2', BANK_HOLIDAYS: '2027-01-26, 2027-08-15' }),
  ).toEqual({ workingDays: 2, holidays: ['2027-01-26', '2027-08-15'] });
});

test.each([{ MANDATE_RETURN_WORKING_DAYS: '0' }, { BANK_HOLIDAYS: '26 January' }])(
  '%j stops the start',
  (env) => {
    expect(() => readReturnWindow(env)).toThrow(Object.keys(env)[0]);
  },
);
