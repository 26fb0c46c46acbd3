import type { BusinessDate } from '@mohlat/money';
import { type Absence, AHEAD_STATES, type Channel, UNPAID_DEBIT_STATES } from '@mohlat/lending';
import type { Refund, RepaymentIntent } from '@mohlat/contract';
import { absenceOf, absentValues } from '#features/absence.ts';
import { openBreak } from '#features/breaks.ts';
import { listOwn, type OwnPage } from '#features/own-list.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';

export interface RepaymentIds {
  readonly userId: string;
  readonly repaymentId: string;
}

export interface RepaymentRow {
  readonly id: string;
  readonly loan_id: string;
  readonly amount_paise: number;
  readonly intent: RepaymentIntent;
  readonly channel: Channel;
  readonly is_paid_by_link: boolean;
  readonly status: 'initiated' | 'succeeded' | 'failed' | 'unknown';
  readonly order_ref: string | null;
  readonly provider_payment_ref: string | null;
  readonly failure_reason: string | null;
  readonly created_at: Date;
  readonly received_at: Date | null;
  readonly taken_back_on: BusinessDate | null;
  readonly enquiry_count: number;
  /** The looks behind the days of its order that found no money. */
  readonly absence: Absence | null;
  /** True where its order may be paid yet, or it is unknown whether it was. */
  readonly is_open: boolean;
  readonly allocation:
    | readonly { instalment: number | null; component: string; amountPaise: number }[]
    | null;
  readonly refunds: readonly Refund[] | null;
  /** The part that is held for instalments not yet demanded. */
  readonly held_paise: number;
  /** Its payer's bank has not decided about a dispute of it. */
  readonly is_disputed: boolean;
}

/** An amount that is not the order's is a person's to look into: that order is not given again. */
const IS_OPEN = `(r.status = 'initiated' or r.status = 'unknown' and r.failure_reason is null)`;

/** The day whose books took a repayment of `r` back; null where it stands or never came. */
export const TAKEN_BACK_ON = `case when r.status = 'failed' and r.failure_reason in ('charged_back', 'returned_by_bank') then (
  select max(back.posting_on) from journals j join journals back on back.user_id = j.user_id and back.reversal_of = j.id
  where j.user_id = r.user_id and j.loan_id = r.loan_id and j.source_id = r.id) end`;

/** The holder of a link confirmed the very payment that was credited to `r`. */
export const IS_PAID_BY_LINK = 'coalesce(r.link_payment_ref = r.provider_payment_ref, false)';

/** The part of the repayment `r` that is held for instalments not yet demanded, in SQL. */
export const HELD = `(
  select coalesce(sum(a.amount_paise), 0)::bigint from allocations a
  where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.is_earmark)`;

const SELECT = `select r.id, r.loan_id, r.amount_paise, r.intent, r.channel, r.status, r.order_ref, r.provider_payment_ref, r.failure_reason, r.created_at,
  r.received_at, r.enquiry_count, ${absenceOf('r')}, ${IS_OPEN} as is_open,
  ${IS_PAID_BY_LINK} as is_paid_by_link, ${TAKEN_BACK_ON} as taken_back_on, ${HELD} as held_paise,
  exists (select 1 from chargebacks c where c.user_id = r.user_id and c.repayment_id = r.id and c.status = 'open') as is_disputed,
  (select jsonb_agg(jsonb_build_object('instalment', a.number, 'component', a.component, 'amountPaise', a.amount)
     order by a.number nulls last, a.component)
   from (select number, component, sum(amount_paise) as amount from allocations x
         where x.user_id = r.user_id and x.repayment_id = r.id and x.is_active group by 1, 2) a) as allocation,
  (select jsonb_agg(jsonb_build_object('id', f.id, 'amountPaise', f.amount_paise, 'status', f.status,
     'createdAt', f.created_at, 'settledAt', f.settled_at) order by f.created_at, f.id)
   from refunds f where f.user_id = r.user_id and f.repayment_id = r.id) as refunds
  from repayments r`;

