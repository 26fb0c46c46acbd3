import { fastify } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { until } from '#test/person.ts';
import { countRequests } from './request-count.ts';

const log = createLog('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let owner: pg.Pool;
let api: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
  api = createDatabase(patientPool(database.url, 'mohlat_api', 1), createClock(log));
});
afterAll(async () => {
  await api.close();
  await owner.end();
  await database.drop();
});

/** A server that fails at one address, as two processes of the product run. */
function begin() {
  const app = fastify();
  app.get('/good', async () => 'good');
  app.get('/bad', async () => {
    throw new Error('bad');
  });
  app.get('/readyz', async (_, reply) => reply.status(503).send());
  countRequests(app, { api, clock: createClock(log), log });
  return app;
}

async function counted() {
  const { rows } = await owner.query(
    'select requests::integer, failures::integer from request_days where day_on = ist_date(now())',
  );
  return rows;
}

test('given two processes, when they stop, the day has the requests of both and the looks of machines of none', async () => {
  const apps = [begin(), begin()];
  for (const app of apps)
    for (const url of ['/good', '/good', '/bad', '/nowhere', '/readyz']) await app.inject(url);
  for (const app of apps) await app.close();
  expect(await counted()).toEqual([{ requests: 8, failures: 2 }]);
});

test('given a database that takes nothing, when it does again, what failed meanwhile is counted', async () => {
  await owner.query('truncate request_days');
  await owner.query('revoke insert on request_days from mohlat_api');
  let refused = 0;
  const app = fastify();
  app.get('/bad', async () => {
    throw new Error('bad');
  });
  const hearing = { ...log, warn: () => void (refused += 1) } as unknown as typeof log;
  countRequests(app, { api, clock: createClock(log), log: hearing }, 5);
  await app.inject('/bad');
  await until(async () => (refused > 0 ? true : undefined));
  await owner.query('grant insert on request_days to mohlat_api');
  await app.inject('/bad');
  await app.close();
  expect(await counted()).toEqual([{ requests: 2, failures: 2 }]);
});
