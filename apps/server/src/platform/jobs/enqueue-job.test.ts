import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const PERSON = idOf('the person');

const jobsOf = async (client: pg.PoolClient) =>
  (
    await client.query<{ said: string }>(
      "select concat_ws(' ', task_identifier, key, attempts || '/' || max_attempts, priority) as said from graphile_worker.jobs order by 1",
    )
  ).rows.map(({ said }) => said);

/** A job as a worker left it. */
async function layJob(client: pg.PoolClient, key: string, fields: object): Promise<void> {
  await client.query(
    "select graphile_worker.add_job('a.task', '{}', job_key => $1, max_attempts => 3, priority => 2)",
    [key],
  );
  for (const [name, value] of Object.entries(fields))
    await client.query(`update graphile_worker._private_jobs set ${name} = $2 where key = $1`, [key, value]);
}

const AGAIN: Readonly<Record<string, readonly [fields: object | null, task: string, stands: string]>> = {
  unknown: [null, 'a.task', 'a.task unknown 0/25 7'],
  waiting: [{ attempts: 1 }, 'a.task', 'a.task waiting 1/3 2'],
  dead: [{ attempts: 3 }, 'a.task', 'a.task dead 2/3 2'],
  'dead, more than once': [{ attempts: 4 }, 'a.task', 'a.task dead, more than once 2/3 2'],
  'dead, and rests': [{ attempts: 3, run_at: '2099-01-01' }, 'a.task', 'a.task dead, and rests 3/3 2'],
  'dead, and runs': [
    { attempts: 3, locked_at: '2027-01-01', locked_by: 'w' },
    'a.task',
    'a.task dead, and runs 3/3 2',
  ],
  'of another task': [{ attempts: 1 }, 'b.task', 'b.task of another task 0/25 7'],
};

test('given work that a sweep finds undone, when it asks for it again, then a job of its key is left to itself', async () => {
  const { jobs, running } = await amongLaid(lab, async (client) => {
    for (const [key, [fields]] of Object.entries(AGAIN))
      if (fields !== null) await layJob(client, key, fields);
    for (const [key, [, task]] of Object.entries(AGAIN))
      await client.query("select enqueue_again($1, '{}', $2, 25, 7)", [task, key]);
    const keys = ['dead, and runs', 'dead', 'of another task'];
    const ask = async (task: string, asked: readonly string[]) =>
      (await client.query<{ key: string }>('select jobs_under_way($1, $2) as key', [task, asked])).rows.map(
        ({ key }) => key,
      );
    return {
      jobs: await jobsOf(client),
      running: [await ask('a.task', keys), await ask('b.task', keys), await ask('a.task', ['dead'])],
    };
  });
  expect(jobs).toEqual(
    Object.values(AGAIN)
      .map(([, , stands]) => stands)
      .toSorted(),
  );
  expect(running).toEqual([['dead, and runs'], [], []]);
});

test('given a payment that was accepted, then its job has its tries and its place, also where it is the first of its kind', async () => {
  const submit = async (client: pg.PoolClient) => {
    await client.query('select enqueue_submit($1, $2)', [PERSON, idOf('payment')]);
    const { rows } = await client.query('select payload from graphile_worker._private_jobs');
    return { jobs: await jobsOf(client), payloads: rows };
  };
  const first = await amongLaid(lab, async (client) => {
    await client.query("delete from graphile_worker._private_tasks where identifier = 'payments.submit'");
    return await submit(client);
  });
  const later = await amongLaid(lab, async (client) => {
    await client.query(
      "select graphile_worker.add_job('payments.submit'), graphile_worker.add_job('a.task')",
    );
    await client.query('delete from graphile_worker._private_jobs');
    return await submit(client);
  });
  const payload = { userId: PERSON, paymentId: idOf('payment') };
  expect([first, later]).toEqual(
    Array.from({ length: 2 }, () => ({ jobs: ['payments.submit 0/25 -10'], payloads: [{ payload }] })),
  );
});

