import { z } from 'zod';
import { closeInbox } from '#features/webhooks/index.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { checkAccount, type CheckDeps } from './bank-accounts.check.ts';
import { claimDue, findByReference } from './bank-accounts.work.repo.ts';

export const CHECK_TASK = 'bank_accounts.check';

const CLAIM_LIMIT = 200;
const CLAIM_SECONDS = 60;

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
      'bank_accounts.hint',
      z.object({ reference: z.string() }),
      async ({ reference }) => {
        const ids = await deps.worker.plain((tx) => findByReference(tx, reference));
        if (ids) await checkAccount(deps, ids);
        const outcome = ids ? 'enquired' : 'unmatched';
        const now = deps.clock.now();
        await deps.worker.plain((tx) => closeInbox(tx, 'setu_data', reference, outcome, now));
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
  const now = clock.now();
  return worker.plain(async (tx) => {
    const due = await claimDue(tx, now, new Date(now.getTime() + CLAIM_SECONDS * 1000), CLAIM_LIMIT);
    const jobs = due.map((account) => ({ payload: account, key: `bank_account:${account.accountId}` }));
    await tx.enqueueEach(CHECK_TASK, jobs, { attemptsMax: 3 });
    return due.length;
  });
}
