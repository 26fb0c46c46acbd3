import {
  type Journal,
  metByReceipt,
  receiptDisputeLost,
  receiptDisputeMet,
  receiptDisputeWon,
  receiptKeptAgain,
} from '@mohlat/lending';
import { DAY_MS, HOUR_MS, istDate, ZERO_PAISE } from '@mohlat/money';
import { HOUSE_ID, openBreak, resolveBreak } from '#features/breaks.ts';
import { bookJournals, settleStanding } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DisputeState } from '#providers/index.ts';
import * as repo from './chargebacks.repo.ts';
import { DISPUTE_TASK, disputeKey } from './dispute-job.ts';
import * as nobodys from './nobodys.repo.ts';

/** The repayment that a dispute is about; none where it was decided while its money had no owner. */
export async function findTargetOf(tx: Tx, state: DisputeState): Promise<repo.Target | undefined> {
  const target = await repo.findTarget(tx, state.paymentRef);
  const own = target && (await nobodys.find(tx, state.disputeRef));
  return own?.status === 'won' || own?.status === 'lost' ? undefined : target;
}

/**
 * Brings our record of a dispute of money without an owner to where the rail's stands, and opens a difference for finance. The money
 * stays while it is open; lost, it leaves the books; won, it is free, also after it was lost. Where staff give the money to a payment
 * just then, the dispute's repayment is answered instead.
 * Rule: LEND-16 journal 34, LEND-21
 */
export async function bringNobodys(tx: Tx, state: DisputeState, now: Date): Promise<repo.Target | undefined> {
  const receipt = await nobodys.lockMoney(tx, state.paymentRef);
  const target = await findTargetOf(tx, state);
  if (target) return target;
  const isNew = (await nobodys.find(tx, state.disputeRef)) === undefined;
  const dispute = await nobodys.record(tx, state, new Date(now.getTime() + DAY_MS));
  const isWon = state.status === 'won' || state.status === 'closed';
  if (state.status === 'lost' && !dispute.isLostBefore)
    await lose(tx, state.paymentRef, receipt, dispute, now);
  else if (isWon && dispute.status === 'lost') await winAfterAll(tx, state.paymentRef, receipt, dispute, now);
  else if (isWon && dispute.status === 'open') await nobodys.end(tx, dispute.id, 'won', now);
  await showDifference(tx, state, isNew, now);
  return undefined;
}

async function lose(
  tx: Tx,
  paymentRef: string,
  receipt: nobodys.KeptReceipt | undefined,
  dispute: nobodys.ReceiptDisputeRow,
  now: Date,
): Promise<void> {
  const isGivenUp = await nobodys.isRowGivenUp(tx, dispute.disputeRef);
  await book(tx, receiptDisputeLost(dispute, isGivenUp, istDate(now.getTime())), now);
  await nobodys.end(tx, dispute.id, 'lost', now);
  if (receipt) await meetLost(tx, paymentRef, receipt, now);
}

/**
 * Money that is kept without an owner pays the disputes of it that are lost: its payer has it by their bank. Under the locks of
 * the money. Rule: LEND-16 journal 34
 */
async function meetLost(tx: Tx, paymentRef: string, receipt: nobodys.KeptReceipt, now: Date): Promise<void> {
  let { keptPaise } = receipt;
  for (const dispute of await nobodys.listLost(tx, paymentRef)) {
    const standingPaise = await nobodys.findStanding(tx, dispute.disputeRef);
    const metPaise = metByReceipt({ ...receipt, keptPaise }, standingPaise, now.getTime());
    if (metPaise === 0 || dispute.metPaise > 0) continue;
    await book(tx, receiptDisputeMet(dispute, metPaise, istDate(now.getTime())), now);
    const { isAll } = await nobodys.meet(tx, receipt.id, dispute.id, metPaise);
    keptPaise = isAll ? ZERO_PAISE : ((keptPaise - metPaise) as typeof keptPaise);
    if (isAll) await tx.call("select receipt_cleared($1, 'taken_back', $2)", [paymentRef, now]);
    if (metPaise === standingPaise) await clearNobodys(tx, dispute.disputeRef, 'taken_back', now);
  }
}

