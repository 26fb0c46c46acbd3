import { z } from 'zod';
import { type Job, job } from '#platform/jobs/worker.ts';
import { type EnquiryDeps, enquireRepayment } from './repayments.enquiry.ts';
import { claimDueRepayments } from './repayments.repo.ts';
import { followHint } from './repayments.stray.ts';

const ids = z.object({ userId: z.string(), repaymentId: z.string() });
const CLAIM_LIMIT = 500;
const CLAIM_SECONDS = 60;

export function repaymentJobs(deps: EnquiryDeps): Job[] {
  return [
    job('repayments.enquire', ids, (repayment) => enquireRepayment(deps, repayment), 'aside'),
    job(
      'repayments.hint',
      z.object({ orderRef: z.string() }),
      ({ orderRef }) => followHint(deps, orderRef),
      'aside',
    ),
  ];
}

/** Every open order whose next look is due gets a job. */
export async function sweepRepayments({
  worker,
  clock,
}: Pick<EnquiryDeps, 'worker' | 'clock'>): Promise<number> {
  const now = clock.now();
  return worker.plain(async (tx) => {
    const due = await claimDueRepayments(
      tx,
      now,
      new Date(now.getTime() + CLAIM_SECONDS * 1000),
      CLAIM_LIMIT,
    );
    const jobs = due.map((repayment) => ({ payload: repayment, key: `repayment:${repayment.repaymentId}` }));
    await tx.enqueueEach('repayments.enquire', jobs, { attemptsMax: 3 });
    return due.length;
  });
}
