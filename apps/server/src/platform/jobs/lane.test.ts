import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/harness.ts';
import { openRelay, type Relay } from '#test/outage/relay.ts';
import { until } from '#test/waiting.ts';
import { type Job, job, type JobWorker, startWorker } from './worker.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let relay: Relay;
let sql: pg.Pool;
let worker: JobWorker;
const begun = { long: 0, short: 0 };
const held = Promise.withResolvers<void>();

const jobOf = (task: 'long' | 'short', work: () => Promise<void>) =>
  job(task, z.object({}), () => {
    begun[task] += 1;
    return work();
  }) as Job<never>;

beforeAll(async () => {
  database = await cloneDatabase();
  relay = await openRelay(database.url);
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  worker = await startWorker({
    databaseUrl: relay.url,
    jobs: [jobOf('long', () => held.promise), jobOf('short', () => Promise.resolve())],
    cron: [],
    concurrency: 2,
    log: createLog('silent'),
  });
});
afterAll(async () => {
  held.resolve();
  await worker.stop();
  relay.close();
  await sql.end();
  await database.drop();
});

const ask = (task: string) => sql.query(`select enqueue_job($1, '{}', null, null, 5)`, [task]);
const read = async () =>
  (
    await sql.query<{ task: string; holder: string | null }>(
      'select task_identifier as task, locked_by as holder from graphile_worker.jobs',
    )
  ).rows;

test('connections cut while a job is under way: others go on, the job is not taken twice, and its end is noted', async () => {
  await ask('long');
  await until(async () => (begun.long === 1 ? true : undefined));
  const [{ holder } = { holder: null }] = await read();
  relay.cut();
  await ask('short');
  await until(async () => ((await read()).length === 1 ? true : undefined));
  expect(begun).toEqual({ long: 1, short: 1 });
  expect(await read()).toEqual([{ task: 'long', holder }]);
  held.resolve();
  await until(async () => ((await read()).length === 0 ? true : undefined));
});
