import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { untilWaiting } from '#test/racing.ts';

test('what is asked for while a worker takes the waiting job of the same key is done after it, and not lost', async () => {
  const database = await cloneDatabase();
  const [worker, asking] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([worker.connect(), asking.connect()]);
  try {
    const enqueue = () => asking.query("select enqueue_job('payments.hint', '{}', null, 'hint:one')");
    await enqueue();
    await worker.query('begin');
    await worker.query(
      "update graphile_worker._private_jobs set locked_by = 'somebody', locked_at = now(), attempts = 1 where key = 'hint:one'",
    );
    const asked = enqueue();
    await untilWaiting(worker);
    await worker.query('commit');
    await asked;
    const { rows } = await asking.query(
      'select locked_by, key from graphile_worker.jobs order by locked_by nulls last',
    );
    expect(rows).toEqual([
      { locked_by: 'somebody', key: null },
      { locked_by: null, key: 'hint:one' },
    ]);
  } finally {
    await Promise.all([worker.end(), asking.end()]);
    await database.drop();
  }
});

test('the job of an accepted payment is the row that the queue itself would write, and no worker is notified', async () => {
  const database = await cloneDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const ids = ['01900001-0000-7000-8000-000000000001', '01900002-0000-7000-8000-000000000002'];
    const heard: string[] = [];
    client.on('notification', ({ channel }) => heard.push(channel));
    await client.query('listen "jobs:insert"');
    // The first one teaches the queue the name of the task, by its own function.
    for (let turn = 0; turn < 2; turn += 1) await client.query('select enqueue_submit($1, $2)', ids);
    expect(heard).toEqual(['jobs:insert']);
    await client.query(
      "select enqueue_job('payments.submit', json_build_object('userId', $1::uuid, 'paymentId', $2::uuid), p_priority => -10)",
      ids,
    );
    const { rows } = await client.query<Record<string, unknown>>(
      `select to_jsonb(j) - array['id', 'run_at', 'created_at', 'updated_at'] as row, run_at <= now() as is_due
       from graphile_worker._private_jobs j order by id`,
    );
    expect(rows).toHaveLength(3);
    expect(rows[1]).toEqual(rows[2]);
    expect(rows[0]).toEqual(rows[2]);
    expect(rows[1]).toMatchObject({ is_due: true });
  } finally {
    await client.end();
    await database.drop();
  }
});
