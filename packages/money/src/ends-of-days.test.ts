import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessDate } from './calendar.ts';
import { earliestOf, latestOf } from './ends-of-days.ts';

const anyDate = fc.nat(40_000).map((offset) => addDays(businessDate('1990-01-01'), offset));

describe('earliestOf and latestOf', () => {
  it('given days in any order, are the ends of the sorted days', () => {
    fc.assert(
      fc.property(fc.array(anyDate, { minLength: 1 }), (days) => {
        const sorted = days.toSorted();
        expect(earliestOf(days)).toBe(sorted[0]);
        expect(latestOf(days)).toBe(sorted.at(-1));
      }),
    );
  });

  it('given no day, are undefined', () => {
    expect(earliestOf([])).toBeUndefined();
    expect(latestOf([])).toBeUndefined();
  });
});
