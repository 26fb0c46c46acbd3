import type { BreakKind, listBreaks, QueryOf } from '@mohlat/contract';
import {
  type BankRow,
  codesOfLoan,
  type Difference,
  type Resolution,
  type StandingDifference,
  standingPaise,
} from '@mohlat/lending';
import type { BusinessDate, Paise } from '@mohlat/money';
import { sql } from 'kysely';
import type { BillPayState } from '#providers/index.ts';
import { directionOf, findExact, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';
import { type ClearedAlone, decidedPaise } from './reconciliation.rules.ts';

export interface PaymentIds {
  readonly userId: string;
  readonly paymentId: string;
}

/** A part of the list; it counts when the whole reading is matched. */
export async function importRows(
  tx: Tx,
  day: BusinessDate,
  readId: string,
  rows: readonly BillPayState[],
  now: Date,
): Promise<void> {
  const facts = rows.map((row) => ({
    ourReference: row.paymentKey,
    railReference: row.payRef,
    providerTxn: row.providerTxnId ?? null,
    status: row.state,
    refundStatus: row.refundStatus ?? null,
    amountPaise: row.amount,
    occurredAt: row.paidAt?.toISOString() ?? null,
  }));
  await tx.call('select rail_import($1, $2, $3, $4)', [day, readId, JSON.stringify(facts), now]);
}

/**
 * Leaves it to the end of the transaction to prove that a row names a payment: proving it at once locks the payment, which matching
 * takes after its loan. For a reading that is not to stand. Rule: LEND-C5
 */
export async function proveRowsLast(tx: Tx): Promise<void> {
  await tx.call('set constraints rail_rows_user_id_payment_id_fkey deferred');
}

/** A payment that the rail is to be asked about, or a loan that its word froze. */
export interface RailWork {
  readonly work: 'enquire' | 'frozen';
  readonly userId: string;
  readonly paymentId: string;
}

/** Lists payments sent about a day that have no outcome and stand in no list: its list, once complete, may be their answer. Rule: LEND-X3 */
export async function listAbsent(tx: Tx, day: BusinessDate): Promise<PaymentIds[]> {
  return tx.call<PaymentIds & Record<string, unknown>>(
    `select p.user_id as "userId", p.id as "paymentId" from payments p
     where p.next_enquiry_at is not null and p.bill_status in ('submitted', 'unknown')
       and exists (select 1 from payment_attempts a where a.user_id = p.user_id and a.payment_id = p.id
         and a.started_at >= ($1::date - 1)::timestamp at time zone 'Asia/Kolkata'
         and a.started_at < ($1::date + 1)::timestamp at time zone 'Asia/Kolkata')
       and not exists (select 1 from rail_rows r where r.user_id = p.user_id and r.payment_id = p.id)
     order by 1, 2`,
    [day],
  );
}

export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

/** Counts the open differences with the bill network, by kind. */
export async function countOpen(tx: Tx): Promise<KindCount[]> {
  return tx.call<KindCount>(
    `select kind, count(*)::integer as count from reconciliation_breaks
     where resolved_at is null and rail = 'billpay' group by 1 order by 1`,
  );
}

const RAISED_AT_ONCE = 500;

/** Lists the oldest open differences from before a moment that were not yet raised as overdue. */
export async function listUnraised(tx: Tx, before: Date) {
  return tx.call<{ userId: string; id: string; kind: string; owner: string; openedAt: Date }>(
    `select user_id as "userId", id, kind, owner, opened_at as "openedAt" from reconciliation_breaks
     where resolved_at is null and escalated_at is null and opened_at < $1 order by opened_at, id limit $2`,
    [before, RAISED_AT_ONCE],
  );
}

/** Raises those that are still open and were not raised meanwhile; answers their ids. */
export async function escalate(
  tx: Tx,
  breaks: readonly { readonly userId: string; readonly id: string }[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.call<{ id: string }>(
    `update reconciliation_breaks b set escalated_at = $3 from unnest($1::uuid[], $2::uuid[]) as x(user_id, id)
     where b.user_id = x.user_id and b.id = x.id and b.resolved_at is null and b.escalated_at is null returning b.id`,
    [breaks.map(({ userId }) => userId), breaks.map(({ id }) => id), now],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The open differences of a payment, of some kinds. */
export async function openBreaksOf(tx: Tx, { userId, paymentId }: PaymentIds, kinds: readonly string[]) {
  return tx.call<{ id: string; kind: string }>(
    `select id, kind from reconciliation_breaks
     where user_id = $1 and payment_id = $2 and kind = any ($3) and resolved_at is null`,
    [userId, paymentId, kinds],
  );
}

/** Freezes the loan of a paid bill whose newest row of the list says that it came back; answers whether it did. Rule: LEND-X10. */
export async function freezeAsReturned(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  now: Date,
): Promise<boolean> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  const [row] = await tx.call<{ is_frozen: boolean }>(
    `select loan_freeze(r.user_id, r.payment_id, 'refund_' || r.refund_status, r.id, $3) as is_frozen
     from rail_rows r join payments p on p.user_id = r.user_id and p.id = r.payment_id and p.bill_status = 'paid'
     where r.user_id = $1 and r.payment_id = $2 and r.verdict = 'returned' and r.refund_status is not null
     order by r.id desc limit 1`,
    [userId, paymentId, now],
  );
  return row?.is_frozen ?? false;
}

/**
 * Locks a payment that is paid, with everything of its owner that its undoing touches; answers whether it is.
 * Locks: credit account, loans, payment (LEND-C5).
 */
export async function lockPaid(tx: Tx, { userId, paymentId }: PaymentIds): Promise<boolean> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call('select 1 from loans where user_id = $1 order by id for update', [userId]);
  const rows = await tx.call(
    `select 1 from payments p join loans l on l.user_id = p.user_id and l.id = p.id
     where p.user_id = $1 and p.id = $2 and p.bill_status = 'paid' for update of p`,
    [userId, paymentId],
  );
  return rows.length > 0;
}

/** Answers false when the payment was not paid any more. */
export async function moveToReversed(tx: Tx, { userId, paymentId }: PaymentIds, now: Date): Promise<boolean> {
  const [row] = await tx.call<{ done: boolean }>(
    "select payment_move($1, $2, array['paid'], 'reversed', 'reversed', $3) as done",
    [userId, paymentId, now],
  );
  return row?.done === true;
}

/** A loan that is undone is frozen no more. Rule: LEND-X10 */
export async function endFreeze(tx: Tx, { userId, paymentId }: PaymentIds, now: Date): Promise<void> {
  await tx.call("select loan_thaw($1, $2, 'unwound', null, $3)", [userId, paymentId, now]);
}

/** Whether nothing of a loan is left on its accounts, nor of what it earned. Rule: LEND-18 */
export async function isOutOfBooks(tx: Tx, { userId, paymentId }: PaymentIds): Promise<boolean> {
  const left = await tx.call(
    `select 1 from postings where user_id = $1 and loan_id = $2 and account = any ($3)
     group by account having sum(amount_paise) <> 0`,
    [userId, paymentId, codesOfLoan()],
  );
  return left.length === 0;
}

export async function journalOf(
  tx: Tx,
  userId: string,
  kind: string,
  sourceId: string,
): Promise<string | null> {
  const [row] = await tx.call<{ id: string }>(
    'select id from journals where user_id = $1 and source_kind = $2 and source_id = $3',
    [userId, kind, sourceId],
  );
  return row?.id ?? null;
}

function select() {
  return query
    .selectFrom('reconciliation_breaks')
    .select([
      'user_id',
      'id',
      'kind',
      'rail',
      'owner',
      'reference',
      'business_on',
      'payment_id',
      'repayment_id',
      'ours_paise',
      'theirs_paise',
      'opened_at',
      'escalated_at',
      'resolved_at',
      'resolution',
      'note',
    ])
    .$narrowType<{ kind: BreakKind }>();
}

interface Standing {
  readonly loan_id: string | null;
  readonly books_paise: Paise;
  readonly bank_row: BankRow | null;
  readonly is_underway: boolean;
}

/**
 * Adds what stands in the books and in the bank's file of each. Asked apart: the bank's file may speak of people on other nodes of a
 * cluster (decision 121).
 */
async function withStanding<R extends { user_id: string; id: string; resolved_at: Date | null }>(
  tx: Tx,
  rows: readonly R[],
): Promise<(R & Standing)[]> {
  if (rows.length === 0) return [];
  const standings = await tx.call<Standing & { id: string }>(
    `select x.id, break_loan(x.user_id, x.id) as loan_id,
       case when x.is_open then break_standing(x.user_id, x.id) else 0 end as books_paise,
       case when x.is_open then break_row(x.user_id, x.id) end as bank_row, break_underway(x.user_id, x.id) as is_underway
     from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as x (user_id, id, is_open)`,
    [rows.map((row) => row.user_id), rows.map((row) => row.id), rows.map((row) => row.resolved_at === null)],
  );
  const byId = new Map(standings.map(({ id, ...standing }) => [id, standing]));
  return rows.map((row) => ({ ...row, ...byId.get(row.id)! }));
}

/** Any difference, by its id alone. Under the staff's or the worker's role. */
export async function findBreak(tx: Tx, id: string) {
  return (await withStanding(tx, await tx.rows(select().where('id', '=', id))))[0];
}
export type BreakRow = NonNullable<Awaited<ReturnType<typeof findBreak>>>;

/** Picks the facts of a row that decide how it may be cleared. */
export function differenceOf(row: BreakRow): Difference {
  const { kind, rail, is_underway: isUnderway } = row;
  return { kind, rail, paise: standingPaise(standingOf(row)), isUnderway };
}

/** The facts of a row that decide how much of it stands. */
export function standingOf({ kind, rail, books_paise, bank_row }: BreakRow): StandingDifference {
  return { kind, rail, booksPaise: books_paise, bankRow: bank_row };
}

/** The signed amount that this resolution decides, in paise; of a bank row it is the amount in the file. */
export function paiseDecided(row: BreakRow, resolution: Resolution): number {
  // Money that a row brought is theirs; money that it took is a difference above zero, like one that stands in the books.
  return decidedPaise({ ...differenceOf(row), rowPaise: -(row.theirs_paise ?? 0) }, resolution);
}

/**
 * Lists the differences that a member of staff has cleared alone since an instant. Serialises their decisions: the advisory lock is held
 * until the transaction ends.
 */
export async function listClearedAlone(tx: Tx, memberId: string, since: Date): Promise<ClearedAlone[]> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`breaks ${memberId}`]);
  return tx.call<ClearedAlone>(
    `select b.kind, b.resolution, coalesce(b.theirs_paise, 0) as "rowPaise", (
         select coalesce(sum(x.amount_paise), 0)::bigint from postings x
         where x.user_id = b.user_id and x.journal_id = b.journal_id and x.amount_paise > 0) as "bookedPaise"
     from reconciliation_breaks b
     where b.resolved_by = $1 and b.resolved_at >= $2
       and not exists (select 1 from approvals a where a.object_id = b.id and a.status = 'approved')`,
    [memberId, since],
  );
}