/** The queue takes a job at a try, as when workers take the waiting one of its key at each before. */
const taking = (atTry: number) => `
  create sequence tries;
  create or replace function graphile_worker.add_job(identifier text, payload json default null, queue_name text default null,
    run_at timestamptz default null, max_attempts integer default null, job_key text default null, priority integer default null,
    flags text[] default null, job_key_mode text default 'replace') returns graphile_worker._private_jobs language plpgsql as $$
  declare
    v_job graphile_worker._private_jobs;
  begin
    if nextval('tries') = ${atTry} then v_job.id := 1; end if;
    return v_job;
  end $$;`;

test.each([
  [1, 1],
  [5, 5],
])('given a queue that takes a job at try %i, then it is asked so often', async (atTry, tries) => {
  const asked = await amongLaid(lab, async (client) => {
    await client.query(taking(atTry));
    await client.query("select enqueue_job('a.task', '{}')");
    return (await client.query<{ last: number }>('select last_value::integer as last from tries')).rows[0]!
      .last;
  });
  expect(asked).toBe(tries);
});

test('given a queue that takes no job in five tries, then the work fails', async () => {
  const tried = amongLaid(lab, async (client) => {
    await client.query(taking(6));
    await client.query("select enqueue_job('a.task', '{}')");
  });
  await expect(tried).rejects.toThrow('the queue took no job a.task');
});

test('given a job of a key, when it is asked for once more, then its time stands unless another one is named', async () => {
  const times = await amongLaid(lab, async (client) => {
    const read = async () =>
      (
        await client.query<{ on: string }>(
          "select run_at::date::text as on from graphile_worker.jobs where key = 'k'",
        )
      ).rows[0]!.on;
    const ask = (at: string) => client.query(`select enqueue_job('a.task', '{}', ${at}, 'k')`);
    await ask("'2099-01-01'");
    const first = await read();
    await ask('null');
    const kept = await read();
    await ask("'2099-01-02'");
    return [first, kept, await read()];
  });
  expect(times).toEqual(['2099-01-01', '2099-01-01', '2099-01-02']);
});

test('given a login that serves requests, then it may ask for what a request leads to, and not in the place of another task', async () => {
  const ask = (task: string) =>
    amongLaid(lab, async (client) => {
      await layJob(client, 'k', {});
      await client.query('set local role mohlat_api');
      const key = task === 'reviews.desk' ? 'k' : 'l';
      for (let turn = 0; turn < 2; turn += 1)
        await client.query("select enqueue_job($1, '{}', null, $2)", [task, key]);
      await client.query('reset role');
      return await jobsOf(client);
    });
  expect(await ask('payments.submit')).toEqual(['a.task k 0/3 2', 'payments.submit l 0/25 0']);
  // Asked again it is one job.
  expect(await ask('reviews.hint')).toEqual(['a.task k 0/3 2', 'reviews.hint l 0/25 0']);
  for (const task of ['a.task', 'reviews.desk'])
    await expect(ask(task)).rejects.toThrow(`permission denied for task ${task}`);
});

test('given a clock that moved, then waiting jobs move with it once, and those that are due or run do not', async () => {
  const { moved, times } = await amongLaid(lab, async (client) => {
    await layJob(client, 'waiting', { run_at: '2099-01-02T00:00:00Z' });
    await layJob(client, 'due', { run_at: '2020-01-02T00:00:00Z' });
    await layJob(client, 'due now', { run_at: 'now' });
    await layJob(client, 'running', {
      run_at: '2099-01-02T00:00:00Z',
      locked_at: '2020-01-01',
      locked_by: 'w',
    });
    const shift = async () =>
      (await client.query<{ done: boolean }>('select shift_jobs(77, 86400000) as done')).rows[0]!.done;
    const done = [await shift(), await shift()];
    const { rows } = await client.query<{ said: string }>(
      "select key || ' ' || case when run_at = now() then 'yet' else to_char(run_at at time zone 'utc', 'YYYY-MM-DD') end as said from graphile_worker.jobs order by 1",
    );
    return { moved: done, times: rows.map(({ said }) => said) };
  });
  expect(moved).toEqual([true, false]);
  expect(times).toEqual(['due 2020-01-02', 'due now yet', 'running 2099-01-02', 'waiting 2099-01-01']);
});
