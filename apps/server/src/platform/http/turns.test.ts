import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Runs one piece of work for each name, and tells how many were under way at once, in all and of one person. */
async function crowd(turns: Turns, names: readonly string[]) {
  const now = new Map<string, number>();
  let most = 0;
  let mostOfOne = 0;
  const order: number[] = [];
  const works = names.map((name, place) =>
    turns.take(
      name,
      () => Promise.resolve(),
      async () => {
        now.set(name, (now.get(name) ?? 0) + 1);
        most = Math.max(
          most,
          [...now.values()].reduce((sum, count) => sum + count, 0),
        );
        mostOfOne = Math.max(mostOfOne, now.get(name)!);
        order.push(place);
        // Long enough for all that may begin to have begun.
        for (let turn = 0; turn < 5; turn += 1) await tick();
        now.set(name, now.get(name)! - 1);
        if (place % 3 === 0) throw new Error('failed');
      },
    ),
  );
  await Promise.allSettled(works);
  return { most, mostOfOne, order };
}

test('of many people so many are served at once, in the order they came, and a failure gives its place back', async () => {
  const names = Array.from({ length: 30 }, (_, nth) => `person ${nth}`);
  const { most, order } = await crowd(new Turns(8), names);
  expect(most).toBe(8);
  expect(order).toEqual(names.map((_, place) => place));
});

test('one person who asks thirty times is served one at a time, and keeps no other person out', async () => {
  const turns = new Turns(8);
  const [greedy, other] = await Promise.all([
    crowd(
      turns,
      Array.from({ length: 30 }, () => 'greedy'),
    ),
    turns.take(
      'other',
      () => Promise.resolve(),
      () => Promise.resolve('served'),
    ),
  ]);
  expect(greedy).toMatchObject({ most: 1, mostOfOne: 1 });
  expect(other).toBe('served');
});

test('who is refused takes no place', async () => {
  const turns = new Turns(1);
  let free = () => undefined as void;
  const held = turns.take(
    'first',
    () => Promise.resolve(),
    () => new Promise<void>((resolve) => (free = resolve)),
  );
  await tick();
  const refused = turns.take(
    'second',
    () => Promise.reject(new Error('may not')),
    () => Promise.resolve(),
  );
  await expect(refused).rejects.toThrow('may not');
  free();
  await held;
});

test('what one person piles up is bounded: the rest is told busy, and another person is served', async () => {
  const turns = new Turns(1);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const admit = () => Promise.resolve();
  const pile = Promise.allSettled(Array.from({ length: 40 }, () => turns.take('greedy', admit, () => end)));
  const other = turns.take('other', admit, () => Promise.resolve('served'));
  resolve();
  const refused = (await pile).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused[0]).toMatchObject({ reason: { code: 'busy' } });
  expect(await other).toBe('served');
});
