import { z } from 'zod';
import { reverseRepayment } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueueDue } from '#platform/jobs/due.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import type { AnswerDeps } from './chargebacks/answers.ts';
import {
  bookReturned,
  type ChargebackDeps,
  followDispute,
  tellTakenBack,
} from './chargebacks/chargebacks.ts';
import { findTarget, lockTarget, type Target } from './chargebacks/chargebacks.repo.ts';
import { DISPUTE_TASK, disputeKey } from './chargebacks/dispute-job.ts';
import { claimDue as claimContested } from './chargebacks/nobodys.repo.ts';
import { returnReceipt } from './receipts/receipts.ts';
import * as receipts from './receipts/receipts.repo.ts';
import * as repo from './collections.repo.ts';
import { markUnlooked } from './collections.repo.ts';
import { isFileDue, matchRows, readLease, readOrRetry } from './settlement/settlement.ts';

const READ_TASK = 'collections.read';
const MATCH_TASK = 'collections.match';
const CLAIM_LIMIT = 200;
const LEASE_MS = 60_000;
const MATCH_EVERY_MS = 10 * 60_000;

export function collectionJobs(deps: ChargebackDeps & AnswerDeps): Job[] {
  const one = z.object({ receiptId: z.string() });
  return [
    job(READ_TASK, z.object({}), () => readOrRetry(deps), 'long'),
    job(MATCH_TASK, z.object({}), () => matchRows(deps), 'alone'),
    job(
      DISPUTE_TASK,
      z.object({ disputeRef: z.string(), silent: z.int().nonnegative().optional() }),
      (dispute) => followDispute(deps, dispute),
      'aside',
    ),
    job(
      'collections.returned',
      z.object({ paymentRef: z.string() }),
      ({ paymentRef }) => followReturn(deps, paymentRef),
      'aside',
    ),
    job('collections.return', one, ({ receiptId }) => returnReceipt(deps, receiptId), 'aside'),
  ];
}

/** Asks for what is due: the day's file, another look at unmatched rows, disputes, receipts on their way. */
export async function sweepCollections({
  worker,
  clock,
}: Pick<ChargebackDeps, 'worker' | 'clock'>): Promise<number> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const disputes = await enqueueDue(
    worker,
    {
      table: 'chargebacks',
      column: 'next_look_at',
      name: 'dispute_ref',
      task: DISPUTE_TASK,
      job: ({ id: disputeRef }) => ofDispute(disputeRef),
    },
    now,
  );
  return worker.plain(async (tx) => {
    const returning = await receipts.claimToReturn(tx, now, leaseUntil, CLAIM_LIMIT);
    await tx.enqueueAgain('collections.return', returning.map(ofReceipt), { attemptsMax: 3 });
    const contested = await claimContested(tx, now, leaseUntil, CLAIM_LIMIT);
    await tx.enqueueAgain(DISPUTE_TASK, contested.map(ofDispute), { attemptsMax: 3 });
    const isReadDue = (await isFileDue(tx, clock)) && (await claimRead(tx, now));
    if (isReadDue) await tx.enqueueAgain(READ_TASK, [{ payload: {}, key: READ_TASK }], { attemptsMax: 5 });
    else if (await repo.isMatchDue(tx, new Date(now.getTime() - MATCH_EVERY_MS)))
      await tx.enqueueAgain(MATCH_TASK, [{ payload: {}, key: MATCH_TASK }], { attemptsMax: 3 });
    return disputes + contested.length + returning.length + Number(isReadDue);
  });
}

/** A reading that runs may be past its last look at the day: the turn is left to the sweep after it. */
async function claimRead(tx: Tx, now: Date): Promise<boolean> {
  const running = await tx.listUnderWay(READ_TASK, [READ_TASK]);
  return running.size === 0 && repo.claimRead(tx, now, readLease(now));
}

const ofDispute = (disputeRef: string) => ({ payload: { disputeRef }, key: disputeKey(disputeRef) });
const ofReceipt = (receiptId: string) => ({ payload: { receiptId }, key: `receipt:${receiptId}` });

/**
 * Money taken out of a settlement for a payment, without a dispute. Where the rail also says that the payment did not
 * succeed after all, the repayment does not count any more; else the row waits for a person. What had gone back to the
 * payer before went twice.
 * Rule: LEND-16 journal 17, LEND-W7, LEND-20.
 */
export async function followReturn(deps: ChargebackDeps, paymentRef: string): Promise<void> {
  const { worker, clock, providers } = deps;
  const target = await worker.single((tx) => findTarget(tx, paymentRef));
  if (!target) return;
  const payment = await providers.collection.getPayment(paymentRef);
  if (payment.status !== 'failed' || payment.amount !== target.amountPaise) return;
  await worker.forUser(target.userId, async (tx) => {
    await lockTarget(tx, target);
    const now = clock.now();
    if (!(await isTakenOut(tx, paymentRef, target))) return;
    const reversed = await reverseRepayment(tx, target, 'returned_by_bank', now);
    if (!reversed) return;
    await bookReturned(tx, target, paymentRef, reversed, now);
    await markUnlooked(tx, paymentRef);
    await tellTakenBack(deps, tx, target, now);
  });
}

/** The file took exactly this payment back. */
async function isTakenOut(tx: Tx, paymentRef: string, { amountPaise }: Target): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from settlement_rows where payment_ref = $1 and kind = 'other' and state = 'waiting' and debit_paise = $2`,
    [paymentRef, amountPaise],
  );
  return rows.length > 0;
}
