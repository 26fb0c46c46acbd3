import { HOUR_MS } from '@mohlat/money';
import { expect, test } from 'vitest';
import { canWait, nextRoundAt } from './rounds.rules.ts';

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
