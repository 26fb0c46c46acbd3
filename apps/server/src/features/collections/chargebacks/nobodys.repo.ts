import type { KeptMoney, ReceiptDispute } from '@mohlat/lending';
import type { Paise } from '@mohlat/money';
import { absenceOf } from '#features/absence.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DisputeState } from '#providers/index.ts';
import type { KnownDispute } from './chargebacks.repo.ts';

export interface KeptReceipt extends KeptMoney {
  readonly id: string;
}

/**
 * Locks money that may be kept without an owner, then its name: staff give it, and a reading keeps it, under the same locks. Undefined
 * where it is not kept.
 */
export async function lockMoney(tx: Tx, paymentRef: string): Promise<KeptReceipt | undefined> {
  await findKept(tx, paymentRef);
  await tx.call('select lock_money($1)', [paymentRef]);
  return findKept(tx, paymentRef);
}

async function findKept(tx: Tx, paymentRef: string): Promise<KeptReceipt | undefined> {
  const [row] = await tx.call<KeptReceipt>(
    `select u.id, u.status, u.amount_paise - u.taken_paise as "keptPaise", extract(epoch from u.sent_at) * 1000 as "sentAt",
       ${absenceOf('u')}
     from unidentified_receipts u where u.provider = 'razorpay' and u.payment_ref = $1 for update`,
    [paymentRef],
  );
  return row;
}

/** The disputes of the receipt `u`, in SQL. An older process of a rolling upgrade writes their differences alone. */
export const DISPUTES = `(select coalesce(json_agg(x), '[]') from (
    select d.status, d.amount_paise as "amountPaise", d.met_paise as "metPaise" from receipt_disputes d
    where d.payment_ref = u.payment_ref
    union all
    select 'open', b.theirs_paise, 0 from reconciliation_breaks b
    where b.user_id = house_id() and b.kind = 'dispute_unmatched' and b.resolved_at is null
      and b.detail ->> 'paymentRef' = u.payment_ref
      and not exists (select 1 from receipt_disputes d where d.dispute_ref = b.reference)) x) as disputes`;

export interface ReceiptDisputeRow extends ReceiptDispute {
  readonly id: string;
  readonly disputeRef: string;
  readonly isLostBefore: boolean;
}

const ROW = `id, dispute_ref as "disputeRef", status, amount_paise as "amountPaise", met_paise as "metPaise",
  lost_at is not null as "isLostBefore"`;

/** The dispute of money without an owner, locked; undefined where it is none. */
export async function find(tx: Tx, disputeRef: string): Promise<ReceiptDisputeRow | undefined> {
  const [row] = await tx.call<ReceiptDisputeRow>(
    `select ${ROW} from receipt_disputes where dispute_ref = $1 for update`,
    [disputeRef],
  );
  return row;
}

/** The lost disputes of a payment, locked. */
export function listLost(tx: Tx, paymentRef: string): Promise<ReceiptDisputeRow[]> {
  return tx.call<ReceiptDisputeRow>(
    `select ${ROW} from receipt_disputes where payment_ref = $1 and status = 'lost' order by dispute_ref for update`,
    [paymentRef],
  );
}

/** Writes what the rail says of a dispute that has not ended. Its stage and the time for evidence are the rail's to change. */
export async function record(tx: Tx, state: DisputeState, nextLookAt: Date): Promise<ReceiptDisputeRow> {
  await tx.call(
    `insert into receipt_disputes (dispute_ref, payment_ref, amount_paise, phase, reason_code, respond_by, status, opened_at, next_look_at)
     values ($1, $2, $3, $4, $5, $6, 'open', $7, $8)
     on conflict (dispute_ref) do update set phase = $4, respond_by = $6,
       next_look_at = case when receipt_disputes.status = 'open' then $8 end`,
    [
      state.disputeRef,
      state.paymentRef,
      state.amount,
      state.phase,
      state.reasonCode ?? null,
      state.respondBy ?? null,
      state.createdAt,
      nextLookAt,
    ],
  );
  const row = await find(tx, state.disputeRef);
  if (!row) throw new Error('a dispute disappeared');
  return row;
}

/** A dispute whose money an older process of a rolling upgrade gave to a payment is the owner's, and no more asked about. */
export async function endGiven(tx: Tx, disputeRef: string, now: Date): Promise<void> {
  await tx.call(
    `update receipt_disputes set status = 'given', ended_at = $2, next_look_at = null where dispute_ref = $1 and status = 'open'`,
    [disputeRef, now],
  );
}

export async function end(tx: Tx, id: string, status: 'won' | 'lost' | 'given', now: Date): Promise<void> {
  await tx.call(
    `update receipt_disputes set status = $2, ended_at = $3, next_look_at = null,
       lost_at = case when $2 = 'lost' then $3 else lost_at end where id = $1`,
    [id, status, now],
  );
}

