import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { collectionJobs, sweepCollections } from './collections.jobs.ts';
import { followDispute } from './chargebacks/chargebacks.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

type Deps = Parameters<typeof collectionJobs>[0];

const day = (text: string) => text as BusinessDate;
const LENT_ON = day('2026-03-02');
const STRAY_PAISE = 60_000;
/** The file comes, a dispute is lost, money without an owner is kept, and a month later it goes back. */
const DAYS = ['2026-03-23', '2026-03-24', '2026-03-25', '2026-04-27', '2026-04-28'].map(day);

/** A rail that settles on the third day, takes one repayment back, and sends each refund once, whatever it is asked. */
function openRail(clock: Lab['clock']) {
  const refunds = new Map<string, object>();
  const paidRow = (entityRef: string, amount: number, on: string) => ({
    kind: 'payment' as const,
    entityRef,
    paymentRef: entityRef,
    amount,
    fee: 1_180,
    tax: 180,
    credit: amount - 1_180,
    debit: 0,
    isSettled: true,
    settlementRef: 'setl_1',
    settlementUtr: 'utr_1',
    createdAt: noonOf(day(on)),
    settledAt: noonOf(day('2026-03-22')),
  });
  const rows = [
    paidRow('pay_first', 520_000, '2026-03-20'),
    paidRow('pay_second', 100_000, '2026-03-20'),
    paidRow('pay_stray', STRAY_PAISE, '2026-03-20'),
  ];
  return {
    refunds,
    collection: {
      async *settlementRows(period: string) {
        for (const row of rows) if (istDate(row.settledAt.getTime()).startsWith(period)) yield row;
      },
      getPayment: async (paymentRef: string) => ({
        paymentRef,
        status: 'captured',
        amount: STRAY_PAISE,
        amountRefunded: 0,
        isCreditSource: false,
        createdAt: noonOf(day('2026-03-20')),
      }),
      getDispute: async (disputeRef: string) => ({
        disputeRef,
        paymentRef: 'pay_second',
        status: clock.today() < '2026-03-24' ? 'open' : 'lost',
        phase: 'chargeback',
        amount: 100_000,
        amountDeducted: clock.today() < '2026-03-23' ? 0 : 100_000,
        createdAt: noonOf(day('2026-03-21')),
      }),
      refundsOf: async () => [...refunds.values()],
      refund: async ({ key, amount, paymentRef }: { key: string; amount: number; paymentRef: string }) => {
        const refund = { refundRef: 'rfnd_1', paymentRef, status: 'processed', amount, receipt: key };
        refunds.set(key, refund);
        return refund;
      },
    },
  };
}

/** Takes the waiting jobs of collections out of the queue and returns them. */
async function takeJobs(lab: Lab): Promise<{ task: string; payload: never }[]> {
  const { rows } = await lab.owner.query<{ task: string; payload: never }>(
    `with taken as (delete from graphile_worker._private_jobs returning task_id, payload, id)
     select t.identifier as task, j.payload from taken j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier like 'collections.%' order by j.id`,
  );
  return rows;
}

/** Reads the outcome from the books, the settlement rows, the disputes and the receipts. */
async function outcome(lab: Lab, { userId }: LabLoan) {
  const read = async (sql: string, values: unknown[] = []) => (await lab.owner.query(sql, values)).rows;
  return {
    balances: await read(
      'select account, sum(amount_paise)::text as paise from postings group by 1 order by 1',
    ),
    journals: await read(
      'select source_kind, effective_on::text, count(*)::integer from journals group by 1, 2 order by 2, 1',
    ),
    rows: await read('select entity_ref, state from settlement_rows order by 1'),
    disputes: await read('select dispute_ref, status from chargebacks'),
    receipts: await read('select payment_ref, status, refund_ref from unidentified_receipts'),
    breaks: await read(
      'select kind, reference, resolved_at is null as is_open from reconciliation_breaks order by 2, 1',
    ),
    notices: await read(
      'select title, count(*)::integer from notifications where user_id = $1 group by 1 order by 1',
      [userId],
    ),
  };
}

/** The same weeks with so many runners, each of which sweeps, and does whatever another does too, at the same moment. */
async function live(runners: number) {
  const lab = await openLab();
  try {
    const rail = openRail(lab.clock);
    const log = { info: () => {}, warn: () => {} };
    const deps = { ...lab.deps, log, providers: { collection: rail.collection } } as unknown as Deps;
    const jobs = new Map(collectionJobs(deps).map((one) => [one.task, one]));
    const each = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: runners }, work));
    const loan = await lab.lend('asha one', { billPaise: 1_500_000, instalments: 3, disbursedOn: LENT_ON });
    lab.set(noonOf(day('2026-03-20')));
    await lab.credit(loan, 'first', 520_000, lab.clock.now());
    await lab.credit(loan, 'second', 100_000, lab.clock.now());
    lab.set(noonOf(day('2026-03-21')));
    await followDispute(deps, { disputeRef: 'disp_1' });
    const info = { attempt: 1, isLastAttempt: false };
    for (const on of DAYS) {
      lab.set(noonOf(on));
      await lab.catchUp(loan, addDays(on, -1));
      for (let round = 0; round < 2; round += 1) {
        await each(() => sweepCollections(deps));
        for (const { task, payload } of await takeJobs(lab))
          await each(() => jobs.get(task)!.run(payload, info));
      }
    }
    expect(await lab.broken()).toEqual([]);
    return { ...(await outcome(lab, loan)), refundsSent: rail.refunds.size };
  } finally {
    await lab.close();
  }
}

test('LEND-C4, LEND-16: sweeps and jobs of three runners at once leave the same books as those of one', async () => {
  const one = await live(1);
  expect(one).toMatchObject({
    rows: [
      { entity_ref: 'pay_first', state: 'matched' },
      { entity_ref: 'pay_second', state: 'matched' },
      { entity_ref: 'pay_stray', state: 'matched' },
    ],
    disputes: [{ dispute_ref: 'disp_1', status: 'lost' }],
    receipts: [{ payment_ref: 'pay_stray', status: 'returned', refund_ref: 'rfnd_1' }],
    refundsSent: 1,
  });
  expect(await live(3)).toEqual(one);
});

test('LEND-C5: what one sweep has taken, another beside it does not take', async () => {
  const lab = await openLab();
  try {
    await lab.owner.query(
      `insert into unidentified_receipts (provider, payment_ref, amount_paise, is_credit_source, received_at, value_on, status,
         return_on, created_at)
       select 'razorpay', 'pay_' || n, 100, false, $1, ist_date($1), 'held', ist_date($1), $1 from generate_series(1, 500) n`,
      [lab.clock.now()],
    );
    // The day's file is due, too: one of them takes it.
    const found = await Promise.all([1, 2, 3].map(() => sweepCollections(lab.deps)));
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(501);
    const all = await takeJobs(lab);
    expect(all.filter(({ task }) => task === 'collections.read')).toHaveLength(1);
    const jobs = all.filter(({ task }) => task === 'collections.return');
    expect(new Set(jobs.map(({ payload }) => JSON.stringify(payload))).size).toBe(500);
    expect(jobs).toHaveLength(500);
  } finally {
    await lab.close();
  }
});
