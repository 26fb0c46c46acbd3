import {
  chargebackLost,
  chargebackOpened,
  chargebackUndone,
  chargebackWon,
  type Journal,
  returnedWithoutDispute,
} from '@mohlat/lending';
import { formatRupees, HOUR_MS, istDate, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { bookJournals, settleStanding } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { clearReview, dropUnsent, findTaken, giveAgain, resumeRefunds } from '#features/refunds/index.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import { openBreak, resolveBreak } from '#features/breaks.ts';
import { restoreRepayment, type ReversedRepayment, reverseRepayment } from '#features/repayments/index.ts';
import { closeInbox } from '#features/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DISPUTE_TASK, disputeKey } from './dispute-job.ts';
import { type DisputeState, ProviderError, ProviderRejected } from '#providers/index.ts';
import { type AnswerDeps, tellBank } from './answers.ts';
import * as repo from './chargebacks.repo.ts';
import { bringNobodys, clearNobodys, findTargetOf } from './nobodys.ts';
import * as nobodys from './nobodys.repo.ts';

export type ChargebackDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'providers' | 'log'> & {
  readonly notifier: Notifier;
};

const LOOK_EVERY_MS = 86_400_000;
const ASK_AGAIN_MS = 5 * 60_000;
const ASK_AGAIN_MAX_MS = 6 * HOUR_MS;
/** After five hours of silence finance looks at the rail's own pages: its time to answer the payer's bank runs. */
const SILENT_LONG = 6;

/** A dispute to follow up, and how many times in a row the rail gave no clear answer about it. */
export interface FollowedDispute {
  readonly disputeRef: string;
  readonly silent?: number | undefined;
}

/**
 * Follows up a webhook about a dispute. A webhook is only a hint: the rail is asked, and its answer is booked once. In the books
 * a dispute is open from when the rail holds the money back. A decided answer of staff to the bank is sent first. The limit rests
 * from the first word of it, in the same transaction.
 * Rule: LEND-14, LEND-16 journal 34, LEND-20.
 */
export async function followDispute(
  deps: ChargebackDeps & AnswerDeps,
  followed: FollowedDispute,
): Promise<void> {
  const { worker, clock } = deps;
  const { disputeRef } = followed;
  const isUntold = await tellBank(deps, disputeRef);
  const seen = await worker.plain((tx) => repo.findSeen(tx, disputeRef));
  const state = await askRail(deps, followed);
  if (!state) return;
  const target =
    (await worker.plain((tx) => findTargetOf(tx, state))) ??
    (await worker.plain((tx) => bringNobodys(tx, state, clock.now())));
  if (target) {
    const isBrought = await worker.forUser(target.userId, async (tx) => {
      const isNews = await bring(deps, tx, target, state, seen);
      await settleStanding(tx, [target.userId], clock.now());
      return isNews;
    });
    if (!isBrought) return followDispute(deps, followed);
  }
  // It is looked at daily; what is on its way to the bank is tried again before.
  const soon = new Date(clock.now().getTime() + ASK_AGAIN_MS);
  if (isUntold) await worker.plain((tx) => repo.lookLater(tx, disputeRef, soon));
  await worker.single((tx) =>
    closeInbox(tx, 'razorpay', disputeRef, target ? 'enquired' : 'unmatched', clock.now()),
  );
}

/** Asks the rail how a dispute stands. Undefined where it gives no clear answer: it is asked again until it does. */
async function askRail(deps: ChargebackDeps, followed: FollowedDispute): Promise<DisputeState | undefined> {
  const { disputeRef } = followed;
  try {
    return await deps.providers.collection.getDispute(disputeRef);
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof ProviderRejected) throw error;
    deps.log.warn({ disputeRef, outcome: error.name }, 'dispute: no clear answer');
    await deps.worker.plain((tx) => askLater(deps, tx, followed));
    return undefined;
  }
}

