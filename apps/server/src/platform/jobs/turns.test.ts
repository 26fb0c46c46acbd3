import { expect, test } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';
import { DatabaseUnavailable } from '#platform/db/unavailable.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { createTurns } from './turns.ts';

test('a failing row backs off exponentially, an hour at most, and the sweep goes on', async () => {
  let nowMs = 0;
  const clock = { now: () => new Date(nowMs) } as Clock;
  const turns = createTurns({ clock, log: createLog('silent') }, 'test');
  const done: string[] = [];
  const look = (broken: string) =>
    turns.take(
      ['a', 'b', 'c'],
      (name) => name,
      async (name) => {
        if (name === broken) throw new Error('not this one');
        done.push(name);
      },
    );
  expect(await look('b')).toBe(2);
  expect(done).toEqual(['a', 'c']);
  const rests: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const fromMs = nowMs;
    while (turns.resting().includes('b')) nowMs += 60_000;
    rests.push((nowMs - fromMs) / 60_000);
    await look('b');
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  // Not taken for longer than the longest rest, it is forgotten and begins again.
  nowMs += 3 * 3_600_000;
  expect(turns.resting()).toEqual([]);
  await look('b');
  nowMs += 60_000;
  expect(turns.resting()).toEqual([]);
  await look('none');
  expect(turns.resting()).toEqual([]);
});

test('given a failed row, when the clock is set back, then the row does not rest longer', async () => {
  let nowMs = 10 * 3_600_000;
  const clock = { now: () => new Date(nowMs) } as Clock;
  const turns = createTurns({ clock, log: createLog('silent') }, 'test');
  const fail = () => Promise.reject(new Error('not now'));
  await turns.take(['a'], (name) => name, fail);
  expect(turns.resting()).toEqual(['a']);
  nowMs -= 2 * 3_600_000;
  expect(turns.resting()).toEqual([]);
  await turns.take(['a'], (name) => name, fail);
  expect(turns.resting()).toEqual(['a']);
});

test('given rows that all fail, when a sweep looks for hours, then ten fail a look and the list stays bounded', async () => {
  let nowMs = 0;
  const lines: string[] = [];
  const log = { error: (_: object, text: string) => lines.push(text) } as unknown as Log;
  const turns = createTurns({ clock: { now: () => new Date(nowMs) } as Clock, log }, 'test');
  const rows = Array.from({ length: 5000 }, (_, index) => `row ${index}`);
  let triedCount = 0;
  const fail = async () => {
    triedCount += 1;
    throw new Error('the disk is broken');
  };
  await turns.take(rows, (name) => name, fail);
  expect(triedCount).toBe(10);
  for (let look = 0; look < 2000; look += 1) {
    const resting = new Set(turns.resting());
    const page = rows.filter((name) => !resting.has(name)).slice(0, 100);
    await turns.take(page, (name) => name, fail);
    expect(turns.resting().length).toBeLessThanOrEqual(1000);
    nowMs += 3000;
  }
  const full = rows.map((name) => [name]);
  for (const page of full) await turns.take(page, (name) => name, fail);
  expect(turns.resting().length).toBeLessThanOrEqual(1000);
  expect(lines.filter((text) => text === 'a sweep takes no new rows')).toHaveLength(1);
});

test('given rows done together, when one is at fault, then it alone rests', async () => {
  const log = createLog('silent');
  const turns = createTurns({ clock: { now: () => new Date(0) } as Clock, log }, 'test');
  const rows = Array.from({ length: 500 }, (_, index) => `row ${index}`);
  const done: string[] = [];
  let triedCount = 0;
  const isThrough = await turns.takeTogether(
    rows,
    (name) => name,
    async (lot) => {
      triedCount += 1;
      if (lot.includes('row 137')) throw new Error('not this one');
      done.push(...lot);
    },
  );
  expect(isThrough).toBe(true);
  expect(done).toEqual(rows.filter((name) => name !== 'row 137'));
  expect(turns.resting()).toEqual(['row 137']);
  expect(triedCount).toBeLessThan(40);
});

test('given rows done together, when all fail, then it stops after ten, without a try for each', async () => {
  const lines: string[] = [];
  const log = { error: (_: object, text: string) => lines.push(text) } as unknown as Log;
  const turns = createTurns({ clock: { now: () => new Date(0) } as Clock, log }, 'test');
  const rows = Array.from({ length: 500 }, (_, index) => `row ${index}`);
  let triedCount = 0;
  const fail = async () => {
    triedCount += 1;
    throw new Error('nothing can be posted');
  };
  expect(await turns.takeTogether(rows, (name) => name, fail)).toBe(false);
  expect(lines).toHaveLength(10);
  expect(triedCount).toBeLessThan(20);
});

test('given a database that is away, when rows are taken, then none of them rests', async () => {
  const turns = createTurns({ clock: { now: () => new Date(0) } as Clock, log: createLog('silent') }, 'test');
  const away = async () => {
    throw new DatabaseUnavailable('gone');
  };
  await expect(turns.take(['a'], (name) => name, away)).rejects.toThrow(DatabaseUnavailable);
  expect(turns.resting()).toEqual([]);
});
