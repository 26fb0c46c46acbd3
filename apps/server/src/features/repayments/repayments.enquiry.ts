import { ABSENT_LOOK_MS, type Absence, absentAgain, isNeverMade } from '@mohlat/lending';
import { DAY_MS, MINUTE_MS } from '@mohlat/money';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { FeatureContext } from '#features/context.ts';
import { openStuck, settleOpen, STUCK, STUCK_AFTER_MS } from '#features/breaks.ts';
import { isAnswer, type PaymentState, ProviderError } from '#providers/index.ts';
import * as repo from './repayments.repo.ts';
import { contradict, creditCaptured, type SettleDeps, toCaptured } from './repayments.settle.ts';

export type EnquiryDeps = SettleDeps & Pick<FeatureContext, 'providers' | 'log'>;

/** Rule: LEND-20. A failed payment may still be authorised for three days; after that looks that find no money give the order up. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;

/** Rule: PAY-10. Looks at an open order: often at first, then every hour, for as long as money may still arrive. */
function nextLookMs(ageMs: number): number {
  if (ageMs < 10 * MINUTE_MS) return 30_000;
  if (ageMs < 2 * 60 * MINUTE_MS) return 5 * MINUTE_MS;
  return ageMs < GIVE_UP_AFTER_MS ? 60 * MINUTE_MS : DAY_MS;
}

/** The number of untouched orders of one loan that are looked at often. */
const OPEN_ORDERS_MAX = 3;
/** The others wait for their call-back or confirmation; this look is for when both were lost. */
const CROWDED_LOOK_MS = 6 * 60 * MINUTE_MS;

/** `clear`: the rail answered. `later`: it did not, and is asked again by itself. `unclear`: it did not, and is not asked again. */
type Heard = 'clear' | 'later' | 'unclear';

/**
 * Reads an order's payments back and credits every captured one. Nothing captured is not a failure: a late
 * authorisation may come for three days. Rule: LEND-20.
 */
export async function enquireRepayment(deps: EnquiryDeps, ids: repo.RepaymentIds): Promise<Heard> {
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findRepayment(tx, ids));
  if (!row) return 'clear';
  try {
    const orderRef = row.order_ref ?? (await findOrder(deps, ids));
    const payments = orderRef ? await deps.providers.collection.paymentsOf(orderRef) : [];
    const isTaken = await takeIn(deps, ids, row, payments);
    // A debit under a mandate is followed by who presented it.
    if (isTaken || row.status === 'succeeded' || row.channel === 'mandate') return 'clear';
    if (payments.some(({ status }) => status === 'refunded'))
      await save(deps, ids, row, { status: 'failed', reason: 'refunded', nextEnquiryAt: null });
    else await age(deps, ids, row, payments);
    return 'clear';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { repaymentId: ids.repaymentId, outcome: error.name },
      'repayment enquiry without a clear answer',
    );
    const { status } = row;
    if (status === 'succeeded' || row.channel === 'mandate') return 'unclear';
    await putOff(deps, ids, { ...row, status }, error);
    return 'later';
  }
}

/**
 * Puts the look off. Silence is no verdict, however long it lasts, and neither is an answer that says nothing: the same question gets it
 * again, so that after a day staff see it (decision 194). Money that is authorised and cannot be captured goes back after three days: an
 * attempt that the rail had called failed is unknown again.
 */
async function putOff(
  deps: EnquiryDeps,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow & { readonly status: 'initiated' | 'failed' | 'unknown' },
  error: ProviderError,
): Promise<void> {
  const ageMs = ageOf(deps, row);
  const isStuck = isAnswer(error) && ageMs >= STUCK_AFTER_MS;
  const nextEnquiryAt = after(deps, nextLookMs(ageMs));
  if (row.status !== 'failed' || (isStuck && error.op === 'capture')) {
    const before = { status: row.status, reason: row.failure_reason };
    const outcome = row.status === 'failed' ? ({ status: 'unknown', reason: null } as const) : before;
    await save(deps, ids, row, { ...outcome, nextEnquiryAt });
    if (!isStuck) return;
    const reference = row.order_ref ?? ids.repaymentId;
    const stuck = { ...ids, reference, paymentId: row.loan_id, oursPaise: row.amount_paise };
    await deps.worker.forUser(ids.userId, (tx) => openStuck(tx, stuck, deps.clock.now()));
    return;
  }
  // It failed by the rail's own word; what came late all the same is in the settlement file.
  const isOver = isStuck && ageMs >= GIVE_UP_AFTER_MS;
  const { status, failure_reason: reason } = row;
  await save(deps, ids, row, { status, reason, nextEnquiryAt: isOver ? null : nextEnquiryAt });
}

