import { z } from 'zod';
import { recordRefundTransfer } from '@mohlat/contract';
import { approvalHandler, type ApprovalHandler, underKey } from '#features/approvals/index.ts';
import type { Feature } from '#features/feature.ts';
import { findFacts, refundDueOf } from '#features/payments/index.ts';
import { BOOKS } from '#features/personal-data.ts';
import { closeInbox } from '#features/webhooks/index.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { findByPayment } from './refunds.repo.ts';
import * as repo from './refunds.repo.ts';
import { pursueRefund, type RefundDeps } from './refunds.service.ts';
import { proposeTransfer, transferApproval } from './refunds.transfer.ts';

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
  routes: (endpoints, parts) => endpoints.handle(recordRefundTransfer, underKey(proposeTransfer(parts))),
  jobs: refundJobs,
  sweeps: (parts) => ({ refunds: () => sweepRefunds(parts) }),
  approvals: (parts) => [refundApproval(), transferApproval(parts)],
  personalData: [
    { table: 'refunds', topic: 'books', title: { en: 'Money returned', hi: 'लौटाए गए पैसे' }, fate: BOOKS },
    {
      table: 'refund_transfers',
      topic: 'books',
      title: { en: 'Money returned by bank transfer', hi: 'बैंक ट्रांसफ़र से लौटाए गए पैसे' },
      fate: BOOKS,
    },
  ],
};

const PAYLOAD = z.object({ amountPaise: z.int() });

/**
 * Sends an excess back once more that the payer's bank refused, when two people say so: the way back may be open again.
 * Rule: LEND-16 journal 23, LEND-24.
 */
function refundApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'refund',
    payload: PAYLOAD,
    async describe(tx, { objectId: loanId, userId, payload }, now) {
      const facts = userId === null ? undefined : await findFacts(tx, userId, loanId);
      const duePaise = facts ? refundDueOf(facts) : 0;
      return {
        facts: [
          { code: 'amount_paise', value: payload.amountPaise },
          { code: 'refund_due_paise', value: duePaise },
        ],
        isCurrent:
          duePaise > 0 &&
          duePaise === payload.amountPaise &&
          !(await repo.isReturnProposed(tx, loanId, 'refund_transfer', now)),
      };
    },
    async apply(tx, { objectId: loanId, userId, payload }, { now }) {
      invariant(userId !== null, 'a refund belongs to nobody');
      await repo.lockLoan(tx, userId, loanId);
      // Its money has left our bank, maybe.
      if (await repo.isReturnProposed(tx, loanId, 'refund_transfer', now))
        throw new DomainError('other_way_proposed');
      const facts = await findFacts(tx, userId, loanId);
      if (!facts || refundDueOf(facts) !== payload.amountPaise) throw new DomainError('approval_stale');
      const begun = await repo.restartRefunds(tx, userId, loanId, now);
      if (begun === 0) throw new DomainError('approval_stale');
    },
  });
}