/** Postpones the look at an open dispute; false where it is none of money without an owner. */
export async function lookLater(tx: Tx, disputeRef: string, at: Date): Promise<boolean> {
  const rows = await tx.call(
    `update receipt_disputes set next_look_at = $2 where dispute_ref = $1 and status = 'open' returning id`,
    [disputeRef, at],
  );
  return rows.length > 0;
}

/** Takes the open disputes whose next look is due. */
export async function claimDue(tx: Tx, now: Date, leaseUntil: Date, limit: number): Promise<string[]> {
  const rows = await tx.call<{ disputeRef: string }>(
    `update receipt_disputes d set next_look_at = $2
     from (select id from receipt_disputes where next_look_at <= $1 order by next_look_at limit $3 for update skip locked) due
     where d.id = due.id returning d.dispute_ref as "disputeRef"`,
    [now, leaseUntil, limit],
  );
  return rows.map(({ disputeRef }) => disputeRef);
}

/** The kept money has paid a part of a lost dispute; all of it gone, it is kept no more. */
export async function meet(
  tx: Tx,
  receiptId: string,
  disputeId: string,
  metPaise: Paise,
): Promise<{ readonly isAll: boolean }> {
  await tx.call('update receipt_disputes set met_paise = met_paise + $2 where id = $1', [
    disputeId,
    metPaise,
  ]);
  const [row] = await tx.call<{ isAll: boolean }>(
    `update unidentified_receipts set taken_paise = taken_paise + $2,
       status = case when taken_paise + $2 = amount_paise then 'taken_back' else status end,
       next_look_at = case when taken_paise + $2 < amount_paise then next_look_at end,
       -- A request of before was for more, and did not leave.
       leaving_paise = case when sent_at is not null then amount_paise - taken_paise - $2 end
     where id = $1 returning status = 'taken_back' as "isAll"`,
    [receiptId, metPaise],
  );
  return { isAll: row?.isAll === true };
}

/** Keeps for its owner again what a dispute had taken that was won after all. */
export async function keepAgain(
  tx: Tx,
  receiptId: string,
  disputeId: string,
  metPaise: Paise,
): Promise<void> {
  await tx.call('update receipt_disputes set met_paise = 0 where id = $1', [disputeId]);
  await tx.call(
    `update unidentified_receipts set taken_paise = taken_paise - $2,
       status = case when status = 'taken_back' then 'held' else status end where id = $1`,
    [receiptId, metPaise],
  );
}

/** True where staff have given up the row of the settlement file by which the rail took the money of a dispute. */
export async function isRowGivenUp(tx: Tx, disputeRef: string): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from settlement_rows s join reconciliation_breaks b
       on b.user_id = house_id() and b.kind = 'unmatched_row' and (b.detail ->> 'settlementRowId')::uuid = s.id and b.resolution = 'loss'
     where s.kind = 'dispute' and s.dispute_ref = $1 and s.debit_paise > 0 limit 1`,
    [disputeRef],
  );
  return rows.length > 0;
}

/** The sum in the books, in paise, that a dispute took and that nothing has met or cleared. */
export async function findStanding(tx: Tx, disputeRef: string): Promise<Paise> {
  const [row] = await tx.call<{ paise: Paise }>('select receipt_dispute_standing($1) as paise', [disputeRef]);
  return row!.paise;
}

/** The facts of a dispute that its difference shows. */
export const detailOf = ({ paymentRef, phase, reasonCode, respondBy, createdAt, status }: DisputeState) => ({
  paymentRef,
  status,
  phase,
  reasonCode,
  respondBy,
  createdAt,
});

/** Writes what the rail says of a dispute into its open difference: one opened while the rail was silent named no payment. */
export async function fill(tx: Tx, state: DisputeState): Promise<void> {
  await tx.call(
    `update reconciliation_breaks set theirs_paise = $2, detail = $3
     where user_id = house_id() and rail = 'razorpay' and kind = 'dispute_unmatched' and reference = $1 and resolved_at is null`,
    [state.disputeRef, state.amount, JSON.stringify(detailOf(state))],
  );
}

export async function findOpen(tx: Tx, disputeRef: string): Promise<string | undefined> {
  const [row] = await tx.call<{ id: string }>(
    `select id from reconciliation_breaks
     where user_id = house_id() and rail = 'razorpay' and kind = 'dispute_unmatched' and reference = $1 and resolved_at is null`,
    [disputeRef],
  );
  return row?.id;
}

/** The disputes of a payment that have not ended. */
export function listOpen(tx: Tx, paymentRef: string): Promise<(KnownDispute & { readonly id: string })[]> {
  return tx.call(
    `select id, dispute_ref as "disputeRef", amount_paise as amount, phase, reason_code as "reasonCode", respond_by as "respondBy",
       opened_at as "createdAt"
     from receipt_disputes where payment_ref = $1 and status = 'open' order by dispute_ref for update`,
    [paymentRef],
  );
}
