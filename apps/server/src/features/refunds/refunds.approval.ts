import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import { findFacts, refundDueOf } from '#features/payments/index.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import * as repo from './refunds.repo.ts';

const PAYLOAD = z.object({ amountPaise: z.int() });

/**
 * Sends an excess back once more that the payer's bank refused, when two people say so: the way back may be open again.
 * Rule: LEND-16 journal 23, LEND-24.
 */
export function refundApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'refund',
    payload: PAYLOAD,
    async describe(tx, { objectId: loanId, userId, payload }) {
      const facts = userId === null ? undefined : await findFacts(tx, userId, loanId);
      const duePaise = facts ? refundDueOf(facts) : 0;
      return {
        facts: [
          { code: 'amount_paise', value: payload.amountPaise },
          { code: 'refund_due_paise', value: duePaise },
        ],
        isCurrent: duePaise > 0 && duePaise === payload.amountPaise,
      };
    },
    async apply(tx, { objectId: loanId, userId, payload }, { now }) {
      invariant(userId !== null, 'a refund belongs to nobody');
      await repo.lockLoan(tx, userId, loanId);
      const facts = await findFacts(tx, userId, loanId);
      if (!facts || refundDueOf(facts) !== payload.amountPaise) throw new DomainError('approval_stale');
      const begun = await repo.restartRefunds(tx, userId, loanId, now);
      if (begun === 0) throw new DomainError('approval_stale');
    },
  });
}
