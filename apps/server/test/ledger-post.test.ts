import { createHash } from 'node:crypto';
import { addDays } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid } from './laying.ts';
import { EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';

let lab: Lab;
let loan: LabLoan;
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('anna one', EMI3);
});
afterAll(() => lab.close());

const TODAY = addDays(EMI3.disbursedOn, 40);
/** Against the order of accounts. */
const LINES = [
  ['Q600', -500],
  ['A100', 700],
  ['L310', -200],
] as const;

async function post(
  client: pg.PoolClient,
  lines: readonly (readonly [string, number])[] = LINES,
  on = TODAY,
  name = 'a',
) {
  await client.query("select set_config('app.user_id', $1, true)", [loan.userId]);
  const postings = lines.map(([account, amountPaise]) => ({ account, amountPaise, loanId: loan.loanId }));
  const { rows } = await client.query<{ id: string }>(
    "select ledger_post($1, 'funding', $2, $3, $4, $5, $6) as id",
    [loan.userId, idOf(name), loan.loanId, on, noonOf(on), JSON.stringify(postings)],
  );
  return rows[0]!.id;
}

async function linesOf(client: pg.PoolClient, which: string, id: string): Promise<unknown[]> {
  const { rows } = await client.query<{ account: string; amount: string }>(
    `select p.account, p.amount_paise as amount from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
     where j.${which} = $1 order by p.line`,
    [id],
  );
  return rows.map(({ account, amount }) => [account, Number(amount)]);
}

test('LEND-16: given lines in an order, when they are posted and taken back, then both journals have that order, and kept balances are those of tracked accounts', async () => {
  const said = await amongLaid(lab, async (client) => {
    const id = await post(client);
    const { rows } = await client.query<{ account: string }>(
      `select b.account from account_balances b where b.user_id = $1 and b.account = any ($2) and b.loan_id = $3`,
      [loan.userId, LINES.map(([account]) => account), loan.loanId],
    );
    const tracked = await client.query<{ code: string }>(
      'select code from accounts where tracked and code = any ($1)',
      [LINES.map(([account]) => account)],
    );
    await client.query('select ledger_mirror($1, $2, $3)', [loan.userId, id, noonOf(TODAY)]);
    const left = await client.query<{ paise: string }>(
      'select sum(abs(balance_paise)) as paise from account_balances where user_id = $1 and account = any ($2)',
      [loan.userId, rows.map(({ account }) => account)],
    );
    return {
      left: Number(left.rows[0]!.paise),
      posted: await linesOf(client, 'id', id),
      mirrored: await linesOf(client, 'reversal_of', id),
      kept: rows.map(({ account }) => account).toSorted(),
      tracked: tracked.rows.map(({ code }) => code).toSorted(),
    };
  });
  expect(said.posted).toEqual(LINES);
  expect(said.mirrored).toEqual(LINES.map(([account, paise]) => [account, -paise]));
  expect(said.kept).toEqual(said.tracked);
  expect(said.left).toBe(0);
  expect(said.kept.length).toBeLessThan(LINES.length);
});

test('LEND-15: given days that were closed, when something is posted, then it is posted on the first open day from its own on', async () => {
  const days = await amongLaid(lab, async (client) => {
    const on: string[] = [];
    const postedOn = async (closed: number | null, name: string) => {
      if (closed !== null)
        await client.query('insert into business_days (day_on, closed_at) values ($1, now())', [
          addDays(TODAY, closed),
        ]);
      const id = await post(client, LINES, TODAY, name);
      const { rows } = await client.query<{ day: string }>(
        'select posting_on::text as day from journals where id = $1',
        [id],
      );
      on.push(rows[0]!.day);
    };
    await postedOn(-2, 'before');
    await postedOn(null, 'again');
    await postedOn(1, 'tomorrow closed');
    await client.query('insert into business_days (day_on) values ($1)', [addDays(TODAY, 9)]);
    await postedOn(null, 'a later one open');
    return on;
  });
  expect(days).toEqual([TODAY, TODAY, addDays(TODAY, 2), addDays(TODAY, 2)]);
});

test('LEND-16: given no lines, or the transaction of another person, when something is posted, then it is an error', async () => {
  await expect(amongLaid(lab, (client) => post(client, []))).rejects.toThrow(/has no lines/);
  const asAnother = amongLaid(lab, async (client) => {
    await client.query("select set_config('app.user_id', $1, true)", [idOf('another')]);
    await client.query("select ledger_post($1, 'funding', $1, null, $2, $3, '[]')", [
      loan.userId,
      TODAY,
      noonOf(TODAY),
    ]);
  });
  await expect(asAnother).rejects.toThrow(/in a transaction for/);
});

test('LEND-W6: given a step, when its loan was never taken back, then its name is its own, and later another for each life', async () => {
  const source = idOf('source');
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const { rows } = await lab.owner.query<{ name: string }>(
    'select step_name($1, n) as name from generate_series(0, 2) as n order by n',
    [source],
  );
  expect(rows.map(({ name }) => name.replaceAll('-', ''))).toEqual([
    source.replaceAll('-', ''),
    md5(`${source} again 1`),
    md5(`${source} again 2`),
  ]);
});
