import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillPayState, RowsUnread } from '#providers/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { READ_TASK, reconciliationJobs, sweepReconciliation, tryDay } from './reconciliation.read.ts';

const DAY = businessDate('2027-03-01');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(addDays(DAY, 1)));
});
afterAll(() => lab.close());

const stranger: BillPayState = {
  paymentKey: 'not-ours',
  payRef: 'REF1',
  state: 'success',
  amount: 10_000,
  paidAt: noonOf(DAY),
};

/** The list of the day with a row that says something new, about the payments of these references; about none where they are left out. */
const listing = (references?: readonly string[]) => ({
  billPayment: {
    async *listPayments() {
      yield stranger;
      const about = { provider: 'setu_billpay', op: 'listPayments', field: 'data.transactions' } as const;
      throw new RowsUnread({ ...about, message: 'x', references });
    },
  },
});
const referenceOf = ({ loanId }: LabLoan) => `LAB${loanId.slice(0, 20)}`;

/** Reads the day as its job does. */
async function read(references?: readonly string[]) {
  const deps = { ...lab.deps, providers: listing(references), log: { warn() {}, info() {} } };
  const job = reconciliationJobs(deps as never).find(({ task }) => task === READ_TASK)!;
  await job.run({ day: DAY }, { attempt: 1, isLastAttempt: false });
  const { rows: breaks } = await lab.owner.query<{ kind: string; paymentId: string | null }>(
    `select kind, payment_id as "paymentId" from reconciliation_breaks where resolution is null and rail = 'billpay' order by kind`,
  );
  const { rows: days } = await lab.owner.query(
    `select failed_count as failed, closed_read_at as closed, next_read_at as "nextAt" from rail_days where day_on = $1`,
    [DAY],
  );
  return { breaks, days };
}

test('LEND-21: given a list with a row that says something new, when it is tried, then the others are compared, and it says so', async () => {
  expect(await tryDay({ ...lab.deps, providers: listing() }, DAY)).toEqual({
    opened: [{ kind: 'not_ours', count: 1 }],
    isWhole: false,
  });
});

test('LEND-21: given a list with a row that says something new, then the others are compared, and the day stays open', async () => {
  await sweepReconciliation({ ...lab.deps, config: { env: {} }, log: { warn() {} } } as never);
  expect(await read()).toEqual({
    breaks: [{ kind: 'not_ours', paymentId: null }],
    days: [{ failed: 1, closed: null, nextAt: new Date(lab.clock.now().getTime() + 60_000) }],
  });
});

test('LEND-21: given a closed list with an odd row about one bill, then every other absent bill is missing', async () => {
  lab.set(noonOf(DAY));
  const terms = { billPaise: 1_500_000, instalments: 1, disbursedOn: DAY } as const;
  const odd = await lab.lend('odd l', terms);
  const absent = await lab.lend('absent l', terms);
  const closedAt = noonOf(addDays(DAY, 1));
  lab.set(closedAt);
  expect(await tryDay({ ...lab.deps, providers: listing([referenceOf(odd)]) }, DAY)).toEqual({
    opened: [{ kind: 'missing', count: 1 }],
    isWhole: false,
  });
  const { breaks, days } = await read([referenceOf(odd)]);
  expect(breaks).toEqual([
    { kind: 'list_unread', paymentId: null },
    { kind: 'missing', paymentId: absent.loanId },
    { kind: 'not_ours', paymentId: null },
  ]);
  // Read as any other list is, and no more as one that broke off.
  expect(days).toEqual([{ failed: 0, closed: null, nextAt: expect.any(Date) }]);
});
