import { CLASS_FROM_DPD } from '@mohlat/money';
import { expect, test } from 'vitest';
import { ARREARS_DAYS, arrearsBucketOf } from './arrears.ts';
import { WRITE_OFF_FROM_DPD } from './write-off.ts';

test.each([
  [0, 'current'],
  [1, 'd1_30'],
  [30, 'd1_30'],
  [31, 'd31_60'],
  [60, 'd31_60'],
  [61, 'd61_90'],
  [90, 'd61_90'],
  [91, 'd91_180'],
  [180, 'd91_180'],
  [181, 'd181_up'],
  [900, 'd181_up'],
] as const)('LEND-12: given a loan %i days past due, when it is grouped, then it is in %s', (dpd, bucket) => {
  expect(arrearsBucketOf(dpd)).toBe(bucket);
});

test('LEND-12, LEND-D5: given the buckets, then they begin where a class or a write-off does, and follow each other', () => {
  const days = Object.values(ARREARS_DAYS);
  expect(days.map(({ from }) => from)).toEqual([0, 1, ...CLASS_FROM_DPD, WRITE_OFF_FROM_DPD]);
  expect(days.map(({ to }) => to)).toEqual([...days.slice(1).map(({ from }) => from - 1), null]);
});
