import type { BillFailureCode, BillStatus } from '@mohlat/contract';
import { railTook } from '@mohlat/lending';
import { type BusinessDate, istDate, type Paise, ZERO_PAISE } from '@mohlat/money';
import { openBreak } from '#features/breaks.ts';
import { bookJournals } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';

export interface PaymentIds {
  readonly userId: string;
  readonly paymentId: string;
}

/** A payment as its worker sees it, with the latest attempt at the rail. */
export interface WorkRow {
  readonly bill_status: BillStatus;
  readonly amount_paise: number;
  readonly service_fee_paise: number;
  readonly total_paise: number;
  readonly supplier_state: string | null;
  readonly supply_state: string | null;
  readonly annual_rate_bps: number;
  readonly plan_kind: 'single' | 'emi';
  readonly instalment_count: number;
  readonly settings_version: number;
  readonly card_id: string;
  readonly last4: string;
  readonly bank_name: string;
  readonly accepted_at: Date;
  readonly needs_review: boolean;
  readonly enquiry_count: number;
  /** Null before the first attempt. */
  readonly attempt_id: string | null;
  readonly our_reference: string | null;
  readonly attempt_state: string | null;
  readonly provider_ref: string | null;
  /** Emptied, as the request is, with the account that is closed. */
  readonly mobile_sealed: Buffer | null;
  readonly request_sealed: Buffer | null;
  readonly absent_count: number | null;
  readonly resent_count: number | null;
  readonly executed_at: Date | null;
  readonly started_at: Date | null;
}

/** The columns that every attempt has. */
export interface Begun {
  readonly attempt_id: string;
  readonly our_reference: string;
  readonly started_at: Date;
}

/** True once the payment has an attempt at the rail. */
export function hasBegun(row: WorkRow): row is WorkRow & Begun {
  return row.attempt_id !== null && row.our_reference !== null && row.started_at !== null;
}

export async function findWork(tx: Tx, { userId, paymentId }: PaymentIds): Promise<WorkRow | undefined> {
  const [row] = await tx.call<WorkRow>(
    `select p.bill_status, p.amount_paise, p.service_fee_paise, p.total_paise, p.supplier_state, p.supply_state, p.annual_rate_bps, p.plan_kind, p.instalment_count,
            p.settings_version, p.card_id, c.last4, c.bank_name, p.accepted_at, p.needs_review, p.enquiry_count,
            a.id as attempt_id, a.our_reference, a.state as attempt_state, a.provider_ref, a.mobile_sealed, a.request_sealed,
            a.absent_count, a.resent_count, a.executed_at, a.started_at
     from payments p
     join cards c on c.user_id = p.user_id and c.id = p.card_id
     left join lateral (
       select * from payment_attempts x where x.user_id = p.user_id and x.payment_id = p.id order by x.started_at desc limit 1
     ) a on true
     where p.user_id = $1 and p.id = $2`,
    [userId, paymentId],
  );
  return row;
}

export interface Attempt {
  readonly id: string;
  readonly ourReference: string;
  readonly billerId: string;
  readonly billNumber: string | null;
}

/** A card as the network knows it, and as we do: several of ours may be one of its own. */
export interface PaidCard {
  readonly cardId: string;
  readonly billerId: string;
  readonly last4: string;
}

/**
 * Serialises the beginnings of payments on one fetch of a bill (advisory lock, until the transaction ends): several workers may have
 * taken the fetch up, and no index keeps two of them apart where its bank gives no bill number. Rule: LEND-X4
 */
export async function lockFetch(tx: Tx, { userId }: PaymentIds, fetchRef: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `bill-fetch:${userId}:${fetchRef}`,
  ]);
}

/**
 * True once a payment of this card was begun after the bill was fetched. The network takes a second payment on one
 * fetch for a repetition of the first, so each payment needs a fetch of its own.
 */
export async function isFetchUsed(
  tx: Tx,
  { userId }: PaymentIds,
  { cardId, billerId, last4 }: PaidCard,
  fetchedAt: Date,
): Promise<boolean> {
  const [row] = await tx.call<{ used: boolean }>(
    `select exists (select 1 from payment_attempts
       where user_id = $1 and started_at >= $3 and (card_id = $2 or biller_id = $4 and last4 = $5)) as used`,
    [userId, cardId, fetchedAt, billerId, last4],
  );
  return row?.used === true;
}

