import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { startLiveness } from './liveness.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** The most statements that one connection was given and had not answered. */
function mostAtOnce(): () => number {
  const counts = new Map<pg.Client, number>();
  const all: number[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    all.push(count);
    const answer: unknown = Reflect.apply(query, this, given);
    return Promise.resolve(answer).finally(() => counts.set(this, counts.get(this)! - 1));
  });
  onTestFinished(() => spy.mockRestore());
  return () => Math.max(...all);
}

test('given lanes that begin and end together, when they say so, then the connection is asked one thing at a time', async () => {
  const most = mostAtOnce();
  const liveness = startLiveness(database.url, createLog('silent'));
  onTestFinished(() => liveness.stop());
  const names = ['first', 'second', 'third'];
  await Promise.all(names.map((name) => liveness.announce(name)));
  await Promise.all(names.map((name) => liveness.retire(name)));
  expect(most()).toBe(1);
});
