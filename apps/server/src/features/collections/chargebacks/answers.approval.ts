import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import { istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './answers.repo.ts';
import { refusalOf } from './answers.rules.ts';
import { sayLater } from './answers.service.ts';

/** To give the money back without a fight; the books follow once the rail says that it is lost. Rule: LEND-24 */
export function chargebackApproval({ clock }: Pick<FeatureContext, 'clock'>): ApprovalHandler {
  return approvalHandler({
    kind: 'chargeback_accept',
    payload: z.object({ amountPaise: z.int() }),
    async describe(tx, { objectId: id, userId, payload }, now) {
      const row = userId === null ? undefined : await repo.find(tx, { userId, id }, now);
      const facts =
        userId === null || !row
          ? undefined
          : await findFactsOn(tx, userId, row.paymentId, istDate(now.getTime()));
      return {
        facts: [
          { code: 'amount_paise', value: payload.amountPaise },
          { code: 'reference', value: row?.disputeRef ?? '' },
          { code: 'dispute_reason', value: row?.reasonCode ?? '' },
          { code: 'respond_by', value: row?.respondBy?.toISOString() ?? '' },
          { code: 'outstanding_paise', value: facts ? outstandingOfFacts(facts) : 0 },
        ],
        isCurrent: row !== undefined && refusalOf('accept', { ...row, isProposed: false }, now) === null,
      };
    },
    async apply(tx, { objectId: id, userId }, { decidedBy: by }) {
      const row = userId === null ? undefined : await repo.lock(tx, { userId, id }, clock);
      if (userId === null || !row || refusalOf('accept', { ...row, isProposed: false }, row.now))
        throw new DomainError('approval_stale');
      await sayLater(tx, { userId, id, disputeRef: row.disputeRef }, { response: 'accepting', by }, row.now);
    },
  });
}