/** The same, locked until the transaction ends. Locks: as break_lock (LEND-C5). */
export async function lockBreak(tx: Tx, id: string): Promise<BreakRow | undefined> {
  const [row] = await tx.call<{ user_id: string }>(
    'select user_id from reconciliation_breaks where id = $1',
    [id],
  );
  if (!row) return undefined;
  await tx.call('select break_lock($1, $2)', [row.user_id, id]);
  return findBreak(tx, id);
}

/** A page for staff; one row too many. */
export async function listForStaff(tx: Tx, page: QueryOf<typeof listBreaks>): Promise<BreakRow[]> {
  const after = readCursor(page.cursor);
  const isOpen = page.state !== 'resolved';
  const { direction, beyond } = directionOf(page.order);
  let rows = select()
    .where('resolved_at', isOpen ? 'is' : 'is not', null)
    .orderBy('opened_at', direction)
    .orderBy('id', direction)
    .limit(page.limit + 1);
  if (page.state === 'escalated') rows = rows.where('escalated_at', 'is not', null);
  if (page.kind) rows = rows.where('kind', '=', page.kind);
  if (page.rail) rows = rows.where('rail', '=', page.rail);
  if (page.owner) rows = rows.where('owner', '=', page.owner);
  if (after) {
    const at = await findExact(tx, 'reconciliation_breaks', 'opened_at', after);
    rows = rows.where((where) =>
      where(where.refTuple('opened_at', 'id'), beyond, where.tuple(sql<Date>`${at}::timestamptz`, after.id)),
    );
  }
  return withStanding(tx, await tx.rows(rows));
}
