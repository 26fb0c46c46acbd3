import type { Trace } from '#platform/http/trace.ts';
import type {
  AnswerOf,
  getReceipt,
  identifyReceipt,
  listChargebacks,
  listReceipts,
  listSettlementRows,
  proposeReceiptBack,
} from '@mohlat/contract';
import { startOfDay } from '@mohlat/money';
import { type ActCall, type ListCall, propose } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { findLoanOwner } from '#features/lending/index.ts';
import type { SettleDeps } from '#features/repayments/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import * as repo from './collections.admin.repo.ts';
import { createProposeBack } from './receipts/receipts.approvals.ts';
import { findGivenAlone } from './receipts/receipts.repo.ts';
import { giveReceipt } from './receipts/receipts.ts';
import { takesTwo } from './receipts/receipts.rules.ts';

export interface CollectionsService {
  /** A page with something on it is audited, once for all of it; so are the two below. */
  readonly rows: ListCall<typeof listSettlementRows>;
  readonly chargebacks: ListCall<typeof listChargebacks>;
  readonly receipts: ListCall<typeof listReceipts>;
  /** Throws not_found. Audited. */
  receipt(actor: Actor, id: string, trace: Trace): Promise<AnswerOf<typeof getReceipt>>;
  /**
   * Throws not_found, own_account, review_decided, approval_open. Audited. Rule: LEND-24: staff never decide about their own
   * account, and of much money, or against what its order names, two do.
   */
  readonly identify: ActCall<typeof identifyReceipt>;
  /** Throws not_found, own_account, review_decided, receipt_not_whole, approval_open. Rule: LEND-24 */
  readonly proposeBack: ActCall<typeof proposeReceiptBack>;
}

/** Shows staff the money at the collection rail and lets them decide about money without an owner. */
export function createCollectionsService(
  deps: SettleDeps & Pick<FeatureContext, 'staff'>,
): CollectionsService {
  const { staff, worker, clock } = deps;
  const look = <Page extends { readonly items: readonly object[] }>(
    actor: Actor,
    [what, status]: readonly [what: 'settlement' | 'chargeback' | 'receipt', status: string],
    trace: Trace,
    read: (tx: Tx) => Promise<Page>,
  ) =>
    staff.asStaff(actor, async (tx) => {
      const page = await read(tx);
      const count = page.items.length;
      if (count > 0) {
        const note = { action: `${what}s.read`, objectKind: what, details: { status, count } } as const;
        await writeAudit(tx, clock.now(), note, trace);
      }
      return page;
    });
  return {
    rows: (actor, page, trace) =>
      look(actor, ['settlement', page.state], trace, (tx) => repo.listRows(tx, page)),
    chargebacks: (actor, page, trace) =>
      // The log keeps for good: no reference that was typed goes into it.
      look(actor, ['chargeback', page.disputeRef === undefined ? page.status : 'reference'], trace, (tx) =>
        repo.listDisputes(tx, page, clock.now()),
      ),
    receipts: (actor, page, trace) =>
      look(actor, ['receipt', page.status], trace, (tx) => repo.listHeld(tx, page, clock.today())),
    receipt: (actor, id, trace) =>
      staff.asStaff(actor, async (tx) => {
        const receipt = await repo.findReceipt(tx, id, clock.today());
        if (!receipt) throw new DomainError('not_found');
        const details = { status: receipt.status };
        const note = { action: 'receipt.read', objectKind: 'receipt', objectId: id, details } as const;
        await writeAudit(tx, clock.now(), note, trace);
        return receipt;
      }),
    async identify(actor, id, { paymentId, reason }, trace) {
      const ownerId = await worker.asStaff(actor, (tx) => findLoanOwner(tx, paymentId));
      const find = (tx: Tx) => repo.findReceipt(tx, id, clock.today());
      if (ownerId === undefined || !(await worker.asStaff(actor, find))) throw new DomainError('not_found');
      if (ownerId === actor.userId) throw new DomainError('own_account');
      return worker.asStaffFor(actor, ownerId, async (tx) => {
        const receipt = await find(tx);
        if (receipt?.status !== 'held') throw new DomainError('review_decided');
        const hint = await repo.findHint(tx, id, ownerId);
        const givenPaise = await findGivenAlone(tx, actor.userId, startOfDay(clock.today()));
        if (takesTwo(receipt.amountPaise, hint, givenPaise)) {
          const payload = { paymentId, amountPaise: receipt.amountPaise };
          const proposal = { kind: 'receipt', objectId: id, userId: ownerId, payload, reason } as const;
          return { ...receipt, approvalId: await propose(tx, actor, proposal, trace, clock.now()) };
        }
        const { amountPaise } = receipt;
        const given = { receiptId: id, amountPaise, ownerId, loanId: paymentId, by: actor.userId };
        if (!(await giveReceipt(deps, tx, given))) throw new DomainError('review_decided');
        const note = {
          action: 'receipt.identified',
          objectKind: 'receipt',
          objectId: id,
          subjectId: ownerId,
          details: { before: 'held', after: 'identified', paymentId },
          reason,
        } as const;
        await writeAudit(tx, clock.now(), note, trace);
        return { ...receipt, status: 'identified', paymentId, approvalId: null };
      });
    },
    proposeBack: createProposeBack(deps),
  };
}