/** Takes the payment to `submitted`; false when another worker already did. */
export async function beginAttempt(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  now: Date,
  attempt: Attempt,
  sealed: { readonly mobile: Buffer; readonly request: Buffer; readonly requestHash: Buffer },
): Promise<boolean> {
  const [row] = await tx.call<{ done: boolean }>(
    'select payment_submit($1, $2, $3, $4, $5, $6, $7) as done',
    [userId, paymentId, now, JSON.stringify(attempt), sealed.mobile, sealed.request, sealed.requestHash],
  );
  return row?.done === true;
}

/** The rail has taken the request under its own reference. */
export async function adoptReference(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  providerRef: string,
): Promise<void> {
  await tx.call(
    `update payment_attempts set provider_ref = $3, state = case when state in ('sending', 'unknown') then 'processing' else state end
     where user_id = $1 and payment_id = $2 and state <> 'failed'`,
    [userId, paymentId, providerRef],
  );
}

/** The rail itself says that it executed the attempt; kept before anything is made of it. */
export async function keepExecution(
  tx: Tx,
  { userId }: PaymentIds,
  attemptId: string,
  now: Date,
): Promise<void> {
  await tx.call(
    'update payment_attempts set executed_at = $3 where user_id = $1 and id = $2 and executed_at is null',
    [userId, attemptId, now],
  );
}

export async function countAbsence(tx: Tx, { userId }: PaymentIds, attemptId: string): Promise<void> {
  await tx.call(
    'update payment_attempts set absent_count = absent_count + 1 where user_id = $1 and id = $2',
    [userId, attemptId],
  );
}

/**
 * Counts a request as sent again; false where that was done since `seenCount` was read, the rail's reference is known, or
 * the payment has an outcome by now, for instance by the word of staff.
 */
export async function countResend(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  attemptId: string,
  seenCount: number,
): Promise<boolean> {
  const rows = await tx.call(
    `with open as (
       select id from payments where user_id = $1 and id = $4 and bill_status in ('submitted', 'unknown') for update
     )
     update payment_attempts a set resent_count = resent_count + 1 from open
     where a.user_id = $1 and a.payment_id = open.id and a.id = $2 and a.resent_count = $3 and a.provider_ref is null
     returning a.id`,
    [userId, attemptId, seenCount, paymentId],
  );
  return rows.length > 0;
}

export async function scheduleLook(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  at: Date | null,
): Promise<void> {
  await tx.call(
    'update payments set next_enquiry_at = $3, enquiry_count = enquiry_count + 1 where user_id = $1 and id = $2',
    [userId, paymentId, at],
  );
}

/**
 * Whether a payment waits for its outcome, and does so until the transaction ends: two people may have recorded one while the rail was
 * asked. Locks: payment.
 */
