import { FEATURES } from '#features/all.ts';
import { businessDate } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, id, layAccount, NOW } from '#test/account-world.ts';
import { amongLaid, lay, layMoney } from '#test/laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let like: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  like = await lab.lend('like', { ...EMI3, disbursedOn: businessDate('2027-01-10') });
});
afterAll(() => lab.close());

const MINUTES_MS = 60_000;
const before = (ms: number) => new Date(NOW.getTime() - ms);
const noon = (day: string) => new Date(`${day}T06:30:00Z`);

/** Days, and when each was closed and summed. */
const DAYS: readonly (readonly [day: string, closed: Date | null, summed: Date | null])[] = [
  ['2030-01-01', before(11 * MINUTES_MS), before(1)],
  ['2030-01-02', before(10 * MINUTES_MS), null],
  ['2030-01-03', before(11 * MINUTES_MS), null],
  ['2030-01-04', before(12 * MINUTES_MS), null],
  ['2030-01-05', before(10 * MINUTES_MS - 1), null],
  ['2030-01-06', null, null],
];

async function layDays(client: pg.PoolClient): Promise<void> {
  let number = 0;
  const post = (day: string, kind: string, account: string, paise: number) =>
    layMoney(client, {
      ...like,
      kind,
      sourceId: idOf(`money ${(number += 1)}`),
      account,
      paise,
      at: noon(day),
    });
  await client.query('delete from business_days');
  for (const [day_on, closed_at, summed_at] of DAYS) {
    await lay(client, 'business_days', { day_on, closed_at, summed_at, loans_closed_at: closed_at });
    await post(day_on, 'float', 'BANK', 5);
  }
  await post('2030-01-02', 'float', 'BANK', 7);
  await post('2030-01-02', 'float', 'BANK', -2);
  await post('2030-01-02', 'float', 'RAIL_FLOAT', -3);
  for (const paise of [-4, 1, -1]) await post('2030-01-02', 'waiver', 'BANK', paise);
}

test('LEND-B6: given days, then those closed ten minutes ago are summed for good, the oldest first, and all others as asked', async () => {
  const { counts, kept, period, open } = await amongLaid(lab, async (client) => {
    await layDays(client);
    const read = async (what: string) => {
      const said =
        "concat_ws(' ', day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count)";
      return (
        await client.query<{ said: string }>(`select ${said} as said from ${what} order by 1`)
      ).rows.map((row) => row.said);
    };
    const sum = async (limit: number) =>
      (await client.query<{ count: number }>('select sum_closed_days($1, $2) as count', [NOW, limit]))
        .rows[0]!.count;
    const done = [await sum(2), await sum(9), await sum(9)];
    const { rows } = await client.query<{ day: string }>(
      'select day_on::text as day from business_days where summed_at = $1 order by 1',
      [NOW],
    );
    return {
      counts: [done, rows.map(({ day }) => day)],
      kept: await read('ledger_days'),
      period: await read("ledger_sums('2030-01-02', '2030-01-05')"),
      open: await read("ledger_sums('2030-01-06', '2030-01-09')"),
    };
  });
  expect(counts).toEqual([
    [2, 1, 0],
    ['2030-01-02', '2030-01-03', '2030-01-04'],
  ]);
  const second = [
    '2030-01-02 float A100 12 2 2 1',
    '2030-01-02 float A105 0 3 0 1',
    '2030-01-02 waiver A100 1 5 1 2',
  ];
  const later = ['2030-01-03', '2030-01-04'].map((day) => `${day} float A100 5 0 1 0`);
  expect(kept).toEqual([...second, ...later]);
  expect(period).toEqual([...second, ...later, '2030-01-05 float A100 5 0 1 0']);
  expect(open).toEqual(['2030-01-06 float A100 5 0 1 0']);
});

const PEOPLE: Readonly<
  Record<string, readonly [account: Account, limit: number, at: Date, isDeleted?: boolean]>