/**
 * A dispute in our books has a next look of its own. Of another one nothing else may know, and its call-back comes once: it is
 * asked again by a job, ever more rarely, and after long silence it becomes a difference.
 */
async function askLater(
  { clock }: ChargebackDeps,
  tx: Tx,
  { disputeRef, silent = 0 }: FollowedDispute,
): Promise<void> {
  const now = clock.now();
  const nowMs = now.getTime();
  const inAnHour = new Date(nowMs + HOUR_MS);
  if (await repo.lookLater(tx, disputeRef, inAnHour)) return;
  if (await nobodys.lookLater(tx, disputeRef, inAnHour)) return;
  const runAt = new Date(nowMs + Math.min(ASK_AGAIN_MAX_MS, ASK_AGAIN_MS * 2 ** silent));
  const again = { runAt, key: disputeKey(disputeRef), attemptsMax: 25 };
  await tx.enqueue(DISPUTE_TASK, { disputeRef, silent: silent + 1 }, again);
  if (silent < SILENT_LONG) return;
  const found = { userId: null, kind: 'dispute_unmatched', rail: 'razorpay', owner: 'finance' } as const;
  await openBreak(tx, { ...found, reference: disputeRef, detail: { isUnanswered: true } }, now);
}

/**
 * Brings our record of a dispute to where the rail's stands. False, and nothing is done, where the rail was asked before another word of
 * it was booked that contradicts this one, or its money was taken from the repayment meanwhile: it is asked again.
 */
async function bring(
  deps: ChargebackDeps,
  tx: Tx,
  target: repo.Target,
  state: DisputeState,
  seen: repo.SeenDispute | undefined,
): Promise<boolean> {
  if ((await repo.lockTarget(tx, target)) !== state.paymentRef) return false;
  const now = deps.clock.now();
  const looks = await looksOf(tx, target, now);
  const row = await repo.openOnce(tx, target, state, looks);
  await nobodys.endGiven(tx, state.disputeRef, now);
  await clearNobodys(tx, state.disputeRef, 'identified', now);
  const isWon = state.status === 'won' || state.status === 'closed';
  if (row.status === 'open') await goOn(deps, tx, target, row, state);
  else if (isWon !== (row.status === 'won')) {
    if (seen?.id !== row.id || seen.status !== row.status) return false;
    if (isWon) await winAfterAll(deps, tx, target, row);
    else if (row.status === 'won')
      await goOn(
        deps,
        tx,
        target,
        await repo.openAgain(tx, target, row, state, { ...looks, openedAt: now }),
        state,
      );
  }
  return true;
}

async function looksOf(tx: Tx, target: repo.Target, now: Date): Promise<repo.Looks> {
  return {
    nextLookAt: new Date(now.getTime() + LOOK_EVERY_MS),
    restsAfterOn: await repo.findOpenedOn(tx, target, istDate(now.getTime())),
  };
}

/** Brings an open dispute to where the rail's stands. One that was won and is not any more has been opened again. */
async function goOn(
  deps: ChargebackDeps,
  tx: Tx,
  target: repo.Target,
  row: repo.ChargebackRow,
  state: DisputeState,
): Promise<void> {
  const now = deps.clock.now();
  const isDeducted = row.deducted_at !== null || state.amountDeducted > 0 || state.status === 'lost';
  if (isDeducted && row.deducted_at === null) {
    await bookStep(tx, target, chargebackOpened(disputeOf(target, row), istDate(now.getTime())), now);
    await repo.markDeducted(tx, target.userId, row.id, now);
  }
  if (state.status === 'lost') return lose(deps, tx, target, row);
  if (state.status !== 'won' && state.status !== 'closed')
    return repo.lookAgain(tx, target.userId, row.id, state, await looksOf(tx, target, now));
  if (isDeducted)
    await bookStep(tx, target, chargebackWon(disputeOf(target, row), istDate(now.getTime())), now);
  await repo.end(tx, target.userId, row.id, 'won', now);
  await resumeRefunds(tx, target.userId, target.loanId, now);
}

