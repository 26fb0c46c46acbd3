import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { isListOver, readBankHolidays } from './bank-holidays.ts';

test.each([
  ['', '2026-11-30', true],
  ['2026-01-26,2026-12-25', '2026-12-25', false],
  ['2026-01-26,2026-12-25', '2026-12-26', true],
])('given the bank holidays "%s", on %s, then the list is over: %s', (BANK_HOLIDAYS, today, isOver) => {
  expect(isListOver(readBankHolidays({ BANK_HOLIDAYS }), businessDate(today))).toBe(isOver);
});