> = {
  new: [{ hasDocument: false }, 0, before(1)],
  known: [{}, 0, before(0)],
  'with a limit': [{ credit: 'active' }, 1, before(-1)],
  'with a limit, too': [{ credit: 'active' }, 5, before(0)],
  'with a loan': [{ credit: 'active', loan: 'closed' }, 1, before(0)],
  'with a loan and no limit': [{ credit: 'active', loan: 'closed' }, 0, before(0)],
  'too early': [{ credit: 'active', loan: 'closed' }, 1, before(2)],
  'too late': [{ credit: 'active', loan: 'closed' }, 1, before(-2)],
  gone: [{ credit: 'active', loan: 'closed' }, 1, before(0), true],
};

test('given people who signed up in a period, then it is told how far they came, and what the queue has', async () => {
  const { people, queue, none, resting, late } = await amongLaid(lab, async (client) => {
    for (const [name, [account, limit, at, isDeleted]] of Object.entries(PEOPLE)) {
      await layAccount(client, name, account, like);
      await client.query('update credit_accounts set limit_paise = $2 where user_id = $1', [id(name), limit]);
      const deleted_at = isDeleted ? NOW : null;
      await lay(client, 'auth.users', { id: id(name), created_at: at, updated_at: at, deleted_at });
    }
    const { rows } = await client.query('select * from people_reached($1, $2)', [before(1), before(-2)]);
    await client.query('delete from graphile_worker._private_jobs');
    const empty = await client.query('select * from queue_depth()');
    const job = (fields: string) =>
      client
        .query(`with j as (select (graphile_worker.add_job('a.task', max_attempts => 2)).id)
        select 1 from j`)
        .then(() =>
          client.query(`update graphile_worker._private_jobs set ${fields}
        where id = (select max(id) from graphile_worker._private_jobs)`),
        );
    await job("run_at = now() - interval '40 seconds'");
    await job('run_at = now()');
    await job("run_at = now() + interval '9 seconds'");
    await job("run_at = now() - interval '90 seconds', attempts = 2");
    await job("run_at = now() - interval '80 seconds', attempts = 3");
    await job("run_at = now() - interval '91 seconds', locked_at = now(), locked_by = 'w'");
    await job("run_at = now() - interval '92 seconds', attempts = 2, locked_at = now(), locked_by = 'w'");
    const depth = await client.query('select * from queue_depth()');
    // A job of the night waits for the one before it.
    const night = (hours: number) =>
      client.query(
        `select graphile_worker.add_job('books_prove', job_key => 'night', run_at => now() - make_interval(hours => ${hours}))`,
      );
    await night(5);
    const resting = await client.query('select * from queue_depth()');
    await night(7);
    const late = await client.query('select * from queue_depth()');
    return { resting: resting.rows, late: late.rows, people: rows, queue: depth.rows, none: empty.rows };
  });
  expect(people).toMatchObject([{ signed_up: 6, kyc_complete: 5, limit_given: 3, first_bill_paid: 1 }]);
  expect(none).toMatchObject([{ waiting: 0, running: 0, failed: 0, oldest_seconds: 0 }]);
  expect(queue).toMatchObject([{ waiting: 2, running: 2, failed: 2, oldest_seconds: 40 }]);
  expect(resting).toMatchObject([{ waiting: 3, oldest_seconds: 40 }]);
  expect(late).toMatchObject([{ waiting: 3, oldest_seconds: 3600 }]);
});

test('given the jobs that run one at a time, then those are the ones that may wait for hours before they are late', async () => {
  const jobs = FEATURES.flatMap(
    (feature) => feature.jobs?.({ ...lab.deps, lender: {}, config: { env: {} } } as never) ?? [],
  );
  const { rows } = await lab.owner.query<{ task: string }>('select unnest(long_tasks()) as task');
  expect(rows.map(({ task }) => task)).toEqual(
    jobs
      .filter(({ lane }) => lane === 'long')
      .map(({ task }) => task)
      .toSorted(),
  );
});
