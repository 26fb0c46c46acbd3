import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { until } from '#test/person.ts';

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
    await until(async () => {
      const { rows } = await worker.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0 ? true : undefined;
    });
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