/**
 * The money is gone for good: the repayment does not count any more. What had gone back to the payer before went twice: it
 * stays receivable, and staff look into it. A dispute of a part, or of a repayment that does not stand, takes what is too much of the
 * repayment; the rest waits for a person.
 * Rule: LEND-16 journal 34, LEND-W7.
 */
async function lose(
  deps: ChargebackDeps,
  tx: Tx,
  target: repo.Target,
  row: repo.ChargebackRow,
): Promise<void> {
  const now = deps.clock.now();
  const { userId, repaymentId } = target;
  await dropUnsent(tx, { userId, repaymentId }, 'charged_back', now);
  if (row.amount_paise !== target.amountPaise) return loseExcess(tx, target, row, 'chargeback_partial', now);
  const reversed = await reverseRepayment(tx, { userId, repaymentId }, 'charged_back', now);
  if (!reversed) return loseExcess(tx, target, row, 'chargeback_unclear', now);
  await bookStep(tx, target, chargebackLost(disputeOf(target, row), reversed, istDate(now.getTime())), now);
  if (reversed.returnedPaise > 0) await review(tx, target, row, 'lost_twice', reversed.returnedPaise, now);
  await repo.end(tx, userId, row.id, 'lost', now);
  await tellTakenBack(deps, tx, target, now);
}

type ReviewKind = 'chargeback_partial' | 'chargeback_unclear' | 'lost_twice';

async function review(
  tx: Tx,
  { userId, repaymentId }: repo.Target,
  row: repo.ChargebackRow,
  kind: ReviewKind,
  theirsPaise: number,
  now: Date,
): Promise<void> {
  const found = { userId, kind, rail: 'razorpay', owner: 'finance', repaymentId } as const;
  const detail = { chargebackId: row.id, disputeRef: row.dispute_ref };
  await openBreak(tx, { ...found, theirsPaise, reference: row.dispute_ref, detail }, now);
}

/** Excess of the repayment pays the dispute. The rest of the excess goes back, and the rest of the dispute is for staff. */
async function loseExcess(
  tx: Tx,
  target: repo.Target,
  row: repo.ChargebackRow,
  kind: ReviewKind,
  now: Date,
): Promise<void> {
  const { userId, loanId } = target;
  await repo.end(tx, userId, row.id, 'review', now);
  await resumeRefunds(tx, userId, loanId, now);
  const { standingPaise } = await findTaken(tx, userId, row.id);
  if (standingPaise === 0) await repo.end(tx, userId, row.id, 'lost', now);
  else await review(tx, target, row, kind, standingPaise, now);
}

/**
 * The rail says that a dispute is won which it had said was lost. The repayment that it took back counts again; what it had taken of the
 * money that was too much is owed again. Where staff had given it up, the money is a difference: a person says whose it is.
 * Rule: LEND-16 journal 34
 */
async function winAfterAll(
  deps: ChargebackDeps,
  tx: Tx,
  target: repo.Target,
  row: repo.ChargebackRow,
): Promise<void> {
  const now = deps.clock.now();
  const { userId, loanId } = target;
  const { takenPaise } = await findTaken(tx, userId, row.id);
  if (row.status === 'lost' && takenPaise === 0) return countAgain(deps, tx, target, row, now);
  await bookStep(tx, target, chargebackWon(disputeOf(target, row), istDate(now.getTime())), now);
  await giveAgain(tx, userId, { id: row.id, loanId }, now);
  await repo.end(tx, userId, row.id, 'won', now);
  const { standingPaise } = await findTaken(tx, userId, row.id);
  if (standingPaise === 0) await clearReview(tx, userId, row.id, 'won', now);
  else await review(tx, target, row, 'chargeback_unclear', standingPaise, now);
  await resumeRefunds(tx, userId, loanId, now);
}

/**
 * The repayment that a lost dispute had taken back counts again, as if it had never been lost. Where that cannot be decided, nothing is
 * booked and it is a difference, once: a person says whose the money is.
 * Rule: LEND-16 journal 34, LEND-W6
 */
