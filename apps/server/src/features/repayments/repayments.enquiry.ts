import { ANNOUNCE } from '#platform/events/bus.ts';
import type { FeatureContext } from '#features/context.ts';
import { type PaymentState, ProviderError } from '#providers/index.ts';
import * as repo from './repayments.repo.ts';
import { creditCaptured, type SettleDeps, toCaptured } from './repayments.settle.ts';

export type EnquiryDeps = SettleDeps & Pick<FeatureContext, 'providers' | 'log'>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Rule: LEND-20. A failed payment may still be authorised for three days; after that the order is given up. */
const GIVE_UP_AFTER_MS = 3 * DAY;

/** Rule: PAY-10. Looks at an open order: often at first, then every hour, for as long as money may still arrive. */
function nextLookMs(ageMs: number): number {
  if (ageMs < 10 * MINUTE) return 30_000;
  return ageMs < 2 * 60 * MINUTE ? 5 * MINUTE : 60 * MINUTE;
}

/**
 * Reads an order's payments back and credits every captured one. Nothing captured is not a failure: a late
 * authorisation may come for three days. Rule: LEND-20.
 */
export async function enquireRepayment(deps: EnquiryDeps, ids: repo.RepaymentIds): Promise<void> {
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findRepayment(tx, ids));
  if (!row) return;
  const orderRef = row.order_ref ?? (await findOrder(deps, ids));
  const ageMs = deps.clock.now().getTime() - row.created_at.getTime();
  if (!orderRef) return age(deps, ids, row, ageMs, undefined);
  try {
    const payments = await deps.providers.collection.paymentsOf(orderRef);
    await takeIn(deps, ids, payments);
    const isSettled = payments.some((one) => one.status === 'captured' || one.status === 'refunded');
    if (!isSettled && row.status !== 'succeeded') await age(deps, ids, row, ageMs, payments.at(-1));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { repaymentId: ids.repaymentId, outcome: error.name },
      'repayment enquiry without a clear answer',
    );
    if (row.status !== 'succeeded') await age(deps, ids, row, ageMs, undefined);
  }
}

/** Captures what is only authorised, then credits what is captured. */
async function takeIn(
  deps: EnquiryDeps,
  ids: repo.RepaymentIds,
  payments: readonly PaymentState[],
): Promise<void> {
  for (const payment of payments) {
    const taken =
      payment.status === 'authorized'
        ? await deps.providers.collection.capture(payment.paymentRef, payment.amount, {
            requestId: ids.repaymentId,
            actor: 'job',
          })
        : payment;
    if (taken.status === 'captured') await creditCaptured(deps, ids, toCaptured(taken));
  }
}

/** The order whose making was cut off: found again by its receipt. */
async function findOrder(deps: EnquiryDeps, ids: repo.RepaymentIds): Promise<string | undefined> {
  try {
    const order = await deps.providers.collection.findOrderByReceipt(ids.repaymentId);
    if (!order) return undefined;
    await deps.worker.forUser(ids.userId, (tx) => repo.saveOrder(tx, ids, order.orderRef));
    return order.orderRef;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

async function age(
  deps: EnquiryDeps,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  ageMs: number,
  last: PaymentState | undefined,
): Promise<void> {
  const isOver = ageMs >= GIVE_UP_AFTER_MS;
  const hasFailed = last?.status === 'failed';
  const status = isOver || hasFailed ? 'failed' : row.status === 'unknown' ? 'unknown' : 'initiated';
  await deps.worker.forUser(ids.userId, async (tx) => {
    await repo.saveOutcome(tx, ids, {
      status,
      reason: hasFailed ? (last.failure?.reason ?? 'payment_failed') : isOver ? 'not_paid' : null,
      nextEnquiryAt: isOver ? null : new Date(deps.clock.now().getTime() + nextLookMs(ageMs)),
    });
    if (status !== row.status) await tx.call(ANNOUNCE, [ids.userId, 'repayment', ids.repaymentId]);
  });
}
