import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillPayState, RowsUnread } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
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

async function* listPayments() {
  yield stranger;
  throw new RowsUnread({
    provider: 'setu_billpay',
    op: 'listPayments',
    field: 'data.transactions',
    message: 'x',
  });
}

test('LEND-21: given a list with a row that says something new, when it is tried, then the others are compared, and it says so', async () => {
  const providers = { billPayment: { listPayments } };
  expect(await tryDay({ ...lab.deps, providers }, DAY)).toEqual({
    opened: [{ kind: 'not_ours', count: 1 }],
    isWhole: false,
  });
});

test('LEND-21: given a list with a row that says something new, then the others are compared, and the day stays open', async () => {
  await sweepReconciliation({ ...lab.deps, config: { env: {} }, log: { warn() {} } } as never);
  const deps = { ...lab.deps, providers: { billPayment: { listPayments } }, log: { warn() {}, info() {} } };
  const job = reconciliationJobs(deps as never).find(({ task }) => task === READ_TASK)!;
  await job.run({ day: DAY }, { attempt: 1, isLastAttempt: false });
  const { rows: breaks } = await lab.owner.query(
    'select kind from reconciliation_breaks where resolution is null',
  );
  const { rows: days } = await lab.owner.query(
    'select failed_count as failed, closed_read_at as closed from rail_days where day_on = $1',
    [DAY],
  );
  expect([breaks, days]).toEqual([[{ kind: 'not_ours' }], [{ failed: 1, closed: null }]]);
});
