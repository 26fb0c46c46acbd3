import type { AdminPayment, ApprovalItem, ApprovalKind } from '@mohlat/contract';
import type { FreezeFact, LoanStatus } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { LOAN_FACT, type LoanFact, NEWEST_FACT } from '#features/lending/index.ts';
import { type Newest, readNewest } from '@mohlat/platform/db/newest.ts';
import { IS_PAID_BY_LINK, TAKEN_BACK_ON } from '#features/repayments/index.ts';
import { statusAt } from '#features/approvals/index.ts';
import type { Tx } from '#platform/db/database.ts';

export interface PaymentIds {
  readonly userId: string;
  readonly paymentId: string;
}

export interface PaymentHead extends LoanFact {
  readonly user_id: string;
  readonly full_name: string | null;
  readonly settings_version: number;
  readonly bill_status: AdminPayment['payment']['billStatus'];
  readonly accepted_at: Date;
  readonly next_enquiry_at: Date | null;
  readonly loan_status: LoanStatus | null;
  readonly disbursed_on: BusinessDate | null;
}

/** Finds the owner of a payment, for staff: it may be any person's. */
export async function findOwner(tx: Tx, paymentId: string): Promise<string | undefined> {
  return (await findHead(tx, paymentId))?.user_id;
}

/** Finds the owner and the state of a payment. */
export async function findHead(tx: Tx, paymentId: string): Promise<PaymentHead | undefined> {
  const [row] = await tx.call<PaymentHead>(
    `select p.user_id, f.full_name, p.settings_version, p.bill_status, p.accepted_at, p.next_enquiry_at,
       l.status as loan_status, l.disbursed_on, ${LOAN_FACT}
     from payments p
     left join profiles f on f.user_id = p.user_id
     left join loans l on l.user_id = p.user_id and l.id = p.id
     left join loan_days d on d.user_id = l.user_id and d.loan_id = l.id
     ${NEWEST_FACT}
     where p.id = $1`,
    [paymentId],
  );
  return row;
}

export interface AttemptRow {
  readonly our_reference: string;
  readonly provider_ref: string | null;
}

export function listAttempts(tx: Tx, { userId, paymentId }: PaymentIds): Promise<AttemptRow[]> {
  return tx.call<AttemptRow>(
    `select our_reference, provider_ref from payment_attempts where user_id = $1 and payment_id = $2 order by started_at`,
    [userId, paymentId],
  );
}

export interface RepaymentRow {
  readonly id: string;
  readonly created_at: Date;
  readonly received_at: Date | null;
  readonly amount_paise: number;
  readonly status: AdminPayment['repayments'][number]['status'];
  readonly channel: string;
  readonly order_ref: string | null;
  readonly provider_payment_ref: string | null;
  readonly taken_back_on: BusinessDate | null;
  readonly failure_reason: string | null;
  readonly is_paid_by_link: boolean;
}

export function listRepayments(tx: Tx, { userId, paymentId }: PaymentIds): Promise<RepaymentRow[]> {
  return tx.call<RepaymentRow>(
    `select r.id, r.created_at, r.received_at, r.amount_paise, r.status, r.channel, r.order_ref, r.provider_payment_ref,
       r.failure_reason, ${TAKEN_BACK_ON} as taken_back_on, ${IS_PAID_BY_LINK} as is_paid_by_link
     from repayments r where r.user_id = $1 and r.loan_id = $2 order by r.created_at, r.id`,
    [userId, paymentId],
  );
}

export interface RefundRow {
  readonly id: string;
  readonly created_at: Date;
  readonly settled_at: Date | null;
  readonly amount_paise: number;
  readonly status: AdminPayment['refunds'][number]['status'];
  readonly provider_ref: string | null;
  readonly failure_reason: string | null;
}

export function listRefunds(tx: Tx, { userId, paymentId }: PaymentIds): Promise<RefundRow[]> {
  return tx.call<RefundRow>(
    `select id, created_at, settled_at, amount_paise, status, provider_ref, failure_reason
     from refunds where user_id = $1 and loan_id = $2 order by created_at, id`,
    [userId, paymentId],
  );
}

export interface JournalRow {
  readonly id: string;
  readonly posted_at: Date;
  readonly posting_on: BusinessDate;
  readonly effective_on: BusinessDate;
  readonly source_kind: string;
  readonly reversal_of: string | null;
  readonly postings: AdminPayment['journals'][number]['postings'];
}

/** Every journal of a payment with its lines, oldest first. */
export function listJournals(tx: Tx, { userId, paymentId }: PaymentIds): Promise<JournalRow[]> {
  return tx.call<JournalRow>(
    `select j.id, j.posted_at, j.posting_on, j.effective_on, j.source_kind, j.reversal_of,
       jsonb_agg(jsonb_build_object('account', p.account, 'name', a.name, 'amountPaise', p.amount_paise) order by p.line) as postings
     from journals j
     join postings p on p.user_id = j.user_id and p.journal_id = j.id
     join accounts a on a.code = p.account
     where j.user_id = $1 and j.loan_id = $2
     group by j.user_id, j.id order by j.posted_at, j.id`,
    [userId, paymentId],
  );
}

export interface ApprovalRow {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly status: ApprovalItem['status'];
  readonly proposed_at: Date;
}

