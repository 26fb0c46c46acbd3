import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { noonOf, openLab } from '#test/lending-lab.ts';
import { creditJobs } from './credit.standing.ts';

test('LEND-14: given the job of an older process, when it runs twice, then credit rests once', async () => {
  const lab = await openLab();
  try {
    const disbursedOn = businessDate('2026-03-01');
    const loan = await lab.lend('left l', { billPaise: 300_000, instalments: 1, disbursedOn });
    lab.set(noonOf(businessDate('2026-04-05')));
    await lab.catchUp(loan, businessDate('2026-04-04'));
    // An older process closes the day without settling: it leaves that to the job.
    await lab.owner.query(
      "update credit_accounts set state = 'active', state_reason = null, days_past_due = 0 where user_id = $1",
      [loan.userId],
    );
    const jobs = creditJobs({ ...lab.deps, log: createLog('silent') });
    const settle = jobs.find((one) => one.task === 'credit.settle');
    for (const attempt of [1, 2])
      await settle?.run({ userId: loan.userId }, { attempt, isLastAttempt: false });
    const { rows } = await lab.owner.query(
      'select state, days_past_due from credit_accounts where user_id = $1',
      [loan.userId],
    );
    expect(rows).toEqual([{ state: 'blocked_due', days_past_due: 5 }]);
    const told = await lab.owner.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'credit.tell_standing'",
    );
    expect(told.rows).toHaveLength(1);
    expect(await lab.broken()).toEqual([]);
  } finally {
    await lab.close();
  }
});