/** The same, of money that has come to be kept, or whose request to go back turned out not to have left. */
export async function meetLostOf(tx: Tx, paymentRef: string, now: Date): Promise<void> {
  const receipt = await nobodys.lockMoney(tx, paymentRef);
  if (receipt) await meetLost(tx, paymentRef, receipt, now);
}

async function winAfterAll(
  tx: Tx,
  paymentRef: string,
  receipt: nobodys.KeptReceipt | undefined,
  dispute: nobodys.ReceiptDisputeRow,
  now: Date,
): Promise<void> {
  const on = istDate(now.getTime());
  await book(tx, receiptDisputeWon(dispute, on), now);
  await nobodys.end(tx, dispute.id, 'won', now);
  const isWithoutOwner =
    receipt !== undefined && receipt.status !== 'identified' && receipt.status !== 'returned';
  if (!isWithoutOwner || dispute.metPaise === 0) return;
  await book(tx, receiptKeptAgain(dispute, dispute.metPaise, on), now);
  await nobodys.keepAgain(tx, receipt.id, dispute.id, dispute.metPaise);
  const found = { userId: null, kind: 'unmatched_receipt', rail: 'razorpay' } as const;
  const detail = { receiptId: receipt.id };
  await openBreak(tx, { ...found, reference: paymentRef, theirsPaise: dispute.metPaise, detail }, now);
}

/** A dispute is shown to finance when it is first heard of, and as long as money of it stands in the books. */
async function showDifference(tx: Tx, state: DisputeState, isNew: boolean, now: Date): Promise<void> {
  const { disputeRef: reference, amount: theirsPaise } = state;
  const standingPaise = await nobodys.findStanding(tx, reference);
  const { status } = (await nobodys.find(tx, reference))!;
  if (status !== 'open' && standingPaise === 0)
    return clearNobodys(tx, reference, status === 'lost' ? 'taken_back' : 'won', now);
  if (isNew || standingPaise !== 0) {
    const found = { userId: null, kind: 'dispute_unmatched', rail: 'razorpay', owner: 'finance' } as const;
    await openBreak(tx, { ...found, reference, theirsPaise, detail: nobodys.detailOf(state) }, now);
  }
  await nobodys.fill(tx, state);
}

async function book(tx: Tx, journal: Journal, now: Date): Promise<void> {
  await bookJournals(tx, [{ userId: HOUSE_ID, journal }], now);
}

/** Ends the difference that a dispute was. */
export async function clearNobodys(tx: Tx, disputeRef: string, resolution: string, now: Date): Promise<void> {
  const id = await nobodys.findOpen(tx, disputeRef);
  if (id === undefined) return;
  await resolveBreak(tx, { userId: HOUSE_ID, id, kind: 'dispute_unmatched' }, { resolution }, now);
}

/**
 * The open disputes of money that has found its owner are that person's in the same transaction, so that nothing of it leaves before
 * the rail is asked how each stands. Under the lock of the money.
 * Rule: LEND-20.
 */
export async function giveDisputes(tx: Tx, paymentRef: string, now: Date): Promise<void> {
  const target = await repo.findTarget(tx, paymentRef);
  if (!target) return;
  const looks = {
    nextLookAt: new Date(now.getTime() + HOUR_MS),
    restsAfterOn: await repo.findOpenedOn(tx, target, istDate(now.getTime())),
  };
  for (const { id, ...state } of await nobodys.listOpen(tx, paymentRef)) {
    const { disputeRef } = state;
    await repo.openOnce(tx, target, state, looks);
    await nobodys.end(tx, id, 'given', now);
    await clearNobodys(tx, disputeRef, 'identified', now);
    await tx.enqueue(DISPUTE_TASK, { disputeRef }, { key: disputeKey(disputeRef), attemptsMax: 25 });
  }
  await settleStanding(tx, [target.userId], now);
}