export async function findRepayment(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
): Promise<RepaymentRow | undefined> {
  const [row] = await tx.call<RepaymentRow>(`${SELECT} where r.user_id = $1 and r.id = $2`, [
    userId,
    repaymentId,
  ]);
  return row;
}

export function listRepayments(tx: Tx, userId: string, page: OwnPage) {
  const isShown = "(r.channel <> 'reward' or r.status = 'succeeded')";
  return listOwn<RepaymentRow>(tx, { select: SELECT, alias: 'r', isShown }, userId, page);
}

export async function insertRepayment(
  tx: Tx,
  repayment: RepaymentIds & {
    readonly loanId: string;
    readonly amountPaise: number;
    readonly intent: RepaymentIntent;
    readonly channel: 'checkout' | 'reward';
    /** Null for what no provider has to be asked about. */
    readonly nextEnquiryAt: Date | null;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into repayments (user_id, id, loan_id, amount_paise, intent, status, channel, created_at, next_enquiry_at)
     values ($1, $2, $3, $4, $7, 'initiated', $8, $5, $6)`,
    [
      repayment.userId,
      repayment.repaymentId,
      repayment.loanId,
      repayment.amountPaise,
      now,
      repayment.nextEnquiryAt,
      repayment.intent,
      repayment.channel,
    ],
  );
}

export async function saveOrder(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  orderRef: string,
): Promise<void> {
  await tx.call('update repayments set order_ref = $3 where user_id = $1 and id = $2', [
    userId,
    repaymentId,
    orderRef,
  ]);
}

/**
 * Keeps with which payment the holder of a link confirmed. Its order is the owner's too and may be paid twice: what was credited already
 * under another repayment is marked there.
 */
export async function saveLinkPayment(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  paymentRef: string,
): Promise<void> {
  await tx.call(
    'update repayments set link_payment_ref = $3 where user_id = $1 and (id = $2 or provider_payment_ref = $3)',
    [userId, repaymentId, paymentRef],
  );
}

/** Whether a link opened the order of a repayment: until its holder confirms, it is unknown which of the two paid it. */
export async function isOpenToLink(tx: Tx, { userId, repaymentId }: RepaymentIds): Promise<boolean> {
  const rows = await tx.call(
    'select 1 from repay_links where user_id = $1 and (repayment_id = $2 or $2 = any (earlier_repayment_ids)) limit 1',
    [userId, repaymentId],
  );
  return rows.length > 0;
}

/** Lets one start of a repayment of a loan follow the other, so that two at once do not open two orders. */
export async function lockStarts(tx: Tx, userId: string, loanId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `repayment start:${userId}:${loanId}`,
  ]);
}

/** An attempt failed and no money came: the provider still takes money of its order. */
const MAY_BE_TRIED_AGAIN = `(r.status = 'failed' and r.provider_payment_ref is null and r.order_ref is not null
  and coalesce(r.failure_reason not in ('refunded', 'amount_differs', 'credited_elsewhere'), true))`;

/** Finds the newest order of this loan, amount and intent that may be paid yet, and of which no money is in the books. */
export async function findPayableOrder(
  tx: Tx,
  wanted: {
    readonly userId: string;
    readonly loanId: string;
    readonly amountPaise: number;
    readonly intent: RepaymentIntent;
  },
  failedSince: Date,
): Promise<PayableOrder | undefined> {
  const [row] = await tx.call<PayableOrder>(
    `select id, order_ref, status, next_enquiry_at from repayments r
     where user_id = $1 and loan_id = $2 and amount_paise = $3 and intent = $4 and channel = 'checkout'
       and (${IS_OPEN} or ${MAY_BE_TRIED_AGAIN} and created_at > $5)
     order by created_at desc, id desc limit 1`,
    [wanted.userId, wanted.loanId, wanted.amountPaise, wanted.intent, failedSince],
  );
  return row;
}

interface PayableOrder {
  readonly id: string;
  readonly order_ref: string | null;
  readonly status: RepaymentRow['status'];
  readonly next_enquiry_at: Date | null;
}

/** True when so many orders of the same loan were opened after this one and are open too. */
export async function isCrowdedOut(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  newerMin: number,
): Promise<boolean> {
  const [row] = await tx.call<{ newer: number }>(
    `select count(*)::integer as newer from repayments mine join repayments r
       on r.user_id = mine.user_id and r.loan_id = mine.loan_id and r.status = 'initiated' and r.channel = 'checkout'
       and (r.created_at, r.id) > (mine.created_at, mine.id)
     where mine.user_id = $1 and mine.id = $2`,
    [userId, repaymentId],
  );
  return (row?.newer ?? 0) >= newerMin;
}

interface MoneyDifference {
  readonly kind: 'amount' | 'unmatched_receipt';
  readonly paymentRef: string;
  readonly oursPaise?: number;
  readonly theirsPaise: number;
  readonly detail: object;
}

/**
 * A difference for a person to look into; the same one is opened once. False where it was cleared before. The caller holds the
 * repayment's lock.
 */
export async function askPerson(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  { paymentRef, detail, ...difference }: MoneyDifference,
  now: Date,
): Promise<boolean> {
  const [same] = await tx.call<{ isOpen: boolean }>(
    `select bool_or(resolved_at is null) as "isOpen" from reconciliation_breaks
     where user_id = $1 and repayment_id = $2 and kind = $3 and detail = $4::jsonb having count(*) > 0`,
    [userId, repaymentId, difference.kind, JSON.stringify(detail)],
  );
  if (same) return same.isOpen;
  const found = {
    ...difference,
    userId,
    repaymentId,
    rail: 'razorpay',
    reference: paymentRef,
    detail,
  } as const;
  await openBreak(tx, found, now);
  return true;
}

/** Takes the locks of a settlement in the one order (LEND-C5); undefined when the repayment is not this user's. */
export async function lockForSettlement(tx: Tx, { userId, repaymentId }: RepaymentIds) {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call(
    `select 1 from loans l where l.user_id = $1
       and l.id = (select loan_id from repayments where user_id = $1 and id = $2) for update`,
    [userId, repaymentId],
  );
  await tx.call('select 1 from repayments where user_id = $1 and id = $2 for update', [userId, repaymentId]);
  return findRepayment(tx, { userId, repaymentId });
}

/** A bank returned money of a person without a dispute: their limit rests until two people have looked. Rule: LEND-14 */
export async function markTakenBack(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.call('update credit_accounts set taken_back_at = $2, updated_at = $2 where user_id = $1', [
    userId,
    now,
  ]);
}

/** Moves an unsettled repayment to failed or unknown; one that was settled never moves, also when it was taken back since. */
export async function saveOutcome(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  outcome: {
    readonly status: 'failed' | 'unknown' | 'initiated';
    readonly reason: string | null;
    readonly nextEnquiryAt: Date | null;
  },
): Promise<void> {
  await tx.call(
    `update repayments set status = $3, failure_reason = $4, next_enquiry_at = $5, enquiry_count = enquiry_count + 1
     where user_id = $1 and id = $2 and status <> 'succeeded' and provider_payment_ref is null`,
    [userId, repaymentId, outcome.status, outcome.reason, outcome.nextEnquiryAt],
  );
}

/** Notes the looks that found no money of an order whose days are over; null where one failed since. */
export async function markAbsent(
  tx: Tx,
  { userId, repaymentId }: RepaymentIds,
  absence: Absence | null,
): Promise<void> {
  await tx.call('update repayments set absent_since = $3, absent_looks = $4 where user_id = $1 and id = $2', [
    userId,
    repaymentId,
    ...absentValues(absence),
  ]);
}

/**
 * A payment on an order that another one has already settled (double capture): a repayment of its own. It pays what is due like any other;
 * the rest goes back by itself. Rule: LEND-9 (EMI), LEND-20 (double debit)
 */
export async function insertSurplus(
  tx: Tx,
  surplus: RepaymentIds & {
    readonly amountPaise: number;
    /** The repayment that was settled: a debit under a mandate pays its one instalment, also when it comes twice. Rule: LEND-W4 */
    readonly besideId: string;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, only_number, link_payment_ref, created_at, beside_id)
     select user_id, $2, loan_id, $4, 'initiated', channel, only_number, link_payment_ref, $5, id from repayments where user_id = $1 and id = $3`,
    [surplus.userId, surplus.repaymentId, surplus.besideId, surplus.amountPaise, now],
  );
}

