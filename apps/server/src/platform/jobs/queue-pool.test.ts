import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { cloneDatabase } from '#test/database.ts';
import { QueuePool } from './queue-pool.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: QueuePool;
beforeAll(async () => {
  database = await cloneDatabase();
  pool = new QueuePool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Takes the pool's only connection, as the queue's listener does. */
function take() {
  return new Promise<{ client: pg.PoolClient; release: () => void }>((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (client) resolve({ client, release });
      else reject(error ?? new Error('no connection'));
    });
  });
}

test('a connection that is given back twice throws nothing, and is not taken from who has it by then', async () => {
  const first = await take();
  first.release();
  const second = await take();
  try {
    expect(() => first.release()).not.toThrow();
    expect([pool.idleCount, pool.totalCount]).toEqual([0, 1]);
  } finally {
    second.release();
  }
  expect(pool.idleCount).toBe(1);
});

test('a connection that is given back with an error is not used again', async () => {
  const first = await take();
  const lost = first.client;
  (first.release as (reason: Error) => void)(new Error('lost'));
  const { client, release } = await take();
  expect(client).not.toBe(lost);
  release();
});

test('given a pool that was ended, when the queue gives back the connection it did not get, nothing is thrown', async () => {
  const ended = new QueuePool({ connectionString: database.url });
  await ended.end();
  const giveBack = await new Promise<((reason?: Error) => void) | undefined>((resolve) => {
    ended.connect((_error, _client, release) => resolve(release));
  });
  // As graphile-worker does, which was stopped meanwhile.
  expect(() => giveBack?.()).not.toThrow();
});