/** Captures what is only authorised, then credits what is captured. True when there was money, also of an amount that is not the order's. */
export async function takeIn(
  deps: EnquiryDeps,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  payments: readonly PaymentState[],
): Promise<boolean> {
  let isTaken = false;
  let hasMoney = row.provider_payment_ref !== null || payments.some(({ status }) => status === 'captured');
  for (const payment of payments) {
    if (payment.status === 'authorized' && payment.amount !== row.amount_paise) {
      // Not captured: the provider gives it back by itself.
      await deps.worker.forUser(ids.userId, async (tx) => {
        const locked = await repo.lockForSettlement(tx, ids);
        if (locked) await contradict(deps, tx, ids, locked, toCaptured(payment));
      });
      isTaken = true;
      continue;
    }
    // The order has its money: what is authorised late goes back by itself, and is not taken a second time.
    if (payment.status === 'authorized' && hasMoney) continue;
    const taken =
      payment.status === 'authorized'
        ? await deps.providers.collection.capture(payment.paymentRef, payment.amount, {
            requestId: ids.repaymentId,
            actor: 'job',
          })
        : payment;
    if (taken.status !== 'captured') continue;
    await creditCaptured(deps, ids, toCaptured(taken));
    isTaken = true;
    hasMoney = true;
  }
  return isTaken;
}

/** The order whose making was cut off: found again by its receipt. */
async function findOrder(deps: EnquiryDeps, ids: repo.RepaymentIds): Promise<string | undefined> {
  const order = await deps.providers.collection.findOrderByReceipt(ids.repaymentId);
  if (!order) return undefined;
  await deps.worker.forUser(ids.userId, (tx) => repo.saveOrder(tx, ids, order.orderRef));
  return order.orderRef;
}

function ageOf(deps: EnquiryDeps, row: repo.RepaymentRow): number {
  return deps.clock.now().getTime() - row.created_at.getTime();
}

function after(deps: EnquiryDeps, ms: number): Date {
  return new Date(deps.clock.now().getTime() + ms);
}

/** The provider says clearly that no money is in, so far. */
async function age(
  deps: EnquiryDeps,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  payments: readonly PaymentState[],
): Promise<void> {
  const ageMs = ageOf(deps, row);
  const last = payments.at(-1);
  const hasFailed = last?.status === 'failed';
  const isLate = ageMs >= GIVE_UP_AFTER_MS;
  const nowMs = deps.clock.now().getTime();
  // It may be the first look since the order could be paid, and empty by mistake. What the rail called failed stays so.
  const hadFailed = row.status === 'failed';
  const absence = isLate && !hasFailed && !hadFailed ? absentAgain(row.absence, nowMs) : null;
  const isOver = isLate && (absence === null || isNeverMade(absence, nowMs));
  const reasonAtEnd = hadFailed ? row.failure_reason : 'not_paid';
  const isCrowdedOut =
    absence === null &&
    payments.length === 0 &&
    (await deps.worker.forUser(ids.userId, (tx) => repo.isCrowdedOut(tx, ids, OPEN_ORDERS_MAX)));
  const scheduledMs = Math.max(nextLookMs(ageMs), isCrowdedOut ? CROWDED_LOOK_MS : 0);
  const pauseMs = absence === null ? scheduledMs : ABSENT_LOOK_MS;
  const outcome = {
    status: isOver || hasFailed ? 'failed' : row.status === 'unknown' ? 'unknown' : 'initiated',
    reason: hasFailed ? (last.failure?.reason ?? 'payment_failed') : isOver ? reasonAtEnd : null,
    nextEnquiryAt: isOver ? null : after(deps, pauseMs),
  } as const;
  await save(deps, ids, row, outcome, { isClear: ageMs >= STUCK_AFTER_MS, absence });
}

interface Answer {
  /** It said something, after a day or more. */
  readonly isClear?: boolean;
  readonly absence?: Absence | null;
}

async function save(
  deps: EnquiryDeps,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  outcome: Parameters<typeof repo.saveOutcome>[2],
  { isClear = false, absence = null }: Answer = {},
): Promise<void> {
  await deps.worker.forUser(ids.userId, async (tx) => {
    await repo.saveOutcome(tx, ids, outcome);
    if (absence !== row.absence) await repo.markAbsent(tx, ids, absence);
    if (isClear) await settleOpen(tx, { ...STUCK, ...ids }, deps.clock.now());
    if (outcome.status !== row.status) await tx.call(ANNOUNCE, [ids.userId, 'repayment', ids.repaymentId]);
  });
}
