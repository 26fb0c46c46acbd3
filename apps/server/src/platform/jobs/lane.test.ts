import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { openRelay, type Relay } from '#test/outage/relay.ts';
import { until } from '#test/waiting.ts';
import { job, type JobWorker, startWorker } from './worker.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let relay: Relay;
let sql: pg.Pool;
let worker: JobWorker;
const lines: string[] = [];
const begun = { long: 0, short: 0 };
const held = Promise.withResolvers<void>();

const jobOf = (task: 'long' | 'short', work: () => Promise<void>) =>
  job(task, z.object({}), () => {
    begun[task] += 1;
    return work();
  });

beforeAll(async () => {
  database = await cloneDatabase();
  relay = await openRelay(database.url);
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  worker = await startWorker({
    databaseUrl: relay.url,
    jobs: [jobOf('long', () => held.promise), jobOf('short', () => Promise.resolve())],
    cron: [],
    concurrency: 2,
    log: createLog('warn', { write: (line: string) => void lines.push(line) }),
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

const isTold = (text: string) =>
  until(async () => (lines.some((line) => line.includes(text)) ? true : undefined));

/** The database only reads until the lane has noticed; a connection of that time would do so for as long as it lives. */
async function onlyReadFor(work?: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql.query<{ name: string }>('select current_database() as name');
  await sql.query(`alter database ${rows[0]!.name} set default_transaction_read_only = on`);
  lines.length = 0;
  relay.cut();
  await isTold('going on under a new name');
  await work?.();
  await sql.query(`alter database ${rows[0]!.name} reset default_transaction_read_only`);
}

test('connections on which only reading is possible are given up, and the lane goes on', async () => {
  const before = begun.short;
  await onlyReadFor();
  await ask('short');
  await until(async () => (begun.short > before ? true : undefined));
  // Twice where its end could not be noted: the queue promises at least once.
  expect(begun.short).toBeGreaterThan(before);
});

test('a lane that cannot restart for another reason than the database being away goes on when that is over', async () => {
  const [before, breaking] = [begun.short, 1_000_000];
  await onlyReadFor(() =>
    sql.query('insert into graphile_worker.migrations (id, breaking) values ($1, true)', [breaking]),
  );
  await isTold('cannot go on yet');
  await ask('short');
  await sql.query('delete from graphile_worker.migrations where id = $1', [breaking]);
  await until(async () => (begun.short > before ? true : undefined));
  // Twice where its end could not be noted: the queue promises at least once.
  expect(begun.short).toBeGreaterThan(before);
});
