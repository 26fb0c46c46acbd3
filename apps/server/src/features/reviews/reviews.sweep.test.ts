import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { createReviewSweep } from './reviews.jobs.ts';

const clock = createClock(createLog('silent'));
let drop: () => Promise<void>;
let owner: pg.Pool;
let worker: Database;
beforeAll(async () => {
  const database = await cloneDatabase();
  ({ drop } = database);
  owner = patientPool(database.url, undefined, 1);
  worker = createDatabase(patientPool(database.url, 'mohlat_worker', 1), clock);
});
afterAll(async () => {
  await Promise.all([owner.end(), worker.close()]);
  await drop();
});

test('given more failing verdicts than a look takes, when it looks on, then the newest is applied too', async () => {
  // Verdicts of people who need not be there. The newest stands before the others in the table.
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into reviews (user_id, id, kind, subject_id, status, created_at, decided_at)
     select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'pan', gen_random_uuid(), 'approved',
       now(), date_trunc('second', now()) - interval '1 day' + n * interval '1 second'
     from generate_series(101, 1, -1) as n`,
  );
  const look = createReviewSweep({ worker, clock, providers: {} as never });
  const jobs = async () =>
    (
      await owner.query<{ attempts: number }>(
        "select attempts from graphile_worker.jobs where task_identifier = 'reviews.apply' order by id",
      )
    ).rows.map(({ attempts }) => attempts);
  expect(await look()).toBe(100);
  await owner.query(
    "update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'",
  );
  expect(await look()).toBe(1);
  expect(await jobs()).toEqual([...Array<number>(100).fill(1), 0]);
  const { rows } = await owner.query<{ id: string }>(
    `select payload ->> 'reviewId' as id from graphile_worker._private_jobs where attempts = 0`,
  );
  expect(rows).toEqual([{ id: '00000000-0000-4000-8000-000000000101' }]);
  // From the beginning again: the failing ones keep their back-off.
  expect(await look()).toBe(100);
  expect(await jobs()).toEqual([...Array<number>(100).fill(1), 0]);
});
