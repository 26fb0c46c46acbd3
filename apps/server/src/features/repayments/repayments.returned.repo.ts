import type { Tx } from '#platform/db/database.ts';
import type { RepaymentIds } from './repayments.repo.ts';

/** What of a repayment went back to its payer, or is on its way there; of a reward's, what became a reward again. */
export async function returnedOf(tx: Tx, { userId, repaymentId }: RepaymentIds): Promise<number> {
  const [row] = await tx.call<{ paise: number }>(
    `select (
       select coalesce(sum(f.amount_paise), 0) from refunds f
       where f.user_id = $1 and f.repayment_id = $2 and f.status <> 'failed'
     )::bigint + (
       select coalesce(sum(w.amount_paise), 0) from rewards w where w.user_id = $1 and w.from_repayment_id = $2
     )::bigint as paise`,
    [userId, repaymentId],
  );
  return row?.paise ?? 0;
}
