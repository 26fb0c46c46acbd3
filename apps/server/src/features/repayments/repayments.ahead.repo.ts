import { valueDayOfDebit } from '@mohlat/lending';
import { istDate } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import type { RepaymentIds } from './repayments.repo.ts';

/** The job that looks again at what a loan's mandate is about to collect; it carries the user's and the loan's id. */
export const DEBITS_CHANGED = 'mandates.debits_changed';

/** Has a debit that was announced for a loan looked at again: it may be too high now, or not needed. */
export async function tellDebits(tx: Tx, userId: string, loanId: string): Promise<void> {
  const [ahead] = await tx.call(
    `select 1 from presentations where user_id = $1 and loan_id = $2 and state in ('planned', 'announced') limit 1`,
    [userId, loanId],
  );
  if (ahead) await tx.enqueue(DEBITS_CHANGED, { userId, loanId }, { key: `debits:${loanId}` });
}

/**
 * When money counts that a provider took at an instant: of a debit under a mandate on the day it was presented.
 * Rule: LEND-20, LEND-T7
 */
export async function findDebitedAt(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  takenAt: Date,
): Promise<Date> {
  const [row] = await tx.call<{ asked_at: Date }>(
    `select created_at as asked_at from repayments where user_id = $1 and id = $2 and channel = 'mandate'`,
    [userId, repaymentId],
  );
  if (!row) return takenAt;
  const takenOn = istDate(takenAt.getTime());
  return valueDayOfDebit(istDate(row.asked_at.getTime()), takenOn) === takenOn ? takenAt : row.asked_at;
}
