import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { salaryDays } from './salary-days.ts';

const between = (day: number, from: string, to: string) =>
  salaryDays(day, businessDate(from), businessDate(to));

test('a salary comes once a month, on both ends too', () => {
  expect(between(1, '2026-11-20', '2027-02-20')).toEqual([11, 42, 73]);
  expect(between(20, '2026-11-20', '2026-12-20')).toEqual([0, 30]);
  expect(between(21, '2026-11-20', '2026-11-20')).toEqual([]);
});

test('in a month that is too short it comes on the last day', () => {
  expect(between(31, '2027-01-31', '2027-03-31')).toEqual([0, 28, 59]);
  expect(between(30, '2028-02-01', '2028-02-29')).toEqual([28]);
});
