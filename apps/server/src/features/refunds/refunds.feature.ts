import { z } from 'zod';
import { BOOKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { closeInbox } from '#features/webhooks/index.ts';
import { enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { refundApproval } from './refunds.approval.ts';
import { findByPayment } from './refunds.repo.ts';
import { pursueRefund, type RefundDeps } from './refunds.service.ts';

const ids = z.object({ userId: z.string(), refundId: z.string() });

function refundJobs(deps: RefundDeps): Job[] {
  return [
    job('refunds.pursue', ids, (refund) => pursueRefund(deps, refund), 'aside'),
    job(
      'refunds.hint',
      z.object({ paymentRef: z.string() }),
      ({ paymentRef }) => followHint(deps, paymentRef),
      'aside',
    ),
  ];
}

/** Follows a webhook about a refund. It is only a hint: the provider is asked. Rule: LEND-20. */
async function followHint(deps: RefundDeps, paymentRef: string): Promise<void> {
  const open = await deps.worker.single((tx) => findByPayment(tx, paymentRef));
  for (const refund of open) await pursueRefund(deps, refund);
  await deps.worker.single((tx) => closeInbox(tx, 'razorpay', paymentRef, 'enquired', deps.clock.now()));
}

/** Every refund whose next look is due gets a job. */
async function sweepRefunds({ worker, clock }: Pick<RefundDeps, 'worker' | 'clock'>): Promise<number> {
  return enqueueDue(
    worker,
    {
      table: 'refunds',
      column: 'next_look_at',
      task: 'refunds.pursue',
      job: ({ userId, id }) => ({ payload: { userId, refundId: id }, key: `refund:${id}` }),
    },
    clock.now(),
  );
}

export const refunds: Feature = {
  name: 'refunds',
  jobs: refundJobs,
  sweeps: (parts) => ({ refunds: () => sweepRefunds(parts) }),
  approvals: () => [refundApproval()],
  personalData: [
    { table: 'refunds', topic: 'books', title: { en: 'Money returned', hi: 'लौटाए गए पैसे' }, fate: BOOKS },
  ],
};
