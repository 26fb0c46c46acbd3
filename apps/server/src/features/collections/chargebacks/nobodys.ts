import { HOUR_MS } from '@mohlat/money';
import { HOUSE_ID, openBreak, resolveBreak } from '#features/breaks.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DisputeState } from '#providers/index.ts';
import * as repo from './chargebacks.repo.ts';
import * as nobodys from './nobodys.repo.ts';

/**
 * A dispute of money that is no repayment becomes a difference. Where staff give the money to a payment just then, it answers
 * that repayment instead.
 */
export async function openNobodys(tx: Tx, state: DisputeState, now: Date): Promise<repo.Target | undefined> {
  await nobodys.lockMoney(tx, state.paymentRef);
  const target = await repo.findTarget(tx, state.paymentRef);
  if (target || (await nobodys.fill(tx, state))) return target;
  const found = { userId: null, kind: 'dispute_unmatched', rail: 'razorpay', owner: 'finance' } as const;
  const { disputeRef: reference, amount: theirsPaise } = state;
  await openBreak(tx, { ...found, reference, theirsPaise, detail: nobodys.detailOf(state) }, now);
  return undefined;
}

/** The difference that a dispute was ends where it is a repayment's. */
export async function clearNobodys(tx: Tx, disputeRef: string, now: Date): Promise<void> {
  const id = await nobodys.findOpen(tx, disputeRef);
  if (id === undefined) return;
  const difference = { userId: HOUSE_ID, id, kind: 'dispute_unmatched' };
  await resolveBreak(tx, difference, { resolution: 'identified' }, now);
}

/**
 * The disputes of money that has found its owner are that person's in the same transaction, so that nothing of it leaves before
 * the rail is asked how each stands. So are those that staff had cleared: the money may be lost. Under the lock of the money.
 * Rule: LEND-20.
 */
export async function giveDisputes(tx: Tx, paymentRef: string, now: Date): Promise<void> {
  const target = await repo.findTarget(tx, paymentRef);
  if (!target) return;
  for (const state of await nobodys.list(tx, paymentRef)) {
    const { disputeRef } = state;
    await repo.openOnce(tx, target, state, new Date(now.getTime() + HOUR_MS));
    await clearNobodys(tx, disputeRef, now);
    await tx.enqueue('collections.dispute', { disputeRef }, { key: `hint:${disputeRef}`, attemptsMax: 25 });
  }
}
