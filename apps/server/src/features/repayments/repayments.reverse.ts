import type { NoLonger } from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, type Paise, paise } from '@mohlat/money';
import { catchUp, loadForReceipt, rebook, settleStanding } from '#features/lending/index.ts';
import { findFacts } from '#features/payments/index.ts';
import { dropUnsent, startRefunds } from '#features/refunds/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { tellOfAgreement } from './repayments.agreement.ts';
import { keepInOrder } from './repayments.release.ts';
import * as repo from './repayments.repo.ts';

/** A repayment that counted and does not any more. */
export interface ReversedRepayment extends NoLonger {
  readonly loanId: string;
  readonly amountPaise: Paise;
}

/** Why a repayment does not count any more: words of the glossary. */
export type ReversalReason = 'charged_back' | 'returned_by_bank' | 'given_by_mistake';

/**
 * Takes a repayment back, however old: the loan goes back to its value date and is lived through again without it. Later
 * money may fall on older instalments, days past due are written again; late charges that did not stand before are levied
 * only for days after today. Undefined when it does not stand, or its loan has ended in a way nothing leads back from.
 * The caller books what becomes of the money, in the same transaction. Rule: LEND-W7, LEND-16 journal 17.
 */
export async function reverseRepayment(
  tx: Tx,
  ids: repo.RepaymentIds,
  reason: ReversalReason,
  now: Date,
): Promise<ReversedRepayment | undefined> {
  const row = await repo.lockForSettlement(tx, ids);
  if (row?.status !== 'succeeded') return undefined;
  const today = istDate(now.getTime());
  const { userId, repaymentId } = ids;
  await catchUp(tx, userId, addDays(today, -1), now);
  const standing = await findStanding(tx, ids);
  if (!standing.isReversible) return undefined;
  await dropUnsent(tx, ids, reason === 'given_by_mistake' ? reason : 'charged_back', now);
  const known = await loadForReceipt(tx, userId, repaymentId);
  invariant(known, 'a repayment disappeared');
  const { returnedPaise } = known.started;
  const before = await findFacts(tx, userId, row.loan_id);
  const ofLoan = { ...ids, loanId: row.loan_id };
  if (standing.isSpare) await takeBackSpare(tx, ofLoan, reason, now);
  else await takeBack(tx, ofLoan, reason, standing.valueOn, now);
  if (reason === 'returned_by_bank') await repo.markTakenBack(tx, userId, now);
  // A loan that was written off is closed day by day no more: where credit stands is said here.
  await settleStanding(tx, [userId], now);
  const after = await findFacts(tx, userId, row.loan_id);
  await tellOfAgreement(tx, ids, { before, after }, now);
  await repo.planDebits(tx, userId, row.loan_id);
  await tx.call(ANNOUNCE, [userId, 'repayment', repaymentId]);
  await tx.call(ANNOUNCE, [userId, 'payment', row.loan_id]);
  const { channel } = row;
  return { loanId: row.loan_id, amountPaise: paise(row.amount_paise), returnedPaise, channel };
}

/** The loan goes back to the day of the money and is lived through again without it. */
async function takeBack(
  tx: Tx,
  { userId, repaymentId, loanId }: repo.RepaymentIds & { readonly loanId: string },
  reason: ReversalReason,
  valueOn: BusinessDate,
  now: Date,
): Promise<void> {
  await keepInOrder(tx, userId, loanId);
  const relived = await rebook(tx, userId, { news: 'reversed', loanId, repaymentId, valueOn }, now);
  await tx.call(
    `update repayments set status = 'failed', failure_reason = $3, next_enquiry_at = null where user_id = $1 and id = $2`,
    [userId, repaymentId, reason],
  );
  await startRefunds(tx, userId, relived, now);
}

/** True of a repayment that may be taken back: its loan is not undone, or nothing of the loan rests on it. */
export async function isReversible(tx: Tx, ids: repo.RepaymentIds): Promise<boolean> {
  return (await findStanding(tx, ids)).isReversible;
}

async function findStanding(tx: Tx, { userId, repaymentId }: repo.RepaymentIds) {
  const [row] = await tx.call<{
    valueOn: BusinessDate;
    isLoanUndone: boolean;
    /** Nothing rests on it: it came when nothing was owed any more, and no share of it was ever another's doing. */
    isSpare: boolean;
  }>(
    `select r.value_on as "valueOn", l.status = 'unwound' as "isLoanUndone",
       not exists (
         select 1 from allocations a where a.user_id = r.user_id and a.repayment_id = r.id
            and (a.is_active and (a.component <> 'excess' or a.written_by <> r.id) or a.released_by is not null)
       ) as "isSpare"
     from repayments r join loans l on l.user_id = r.user_id and l.id = r.loan_id
     where r.user_id = $1 and r.id = $2`,
    [userId, repaymentId],
  );
  invariant(row, 'a repayment disappeared');
  return { ...row, isReversible: row.isSpare || !row.isLoanUndone };
}

/** Nothing of the loan rests on it: only it is taken back, and the loan, which may have ended before it came, stays as it is. */
async function takeBackSpare(
  tx: Tx,
  { userId, repaymentId, loanId }: repo.RepaymentIds & { readonly loanId: string },
  reason: ReversalReason,
  now: Date,
): Promise<void> {
  await tx.call(
    'select ledger_mirror($1, journal_id, $3) from repayments where user_id = $1 and id = $2 and journal_id is not null',
    [userId, repaymentId, now],
  );
  await tx.call('update allocations set is_active = false where user_id = $1 and repayment_id = $2', [
    userId,
    repaymentId,
  ]);
  await tx.call(
    `update repayments set status = 'failed', failure_reason = $3, journal_id = null, next_enquiry_at = null
     where user_id = $1 and id = $2`,
    [userId, repaymentId, reason],
  );
  await startRefunds(tx, userId, [loanId], now);
}
