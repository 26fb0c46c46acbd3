import { paise } from '@mohlat/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, DAY, PROMISED } from '#test/rail-lab.ts';
import { until } from '#test/waiting.ts';
import { tryDay } from './reconciliation.read.ts';
import * as repo from './reconciliation.repo.ts';

const { hear, breaks, open } = atTheRail(() => lab);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const aLoan = (name: string) => lab.lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });

/** Until somebody waits for a lock. */
const untilWaiting = () =>
  until(async () => {
    const { rowCount } = await lab.owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ? true : undefined;
  });

/** Holds the first row, has `beside` wait for it, and takes the second, which nobody may have by then. */
async function inOrder(
  first: { readonly text: string; readonly values: readonly string[] },
  second: { readonly text: string; readonly values: readonly string[] },
  beside: () => Promise<unknown>,
): Promise<void> {
  const client: pg.PoolClient = await lab.owner.connect();
  try {
    await client.query('begin');
    await client.query(`${first.text} for update`, [...first.values]);
    const other = beside();
    other.catch(() => {});
    await untilWaiting();
    await client.query(`${second.text} for update nowait`, [...second.values]);
    await client.query('commit');
    await other;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const loanOf = ({ userId, loanId }: LabLoan) => ({
  text: 'select 1 from loans where user_id = $1 and id = $2',
  values: [userId, loanId],
});
const paymentOf = ({ userId, loanId }: LabLoan) => ({
  text: 'select 1 from payments where user_id = $1 and id = $2',
  values: [userId, loanId],
});

test('LEND-C5: a list that freezes a loan waits for it before it takes the payment', async () => {
  const loan = await aLoan('frozen');
  await inOrder(loanOf(loan), paymentOf(loan), () => hear(loan, PROMISED));
  expect((await breaks(loan)).map((one) => one.kind)).toEqual(['returned']);
});

test('LEND-C5: a list that is only tried waits for a loan before it takes the payment', async () => {
  const loan = await aLoan('tried');
  const row = {
    payRef: 'TRIED',
    paymentKey: `LAB${loan.loanId.slice(0, 20)}`,
    amount: paise(BILL),
    ...PROMISED,
  };
  const providers = {
    billPayment: {
      async *listPayments() {
        yield row;
      },
    },
  };
  await inOrder(loanOf(loan), paymentOf(loan), async () => {
    const opened = await tryDay({ worker: lab.worker, clock: lab.clock, providers }, DAY);
    expect(opened).toContainEqual({ kind: 'returned', count: 1 });
  });
  expect(await breaks(loan)).toEqual([]);
});

test('LEND-C5: a difference that clears itself waits for its payment before it is taken', async () => {
  const loan = await aLoan('cleared');
  const id = await open(loan, 'ok_unknown');
  await lab.owner.query(`update payments set needs_review = true, review_reason = 'amount' where id = $1`, [
    loan.loanId,
  ]);
  const difference = { text: 'select 1 from reconciliation_breaks where id = $1', values: [id] };
  await inOrder(paymentOf(loan), difference, () =>
    lab.worker.plain((tx) => repo.settleBreaks(tx, lab.clock.now())),
  );
  expect((await breaks(loan)).map((one) => one.resolution)).toEqual(['settled']);
});
