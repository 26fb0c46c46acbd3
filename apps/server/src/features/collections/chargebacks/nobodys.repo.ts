import type { Tx } from '#platform/db/database.ts';
import type { DisputeState } from '#providers/index.ts';
import type { KnownDispute } from './chargebacks.repo.ts';

/** Staff give money to a payment under the same lock. */
export async function lockMoney(tx: Tx, paymentRef: string): Promise<void> {
  await tx.call('select lock_money($1)', [paymentRef]);
}

/** The facts of a dispute that its difference keeps until its money has an owner. */
export const detailOf = ({ paymentRef, phase, reasonCode, respondBy, createdAt, status }: DisputeState) => ({
  paymentRef,
  status,
  phase,
  reasonCode,
  respondBy,
  createdAt,
});

/**
 * Writes what the rail says of a dispute into its open difference: one opened while the rail was silent named no payment, and
 * held no money back. False where none is open.
 */
export async function fill(tx: Tx, state: DisputeState): Promise<boolean> {
  const rows = await tx.call(
    `update reconciliation_breaks set theirs_paise = $2, detail = $3
     where user_id = house_id() and rail = 'razorpay' and kind = 'dispute_unmatched' and reference = $1 and resolved_at is null
     returning id`,
    [state.disputeRef, state.amount, JSON.stringify(detailOf(state))],
  );
  return rows.length > 0;
}

export async function findOpen(tx: Tx, disputeRef: string): Promise<string | undefined> {
  const [row] = await tx.call<{ id: string }>(
    `select id from reconciliation_breaks
     where user_id = house_id() and rail = 'razorpay' and kind = 'dispute_unmatched' and reference = $1 and resolved_at is null`,
    [disputeRef],
  );
  return row?.id;
}

/** The disputes of a payment that became differences, as last heard of. One of an older version kept its payment and sum alone. */
export function list(tx: Tx, paymentRef: string): Promise<KnownDispute[]> {
  return tx.call<KnownDispute>(
    `select distinct on (reference) reference as "disputeRef", theirs_paise as amount,
       coalesce(detail ->> 'phase', 'chargeback') as phase, detail ->> 'reasonCode' as "reasonCode",
       (detail ->> 'respondBy')::timestamptz as "respondBy",
       coalesce((detail ->> 'createdAt')::timestamptz, opened_at) as "createdAt"
     from reconciliation_breaks
     where user_id = house_id() and kind = 'dispute_unmatched' and detail ->> 'paymentRef' = $1
     order by reference, opened_at desc`,
    [paymentRef],
  );
}
