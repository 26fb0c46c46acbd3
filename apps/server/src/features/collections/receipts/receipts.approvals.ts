import type { proposeReceiptBack } from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { z } from 'zod';
import { type ActCall, approvalHandler, type ApprovalHandler, propose } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import type { SettleDeps } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { findHint, findReceipt, type Receipt } from '../collections.admin.repo.ts';
import { findGiven } from './receipts.repo.ts';
import { giveReceipt, mayComeBack, takeReceiptBack } from './receipts.ts';

/** A proposal about money and the payment that it is given to, or was. */
interface About {
  readonly objectId: string;
  readonly userId: string | null;
  readonly paymentId: string;
}

/** Finds the money, the payment, and the facts of both that the second person reads. */
async function findFacts(tx: Tx, { objectId, userId, paymentId }: About, now: Date) {
  const today = istDate(now.getTime());
  const receipt = await findReceipt(tx, objectId, today);
  const loan = userId === null ? undefined : await findFactsOn(tx, userId, paymentId, today);
  const ofReceipt = [
    { code: 'reference', value: receipt?.paymentRef ?? '' },
    { code: 'received_on', value: receipt ? istDate(Date.parse(receipt.receivedAt)) : '' },
  ] as const;
  const ofLoan = [
    { code: 'loan_status', value: loan?.loanStatus ?? 'gone' },
    { code: 'outstanding_paise', value: loan ? outstandingOfFacts(loan) : 0 },
  ] as const;
  return { receipt, isKnown: loan !== undefined, ofReceipt, ofLoan };
}

/** Assigns money without an owner where one member of staff may not do it alone: journal 24. Rule: LEND-24 */
export function receiptApproval(deps: SettleDeps): ApprovalHandler {
  const isHeld = (receipt: Receipt | undefined, amountPaise: number) =>
    receipt?.status === 'held' && receipt.amountPaise === amountPaise;
  return approvalHandler({
    kind: 'receipt',
    payload: z.object({ paymentId: z.uuid(), amountPaise: z.int() }),
    async describe(tx, { objectId, userId, payload: { paymentId, amountPaise } }, now) {
      const found = await findFacts(tx, { objectId, userId, paymentId }, now);
      return {
        facts: [
          { code: 'amount_paise', value: amountPaise },
          ...found.ofReceipt,
          { code: 'return_on', value: found.receipt?.returnOn ?? '' },
          { code: 'hint', value: userId === null ? 'none' : await findHint(tx, objectId, userId) },
          ...found.ofLoan,
        ],
        isCurrent: found.isKnown && isHeld(found.receipt, amountPaise),
      };
    },
    async apply(tx, { objectId: receiptId, userId, payload }, { decidedBy: by, now }) {
      const { paymentId: loanId, amountPaise } = payload;
      const given = userId && { receiptId, amountPaise, ownerId: userId, loanId, by };
      if (!given || !(await giveReceipt(deps, tx, given, now))) throw new DomainError('approval_stale');
    },
  });
}

/** Takes money back from the payment that it was given to by mistake. Rule: LEND-24, LEND-W7 */
export function receiptBackApproval(deps: SettleDeps): ApprovalHandler {
  return approvalHandler({
    kind: 'receipt_back',
    payload: z.object({ paymentId: z.uuid() }),
    async describe(tx, { objectId, userId, payload: { paymentId } }, now) {
      const found = await findFacts(tx, { objectId, userId, paymentId }, now);
      const given = await findGiven(tx, objectId);
      return {
        facts: [
          { code: 'amount_paise', value: found.receipt?.amountPaise ?? 0 },
          ...found.ofReceipt,
          ...found.ofLoan,
        ],
        isCurrent: given?.loanId === paymentId && (await mayComeBack(tx, given, now)),
      };
    },
    async apply(tx, { objectId: receiptId, payload }) {
      if (!(await takeReceiptBack(deps, tx, receiptId, payload.paymentId)))
        throw new DomainError('approval_stale');
    },
  });
}

/** Proposes to take money back from a payment. Throws not_found, own_account, review_decided, receipt_not_whole, approval_open. Rule: LEND-24 */
export function createProposeBack({
  worker,
  clock,
}: Pick<FeatureContext, 'worker' | 'clock'>): ActCall<typeof proposeReceiptBack> {
  return async (actor, id, { reason }, trace) => {
    const given = await worker.asStaff(actor, async (tx) => {
      if (!(await findReceipt(tx, id, clock.today()))) throw new DomainError('not_found');
      return findGiven(tx, id);
    });
    if (!given) throw new DomainError('review_decided');
    const { userId, loanId: paymentId } = given;
    if (userId === actor.userId) throw new DomainError('own_account');
    return worker.asStaffFor(actor, userId, async (tx) => {
      if (!(await mayComeBack(tx, given, clock.now()))) throw new DomainError('receipt_not_whole');
      const proposal = {
        kind: 'receipt_back',
        objectId: id,
        userId,
        payload: { paymentId },
        reason,
      } as const;
      return { approvalId: await propose(tx, actor, proposal, trace, clock.now()) };
    });
  };
}