/** The owner of money that stands in the books: the payer of a repayment, or none while it is unclaimed. */
export interface Credited {
  /** Null: without an owner yet. */
  readonly userId: string | null;
}

/**
 * Finds where money stands in the books, of any person: it was taken once and is credited once. Until the transaction ends
 * no other transaction credits or keeps it.
 */
export async function findCredited(tx: Tx, providerPaymentRef: string): Promise<Credited | undefined> {
  await tx.call('select lock_money($1)', [providerPaymentRef]);
  const [row] = await tx.call<{ userId: string | null }>(
    `select user_id as "userId" from repayments where provider_payment_ref = $1
     union all
     select null from unidentified_receipts where payment_ref = $1 and status <> 'identified'
     limit 1`,
    [providerPaymentRef],
  );
  return row;
}

export async function findByOrder(tx: Tx, orderRef: string): Promise<RepaymentIds | undefined> {
  const [row] = await tx.call<{ user_id: string; id: string }>(
    'select user_id, id from repayments where order_ref = $1 limit 1',
    [orderRef],
  );
  return row ? { userId: row.user_id, repaymentId: row.id } : undefined;
}

/** Finds the owner of a repayment. */
export async function findOwner(tx: Tx, repaymentId: string): Promise<RepaymentIds | undefined> {
  const [row] = await tx.call<{ user_id: string }>('select user_id from repayments where id = $1', [
    repaymentId,
  ]);
  return row && { userId: row.user_id, repaymentId };
}