/** Proposals about a payment, or about a difference of it. */
export function listApprovals(tx: Tx, objectIds: readonly string[], now: Date): Promise<ApprovalRow[]> {
  return tx.call<ApprovalRow>(
    `select id, kind, ${statusAt('$2')} as status, proposed_at
     from approvals a where object_id = any ($1) order by proposed_at, id`,
    [objectIds, now],
  );
}

export interface BreakRow {
  readonly id: string;
  readonly kind: string;
  readonly opened_at: Date;
  readonly resolved_at: Date | null;
}

export function listBreaks(tx: Tx, { userId, paymentId }: PaymentIds): Promise<BreakRow[]> {
  return tx.call<BreakRow>(
    `select id, kind, opened_at, resolved_at from reconciliation_breaks
     where user_id = $1 and payment_id = $2 order by opened_at, id`,
    [userId, paymentId],
  );
}

export function listHardships(tx: Tx, { userId, paymentId }: PaymentIds): Promise<AdminPayment['hardships']> {
  return tx.call<AdminPayment['hardships'][number]>(
    `select id, from_on as "fromDate", until_on as "untilDate", ended_on as "endedDate" from hardships
     where user_id = $1 and loan_id = $2 order by from_on desc, id desc`,
    [userId, paymentId],
  );
}

/**
 * True where a loan was past due by the close of a day or of one after it. A fact lasts until the next, or until the loan
 * ends; days past due go on by themselves. Rule: LEND-D6
 */
export async function wasLateSince(
  tx: Tx,
  { userId, paymentId }: PaymentIds,
  day: BusinessDate,
): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from loans l join dpd_log f on f.user_id = l.user_id and f.loan_id = l.id and f.is_active and f.dpd > 0
     where l.user_id = $1 and l.id = $2 and (l.closed_on is null or l.closed_on > $3) and f.business_on >= (
       select coalesce(max(g.business_on), '-infinity') from dpd_log g
       where g.user_id = $1 and g.loan_id = $2 and g.is_active and g.business_on <= $3) limit 1`,
    [userId, paymentId, day],
  );
  return rows.length > 0;
}

export interface FreezeRow extends FreezeFact {
  readonly word: string;
}

/** Lists the freezes of a loan and their ends, oldest first. */
export function listFreezeFacts(tx: Tx, { userId, paymentId }: PaymentIds): Promise<FreezeRow[]> {
  return tx.call<FreezeRow>(
    `select is_frozen as "isFrozen", from_on as "fromOn", word from loan_freezes
     where user_id = $1 and loan_id = $2 order by seq`,
    [userId, paymentId],
  );
}

export interface CallRow {
  readonly at: Date;
  readonly provider: string;
  readonly op: string;
  readonly result: string;
  readonly attempt: number;
  readonly duration_ms: number;
  readonly http_status: number | null;
  readonly trace: string | null;
}

const CALLS_MAX = 1000;

/** The newest of what providers were asked for a payment, its repayments and refunds. */
export function listCalls(tx: Tx, requestIds: readonly string[]): Promise<Newest<CallRow>> {
  const select = `select id, at, provider, op, result, attempt, duration_ms, http_status, trace
    from provider_calls where request_id = any ($1)`;
  return readNewest(tx, { select, order: 'at desc, id desc', max: CALLS_MAX }, [requestIds]);
}

export interface WebhookRow {
  readonly provider: string;
  readonly type: string;
  readonly trust: string;
  readonly received_at: Date;
  readonly outcome: string | null;
}

const WEBHOOKS_MAX = 500;

/** The newest of what providers told us about any of these references. */
export function listWebhooks(tx: Tx, references: readonly string[]): Promise<Newest<WebhookRow>> {
  const select = `select provider, event_id, type, trust, received_at, outcome from webhook_inbox
    where subject_ref = any ($1)`;
  return readNewest(tx, { select, order: 'received_at desc, event_id desc', max: WEBHOOKS_MAX }, [
    references,
  ]);
}

export interface JobRow {
  readonly task: string;
  readonly run_at: Date;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly is_running: boolean;
}

export function listJobs(tx: Tx, paymentId: string): Promise<JobRow[]> {
  return tx.call<JobRow>('select task, run_at, attempts, attempts_max, is_running from jobs_of_payment($1)', [
    paymentId,
  ]);
}

export interface DecisionRow {
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly action: string;
  readonly reason: string | null;
}

/** Lists the acts of staff on a payment and its proposals; mere reads are no part of its story. */
export function listDecisions(tx: Tx, objectIds: readonly string[]): Promise<DecisionRow[]> {
  return tx.call<DecisionRow>(
    `select d.at, d.actor_kind, d.actor_id, p.name as actor_name, d.action, d.reason
     from audit_of($1) with ordinality d (at, actor_kind, actor_id, action, reason, number)
     left join staff_register p on p.staff_id = d.actor_id
     where d.action not like '%.read' order by d.number`,
    [objectIds],
  );
}

/** The roles of the member of staff who acts in this transaction, read from the tables as it opened. */
export async function listOwnRoles(tx: Tx): Promise<readonly string[]> {
  const [row] = await tx.call<{ roles: string[] }>('select app_staff_roles() as roles');
  return row?.roles ?? [];
}

/** Takes the locks of a payment in their one order and tells how it stands. Rule: LEND-C5 */
export async function lockHead(tx: Tx, { userId, paymentId }: PaymentIds): Promise<PaymentHead | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call('select 1 from payments where user_id = $1 and id = $2 for update', [userId, paymentId]);
  return findHead(tx, paymentId);
}
