import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { isRailListFinal } from './rail-list.ts';

test('LEND-21: the list of a day is final at nine of the next morning in India', () => {
  const day = businessDate('2027-01-15');
  expect(isRailListFinal(day, new Date('2027-01-16T03:29:59Z'))).toBe(false);
  expect(isRailListFinal(day, new Date('2027-01-16T03:30:00Z'))).toBe(true);
});