export async function staysOpen(tx: Tx, { userId, paymentId }: PaymentIds): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from payments where user_id = $1 and id = $2 and bill_status in ('submitted', 'unknown') for update`,
    [userId, paymentId],
  );
  return rows.length > 0;
}

async function transition(tx: Tx, sql: string, values: readonly unknown[]): Promise<boolean> {
  const [row] = await tx.call<{ done: boolean }>(sql, values);
  return row?.done === true;
}

export const markUnknown = (tx: Tx, ids: PaymentIds, now: Date, event: string) =>
  transition(tx, 'select payment_unknown($1, $2, $3, $4) as done', [ids.userId, ids.paymentId, now, event]);

export interface PaidFacts {
  readonly paidAt: string;
  readonly disbursedOn: BusinessDate;
  readonly noNewPenalThroughOn: BusinessDate | null;
  readonly railReference: string | null;
  readonly railFeePaise: number;
  readonly closedThroughOn: BusinessDate;
  readonly instalments: readonly object[];
  readonly postings: readonly object[];
}

export const markPaid = (tx: Tx, ids: PaymentIds, now: Date, facts: PaidFacts) =>
  transition(tx, 'select payment_paid($1, $2, $3, $4) as done', [
    ids.userId,
    ids.paymentId,
    now,
    JSON.stringify(facts),
  ]);

/** Why a payment ends without a loan, and where that verdict may find it. */
export interface Failure {
  readonly reason: BillFailureCode;
  /** The rail has the money and will return it to the float. */
  readonly railOwes: boolean;
  readonly from: readonly WorkRow['bill_status'][];
}

export const markFailed = (tx: Tx, ids: PaymentIds, now: Date, { reason, railOwes, from }: Failure) =>
  transition(tx, 'select payment_failed($1, $2, $3, $4, $5, $6) as done', [
    ids.userId,
    ids.paymentId,
    now,
    reason,
    railOwes,
    from,
  ]);

export const markForReview = (tx: Tx, ids: PaymentIds, now: Date, kind: string, detail: object) =>
  transition(tx, 'select payment_review($1, $2, $3, $4, $5) as done', [
    ids.userId,
    ids.paymentId,
    now,
    kind,
    JSON.stringify(detail),
  ]);

/**
 * The rail shows money out for a payment that failed: journal 6, once, and a difference; the person is told. Answers false where it
 * stands already. `tookPaise`: the sum that its list says, where that is not the bill.
 * Rule: LEND-X5
 */
export async function markLateSuccess(
  tx: Tx,
  ids: PaymentIds,
  now: Date,
  detail: object,
  tookPaise?: Paise,
): Promise<boolean> {
  const { userId, paymentId } = ids;
  const [late] = await tx.call<{ billPaise: Paise; promisedPaise: Paise }>(
    'select bill_paise as "billPaise", promised_paise as "promisedPaise" from late_success_begin($1, $2)',
    [userId, paymentId],
  );
  if (!late) return false;
  const taken = {
    paymentId,
    reference: paymentId,
    verdict: 'late_success',
    amountPaise: tookPaise ?? late.billPaise,
    ...late,
  } as const;
  await bookJournals(tx, [{ userId, journal: railTook(taken, istDate(now.getTime())) }], now);
  await tx.call('select tell_late_success($1, $2)', [userId, paymentId]);
  return markForReview(tx, ids, now, 'late_success', detail);
}

/** Finds the rail's reference of a success of a payment in our copy of the rail's lists, as far as they were read. */
export async function findListedSuccess(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
): Promise<string | undefined> {
  const [row] = await tx.call<{ rail_reference: string }>(
    `select rail_reference from rail_rows
     where user_id = $1 and payment_id = $2 and status = 'success' order by id desc limit 1`,
    [userId, paymentId],
  );
  return row?.rail_reference;
}

/**
 * True where the lists of some days were read after their close, each as a whole or but for rows that name others, and no list that was
 * ever read names the payment but as failed. `reference`: by which the rail knows it.
 */
export async function isInNoClosedList(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  reference: string,
  days: readonly BusinessDate[],
): Promise<boolean> {
  const [row] = await tx.call<{ is_absent: boolean }>(
    `select not exists (select 1 from unnest($3::date[]) as d (day_on)
         left join rail_days r on r.rail = 'billpay' and r.day_on = d.day_on
         where r.closed_read_at is null and r.unread_references is null or $4 = any (r.unread_references))
       and not exists (select 1 from rail_rows where user_id = $1 and payment_id = $2 and status <> 'failure') as is_absent`,
    [userId, paymentId, days, reference],
  );
  return row?.is_absent ?? false;
}

/** A success that a list of the rail shows with another amount than the bill of its payment. */
export interface OtherAmount {
  readonly reference: string;
  readonly tookPaise: Paise;
  readonly billPaise: Paise;
}

/**
 * Books the difference of a paid bill of which the rail took another amount: journal 6, once, under the reference by which it is
 * cleared. Rule: LEND-16 journal 6, LEND-X9
 */
export async function bookOtherAmount(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  now: Date,
  { reference, tookPaise, billPaise }: OtherAmount,
): Promise<void> {
  const taken = { paymentId, reference, verdict: 'amount', amountPaise: tookPaise, billPaise } as const;
  const journal = railTook({ ...taken, promisedPaise: ZERO_PAISE }, istDate(now.getTime()));
  await bookJournals(tx, [{ userId, journal }], now);
  const sums = { oursPaise: billPaise, theirsPaise: tookPaise };
  await openBreak(tx, { userId, kind: 'amount', rail: 'billpay', reference, paymentId, ...sums }, now);
  await markForReview(tx, { userId, paymentId }, now, 'amount', {});
}

/** Finds the last word of the rail's list on a payment, from a reading that was complete; none about a second execution of its bill. */
export async function findListed(tx: Tx, { userId, paymentId }: PaymentIds) {
  const [row] = await tx.call<{ status: string; rail_reference: string; amount_paise: Paise }>(
    `select status, rail_reference, amount_paise from rail_rows
     where user_id = $1 and payment_id = $2 and matched_at is not null and verdict is distinct from 'duplicate'
     order by id desc limit 1`,
    [userId, paymentId],
  );
  return row;
}

/** Finds the payment, and its owner, that a provider's reference or our own reference names. */
export async function findByReference(tx: Tx, reference: string): Promise<PaymentIds | undefined> {
  const [row] = await tx.call<{ user_id: string; payment_id: string }>(
    'select user_id, payment_id from payment_attempts where provider_ref = $1 or our_reference = $1 limit 1',
    [reference],
  );
  return row ? { userId: row.user_id, paymentId: row.payment_id } : undefined;
}
