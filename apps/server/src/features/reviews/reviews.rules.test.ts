import { expect, test } from 'vitest';
import { nextLookAt } from './reviews.rules.ts';

test('the desk is looked at soon, then ever more rarely, and at least every hour', () => {
  const openedAt = new Date('2026-11-20T06:00:00Z');
  const after = (seconds: number) => {
    const now = new Date(openedAt.getTime() + seconds * 1000);
    return (nextLookAt(openedAt, now).getTime() - now.getTime()) / 1000;
  };
  expect([0, 10, 15, 60, 3600, 86_400].map(after)).toEqual([15, 15, 15, 60, 3600, 3600]);
});
