import { closeInbox, HintUnanswered } from '#features/webhooks/index.ts';
import { ProviderRejected } from '#providers/index.ts';
import { type EnquiryDeps, enquireRepayment, takeIn } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';

/** The repayment's id that the receipt of an order begins with; undefined where it begins with none. */
export function namedByReceipt(receipt: string): string | undefined {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/.exec(receipt)?.[0];
}

/**
 * Follows a webhook's hint: an order of ours is enquired about, another one is looked into as far as it can be named.
 * Throws HintUnanswered, ProviderError: the rail is silent; the hint stays open.
 */
export async function followHint(deps: EnquiryDeps, orderRef: string): Promise<void> {
  const named = await findNamed(deps, orderRef);
  const ids = named?.ids;
  if (named?.isItsOrder) {
    if ((await enquireRepayment(deps, named.ids)) === 'unclear') throw new HintUnanswered();
  } else if (named) await openBreaks(deps, named.ids, orderRef);
  const now = deps.clock.now();
  await deps.worker.single((tx) => closeInbox(tx, 'razorpay', orderRef, ids ? 'enquired' : 'unmatched', now));
}

/**
 * Asks about an order of ours and credits what it brought in, before that money counts as unmatched. An order that is not
 * ours is left alone. Throws ProviderError: the rail does not answer, so the owner is unknown yet. Rule: LEND-X1, LEND-20.
 */
export async function creditOrder(deps: EnquiryDeps, orderRef: string): Promise<void> {
  const named = await findNamed(deps, orderRef);
  if (!named?.isItsOrder || !named.row) return;
  await takeIn(deps, named.ids, named.row, await deps.providers.collection.paymentsOf(orderRef));
}

/** The repayment an order names, and whether the order is the one that was made for it. */
async function findNamed(deps: EnquiryDeps, orderRef: string) {
  const ids =
    (await deps.worker.single((tx) => repo.findByOrder(tx, orderRef))) ?? (await findOwner(deps, orderRef));
  if (!ids) return undefined;
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findRepayment(tx, ids));
  // Without an order of its own it was made for this repayment, and its answer was lost: the enquiry finds it by the receipt.
  return { ids, row, isItsOrder: row?.order_ref == null || row.order_ref === orderRef };
}

/** The repayment that the provider's own record of an order names. */
async function findOwner(deps: EnquiryDeps, orderRef: string): Promise<repo.RepaymentIds | undefined> {
  try {
    const { receipt } = await deps.providers.collection.getOrder(orderRef);
    const repaymentId = namedByReceipt(receipt);
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
      const found = { kind: 'unmatched_receipt', paymentRef, theirsPaise: amount, detail } as const;
      await repo.askPerson(tx, ids, found, deps.clock.now());
    }
  });
}
