import {
  missingBefore,
  missingDifference,
  rowDifference,
  type RowOwner,
  type RowState,
  SETTLED_CHANNELS,
  type SettledRow,
  type UnsettledRepayment,
} from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { openBreak } from '#features/breaks.ts';
import type { Tx } from '#platform/db/database.ts';
import { REGISTRATION_PAISE, type SettlementRow } from '#providers/index.ts';

export const PROVIDER = 'razorpay';

export interface LastRead {
  readonly readOn: BusinessDate;
  readonly finalThroughOn: BusinessDate;
}

export async function findLastRead(tx: Tx): Promise<LastRead | undefined> {
  const [row] = await tx.call<LastRead>(
    `select read_on as "readOn", final_through_on as "finalThroughOn" from settlement_reads
     where provider = $1 order by read_on desc limit 1`,
    [PROVIDER],
  );
  return row;
}

/** The day on which the file was read for the first time. */
export async function findFirstRead(tx: Tx): Promise<BusinessDate | undefined> {
  const [row] = await tx.call<{ day: BusinessDate | null }>(
    'select min(read_on) as day from settlement_reads where provider = $1',
    [PROVIDER],
  );
  return row?.day ?? undefined;
}

/** The day from which the rail may have taken money for us, also money that we did not hear of: of the first loan, or mandate. */
export async function findFirstMoney(tx: Tx): Promise<BusinessDate | undefined> {
  const [row] = await tx.call<{ day: BusinessDate | null }>(
    'select least((select min(disbursed_on) from loans), (select ist_date(min(created_at)) from mandates)) as day',
  );
  return row?.day ?? undefined;
}

export async function saveRead(tx: Tx, read: LastRead, rowCount: number, now: Date): Promise<void> {
  await tx.call(
    `insert into settlement_reads (provider, read_on, final_through_on, row_count, read_at) values ($1, $2, $3, $4, $5)
     on conflict (provider, read_on) do update set final_through_on = excluded.final_through_on,
       row_count = excluded.row_count, read_at = excluded.read_at`,
    [PROVIDER, read.readOn, read.finalThroughOn, rowCount, now],
  );
}

/** Takes the reading of the file until an instant, so that no other worker begins it; false while its next turn has not come. */
export async function claimRead(tx: Tx, now: Date, leaseUntil: Date): Promise<boolean> {
  const rows = await tx.call(
    `insert into settlement_turns as t (provider, next_read_at) values ($1, $3)
     on conflict (provider) do update set next_read_at = excluded.next_read_at where t.next_read_at <= $2
     returning provider`,
    [PROVIDER, now, leaseUntil],
  );
  return rows.length > 0;
}

/** Goes on with a reading that takes long. */
export async function holdRead(tx: Tx, leaseUntil: Date): Promise<void> {
  await tx.call('update settlement_turns set next_read_at = $2 where provider = $1', [PROVIDER, leaseUntil]);
}

/** Counts the readings in a row that failed. */
export async function countFailedReads(tx: Tx): Promise<number> {
  const [row] = await tx.call<{ count: number }>(
    'select failed_count as count from settlement_turns where provider = $1',
    [PROVIDER],
  );
  return row?.count ?? 0;
}

/** Ends a reading: when the next one may begin, and how many in a row have failed. */
export async function endRead(tx: Tx, nextReadAt: Date, failedCount: number): Promise<void> {
  await tx.call(
    `insert into settlement_turns (provider, next_read_at, failed_count) values ($1, $2, $3)
     on conflict (provider) do update set next_read_at = excluded.next_read_at, failed_count = excluded.failed_count`,
    [PROVIDER, nextReadAt, failedCount],
  );
}

export interface ReadRow extends SettlementRow {
  readonly hash: Buffer;
  readonly settledOn: BusinessDate;
}

