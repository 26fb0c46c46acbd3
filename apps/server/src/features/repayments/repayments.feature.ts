import { z } from 'zod';
import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { enquireRepayment, type EnquiryDeps } from './repayments.enquiry.ts';
import { claimDueRepayments } from './repayments.repo.ts';
import { registerRepayments } from './repayments.routes.ts';
import { createRepaymentsService } from './repayments.service.ts';
import { followHint } from './repayments.stray.ts';

const ids = z.object({ userId: z.string(), repaymentId: z.string() });
const CLAIM_LIMIT = 500;
const CLAIM_SECONDS = 60;

function repaymentJobs(deps: EnquiryDeps): Job[] {
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
async function sweepRepayments({ worker, clock }: Pick<EnquiryDeps, 'worker' | 'clock'>): Promise<number> {
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

export const repayments: Feature = {
  name: 'repayments',
  routes: (endpoints, parts) => registerRepayments(endpoints, createRepaymentsService(parts)),
  jobs: repaymentJobs,
  sweeps: (parts) => ({ repayments: () => sweepRepayments(parts) }),
  personalData: [
    { table: 'repayments', topic: 'books', title: { en: 'Repayments', hi: 'चुकौतियाँ' }, fate: BOOKS },
    // A part paid early writes instalments anew.
    { table: 'instalments', topic: 'books', title: { en: 'Instalments', hi: 'किस्तें' }, fate: BOOKS },
    {
      table: 'allocations',
      topic: 'books',
      title: { en: 'What each repayment covered', hi: 'हर चुकौती से क्या चुका' },
      fate: BOOKS,
    },
  ],
};
