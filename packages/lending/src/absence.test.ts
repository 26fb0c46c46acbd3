import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type Absence, absentAgain, isNeverMade, unseenAgain } from './absence.ts';

/** Looks in vain at these minutes; answers those after which it counts as never made. */
function looks(...minutes: readonly number[]): number[] {
  let absence: Absence | null = null;
  const over: number[] = [];
  for (const minute of minutes) {
    const now = minute * MINUTE_MS;
    absence = absentAgain(absence, now);
    if (isNeverMade(absence, now)) over.push(minute);
  }
  return over;
}

test('LEND-20: given three looks in vain over ten minutes, then the third says that it was never made', () => {
  expect(looks(0, 5, 10)).toEqual([10]);
});

test.each([
  ['a worker that slept between two looks', [0, 15], []],
  ['the third look after that', [0, 15, 20], [20]],
  ['three looks in one minute', [0, 0.5, 1], []],
  ['looks that are ten minutes apart', [0, 10, 20], [20]],
  ['looks that are a little further apart', [0, 15, 30], [30]],
  ['a worker that was down for an hour', [0, 60, 65, 70], [70]],
  ['a worker that was down after the second look', [0, 5, 65, 70, 75], [75]],
])('LEND-20: given %s, then looks count, and not time alone', (_what, minutes, over) => {
  expect(looks(...minutes)).toEqual(over);
});

test('LEND-20: given a time noted by a process that counts no looks, then its look is none', () => {
  const noted = { since: 0, looks: 0 };
  expect(absentAgain(noted, 10 * MINUTE_MS)).toEqual({ since: 0, looks: 1 });
  expect(absentAgain(noted, 10 * MINUTE_MS + 1)).toEqual({ since: 10 * MINUTE_MS + 1, looks: 1 });
});

test('LEND-16 journal 34: given a request of less than a day, or none, then a look in vain counts nothing', () => {
  expect(unseenAgain(null, null, DAY_MS)).toBeNull();
  expect(unseenAgain({ since: 0, looks: 2 }, 0, DAY_MS - 1)).toBeNull();
  expect(unseenAgain(null, 0, DAY_MS)).toEqual({ since: DAY_MS, looks: 1 });
});

test('LEND-16 journal 34: given a request that was never made, when it is looked for each hour, then it stays so', () => {
  const unseen = { since: DAY_MS, looks: 3 };
  expect(unseenAgain(unseen, 0, DAY_MS + HOUR_MS)).toBe(unseen);
  // Two looks say nothing yet, and lie too far behind.
  const seenTwice = { since: DAY_MS, looks: 2 };
  expect(unseenAgain(seenTwice, 0, DAY_MS + HOUR_MS)).toEqual({ since: DAY_MS + HOUR_MS, looks: 1 });
});
