import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { until } from '#test/person.ts';
import { job, type JobWorker, type Lane, startWorker } from './worker.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sql: pg.Pool;
let worker: JobWorker;
/** The number of starts of each job; `letGo` releases the jobs that are held. */
const begun: Record<string, number> = {};
let letGo: () => void;
const held = new Promise<void>((resolve) => (letGo = resolve));

const of = (task: string, lane: Lane, work: () => Promise<void>) =>
  job(
    task,
    z.object({}),
    () => {
      begun[task] = (begun[task] ?? 0) + 1;
      return work();
    },
    lane,
  );

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  worker = await startWorker({
    databaseUrl: database.url,
    jobs: [
      of('long', 'alone', () => held),
      of('short', 'aside', () => Promise.resolve()),
      of('urgent', 'main', () => Promise.resolve()),
      of('book', 'long', () => held),
      of('other_book', 'long', () => Promise.resolve()),
    ],
    cron: [],
    concurrency: 1,
    log: createLog('silent'),
  });
});
afterAll(async () => {
  letGo();
  await worker.stop();
  await sql.end();
  await database.drop();
});

const ask = (task: string, key: string | null) =>
  sql.query(`select enqueue_job($1, '{}', null, $2, 5)`, [task, key]);
const untilNone = (task: string, left: number) =>
  until(async () => {
    const { rowCount } = await sql.query('select 1 from graphile_worker.jobs where task_identifier = $1', [
      task,
    ]);
    return rowCount === left ? true : undefined;
  });

test('what a sweep asks for again and again while it runs holds one slot, and what comes after it is done', async () => {
  await ask('long', 'long');
  await until(async () => (begun['long'] === 1 ? true : undefined));
  // More often than there are slots.
  for (let round = 0; round < 3; round += 1) {
    await ask('long', 'long');
    await untilNone('long', 1);
  }
  await ask('short', null);
  await untilNone('short', 0);
  expect(begun).toEqual({ long: 1, short: 1 });
});

test('given a job that reads the whole book, when others of its kind wait for it, then nothing else does', async () => {
  await ask('book', null);
  await until(async () => (begun['book'] === 1 ? true : undefined));
  for (let nth = 0; nth < 3; nth += 1) await ask('other_book', null);
  for (const task of ['short', 'urgent']) {
    await ask(task, null);
    await untilNone(task, 0);
  }
  // One of them at a time.
  await untilNone('other_book', 3);
  expect(begun['other_book']).toBeUndefined();
});
