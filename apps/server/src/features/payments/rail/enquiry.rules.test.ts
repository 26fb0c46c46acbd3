import { HOUR_MS, MINUTE_MS } from '@mohlat/money';
import { describe, expect, test } from 'vitest';
import { isNeverExecuted, listDays, mayResend, nextLookMs } from './enquiry.rules.ts';

describe('LEND-X2: when to look next', () => {
  test.each([
    [0, 5_000],
    [5 * MINUTE_MS - 1, 5_000],
    [10 * MINUTE_MS, 5 * MINUTE_MS],
    [24 * HOUR_MS - 1, 5 * MINUTE_MS],
    [24 * HOUR_MS, HOUR_MS],
    [90 * 24 * HOUR_MS, HOUR_MS],
  ])('after %i ms: in %i ms, a tenth either way', (ageMs, stepMs) => {
    expect(nextLookMs(ageMs, 0)).toBe(stepMs);
    expect(nextLookMs(ageMs, 1)).toBe(Math.round(stepMs * 1.1));
    expect(nextLookMs(ageMs, -1)).toBe(Math.round(stepMs * 0.9));
  });
});

test('LEND-X3: whatever the jitter, one look falls on the tenth minute, while the bill is still payable', () => {
  for (const jitter of [-1, -0.3, 0, 0.7, 1]) {
    const ages = [0];
    while (ages.at(-1)! < HOUR_MS) ages.push(ages.at(-1)! + nextLookMs(ages.at(-1)!, jitter));
    expect(ages).toContain(10 * MINUTE_MS);
  }
});

describe('LEND-X3: the identical request may be sent again', () => {
  test.each([
    [3, 0, 10 * MINUTE_MS, true, true],
    [2, 0, 10 * MINUTE_MS, true, false],
    [3, 0, 10 * MINUTE_MS - 1, true, false],
    [3, 0, 10 * MINUTE_MS, false, false],
    [50, 0, 24 * HOUR_MS, true, true],
    [4, 1, 14 * MINUTE_MS - 1, true, false],
    [4, 1, 14 * MINUTE_MS, true, true],
  ])(
    '%i absences, sent again %i times, %i ms old, payable %s: %s',
    (absentCount, resentCount, ageMs, isPayable, expected) => {
      expect(mayResend({ absentCount, resentCount }, ageMs, isPayable)).toBe(expected);
    },
  );
});

describe('the lists that may show an attempt', () => {
  const at = (text: string) => new Date(text);

  test('are those of the day it began and of the day its bill was last payable', () => {
    expect(listDays(at('2027-01-15T06:00:00Z'), at('2027-01-15T06:15:00Z'))).toEqual(['2027-01-15']);
    expect(listDays(at('2027-01-15T18:29:59Z'), at('2027-01-15T18:44:00Z'))).toEqual([
      '2027-01-15',
      '2027-01-16',
    ]);
    expect(listDays(at('2027-01-15T18:30:00Z'), at('2027-01-15T18:44:00Z'))).toEqual(['2027-01-16']);
  });

  test('are those of two days where a worker that stalled may have sent it past midnight', () => {
    expect(listDays(at('2027-01-15T18:14:15Z'), at('2027-01-15T18:24:15Z'))).toEqual([
      '2027-01-15',
      '2027-01-16',
    ]);
  });
});

test.each([
  [2, true, false],
  [3, false, false],
  [3, true, true],
])(
  'LEND-X3: given %i looks that found nothing, and in no closed list: %s, then a payment was never executed: %s',
  (absentCount, isInNoClosedList, expected) => {
    expect(isNeverExecuted(absentCount, isInNoClosedList)).toBe(expected);
  },
);
