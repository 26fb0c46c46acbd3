import { DEBIT_OUTCOMES } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { z } from 'zod';
import { approvalHandler, type ApprovalHandler } from '#features/approvals/index.ts';
import { creditDecidedDebit } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { failDebitIn, finishIn, type OutcomeDeps } from './mandates.outcome.ts';
import { debitReference } from './mandates.rules.ts';
import * as repo from './mandates.work.repo.ts';

const PAYLOAD = z.object({
  debitId: z.string(),
  outcome: z.enum(DEBIT_OUTCOMES),
  paymentRef: z.string().nullable(),
  evidence: z.string(),
});

/** A debit that a person decides about, as staff see it. */
export interface DebitInReview {
  readonly id: string;
  readonly number: number;
  readonly amountPaise: number;
  readonly presentedDate: BusinessDate;
  readonly answerByDate: BusinessDate | null;
  readonly orderRef: string | null;
}

/**
 * Debits of a payment whose bank did not answer within the return window, oldest first. One whose money came with another
 * amount is not among them: its difference is about that. Rule: LEND-20 (amended)
 */
export function listDebitsInReview(
  tx: Tx,
  { userId, paymentId }: { readonly userId: string; readonly paymentId: string },
): Promise<DebitInReview[]> {
  return tx.call<DebitInReview>(
    `select n.id, n.number, n.amount_paise as "amountPaise", ist_date(coalesce(n.presented_at, n.created_at)) as "presentedDate",
       n.answer_by_on as "answerByDate", n.order_ref as "orderRef"
     from presentations n join repayments r on r.user_id = n.user_id and r.id = n.id
     where n.user_id = $1 and n.loan_id = $2 and n.state = 'review' and r.status in ('initiated', 'unknown')
       and r.failure_reason is distinct from 'amount_differs'
     order by n.created_at`,
    [userId, paymentId],
  );
}

/**
 * Records the outcome of a debit whose bank never answered, as two people say who hold evidence. Debited: it counts on the day
 * it was presented, and no lateness is left. Not debited: lateness counts from the due date, the person is asked, and the debit
 * is not presented again. Money that comes on its order all the same is still credited. Rule: LEND-20 (amended), LEND-24
 */
export function debitOutcomeApproval(deps: OutcomeDeps): ApprovalHandler {
  return approvalHandler({
    kind: 'debit_outcome',
    payload: PAYLOAD,
    async describe(tx, { objectId: paymentId, userId, payload }) {
      const debit = userId === null ? undefined : await findOpen(tx, { userId, paymentId }, payload.debitId);
      return {
        facts: [
          { code: 'outcome', value: payload.outcome },
          { code: 'evidence', value: payload.evidence },
          { code: 'rail_reference', value: payload.paymentRef ?? '' },
          { code: 'amount_paise', value: debit?.amountPaise ?? 0 },
          { code: 'presented_on', value: debit?.presentedDate ?? '' },
          { code: 'our_reference', value: debitReference(payload.debitId) },
        ],
        isCurrent: debit !== undefined,
      };
    },
    async apply(tx, { objectId: paymentId, userId, payload }) {
      invariant(userId !== null, 'a payment belongs to nobody');
      const ids = { userId, presentationId: payload.debitId };
      const row = await repo.lockPresentation(tx, ids);
      const isOpen = (await findOpen(tx, { userId, paymentId }, payload.debitId)) !== undefined;
      if (!row || !isOpen) throw new DomainError('approval_stale');
      if (payload.outcome === 'not_debited') return failDebitIn(deps, tx, ids, 'not_debited');
      const money = {
        providerPaymentRef: payload.paymentRef ?? '',
        amountPaise: row.amount_paise,
        presentedAt: row.presented_at ?? row.created_at,
      };
      const isCredited = await creditDecidedDebit(deps, tx, { userId, repaymentId: row.id }, money);
      if (!isCredited) throw new DomainError('approval_stale');
      await finishIn(deps, tx, ids, row);
    },
  });
}

async function findOpen(
  tx: Tx,
  ids: { readonly userId: string; readonly paymentId: string },
  debitId: string,
): Promise<DebitInReview | undefined> {
  return (await listDebitsInReview(tx, ids)).find((one) => one.id === debitId);
}
