import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { mostRead } from '#test/rows-read.ts';
import { lookAtFloat } from './float.repo.ts';

const DAY = businessDate('2027-01-15');
const YEARS = 3;
const DAYS = YEARS * 365;
/** Ten events of a day move the float, fifty do not. */
const ROWS = 60;

let lab: Lab;
let turn = 0;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(DAY));
  await lab.owner.query(
    `update settings set content = content || jsonb_build_object('floatLowWaterPaise', 1::bigint)`,
  );
  await lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at, summed_at)
     select $1::date - n, $1::date - n, $1::date - n + 1, case when n > 1 then $1::date - n + 1 end
     from generate_series(1, $2::integer) n`,
    [DAY, DAYS],
  );
  await lab.owner.query('insert into business_days (day_on, opened_at) values ($1, $2)', [DAY, noonOf(DAY)]);
  for (let n = 2; n <= DAYS; n += 365) await sumUp(n, n + 364);
});
afterAll(() => lab.close());

/** Keeps the sums of some days ago. */
const sumUp = (from: number, to: number) =>
  lab.owner.query(
    `insert into ledger_days (day_on, source_kind, account, debit_paise, credit_paise, debit_count, credit_count)
     select $1::date - n, 'event ' || k, case when k > 10 then account_code('PRINCIPAL_DUE') else account_code('RAIL_FLOAT') end, 1000 * k + n, n % 7, 1, 1
     from generate_series($2::integer, $3::integer) n, generate_series(1, $4::integer) k`,
    [DAY, from, Math.min(to, DAYS), ROWS],
  );

/** The balance that a look writes, and the rows of days that it read. */
async function look(): Promise<{ paise: number; read: number }> {
  turn += 1;
  const now = new Date(noonOf(DAY).getTime() + turn * 60_000);
  return lab.worker.plain(async (tx) => {
    const read = await mostRead(tx, ['ledger_days'], () => lookAtFloat(tx, now));
    const [row] = await tx.call<{ paise: number }>('select balance_paise as paise from float_state');
    return { paise: row!.paise, read };
  });
}

/** The balance by the sums of all days. */
async function added(): Promise<number> {
  const { rows } = await lab.owner.query<{ paise: string }>(
    `select sum(debit_paise - credit_paise)::text as paise from ledger_days where account = account_code('RAIL_FLOAT')`,
  );
  return Number(rows[0]!.paise);
}

test('PAY-23: given years of summed days, when the float is looked at again, then their sums are not read', async () => {
  expect((await look()).paise).toBe(await added());
  const { paise, read } = await look();
  expect(paise).toBe(await added());
  expect(read).toBeLessThan(2 * ROWS);
});

test('PAY-23: given a day that is summed behind one that is not, then the float counts each of them once', async () => {
  const sum = async (day: string) => {
    await lab.owner.query('update business_days set summed_at = closed_at where day_on = $1', [day]);
  };
  // A day further back may be summed last: two workers sum two days at once.
  await lab.owner.query('update business_days set closed_at = $2 where day_on = $1', [
    DAY,
    noonOf(addDays(DAY, 1)),
  ]);
  await sumUp(0, 0);
  await sum(DAY);
  expect((await look()).paise).toBe(await added());
  await sumUp(1, 1);
  await sum(addDays(DAY, -1));
  expect((await look()).paise).toBe(await added());
  expect(await look()).toEqual({ paise: await added(), read: expect.any(Number) });
});

test('PAY-23: given journals of a day that is not summed, then the float has those that move it', async () => {
  const on = addDays(DAY, 1);
  await lab.lend('float l', { billPaise: 1_500_000, instalments: 3, disbursedOn: on });
  await lab.worker.plain((tx) =>
    tx.call('select float_move($1, $2, $3, $4, $5)', ['top_up', 'T1', 5_000_000_000, on, noonOf(on)]),
  );
  const { rows } = await lab.owner.query<{ paise: string }>(
    `select sum(amount_paise)::text as paise from postings where account = account_code('RAIL_FLOAT')`,
  );
  expect((await look()).paise).toBe((await added()) + Number(rows[0]!.paise));
});
