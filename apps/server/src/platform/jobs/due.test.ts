import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase, patientPool } from '#test/database.ts';
import { openRelay } from '#test/outage/relay.ts';
import { untilWaiting } from '#test/racing.ts';
import { until } from '#test/waiting.ts';
import { enqueueDue } from './due.ts';

const NOW = new Date('2030-01-01T06:00:00Z');
const LATER = new Date('2030-01-01T06:01:00Z');
let drop: () => Promise<void>;
let url: string;
let owner: pg.Pool;
let worker: Database;
beforeAll(async () => {
  const database = await cloneDatabase();
  ({ drop, url } = database);
  owner = patientPool(database.url, undefined, 1);
  // Sessions of people who need not be there.
  await owner.query('set session_replication_role = replica');
  worker = createDatabase(patientPool(database.url, 'mohlat_worker', 3), createClock(createLog('silent')));
});
afterAll(async () => {
  await Promise.all([owner.end(), worker.close()]);
  await drop();
});
beforeEach(async () => {
  await owner.query('delete from chargebacks; delete from graphile_worker._private_jobs');
});

async function disputes(...dueAt: readonly string[]): Promise<void> {
  for (const at of dueAt)
    await owner.query(
      `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, next_look_at)
       values ($1, $1, $1, $2::text, 100, 'chargeback', 'open', $2::text::timestamptz, $2::text::timestamptz)`,
      [randomUUID(), at],
    );
}

const sweep = (limit: number, now: Date, by = worker) =>
  enqueueDue(
    by,
    {
      table: 'chargebacks',
      column: 'next_look_at',
      name: 'dispute_ref',
      limit,
      task: 'collections.dispute',
      job: ({ id }) => ({ payload: { disputeRef: id }, key: `hint:${id}` }),
    },
    now,
  );
async function keys(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ key: string }>('select key from graphile_worker.jobs order by key');
  return rows.map(({ key }) => key);
}

test('LEND-C9: given two sweeps at once, then each row has one job, and none is due again before its lease ends', async () => {
  await disputes(
    '2030-01-01T05:00:00Z',
    '2030-01-01T05:30:00Z',
    '2030-01-01T06:00:00Z',
    '2030-01-01T06:00:01Z',
  );
  const counts = await Promise.all([sweep(200, NOW), sweep(200, NOW)]);
  expect(counts[0] + counts[1]).toBe(3);
  expect(await keys()).toEqual(
    ['2030-01-01T05:00:00Z', '2030-01-01T05:30:00Z', '2030-01-01T06:00:00Z'].map((at) => `hint:${at}`),
  );
  expect(await sweep(200, new Date(LATER.getTime() - 1))).toBe(1);
  expect(await sweep(200, LATER)).toBe(3);
});

test('given no row that is due, then a sweep says its look and opens no transaction', async () => {
  await disputes('2030-01-01T06:00:01Z');
  let opened = 0;
  const counted: typeof worker = {
    ...worker,
    plain: (work) => {
      opened += 1;
      return worker.plain(work);
    },
  };
  expect([await sweep(200, NOW, counted), opened]).toEqual([0, 0]);
  expect([await sweep(200, LATER, counted), opened]).toEqual([1, 1]);
});

test('given work of one statement, when it says a second, then that one is refused', async () => {
  await expect(worker.single((tx) => tx.call('select 1 as n'))).resolves.toEqual([{ n: 1 }]);
  const two = worker.single(async (tx) => {
    await tx.call('select 1');
    await tx.call("update chargebacks set next_look_at = '2030-01-01'");
  });
  await expect(two).rejects.toThrow('a second statement needs a transaction');
});

test('given more rows than a sweep takes, then those that wait longest go first', async () => {
  await disputes('2030-01-01T05:30:00Z', '2030-01-01T05:00:00Z', '2030-01-01T05:10:00Z');
  expect(await sweep(2, NOW)).toBe(2);
  expect(await keys()).toEqual(['hint:2030-01-01T05:00:00Z', 'hint:2030-01-01T05:10:00Z']);
  expect(await sweep(2, NOW)).toBe(1);
});

test('given a row that another transaction holds, then a sweep passes over it and does not wait', async () => {
  await disputes('2030-01-01T05:00:00Z', '2030-01-01T05:30:00Z');
  await worker.plain(async (tx) => {
    await tx.call("select 1 from chargebacks where dispute_ref = '2030-01-01T05:00:00Z' for update");
    expect(await sweep(200, NOW)).toBe(1);
  });
  expect(await sweep(200, NOW)).toBe(1);
});

test('LEND-C9: given a row that another sweep takes after the look, then it has no second job', async () => {
  await disputes('2030-01-01T05:00:00Z', '2030-01-01T05:30:00Z');
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    // Plain reads go on, locks of rows wait.
    await holder.query('begin; lock table chargebacks in exclusive mode');
    const late = sweep(200, NOW);
    await untilWaiting(holder);
    await holder.query('update chargebacks set next_look_at = $1 where dispute_ref = $2', [
      LATER,
      '2030-01-01T05:00:00Z',
    ]);
    await holder.query('commit');
    expect(await late).toBe(1);
    expect(await keys()).toEqual(['hint:2030-01-01T05:30:00Z']);
  } finally {
    await holder.end();
  }
});

test('LEND-C9: given a row whose job runs, when a sweep looks, then it stays due until that job ended', async () => {
  await disputes('2030-01-01T05:00:00Z', '2030-01-01T05:30:00Z');
  expect(await sweep(1, NOW)).toBe(1);
  await owner.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another'");
  // News came while its job was at work, after it had read the row.
  await owner.query("update chargebacks set next_look_at = '2030-01-01T05:00:00Z'");
  expect(await sweep(200, NOW)).toBe(1);
  expect(await keys()).toHaveLength(2);
  await owner.query('delete from graphile_worker._private_jobs where locked_at is not null');
  expect(await sweep(200, NOW)).toBe(1);
  expect(await keys()).toEqual(['hint:2030-01-01T05:00:00Z', 'hint:2030-01-01T05:30:00Z']);
});

test('LEND-C9: given a connection cut while jobs are added, when the sweep looks again, then each row has one job', async () => {
  await disputes('2029-12-31T00:00:00Z', '2029-12-31T01:00:00Z');
  const relay = await openRelay(url);
  const through = createDatabase(
    patientPool(relay.url, 'mohlat_worker', 1),
    createClock(createLog('silent')),
  );
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const isAtTheQueue = async () =>
    (
      await owner.query(
        `select 1 from pg_stat_activity where datname = current_database() and query like '%enqueue_again%' and pid <> pg_backend_pid()
           and state <> 'idle'`,
      )
    ).rowCount! > 0;
  try {
    // Rows are claimed, and the first job waits to be added.
    await holder.query('begin; lock table graphile_worker._private_jobs in exclusive mode');
    const cut = sweep(10, NOW, through).catch((error: unknown) => error);
    await until(async () => ((await isAtTheQueue()) ? true : undefined));
    relay.cut();
    expect(await cut).toMatchObject({ name: 'DatabaseUnavailable' });
    await holder.query('commit');
    // Until the server has noticed that the connection is gone.
    await until(async () => ((await isAtTheQueue()) ? undefined : true));
    expect(await keys()).toEqual([]);
    expect(await sweep(10, NOW)).toBe(2);
    expect(await sweep(10, NOW)).toBe(0);
    expect(await keys()).toEqual(['hint:2029-12-31T00:00:00Z', 'hint:2029-12-31T01:00:00Z']);
  } finally {
    await holder.end();
    await through.close();
    relay.close();
  }
});
