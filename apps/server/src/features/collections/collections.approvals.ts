import { istDate } from '@mohlat/money';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import type { SettleDeps } from '#features/repayments/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './collections.admin.repo.ts';
import { giveReceipt } from './receipts/receipts.ts';

/** Assigns money without an owner where one member of staff may not do it alone: journal 24. Rule: LEND-24 */
export function receiptApproval(deps: SettleDeps): ApprovalHandler {
  return approvalHandler({
    kind: 'receipt',
    payload: z.object({ paymentId: z.uuid(), amountPaise: z.int() }),
    async describe(tx, { objectId, userId, payload }, now) {
      const receipt = await repo.findReceipt(tx, objectId, istDate(now.getTime()));
      const facts =
        userId === null
          ? undefined
          : await findFactsOn(tx, userId, payload.paymentId, istDate(now.getTime()));
      return {
        facts: [
          { code: 'amount_paise', value: payload.amountPaise },
          { code: 'reference', value: receipt?.paymentRef ?? '' },
          { code: 'received_on', value: receipt ? istDate(Date.parse(receipt.receivedAt)) : '' },
          { code: 'return_on', value: receipt?.returnOn ?? '' },
          { code: 'hint', value: userId === null ? 'none' : await repo.findHint(tx, objectId, userId) },
          { code: 'loan_status', value: facts?.loanStatus ?? 'gone' },
          { code: 'outstanding_paise', value: facts ? outstandingOfFacts(facts) : 0 },
        ],
        isCurrent: receipt?.status === 'held' && facts !== undefined,
      };
    },
    async apply(tx, { objectId: receiptId, userId, payload }, { decidedBy: by }) {
      const given = userId && { receiptId, ownerId: userId, loanId: payload.paymentId, by };
      if (!given || !(await giveReceipt(deps, tx, given))) throw new DomainError('approval_stale');
    },
  });
}
