import { businessDate } from '@mohlat/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeatureContext } from '#features/context.ts';
import { createLog } from '#platform/log/log.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, PROMISED } from '#test/rail-lab.ts';
import { reconciliationJobs } from './reconciliation.read.ts';

let lab: Lab;
const { hear, breaks } = atTheRail(() => lab);
beforeEach(async () => {
  lab = await openLab();
});
afterEach(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

test('LEND-X10: an undoing that an older worker queued freezes the loan instead, once, and tells the person', async () => {
  const loan = await lab.lend('p l', {
    billPaise: BILL,
    instalments: 3,
    disbursedOn: businessDate('2027-01-15'),
  });
  await hear(loan, PROMISED);
  // The older worker read the same list: the difference was opened, and no freeze was written.
  await lab.owner.query(
    'alter table loan_freezes disable trigger all; delete from loan_freezes; alter table loan_freezes enable trigger all',
  );
  const { deps } = lab;
  const providers = {} as FeatureContext['providers'];
  const jobs = reconciliationJobs({ ...deps, providers, log: createLog('silent') });
  const unwind = jobs.find((one) => one.task === 'reconciliation.unwind');
  const payload = { userId: loan.userId, paymentId: loan.loanId };
  for (const attempt of [1, 2]) await unwind?.run(payload, { attempt, isLastAttempt: false });
  const { rows } = await lab.owner.query('select word, is_frozen from loan_freezes where loan_id = $1', [
    loan.loanId,
  ]);
  expect(rows).toEqual([{ word: 'refund_requested', is_frozen: true }]);
  const told = await lab.owner.query('select title from notifications where user_id = $1', [loan.userId]);
  expect(told.rows).toHaveLength(1);
  expect((await breaks(loan)).map((one) => [one.kind, one.resolution])).toEqual([['returned', null]]);
});
