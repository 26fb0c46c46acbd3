import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProviderUnreachable } from '#providers/index.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { READ_TASK, reconciliationJobs, sweepReconciliation } from './reconciliation.read.ts';
import { FAILURES_MAX } from './reconciliation.rules.ts';

const DAY = businessDate('2027-03-01');
let lab: Lab;
let isAway = true;
beforeAll(async () => {
  lab = await openLab();
  lab.set(noonOf(addDays(DAY, 1)));
});
afterAll(() => lab.close());

async function* listPayments() {
  if (isAway)
    throw new ProviderUnreachable({ provider: 'setu', op: 'listPayments', message: 'away' } as never);
  yield* [];
}

async function read(day: string): Promise<void> {
  const log = { warn() {}, info() {} };
  const deps = { ...lab.deps, providers: { billPayment: { listPayments } }, log };
  const job = reconciliationJobs(deps as never).find(({ task }) => task === READ_TASK)!;
  await job.run({ day }, { attempt: 1, isLastAttempt: false });
}

test('LEND-21: given a list that could not be read, when it is read, then its difference is settled', async () => {
  await sweepReconciliation({ ...lab.deps, config: { env: {} }, log: { warn() {} } } as never);
  for (let count = 0; count < FAILURES_MAX; count += 1)
    for (const day of [DAY, addDays(DAY, 1)]) await read(day);
  isAway = false;
  await read(DAY);
  const { rows } = await lab.owner.query(
    'select kind, reference, resolution from reconciliation_breaks order by reference',
  );
  expect(rows).toEqual([
    { kind: 'list_unread', reference: DAY, resolution: 'settled' },
    { kind: 'list_unread', reference: addDays(DAY, 1), resolution: null },
  ]);
});

test('LEND-21: given a day that has no line, when a reading by hand fails, then it has one and is read again soon', async () => {
  const day = addDays(DAY, 5);
  lab.set(noonOf(day));
  isAway = true;
  await read(day);
  const { rows } = await lab.owner.query(
    'select day_on as day, failed_count as failed, next_read_at as "nextAt" from rail_days where day_on > $1 order by 1',
    [addDays(DAY, 1)],
  );
  const now = lab.clock.now();
  const missed = [2, 3, 4].map((ahead) => ({ day: addDays(DAY, ahead), failed: 0, nextAt: now }));
  expect(rows).toEqual([...missed, { day, failed: 1, nextAt: new Date(now.getTime() + 60_000) }]);
});
