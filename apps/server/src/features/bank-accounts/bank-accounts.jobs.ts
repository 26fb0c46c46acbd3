import { z } from 'zod';
import { closeInbox } from '#features/webhooks/index.ts';
import { enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { checkAccount, type CheckDeps } from './bank-accounts.check.ts';
import { forgetName } from './bank-accounts.settle.ts';
import { findByReference } from './bank-accounts.work.repo.ts';

export const CHECK_TASK = 'bank_accounts.check';

/** Background work of bank accounts. A job carries ids, never a number. */
export function bankAccountJobs(deps: CheckDeps): Job[] {
  return [
    job(
      CHECK_TASK,
      z.object({ userId: z.string(), accountId: z.string() }),
      (ids) => checkAccount(deps, ids),
      'aside',
    ),
    job(
      'bank_accounts.name_lost',
      z.object({ userId: z.uuid(), lostAt: z.coerce.date().optional() }),
      ({ userId, lostAt }) => deps.worker.forUser(userId, (tx) => forgetName(tx, userId, lostAt)),
      'aside',
    ),
    job(
      'bank_accounts.hint',
      z.object({ reference: z.string() }),
      async ({ reference }) => {
        const ids = await deps.worker.single((tx) => findByReference(tx, reference));
        if (ids) await checkAccount(deps, ids);
        const outcome = ids ? 'enquired' : 'unmatched';
        const now = deps.clock.now();
        await deps.worker.single((tx) => closeInbox(tx, 'setu_data', reference, outcome, now));
      },
      'aside',
    ),
  ];
}

/** Every account whose next look is due gets a job; so does what a killed worker left behind. */
export async function sweepBankAccounts({
  worker,
  clock,
}: Pick<CheckDeps, 'worker' | 'clock'>): Promise<number> {
  return enqueueDue(
    worker,
    {
      table: 'bank_accounts',
      column: 'next_look_at',
      task: CHECK_TASK,
      job: ({ userId, id }) => ({ payload: { userId, accountId: id }, key: `bank_account:${id}` }),
    },
    clock.now(),
  );
}
