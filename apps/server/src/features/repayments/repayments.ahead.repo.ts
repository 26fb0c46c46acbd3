import type { Tx } from '#platform/db/database.ts';

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
