import { closeInbox } from '#features/webhooks/index.ts';
import { ProviderRejected } from '#providers/index.ts';
import { type EnquiryDeps, enquireRepayment } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';

const UUID_AT_START = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** What a call-back hinted at: an order of ours is asked about, another one is looked into as far as it can be named. */
export async function followHint(deps: EnquiryDeps, orderRef: string): Promise<void> {
  const ids =
    (await deps.worker.plain((tx) => repo.findByOrder(tx, orderRef))) ?? (await findOwner(deps, orderRef));
  if (ids) {
    const row = await deps.worker.forUser(ids.userId, (tx) => repo.findRepayment(tx, ids));
    // Made for this repayment, and its answer was lost: the enquiry finds it by the receipt.
    if (row?.order_ref == null || row.order_ref === orderRef) await enquireRepayment(deps, ids);
    else await openBreaks(deps, ids, orderRef);
  }
  const now = deps.clock.now();
  await deps.worker.plain((tx) => closeInbox(tx, 'razorpay', orderRef, ids ? 'enquired' : 'unmatched', now));
}

/** The repayment that the provider's own record of an order names. */
async function findOwner(deps: EnquiryDeps, orderRef: string): Promise<repo.RepaymentIds | undefined> {
  try {
    const { receipt } = await deps.providers.collection.getOrder(orderRef);
    const [repaymentId] = UUID_AT_START.exec(receipt) ?? [];
    if (repaymentId === undefined) return undefined;
    return await deps.worker.plain((tx) => repo.findOwner(tx, repaymentId));
  } catch (error) {
    if (error instanceof ProviderRejected) return undefined;
    throw error;
  }
}

/**
 * Money taken on an order that names a repayment and is not its order: nothing is credited by a guess, a break with
 * its owner is opened. Rule: LEND-21 unmatched_receipt.
 */
async function openBreaks(deps: EnquiryDeps, ids: repo.RepaymentIds, orderRef: string): Promise<void> {
  const payments = await deps.providers.collection.paymentsOf(orderRef);
  const taken = payments.filter((payment) => payment.status === 'captured');
  if (taken.length === 0) return;
  await deps.worker.forUser(ids.userId, async (tx) => {
    await repo.lockForSettlement(tx, ids);
    for (const { paymentRef, amount } of taken) {
      if (await repo.findCredited(tx, paymentRef)) continue;
      const detail = { orderRef, paymentRef, amountPaise: amount };
      await repo.openBreak(tx, ids, 'unmatched_receipt', detail, deps.clock.now());
    }
  });
}
