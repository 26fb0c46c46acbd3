import type { BreakKind, REFUND_STATUSES } from '@mohlat/contract';
import {
  type Absence,
  type ExcessSplit,
  type Refund,
  REFUND_UNDER_WAY,
  type Refundable,
  refundBegun,
  type RefundDue,
  refundFailed,
  refundHold,
  type RefundHold,
  refundPaid,
  type RefundOf,
  refundsDue,
  refundsLeft,
  refusalsOf,
  type RepaymentDispute,
  splitExcess,
} from '@mohlat/lending';
import { istDate, type Paise, sumPaise } from '@mohlat/money';
import { accountsIn } from '#ledger/accounts-in.ts';
import { absenceOf, absentValues } from '#features/absence.ts';
import { openBreak, settleOpen } from '#features/breaks.ts';
import { bookJournals } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import type { Leave } from './refunds.ask.ts';
import { clearOwedNoMore, takeForDisputes } from './refunds.taken.ts';

type RefundStatus = (typeof REFUND_STATUSES)[number];

const isUnderWay = (column: string) => oneOf(column, REFUND_UNDER_WAY);

export interface RefundIds {
  readonly userId: string;
  readonly refundId: string;
}

/** The disputes of the repayment `r`, in SQL. */
const DISPUTES = `coalesce((
    select json_agg(json_build_object('status', c.status, 'isDeducted', c.deducted_at is not null,
      'endedAt', extract(epoch from c.ended_at) * 1000))
    from chargebacks c where c.user_id = r.user_id and c.repayment_id = r.id), '[]') as disputes`;

/** The refunds of the repayment `r`, in SQL. One that the rail has made has its reference of the rail. */
const REFUNDS = `coalesce((
    select json_agg(json_build_object('status', x.status, 'amountPaise', x.amount_paise,
      'isUnmade', coalesce(x.failure_reason in ('charged_back', 'given_by_mistake'), false),
      'isOffRail', x.status = 'processed' and (x.chargeback_id is not null or x.provider_ref is null),
      'endedAt', extract(epoch from x.settled_at) * 1000))
    from refunds x where x.user_id = r.user_id and x.repayment_id = r.id), '[]') as refunds`;

/** The facts by which a request for the refund `f` is held back, in SQL. */
const HELD_BY = `f.created_at as "begunAt", r.status = 'succeeded' as "isCounted", ${DISPUTES}`;

interface HeldBy {
  readonly begunAt: Date;
  readonly isCounted: boolean;
  readonly disputes: readonly RepaymentDispute[];
}

const holdOf = ({ begunAt, isCounted, disputes }: HeldBy): RefundHold =>
  refundHold(begunAt.getTime(), isCounted, disputes);

export interface RefundRow {
  readonly id: string;
  readonly loan_id: string;
  readonly repayment_id: string;
  readonly amount_paise: number;
  readonly status: RefundStatus;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  /** The looks since the last one that found it, or failed. */
  readonly absence: Absence | null;
  /** When it ended. */
  readonly settled_at: Date | null;
  readonly provider_payment_ref: string;
  readonly hold: RefundHold;
  /** The number of refunds of this payment that were refused in a row. */
  readonly refusals: number;
}

/** Begins to return what these loans of a person hold too much; the caller has their locks. Rule: LEND-16 journal 23, LEND-W4. */
export async function startRefunds(
  tx: Tx,
  userId: string,
  loanIds: readonly string[],
  now: Date,
): Promise<void> {
  const repayments = await findContestless(tx, userId, loanIds, now);
  await begin(tx, userId, refundsDue(repayments, now.getTime(), 'by itself'), now);
  await callStaff(tx, userId, repayments, now);
  await clearOwedNoMore(tx, userId, loanIds, repayments, now);
}

/** Opens a difference for each sum that payers' banks refused too often: staff find another way. Rule: LEND-21 */
async function callStaff(
  tx: Tx,
  userId: string,
  repayments: readonly RefundableOf[],
  now: Date,
): Promise<void> {
  for (const { repaymentId, amountPaise: oursPaise } of refundsLeft(repayments)) {
    const reference = repayments.find((one) => one.repaymentId === repaymentId)!.paymentRef;
    const found = { userId, kind: 'refund_refused', rail: 'razorpay', owner: 'finance' } as const;
    const detail = { amountPaise: oursPaise };
    await openBreak(tx, { ...found, reference, repaymentId, oursPaise, detail }, now);
  }
}

