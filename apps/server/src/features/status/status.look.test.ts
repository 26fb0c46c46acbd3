import { expect, test } from 'vitest';
import { createStatusLook } from './status.look.ts';

function begin() {
  let at = 0;
  let reads = 0;
  let isBroken = false;
  const look = createStatusLook(
    () => {
      reads += 1;
      return isBroken ? Promise.reject(new Error('away')) : Promise.resolve({ asOf: null, parts: [] });
    },
    { now: () => new Date(at) },
  );
  return {
    look,
    reads: () => reads,
    pass: (ms: number) => (at += ms),
    breakIt: (is: boolean) => (isBroken = is),
  };
}

test('given many who ask within ten seconds, when they ask, one reading answers all', async () => {
  const { look, reads, pass } = begin();
  await Promise.all([look(), look(), look()]);
  pass(9_999);
  await look();
  expect(reads()).toBe(1);
  pass(1);
  await look();
  expect(reads()).toBe(2);
});

test('given a clock that was set back, when a visitor asks, it is read again', async () => {
  const { look, reads, pass } = begin();
  await look();
  pass(-60_000);
  await look();
  expect(reads()).toBe(2);
});

test('given a reading that failed, when a visitor asks again, it is read again', async () => {
  const { look, reads, breakIt } = begin();
  breakIt(true);
  await expect(look()).rejects.toThrow('away');
  breakIt(false);
  await look();
  expect(reads()).toBe(2);
});
