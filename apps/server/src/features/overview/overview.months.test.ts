import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { mostRead } from '#test/rows-read.ts';
import { listMonths } from './overview.months.repo.ts';
import { countWrittenOff } from './overview.repo.ts';
import { sweepOverview } from './overview.service.ts';

const FIRST = businessDate('2025-11-01');
/** Fifty bills on each. */
const DAYS = 400;
const LOANS = 20_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  const client = await lab.owner.connect();
  try {
    await client.query(
      `insert into business_days (day_on, opened_at, closed_at)
       select $1::date + n, $1::date + n, case when n < $2::integer - 1 then $1::date + n + 1 end
       from generate_series(0, $2::integer - 1) n`,
      [FIRST, DAYS],
    );
    await client.query('set session_replication_role = replica');
    await client.query(
      `create table paid as select new_id() as user_id, new_id() as id, new_id() as quote_id, n,
         $1::date + n % $2::integer as on_day from generate_series(1, $3::integer) n`,
      [FIRST, DAYS, LOANS],
    );
    for (const statement of PAID) await client.query(statement);
    await client.query('reset session_replication_role');
    for (const table of ['journals', 'loans', 'payments', 'business_days'])
      await client.query(`analyze ${table}`);
  } finally {
    client.release();
  }
  lab.set(noonOf(businessDate('2026-12-29')));
});
afterAll(() => lab.close());

/** Bills that were paid on a day of posting; each ninth was paid by the rail the day before. */
const PAID = [
  `insert into payments (user_id, id, quote_id, card_id, settings_version, amount_paise, service_fee_paise, gst_paise, interest_paise,
     total_paise, apr_bps, annual_rate_bps, plan_kind, instalment_count, schedule, bill_status, accepted_at)
   select user_id, id, quote_id, quote_id, 1, 100000 + n, 0, 0, 0, 100000 + n, 0, 0, 'single', 1, '[]', 'paid', on_day from paid`,
  `insert into loans (user_id, id, disbursed_on, status)
   select user_id, id, on_day - case when n % 9 = 0 then 1 else 0 end, case when n % 500 = 0 then 'written_off' else 'closed' end from paid`,
  `insert into journals (user_id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at)
   select user_id, 'loan_booked', id, id, on_day - case when n % 9 = 0 then 1 else 0 end, on_day, on_day from paid`,
];

const months = () => lab.worker.plain((tx) => listMonths(tx, 24));

async function monthsOfLoans(): Promise<unknown[]> {
  const { rows } = await lab.owner.query(
    `select to_char(l.disbursed_on, 'YYYY-MM') as month, count(*)::integer as loans, sum(p.amount_paise)::bigint as paise
     from loans l join payments p on p.user_id = l.user_id and p.id = l.id
     group by 1 order by 1 desc`,
  );
  return rows.map((row: { paise: string }) => ({ ...row, paise: Number(row.paise) }));
}

const readBy = (work: (tx: Tx) => Promise<unknown>) =>
  lab.worker.plain(async (tx) => {
    // As the product plans: tests plan for any days, which could be all.
    await tx.call('set local plan_cache_mode = auto');
    return mostRead(tx, ['loans', 'payments', 'journals'], () => work(tx));
  });

test('given days whose loans are not counted, when bills of each month are listed, then all loans are there', async () => {
  expect(await months()).toEqual(await monthsOfLoans());
});

test('given days whose loans are counted, when bills of each month are listed, then loans of the others are read', async () => {
  while ((await sweepOverview({ worker: lab.worker, clock: lab.clock })) > 0);
  expect(await readBy((tx) => listMonths(tx, 24))).toBeLessThan((3 * LOANS) / DAYS);
  expect(await months()).toEqual(await monthsOfLoans());
});

test('given counted days, when a bill of another month is booked on an open day, then its month has it', async () => {
  await lab.lend('asha l', {
    billPaise: 1_500_000,
    instalments: 3,
    disbursedOn: lab.clock.today(),
  });
  expect(await months()).toEqual(await monthsOfLoans());
});

test('given closed loans of years, when those written off are counted, then no other is read', async () => {
  const [{ count }] = (
    await lab.owner.query("select count(*)::integer as count from loans where status = 'written_off'")
  ).rows as [{ count: number }];
  const found: number[] = [];
  const read = await readBy(async (tx) => found.push(await countWrittenOff(tx)));
  expect(found).toEqual([count]);
  expect(read).toBeLessThan(2 * count);
});