/** Begins once more what the payers' banks refused to the end; answers how many refunds it began. The caller has the locks. */
export async function restartRefunds(tx: Tx, userId: string, loanId: string, now: Date): Promise<number> {
  const due = refundsDue(await findContestless(tx, userId, [loanId], now), now.getTime(), 'by staff');
  await begin(tx, userId, due, now);
  return due.length;
}

/** Repayments with what is left of their excess once lost disputes have taken theirs. */
async function findContestless(tx: Tx, userId: string, loanIds: readonly string[], now: Date) {
  const repayments = await findRefundable(tx, userId, loanIds);
  const isAnyTaken = await takeForDisputes(tx, userId, repayments, now);
  return isAnyTaken ? findRefundable(tx, userId, loanIds) : repayments;
}

type RefundableOf = Refundable & { readonly loanId: string; readonly paymentRef: string };

/** Repayments of these loans that count and that a provider can give back, with their excess and their refunds. */
export async function findRefundable(
  tx: Tx,
  userId: string,
  loanIds: readonly string[],
): Promise<RefundableOf[]> {
  return tx.call<RefundableOf>(
    `select r.id as "repaymentId", r.loan_id as "loanId", r.provider_payment_ref as "paymentRef", e.paise as "excessPaise",
       ${REFUNDS}, ${DISPUTES}
     from repayments r
     cross join lateral (
       select coalesce(sum(a.amount_paise), 0)::bigint as paise from allocations a
       where a.user_id = r.user_id and a.repayment_id = r.id and a.is_active and a.component = 'excess') e
     where r.user_id = $1 and r.loan_id = any ($2) and r.status = 'succeeded' and r.provider_payment_ref is not null
     order by r.received_at, r.id`,
    [userId, loanIds],
  );
}

/** Finds what the books hold too much of a person: what is to go back, and what no refund will carry. Rule: LEND-24 */
export async function findExcess(tx: Tx, userId: string): Promise<ExcessSplit> {
  const balances = await tx.call<{ loan_id: string; held: Paise }>(
    `select loan_id, -balance_paise as held from account_balances
     where user_id = $1 and account in ${accountsIn('EXCESS')} and balance_paise < 0`,
    [userId],
  );
  const ids = balances.map((one) => one.loan_id);
  const byLoan = Map.groupBy(await findRefundable(tx, userId, ids), ({ loanId }) => loanId);
  const splits = balances.map((one) => splitExcess(one.held, byLoan.get(one.loan_id) ?? []));
  return {
    duePaise: splits.flatMap(({ duePaise }) => duePaise),
    remainderPaise: sumPaise(splits.map(({ remainderPaise }) => remainderPaise)),
  };
}

async function begin(tx: Tx, userId: string, due: readonly RefundDue[], now: Date): Promise<void> {
  if (due.length === 0) return;
  const begun = await tx.call<Refund>(
    `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, created_at, next_look_at)
     select r.user_id, r.loan_id, r.id, x.paise, 'initiated', $4, $4
     from unnest($2::uuid[], $3::bigint[]) as x(repayment_id, paise)
     join repayments r on r.user_id = $1 and r.id = x.repayment_id
     returning ${REFUND}`,
    [userId, due.map((one) => one.repaymentId), due.map((one) => one.amountPaise), now],
  );
  await bookBegun(tx, userId, begun, now);
}

/** A refund as its journal needs it. */
const REFUND = 'id, loan_id as "loanId", amount_paise as "amountPaise"';

async function bookBegun(tx: Tx, userId: string, begun: readonly Refund[], now: Date): Promise<void> {
  const today = istDate(now.getTime());
  const journals = begun.map((refund) => ({ userId, journal: refundBegun(refund, today) }));
  await bookJournals(tx, journals, now);
}

/** The locks of a loan, in the one order. Rule: LEND-C5. */
export async function lockLoan(tx: Tx, userId: string, loanId: string): Promise<void> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call('select 1 from loans where user_id = $1 and id = $2 for update', [userId, loanId]);
}

