import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { until } from '#test/waiting.ts';
import { job, type JobWorker, startWorker } from './worker.ts';

/** The database refuses to note that a job has ended, as it does for a moment when it has no connection left. */
const REFUSAL = `
  create function refuse_end() returns trigger language plpgsql as $$
    begin raise exception 'sorry, too many clients already' using errcode = 'too_many_connections'; end $$;
  create trigger refuse_end before delete on graphile_worker._private_jobs for each row execute function refuse_end()`;
const HELD = ['refused', 'second', 'third', 'last'] as const;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sql: pg.Pool;
let worker: JobWorker;
const begun: string[] = [];
const gates = new Map(HELD.map((task) => [task as string, Promise.withResolvers<void>()]));
const lines: string[] = [];
/** More than it takes to give up an old runner that has no job. */
const LOOKS = 60;
const looks = { seen: 0, mayGoOn: Promise.withResolvers<void>() };

const jobOf = (task: string) =>
  job(task, z.object({}), async () => {
    begun.push(task);
    await gates.get(task)?.promise;
  });

beforeAll(async () => {
  database = await cloneDatabase();
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  worker = await startWorker({
    databaseUrl: database.url,
    jobs: [...HELD, 'later'].map(jobOf),
    cron: [],
    concurrency: HELD.length,
    pause: async () => {
      looks.seen += 1;
      await (looks.seen < LOOKS ? nextTurn() : looks.mayGoOn.promise);
    },
    log: createLog('warn', { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(async () => {
  for (const gate of gates.values()) gate.resolve();
  looks.mayGoOn.resolve();
  await worker.stop();
  await sql.end();
  await database.drop();
});

const ask = (task: string) => sql.query(`select enqueue_job($1, '{}', null, null, 5)`, [task]);
const hasBegun = (task: string) => until(async () => (begun.includes(task) ? true : undefined));
const isTold = (text: string) =>
  until(async () => (lines.some((line) => line.includes(text)) ? true : undefined));
const left = async () =>
  (
    await sql.query<{ task: string }>(
      'select task_identifier as task from graphile_worker.jobs order by task_identifier',
    )
  ).rows.map(({ task }) => task);

const isNoted = (task: string) => until(async () => ((await left()).includes(task) ? undefined : true));

test('an end that could not be noted stops no lane, however the jobs beside it end: none waits, none is given away, and its job is done again', async () => {
  for (const task of HELD) {
    await ask(task);
    await hasBegun(task);
  }
  await sql.query(REFUSAL);
  gates.get('refused')!.resolve();
  await isTold('Failed to complete');
  await sql.query('drop trigger refuse_end on graphile_worker._private_jobs');
  await ask('later');
  await hasBegun('later');
  // The old runner is kept for as long as it has a job.
  await until(async () => (looks.seen >= LOOKS ? true : undefined));
  for (const task of ['second', 'third', 'last'] as const) {
    gates.get(task)!.resolve();
    await isNoted(task);
  }
  looks.mayGoOn.resolve();
  await isNoted('refused');
  expect(begun).toEqual([...HELD, 'later', 'refused']);
});