/** Keeps when the books first took the money of a debit: by hand it may have been paid until then. */
export async function markHeard(tx: Tx, { userId, repaymentId }: RepaymentIds, now: Date): Promise<void> {
  await tx.call('update repayments set heard_at = coalesce(heard_at, $3) where user_id = $1 and id = $2', [
    userId,
    repaymentId,
    now,
  ]);
}

/** Has a debit looked at at once that had ended without its money, which is in the books now. The caller has the locks of its loan. */
export async function wakeDebit(tx: Tx, { userId, repaymentId }: RepaymentIds, now: Date): Promise<void> {
  await tx.call(
    `update presentations set next_look_at = $3 where user_id = $1 and id = $2 and ${oneOf('state', UNPAID_DEBIT_STATES)}`,
    [userId, repaymentId, now],
  );
}

/** The job that looks again at what a loan's mandate is about to collect; it carries the user's and the loan's id. */
export const DEBITS_CHANGED = 'mandates.debits_changed';

/** Has what a mandate is to collect of a loan planned again: an instalment that was paid ahead is open again. */
export async function planDebits(tx: Tx, userId: string, loanId: string): Promise<void> {
  const [mandate] = await tx.call(
    "select 1 from mandates where user_id = $1 and loan_id = $2 and status = 'active' limit 1",
    [userId, loanId],
  );
  if (mandate) await tx.enqueue(DEBITS_CHANGED, { userId, loanId }, { key: `debits:${loanId}` });
}

/** Has a debit that was announced for a loan looked at again: it may be too high now, or not needed. */
export async function tellDebits(tx: Tx, userId: string, loanId: string): Promise<void> {
  const [ahead] = await tx.call(
    `select 1 from presentations where user_id = $1 and loan_id = $2 and ${oneOf('state', AHEAD_STATES)} limit 1`,
    [userId, loanId],
  );
  if (ahead) await tx.enqueue(DEBITS_CHANGED, { userId, loanId }, { key: `debits:${loanId}` });
}