async function countAgain(
  deps: ChargebackDeps,
  tx: Tx,
  target: repo.Target,
  row: repo.ChargebackRow,
  now: Date,
): Promise<void> {
  const { userId, loanId } = target;
  const counted = await restoreRepayment(deps, tx, target);
  if (!counted) {
    if (await repo.wasAsked(tx, userId, row)) return;
    return review(tx, target, row, 'chargeback_unclear', row.amount_paise, now);
  }
  const on = istDate(now.getTime());
  await bookStep(tx, target, chargebackWon(disputeOf(target, row), on), now);
  await bookStep(tx, target, chargebackUndone(disputeOf(target, row), counted, on), now);
  await repo.end(tx, userId, row.id, 'won', now);
  await clearReview(tx, userId, row.id, 'won', now);
  await endLostTwice(tx, target, row, now);
  await resumeRefunds(tx, userId, loanId, now);
}

/** Money that had gone back to the payer went once. Where staff had given it up, the rail has paid it: it is a difference again. */
async function endLostTwice(tx: Tx, target: repo.Target, row: repo.ChargebackRow, now: Date): Promise<void> {
  const found = await repo.findLostTwice(tx, target.userId, row);
  if (!found) return;
  const { id, standingPaise, isOpen } = found;
  const { userId } = target;
  if (standingPaise !== 0) return review(tx, target, row, 'lost_twice', standingPaise, now);
  if (isOpen) await resolveBreak(tx, { userId, id, kind: 'lost_twice' }, { resolution: 'won' }, now);
}

/**
 * Books a payment that its bank returned without a dispute. A part that had gone back to the payer by a refund went twice:
 * staff look into it.
 * Rule: LEND-16 journals 17 and 34.
 */
export async function bookReturned(
  tx: Tx,
  target: repo.Target,
  paymentRef: string,
  reversed: ReversedRepayment,
  now: Date,
): Promise<void> {
  const { userId, repaymentId, loanId } = target;
  const { amountPaise, returnedPaise } = reversed;
  const repayment = { id: repaymentId, loanId, amountPaise };
  await bookStep(tx, target, returnedWithoutDispute(repayment, reversed, istDate(now.getTime())), now);
  if (returnedPaise <= 0) return;
  const found = { userId, kind: 'lost_twice', rail: 'razorpay', owner: 'finance', repaymentId } as const;
  await openBreak(tx, { ...found, theirsPaise: returnedPaise, reference: paymentRef }, now);
}

const disputeOf = ({ loanId }: repo.Target, { id, amount_paise }: repo.ChargebackRow) => ({
  id,
  loanId,
  amountPaise: paise(amount_paise),
});

async function bookStep(tx: Tx, { userId }: repo.Target, journal: Journal | null, now: Date): Promise<void> {
  if (journal !== null) await bookJournals(tx, [{ userId, journal }], now);
}

/** Says so in calm words, with what is owed now. */
export async function tellTakenBack(
  { notifier, config }: Pick<ChargebackDeps, 'notifier' | 'config'>,
  tx: Tx,
  { userId, loanId, amountPaise }: repo.Target,
  now: Date,
): Promise<void> {
  const facts = await findFactsOn(tx, userId, loanId, istDate(now.getTime()));
  if (!facts) return;
  const amount = formatRupees(paise(amountPaise));
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  const { bankName: bank, last4 } = facts;
  await notifier.notify(
    tx,
    userId,
    {
      type: 'warning',
      icon: 'alert',
      title: `Your bank took back your repayment of ${amount}`,
      description: `${bank} •• ${last4}. It does not count any more. Still to repay: ${outstanding}. No new late charge is added for the days until today.`,
      template: 'repayment.taken_back',
      vars: { amount, bank, last4, outstanding, link: `${config.publicUrl}/dashboard/payments/${loanId}` },
    },
    now,
  );
}
