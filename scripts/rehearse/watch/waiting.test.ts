import { expect, test } from 'vitest';
import { waitUntil } from './waiting.ts';

test('given something that comes about, when it is waited for, the wait ends with it', async () => {
  let looks = 0;
  await waitUntil('the second look', () => Promise.resolve((looks += 1) === 2));
  expect(looks).toBe(2);
});

test('given something that never comes about, when its time is over, the wait throws its name', async () => {
  await expect(waitUntil('the call-backs', () => Promise.resolve(false), 0)).rejects.toThrow(
    'waited 0 minutes in vain for the call-backs',
  );
});
