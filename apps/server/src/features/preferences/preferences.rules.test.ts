import { expect, test } from 'vitest';
import { ALL_CHANNELS, isQuiet, quietUntil } from './preferences.rules.ts';

const night = { from: '22:00', until: '07:00' };
const noon = { from: '12:00', until: '14:00' };
/** 16:30 in Greenwich is 22:00 in India. */
const at = (utc: string) => new Date(`2026-11-20T${utc}Z`);

test.each([
  [night, '16:29:59', false],
  [night, '16:30:00', true],
  [night, '20:00:00', true],
  [night, '01:29:59', true],
  [night, '01:30:00', false],
  [noon, '06:29:00', false],
  [noon, '06:30:00', true],
  [noon, '08:30:00', false],
])('between %o, %s in Greenwich is quiet: %s', (quiet, utc, expected) => {
  expect(isQuiet(quiet, at(utc))).toBe(expected);
});

test('what waits goes out at the minute the quiet hours end', () => {
  expect(quietUntil({ ...ALL_CHANNELS, quiet: night }, at('16:30:20'))?.toISOString()).toBe(
    '2026-11-21T01:30:00.000Z',
  );
  expect(quietUntil({ ...ALL_CHANNELS, quiet: night }, at('01:00:00'))?.toISOString()).toBe(
    '2026-11-20T01:30:00.000Z',
  );
});

test('outside the quiet hours, or without any, nothing waits', () => {
  expect(quietUntil({ ...ALL_CHANNELS, quiet: night }, at('06:00:00'))).toBeUndefined();
  expect(quietUntil(ALL_CHANNELS, at('20:00:00'))).toBeUndefined();
});
