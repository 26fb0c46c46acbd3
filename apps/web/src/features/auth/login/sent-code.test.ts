// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { nowMs } from '../../../lib/product-clock.ts';
import { sentCode } from './sent-code.ts';

const HOUR_MS = 60 * 60 * 1000;

test.each([
  { what: 'works', ageMs: HOUR_MS - 60_000, isKept: true },
  { what: 'is over', ageMs: HOUR_MS, isKept: false },
])(
  'given a number that was asked for and whose link $what, when a log-in opens, then it is kept: $isKept',
  ({ ageMs, isKept }) => {
    const kept = JSON.stringify({ digits: '9898765432', atMs: nowMs() - ageMs });
    localStorage.setItem('mohlat-asked-number', kept);
    expect(sentCode('login')).toBeUndefined();
    expect(localStorage.getItem('mohlat-asked-number')).toBe(isKept ? kept : null);
  },
);