/** Keeps rows of the file, each once. Rule: LEND-C4. */
export async function keepRows(tx: Tx, rows: readonly ReadRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx.call(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, settlement_utr, kind, entity_ref, payment_ref,
       order_ref, dispute_ref, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise, occurred_at, read_at)
     select $1, decode(r.hash, 'hex'), r."settledOn", r."settlementRef", r."settlementUtr", r.kind, r."entityRef", r."paymentRef",
       r."orderRef", r."disputeRef", r.amount, r.fee, r.tax, r.credit, r.debit, r."createdAt", $3
     from jsonb_to_recordset($2::jsonb) as r(hash text, "settledOn" date, "settlementRef" text, "settlementUtr" text, kind text,
       "entityRef" text, "paymentRef" text, "orderRef" text, "disputeRef" text, amount bigint, fee bigint, tax bigint,
       credit bigint, debit bigint, "createdAt" timestamptz)
     on conflict (provider, row_hash) do nothing`,
    [PROVIDER, JSON.stringify(rows.map((row) => ({ ...row, hash: row.hash.toString('hex') }))), now],
  );
}

const MATCH_LIMIT = 500;

/** A claimed row of the settlement file, and whose it is; null where it is unknown. */
export interface ClaimedRow {
  readonly row: SettledRow;
  readonly owner: (RowOwner & { readonly ownerId: string; readonly subjectId: string }) | null;
}

/** Claims some waiting rows, those that were not looked at for the longest time. */
export async function claimRows(tx: Tx, now: Date): Promise<ClaimedRow[]> {
  return tx.call<ClaimedRow>(
    `select jsonb_build_object('id', id, 'settledOn', settled_on, 'amountPaise', amount_paise, 'feePaise', fee_paise,
         'creditPaise', credit_paise, 'debitPaise', debit_paise, 'isRepeated', is_repeated, 'isDouble', is_double) as row,
       case when owner_id is not null then jsonb_build_object('ownerId', owner_id, 'subjectId', subject_id,
         'expectedPaise', owner_paise, 'isIncoming', sign > 0, 'loanId', loan_id, 'isMandate', is_mandate,
         'isBookedElsewhere', kind not in ('payment', 'other') and not is_registration) end as owner
     from collections_claim($1, $2, $3)`,
    [now, MATCH_LIMIT, REGISTRATION_PAISE],
  );
}

/** Writes what became of claimed rows. */
export async function saveRows(
  tx: Tx,
  rows: readonly (ClaimedRow & { readonly state: RowState })[],
  now: Date,
): Promise<void> {
  await tx.call('select collections_settle($1, $2, $3, $4, $5, $6)', [
    now,
    rows.map(({ row }) => row.id),
    rows.map(({ state }) => state),
    rows.map(({ owner }) => owner?.ownerId ?? null),
    rows.map(({ owner }) => owner?.subjectId ?? null),
    rows.map(({ row }) => rowDifference(row)),
  ]);
}

export interface WaitingRow {
  readonly id: string;
  readonly kind: SettlementRow['kind'];
  readonly entity_ref: string;
  readonly payment_ref: string | null;
  readonly order_ref: string | null;
  readonly dispute_ref: string | null;
  readonly settled_on: BusinessDate;
  readonly credit_paise: number;
  readonly debit_paise: number;
  readonly occurred_at: Date;
  readonly read_at: Date;
}

/** Claims the rows to ask the rail about, the least recently asked first, so that old rows cannot starve new ones. */
export function takeWaiting(tx: Tx, now: Date, limit: number): Promise<WaitingRow[]> {
  return tx.call<WaitingRow>(
    `update settlement_rows s set followed_at = $1
     from (select id from settlement_rows where state = 'waiting' order by followed_at nulls first, id limit $2
           for update skip locked) due
     where s.id = due.id
     returning s.id, kind, entity_ref, payment_ref, order_ref, dispute_ref, settled_on, credit_paise, debit_paise, occurred_at, read_at`,
    [now, limit],
  );
}

/** Whether some row waits that was not looked at since an instant. */
export async function isMatchDue(tx: Tx, before: Date): Promise<boolean> {
  const [row] = await tx.call<{ due: boolean }>(
    `select exists (select 1 from settlement_rows where state = 'waiting' and (looked_at is null or looked_at < $1)) as due`,
    [before],
  );
  return row?.due === true;
}

const MISSING_LIMIT = 500;

interface Unsettled extends UnsettledRepayment {
  readonly userId: string;
  readonly repaymentId: string;
  readonly reference: string;
  readonly businessOn: BusinessDate;
}

/** Repayments the rail should have settled by now become differences, each once; answers how many. Rule: LEND-21 (missing) */
export async function openMissing(tx: Tx, now: Date): Promise<number> {
  const unsettled = await tx.call<Unsettled>(
    `select user_id as "userId", repayment_id as "repaymentId", reference, business_on as "businessOn", channel,
       amount_paise as "amountPaise", received_at as "receivedAt"
     from repayments_unsettled($1, $2, $3)`,
    [missingBefore(now), SETTLED_CHANNELS, MISSING_LIMIT],
  );
  let count = 0;
  for (const { userId, repaymentId, reference, businessOn, ...repayment } of unsettled) {
    const difference = missingDifference(repayment, now);
    if (difference === null) continue;
    const about = { userId, repaymentId, rail: PROVIDER, reference, businessOn } as const;
    if ((await openBreak(tx, { ...about, ...difference }, now)) !== null) count += 1;
  }
  return count;
}

/** Has the waiting rows of a payment looked at with the next sweep: our books have changed. */
export async function markUnlooked(tx: Tx, paymentRef: string): Promise<void> {
  await tx.call(`update settlement_rows set looked_at = null where payment_ref = $1 and state = 'waiting'`, [
    paymentRef,
  ]);
}
