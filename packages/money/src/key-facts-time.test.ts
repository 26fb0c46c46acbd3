import { expect, test } from 'vitest';
import { businessDate } from './calendar.ts';
import { doKeyFactsBind } from './key-facts-time.ts';

// Tuesday 26 January is a holiday of the banks; 23 January is the fourth Saturday.
const HOLIDAYS = [businessDate('2027-01-26')];

test.each([
  ['2027-01-21', '2027-01-21', true],
  ['2027-01-21', '2027-01-27', true],
  ['2027-01-21', '2027-01-28', false],
  ['2027-01-22', '2027-01-28', true],
  ['2027-01-22', '2027-01-29', false],
])('LEND-K5: key facts shown on %s bind on %s: %s', (shownOn, today, isBound) => {
  expect(doKeyFactsBind(businessDate(shownOn), businessDate(today), HOLIDAYS)).toBe(isBound);
});
