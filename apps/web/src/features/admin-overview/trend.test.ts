import { expect, test } from 'vitest';
import { spanBefore, trendOf } from './trend.ts';

test.each([
  [
    { from: '2026-11-14', to: '2026-11-20' },
    { from: '2026-11-07', to: '2026-11-13' },
  ],
  [
    { from: '2026-03-01', to: '2026-03-01' },
    { from: '2026-02-28', to: '2026-02-28' },
  ],
])('given a span, when compared, then as many days end the day before it', (span, before) => {
  expect(spanBefore(span)).toEqual(before);
});

test.each([
  [112, 100, { kind: 'percent', percent: 12 }],
  [50, 200, { kind: 'percent', percent: -75 }],
  [0, 4, { kind: 'percent', percent: -100 }],
  [1_001, 1_000, { kind: 'same' }],
  [7, 7, { kind: 'same' }],
  [0, 0, { kind: 'same' }],
  [1_000, 100, { kind: 'percent', percent: 900 }],
  [1_532_504, 400, { kind: 'tenfold' }],
  [3, 0, { kind: 'new' }],
])('given %i now and %i before, when compared, then the change is said', (now, before, trend) => {
  expect(trendOf(now, before)).toEqual(trend);
});
