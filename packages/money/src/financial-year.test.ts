import { expect, test } from 'vitest';
import { businessDate } from './calendar.ts';
import { financialYearFrom, financialYearOf } from './financial-year.ts';

test.each([
  ['2027-01-01', 2026, '2026-04-01', '2027-03-31'],
  ['2027-03-31', 2026, '2026-04-01', '2027-03-31'],
  ['2027-04-01', 2027, '2027-04-01', '2028-03-31'],
  ['2027-12-31', 2027, '2027-04-01', '2028-03-31'],
])('LEND-F5: %s lies in the financial year that begins in April %i', (on, startYear, fromOn, throughOn) => {
  expect(financialYearOf(businessDate(on))).toEqual({ startYear, fromOn, throughOn });
  expect(financialYearFrom(startYear)).toEqual({ startYear, fromOn, throughOn });
});