/**
 * Tells whether an act of staff that sends a loan's excess back waits for a second person. Two ways at once would pay it twice: finance
 * sends a transfer before it is booked. The caller has the locks of the loan. Rule: LEND-24, LEND-16 journal 23
 */
export async function isReturnProposed(
  tx: Tx,
  loanId: string,
  kind: 'refund' | 'refund_transfer',
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from approvals where object_id = $1 and kind = $2 and status = 'open' and expires_at > $3`,
    [loanId, kind, now],
  );
  return rows.length > 0;
}

export async function findRefund(tx: Tx, { userId, refundId }: RefundIds): Promise<RefundRow | undefined> {
  const [row] = await tx.call<
    Omit<RefundRow, 'hold' | 'refusals'> & HeldBy & { readonly refunds: readonly RefundOf[] }
  >(
    `select f.id, f.loan_id, f.repayment_id, f.amount_paise, f.status, f.created_at, f.sent_at, f.settled_at, ${absenceOf('f')},
       r.provider_payment_ref, ${HELD_BY}, ${REFUNDS}
     from refunds f join repayments r on r.user_id = f.user_id and r.id = f.repayment_id
     where f.user_id = $1 and f.id = $2`,
    [userId, refundId],
  );
  return row && { ...row, hold: holdOf(row), refusals: refusalsOf(row.refunds).length };
}

/**
 * Written down before the request leaves, so that a try after a crash asks the provider first. `held` where none may leave, or the
 * refund has ended.
 */
export async function markSent(tx: Tx, { userId, refundId }: RefundIds, now: Date): Promise<Leave> {
  const [row] = await tx.call<{ was_sent: boolean } & HeldBy>(
    `select f.sent_at is not null as was_sent, ${HELD_BY}
     from refunds f join repayments r on r.user_id = f.user_id and r.id = f.repayment_id
     where f.user_id = $1 and f.id = $2 and ${isUnderWay('f.status')} for update of f`,
    [userId, refundId],
  );
  if (row === undefined || holdOf(row) !== 'none') return 'held';
  await tx.call(
    `update refunds set sent_at = $3, absent_since = null, absent_looks = 0,
       status = case when status = 'initiated' then 'processing' else status end
     where user_id = $1 and id = $2`,
    [userId, refundId, now],
  );
  return row.was_sent ? 'again' : 'first';
}

/** Why a refund was not made and never will be: words of the glossary. */
type UnmadeReason = 'charged_back' | 'given_by_mistake';

/**
 * Ends the refunds of a repayment that have not left: its payer has the money back by their bank, or it was not their money. The caller
 * has the locks of the loan. Rule: LEND-16 journal 34
 */
export async function dropUnsent(
  tx: Tx,
  { userId, repaymentId }: { readonly userId: string; readonly repaymentId: string },
  reason: UnmadeReason,
  now: Date,
): Promise<void> {
  const unsent = await tx.call<{ id: string }>(
    `select id from refunds where user_id = $1 and repayment_id = $2 and sent_at is null and ${isUnderWay('status')}
     order by id for update`,
    [userId, repaymentId],
  );
  for (const { id } of unsent) await endUnmade(tx, { userId, refundId: id }, reason, now);
}

/** Ends a refund that was not made and never will be; false when it had ended before. */
export function endUnmade(tx: Tx, ids: RefundIds, reason: UnmadeReason, now: Date): Promise<boolean> {
  const facts = { providerRef: null, bankRef: null, failureReason: reason, nextLookAt: null };
  return endRefund(tx, ids, { status: 'failed', ...facts }, now);
}

/** Goes on with the refunds of a loan that waited for a dispute. The caller has its locks. Rule: LEND-16 journal 34 */
export async function resumeRefunds(tx: Tx, userId: string, loanId: string, now: Date): Promise<void> {
  await tx.call(
    `update refunds set next_look_at = $3 where user_id = $1 and loan_id = $2 and ${isUnderWay('status')}`,
    [userId, loanId, now],
  );
  await startRefunds(tx, userId, [loanId], now);
}

/** Writes down how a refund under way stands, and when to look next; false where it has ended meanwhile. */
export async function saveOpen(
  tx: Tx,
  { userId, refundId }: RefundIds,
  state: {
    readonly status: 'processing' | 'unknown' | null;
    readonly providerRef: string | null;
    readonly nextLookAt: Date;
    /** Left out of a look that was not in vain. */
    readonly absence?: Absence | null;
  },
): Promise<boolean> {
  const rows = await tx.call(
    `update refunds set status = coalesce($3, status), provider_ref = coalesce($4, provider_ref), next_look_at = $5,
       absent_since = $6, absent_looks = $7
     where user_id = $1 and id = $2 and ${isUnderWay('status')} returning id`,
    [
      userId,
      refundId,
      state.status,
      state.providerRef,
      state.nextLookAt,
      ...absentValues(state.absence ?? null),
    ],
  );
  return rows.length > 0;
}

export interface RefundEnd {
  readonly status: 'processed' | 'failed';
  readonly providerRef: string | null;
  readonly bankRef: string | null;
  readonly failureReason: string | null;
  readonly nextLookAt: Date | null;
}

/** False when it had ended before. Rule: LEND-16 journal 23 */
export async function endRefund(
  tx: Tx,
  { userId, refundId }: RefundIds,
  { status, ...facts }: RefundEnd,
  now: Date,
): Promise<boolean> {
  const [ended] = await tx.call<Refund & { readonly isLost: boolean }>(
    `select ${REFUND}, is_repayment_lost as "isLost" from refund_close($1, $2, $3, $4, $5)`,
    [userId, refundId, now, status, JSON.stringify(facts)],
  );
  if (ended === undefined) return false;
  const today = istDate(now.getTime());
  const journal =
    status === 'processed' ? refundPaid(ended, today) : refundFailed(ended, today, ended.isLost);
  await bookJournals(tx, [{ userId, journal }], now);
  await settleCalls(tx, { userId, refundId }, status, now);
  return true;
}

/** One refund of a repayment is under way at a time: ended, none takes long; processed, its way back is open. Rule: LEND-21 */
async function settleCalls(
  tx: Tx,
  { userId, refundId }: RefundIds,
  status: RefundEnd['status'],
  now: Date,
): Promise<void> {
  const [row] = await tx.call<{ repaymentId: string }>(
    'select repayment_id as "repaymentId" from refunds where user_id = $1 and id = $2',
    [userId, refundId],
  );
  const kinds: BreakKind[] = status === 'processed' ? ['refund_slow', 'refund_refused'] : ['refund_slow'];
  await settleOpen(tx, { userId, kinds, rail: 'razorpay', repaymentId: row!.repaymentId }, now);
}

/** Postpones the next look at a refund to an instant; a refund without a next look stays so. */
export async function lookNoSooner(tx: Tx, { userId, refundId }: RefundIds, at: Date): Promise<void> {
  await tx.call(
    'update refunds set next_look_at = $3 where user_id = $1 and id = $2 and next_look_at is not null',
    [userId, refundId, at],
  );
}

export async function forgetLook(tx: Tx, { userId, refundId }: RefundIds): Promise<void> {
  await tx.call('update refunds set next_look_at = null where user_id = $1 and id = $2', [userId, refundId]);
}

/** A refund takes long: a person has to look. The same one is asked for once. */
export async function callSlow(tx: Tx, userId: string, row: RefundRow, now: Date): Promise<void> {
  const found = {
    userId,
    kind: 'refund_slow',
    rail: 'razorpay',
    owner: 'finance',
    reference: row.provider_payment_ref,
    repaymentId: row.repayment_id,
    oursPaise: row.amount_paise,
    detail: { refundId: row.id, amountPaise: row.amount_paise },
  } as const;
  await openBreak(tx, found, now);
}

/** Refunds under way of a payment the provider told us something about. */
export async function findByPayment(tx: Tx, paymentRef: string): Promise<RefundIds[]> {
  const rows = await tx.call<{ user_id: string; id: string }>(
    `select f.user_id, f.id from repayments r join refunds f on f.user_id = r.user_id and f.repayment_id = r.id
     where r.provider_payment_ref = $1 and ${isUnderWay('f.status')}`,
    [paymentRef],
  );
  return rows.map((row) => ({ userId: row.user_id, refundId: row.id }));
}
