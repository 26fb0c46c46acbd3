import { HOUR_MS } from '@mohlat/money';
import { expect, test } from 'vitest';
import { canWait, isOwed, nextHours, nextRoundAt } from './rounds.rules.ts';

test.each([
  ['a reminder', 'reminder.due_soon', {}, true],
  ['a notice before a debit', 'mandate.debit_due', {}, true],
  ['a code', 'auth.otp', { code: '123456' }, false],
  ['a code in any other text', 'mandate.active', { code: '123456' }, false],
  ['a link of the sign-in', 'auth.recovery', { link: 'https://example.in' }, false],
] as const)('given %s, then it can wait for hours or not', (_, template, vars, can) => {
  expect(canWait({ template, vars })).toBe(can);
});

test('given a provider that stays away, then rounds begin after two hours, every six, and end within three days', () => {
  const since = new Date('2027-01-15T04:30:00Z');
  const rounds: number[] = [];
  let now = since;
  for (let next = nextRoundAt(undefined, now); next !== undefined; next = nextRoundAt(since, now)) {
    rounds.push((next.getTime() - since.getTime()) / HOUR_MS);
    now = next;
  }
  expect(rounds).toEqual([2, 8, 14, 20, 26, 32, 38, 44, 50, 56, 62, 68]);
  // To the very end of three days, and no longer.
  expect(nextRoundAt(since, new Date(since.getTime() + 66 * HOUR_MS))).toEqual(
    new Date(since.getTime() + 72 * HOUR_MS),
  );
  expect(nextRoundAt(since, new Date(since.getTime() + 66 * HOUR_MS + 1))).toBeUndefined();
});

const EVENING = new Date('2027-01-15T13:30:00Z');

test.each([
  ['at seven in the evening', '2027-01-15T13:30:00Z', '2027-01-16T03:30:00Z'],
  ['after midnight', '2027-01-15T19:00:00Z', '2027-01-16T03:30:00Z'],
  ['in a morning that began', '2027-01-16T03:30:00Z', '2027-01-17T03:30:00Z'],
  ['on the third day', '2027-01-17T20:00:00Z', '2027-01-18T03:30:00Z'],
])('LEND-23: given what is owed, whose hours are over %s, then it waits for nine o’clock', (_, now, from) => {
  expect(nextHours({ until: EVENING }, new Date(now))).toEqual({
    from: new Date(from),
    until: new Date(new Date(from).getTime() + 10 * HOUR_MS),
  });
});

test('LEND-23: given what is owed, when three days are over, then it waits no more; a reminder never did', () => {
  expect(nextHours({ until: EVENING }, new Date('2027-01-18T03:30:00Z'))).toBeUndefined();
  expect(isOwed({ template: 'reminder.formal_90' })).toBe(true);
  expect(isOwed({ template: 'reminder.missed' })).toBe(false);
});
