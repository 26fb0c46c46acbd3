import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { until } from '#test/person.ts';
import { createWaker } from './waker.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let api: Database;
let listener: pg.Client;
const heard: number[] = [];
const log = createLog('silent');

beforeEach(async () => {
  heard.length = 0;
  database = await cloneDatabase();
  api = createDatabase(patientPool(database.url, 'mohlat_api', 2), createClock(log));
  listener = new pg.Client(database.url);
  await listener.connect();
  listener.on('notification', ({ payload }) =>
    heard.push((JSON.parse(payload ?? '') as { count: number }).count),
  );
  await listener.query('listen "jobs:insert"');
});
afterEach(async () => {
  await listener.end();
  await api.close();
  await database.drop();
});

test('forty who ask at once wake the workers twice: the first alone, all others together', async () => {
  const { wake } = createWaker(api, log);
  for (let i = 0; i < 40; i += 1) wake();
  await until(() => Promise.resolve(heard.length > 1 ? true : undefined));
  expect(heard).toEqual([1, 39]);
  wake();
  await until(() => Promise.resolve(heard.length > 2 ? true : undefined));
  expect(heard).toEqual([1, 39, 1]);
});

test('a database that is away ends nothing, and is told again the next time', async () => {
  const lost: string[] = [];
  let isAway = true;
  const { wake } = createWaker(
    {
      once: async (text, values) => {
        if (!isAway) return api.once(text, values);
        lost.push(text);
        throw new Error('away');
      },
    },
    log,
  );
  wake();
  await until(() => Promise.resolve(lost.length > 0 ? true : undefined));
  isAway = false;
  wake();
  await until(() => Promise.resolve(heard.length > 0 ? true : undefined));
  expect(heard).toEqual([1]);
});
