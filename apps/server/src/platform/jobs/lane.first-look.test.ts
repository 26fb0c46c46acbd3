import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { until } from '#test/waiting.ts';
import { job, type JobWorker, startWorker } from './worker.ts';

/** The database has no connection left for the first statement of a runner. A sequence counts it, for no rollback takes that back. */
const REFUSAL = `
  create sequence refusals;
  create function refuse_tasks() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      perform nextval('refusals');
      raise exception 'sorry, too many clients already' using errcode = 'too_many_connections';
    end $$;
  create trigger refuse_tasks before insert on graphile_worker._private_tasks
    for each statement execute function refuse_tasks()`;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sql: pg.Pool;
let worker: JobWorker;
let runs = 0;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  await sql.query(REFUSAL);
  worker = await startWorker({
    databaseUrl: database.url,
    jobs: [
      job('first', z.object({}), async () => {
        runs += 1;
      }),
    ],
    cron: [],
    concurrency: 2,
    log: createLog('silent'),
  });
});
afterAll(async () => {
  await worker.stop();
  await sql.end();
  await database.drop();
});

test('a lane whose first look at the queue was refused takes jobs as soon as the database has connections again', async () => {
  await until(async () => {
    const { rows } = await sql.query<{ is_called: boolean }>('select is_called from refusals');
    return rows[0]!.is_called ? true : undefined;
  });
  // Readiness goes by it: a start or two that fail are no trouble yet.
  await until(async () => (worker.isWorking() ? undefined : true));
  await sql.query('drop trigger refuse_tasks on graphile_worker._private_tasks');
  await sql.query(`select enqueue_job('first', '{}', null, null, 5)`);
  await until(async () => (runs > 0 ? true : undefined));
  expect(runs).toBe(1);
  // Its other lane may still rest.
  await until(async () => (worker.isWorking() ? true : undefined));
});
