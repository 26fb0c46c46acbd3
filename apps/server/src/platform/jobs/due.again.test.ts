import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { until } from '#test/waiting.ts';
import { job, type JobWorker, startWorker } from './worker.ts';

const TASK = 'test.swept';
let drop: () => Promise<void>;
let owner: pg.Pool;
let database: Database;
let worker: JobWorker;
/** The work of the job's next run. */
let work: () => Promise<void>;
let begunCount = 0;
beforeAll(async () => {
  const cloned = await cloneDatabase();
  ({ drop } = cloned);
  const log = createLog('silent');
  owner = patientPool(cloned.url, undefined, 2);
  database = createDatabase(patientPool(cloned.url, 'mohlat_worker', 3), createClock(log));
  const run = () => {
    begunCount += 1;
    return work();
  };
  const jobs = [job(TASK, z.object({}), run)];
  worker = await startWorker({ databaseUrl: cloned.url, jobs, cron: [], concurrency: 2, log });
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([owner.end(), database.close()]);
  await drop();
});

beforeEach(async () => {
  await owner.query('delete from graphile_worker._private_jobs where locked_at is null');
  begunCount = 0;
});

/** A look of a sweep that finds the work undone. */
const sweep = () =>
  database.plain((tx) => tx.enqueueAgain(TASK, [{ payload: {}, key: TASK }], { attemptsMax: 3 }));
async function rows() {
  const { rows: found } = await owner.query<{
    key: string | null;
    attempts: number;
    run_at: Date;
    is_locked: boolean;
  }>('select key, attempts, run_at, locked_at is not null as is_locked from graphile_worker.jobs');
  return found;
}
const fails = () => Promise.reject(new Error('not now'));
const untilAtRest = (attempts: number) =>
  until(async () => {
    const [row] = await rows();
    return row && !row.is_locked && row.attempts === attempts ? row : undefined;
  });

test('given a failing job, when its sweep goes on, then the back-off stays and no dead row is left', async () => {
  work = fails;
  await sweep();
  const failed = await untilAtRest(1);
  // Its rest is kept far away, so that no try of its own comes between.
  await owner.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), now() + interval '1 hour') from graphile_worker.jobs`,
  );
  for (let look = 0; look < 3; look += 1) await sweep();
  expect(await rows()).toMatchObject([{ key: TASK, attempts: 1, is_locked: false }]);
  expect((await rows())[0]!.run_at > failed.run_at).toBe(true);

  await owner.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), now() + interval '1 hour', attempts => 3) from graphile_worker.jobs`,
  );
  await sweep();
  expect(await rows()).toMatchObject([{ key: TASK, attempts: 3 }]);
  expect(begunCount).toBe(1);

  work = () => Promise.resolve();
  await owner.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), now() - interval '1 hour') from graphile_worker.jobs`,
  );
  await sweep();
  await until(async () => ((await rows()).length === 0 ? true : undefined));
  expect(begunCount).toBe(2);
});

test('given a job that runs, when its sweep asks again, then it keeps its key and stands alone', async () => {
  const held = Promise.withResolvers<void>();
  work = () => held.promise;
  try {
    await sweep();
    await until(async () => ((await rows())[0]?.is_locked ? true : undefined));
    for (let look = 0; look < 3; look += 1) await sweep();
    expect(await rows()).toMatchObject([{ key: TASK, attempts: 1, is_locked: true }]);
  } finally {
    held.resolve();
  }
  await until(async () => ((await rows()).length === 0 ? true : undefined));
});

test('given a key that another task waits under, when a sweep asks, then its own task replaces it', async () => {
  await owner.query("select enqueue_job('test.other', '{}', null, $1)", [TASK]);
  work = () => Promise.resolve();
  await sweep();
  await until(async () => ((await rows()).length === 0 ? true : undefined));
  expect(begunCount).toBe(1);
});
