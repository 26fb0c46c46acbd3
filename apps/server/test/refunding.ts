import { endRefund, type RefundEnd } from '../src/features/refunds/refunds.repo.ts';
import type { Tx } from '../src/platform/db/database.ts';

/** The provider's last word on every refund of a loan that is under way. */
export async function endRefundsOf(
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  end: Partial<RefundEnd> & Pick<RefundEnd, 'status'>,
  now: Date,
): Promise<void> {
  const refunds = await tx.call<{ id: string }>(
    `select id from refunds where user_id = $1 and loan_id = $2 and status in ('initiated', 'processing', 'unknown') order by id`,
    [userId, loanId],
  );
  const facts = { providerRef: null, bankRef: null, failureReason: null, nextLookAt: null, ...end };
  for (const { id } of refunds) await endRefund(tx, { userId, refundId: id }, facts, now);
}
