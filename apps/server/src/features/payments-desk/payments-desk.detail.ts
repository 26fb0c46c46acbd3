import type { Trace } from '#platform/http/trace.ts';
import type { AdminPayment, AnswerOf, enquirePayment } from '@mohlat/contract';
import { closingQuote, type Freeze, type FreezeFact, isFrozen, listFreezes } from '@mohlat/lending';
import { addDays, type BusinessDate, paise } from '@mohlat/money';
import { LOGGED_WITHIN_DAYS } from '#features/contacts/index.ts';
import { findBlock } from '#features/account-block.ts';
import type { FeatureContext } from '#features/context.ts';
import { dpdOf } from '#features/lending/index.ts';
import { findWaivers, maySettle } from '#features/losses/index.ts';
import { listDebitsInReview, listMandatesOf } from '#features/mandates/index.ts';
import {
  findFactsOn,
  isAgreed,
  loanToQuote,
  type PaymentFacts,
  outstandingOfFacts,
  toPayment,
  withAgent,
} from '#features/payments/index.ts';
import { findTransferDue } from '#features/refunds/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { audit } from './payments-desk.audit.ts';
import * as repo from './payments-desk.detail.repo.ts';
import { actionsFor, type Standing, timelineOf } from './payments-desk.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'limits'>;

export interface PaymentDetailService {
  /** Throws not_found. Looking is audited. */
  get(actor: Actor, paymentId: string, trace: Trace): Promise<AdminPayment>;
  /** Has the rail asked by a job; only its clear word moves the payment. Throws not_found, payment_not_at_rail. */
  enquire(actor: Actor, paymentId: string, trace: Trace): Promise<AnswerOf<typeof enquirePayment>>;
}

/** A member of staff waits for it, after people who wait for their own payment. */
const BEFORE_SCHEDULED = -5;

export function createPaymentDetailService({ worker, clock, limits }: Deps): PaymentDetailService {
  const findOwner = (actor: Actor, paymentId: string) =>
    worker.asStaff(actor, async (tx) => {
      const head = await repo.findHead(tx, paymentId);
      if (!head) throw new DomainError('not_found');
      return head.user_id;
    });
  return {
    async get(actor, paymentId, trace) {
      const userId = await findOwner(actor, paymentId);
      return worker.asStaffFor(actor, userId, async (tx) => {
        const entry = { action: 'payment.read', paymentId, userId, details: {} } as const;
        await audit(tx, entry, trace, clock.now());
        return look(tx, actor, { userId, paymentId }, clock);
      });
    },
    async enquire(actor, paymentId, trace) {
      const userId = await findOwner(actor, paymentId);
      await limits.count(actor, 'rail_enquiry');
      return worker.asStaffFor(actor, userId, async (tx) => {
        const head = await repo.findHead(tx, paymentId);
        const attempts = await repo.listAttempts(tx, { userId, paymentId });
        if (!head || attempts.length === 0) throw new DomainError('payment_not_at_rail');
        const now = clock.now();
        const details = { billStatus: head.bill_status };
        await audit(tx, { action: 'payment.enquired', paymentId, userId, details }, trace, now);
        const options = { key: `desk:${paymentId}`, attemptsMax: 2, priority: BEFORE_SCHEDULED };
        await tx.enqueue('payments.enquire', { userId, paymentId }, options);
        return { billStatus: head.bill_status, askedAt: now.toISOString() };
      });
    },
  };
}

async function look(
  tx: Tx,
  actor: Actor,
  ids: repo.PaymentIds,
  clock: Pick<FeatureContext['clock'], 'now' | 'today'>,
): Promise<AdminPayment> {
  const { userId, paymentId } = ids;
  const head = await repo.findHead(tx, paymentId);
  const today = clock.today();
  const facts = await findFactsOn(tx, userId, paymentId, today);
  if (!head || !facts) throw new DomainError('not_found');
  const payment = await withAgent(tx, userId, facts, toPayment(facts, today));
  const [attempts, repayments] = [await repo.listAttempts(tx, ids), await repo.listRepayments(tx, ids)];
  const refunds = await repo.listRefunds(tx, ids);
  const journals = await repo.listJournals(tx, ids);
  const breaks = await repo.listBreaks(tx, ids);
  const breakIds = breaks.map((one) => one.id);
  const approvals = await repo.listApprovals(tx, [paymentId, ...breakIds], clock.now());
  const autopay = await autopayOf(tx, ids, clock.now());
  const transferDuePaise = await findTransferDue(tx, { userId, loanId: paymentId });
  const freezeFacts = await repo.listFreezeFacts(tx, ids);
  const objects = [paymentId, ...repayments.map((one) => one.id), ...refunds.map((one) => one.id)];
  const calls = await repo.listCalls(tx, objects);
  const webhooks = await repo.listWebhooks(tx, referencesOf({ attempts, repayments, refunds }));
  const timeline = timelineOf({
    log: payment.timeline,
    calls: calls.items.toReversed(),
    webhooks: webhooks.items.toReversed(),
    journals,
    jobs: await repo.listJobs(tx, paymentId),
    decisions: await decisionsOn(tx, ids, actor, [...breakIds, ...approvals.map((one) => one.id)]),
    repayments,
    refunds,
  });
  const standing = {
    billStatus: payment.billStatus,
    loanStatus: head.loan_status,
    daysPastDue: dpdOf(head),
    wasLateLately: await repo.wasLateSince(tx, ids, addDays(today, -LOGGED_WITHIN_DAYS - 1)),
    outstandingPaise: payment.outstandingPaise,
    refundDuePaise: payment.refundDuePaise,
    transferDuePaise,
    refunds,
    hasAttempt: attempts.length > 0,
    ...freezeNow(freezeFacts, breaks, today),
    hasDebitInReview: autopay.debitsInReview.length > 0,
    isFraud: (await findBlock(tx, userId))?.is_fraud === true,
    isSettleable: await isSettleable(tx, ids, facts, today),
    isOwnAccount: userId === actor.userId,
  };
  const actions = actionsFor(standing, await repo.listOwnRoles(tx));
  return {
    payment,
    account: { id: userId, name: head.full_name },
    settingsVersion: head.settings_version,
    nextEnquiryAt: head.next_enquiry_at?.toISOString() ?? null,
    loan: toLoan(head),
    transferDuePaise,
    closing: await closingOf(tx, userId, facts, today),
    ...(await waivableOf(tx, ids, actions, today, actor.userId)),
    ...rowsOf({ repayments, refunds, journals, approvals, breaks }),
    hardships: await repo.listHardships(tx, ids),
    freezes: listFreezes(freezeFacts, today).map(toFreeze).toReversed(),
    ...autopay,
    timeline,
    leftOut: { calls: calls.leftOutCount, webhooks: webhooks.leftOutCount },
    actions,
  };
}

/**
 * The acts of staff on a payment and on what hangs on it. A member reads of their own payment what its person reads, and not who
 * looked into it and why. Rule: LEND-24
 */
async function decisionsOn(
  tx: Tx,
  { userId, paymentId }: repo.PaymentIds,
  actor: Actor,
  others: readonly string[],
): Promise<readonly repo.DecisionRow[]> {
  return userId === actor.userId ? [] : repo.listDecisions(tx, [paymentId, ...others]);
}

/** True where a lower sum can be proposed today. */
function isSettleable(
  tx: Tx,
  { userId, paymentId: loanId }: repo.PaymentIds,
  facts: PaymentFacts,
  today: BusinessDate,
): Promise<boolean> {
  const debt = { outstandingPaise: paise(outstandingOfFacts(facts)), isAgreed: isAgreed(facts, today) };
  return maySettle(tx, { userId, loanId }, debt, today);
}

async function autopayOf(tx: Tx, ids: repo.PaymentIds, now: Date) {
  return { debitsInReview: await listDebitsInReview(tx, ids), mandates: await listMandatesOf(tx, ids, now) };
}

/** Left out for staff who may not waive. Rule: LEND-24 */
async function waivableOf(
  tx: Tx,
  { userId, paymentId }: repo.PaymentIds,
  actions: AdminPayment['actions'],
  today: BusinessDate,
  memberId: string,
): Promise<Pick<AdminPayment, 'waivable'>> {
  if (!actions.includes('waive')) return {};
  return { waivable: await findWaivers(tx, { userId, loanId: paymentId }, today, memberId) };
}

/** The freeze of a payment on a day, and whether staff may end it. */
function freezeNow(
  facts: readonly FreezeFact[],
  breaks: readonly Pick<repo.BreakRow, 'kind' | 'resolved_at'>[],
  today: BusinessDate,
): Pick<Standing, 'isFrozen' | 'isThawable'> {
  const isFrozenNow = isFrozen(facts, today);
  const hasReturn = breaks.some((one) => one.kind === 'returned' && !one.resolved_at);
  return { isFrozen: isFrozenNow, isThawable: isFrozenNow && hasReturn };
}

/** The names that providers may call a payment, its repayments and refunds by. */
function referencesOf({
  attempts,
  repayments,
  refunds,
}: {
  readonly attempts: readonly repo.AttemptRow[];
  readonly repayments: readonly repo.RepaymentRow[];
  readonly refunds: readonly repo.RefundRow[];
}): string[] {
  return [
    ...attempts.flatMap((one) => [one.our_reference, one.provider_ref]),
    ...repayments.flatMap((one) => [one.order_ref, one.provider_payment_ref]),
    ...refunds.map((one) => one.provider_ref),
  ].filter((one) => one !== null);
}

function rowsOf(rows: {
  readonly repayments: readonly repo.RepaymentRow[];
  readonly refunds: readonly repo.RefundRow[];
  readonly journals: readonly repo.JournalRow[];
  readonly approvals: readonly repo.ApprovalRow[];
  readonly breaks: readonly repo.BreakRow[];
}): Pick<AdminPayment, keyof typeof rows> {
  return {
    repayments: rows.repayments.map(toRepayment),
    refunds: rows.refunds.map(toRefund),
    journals: rows.journals.map(toJournal),
    approvals: rows.approvals.map(toApproval),
    breaks: rows.breaks.map(toBreak),
  };
}

function toBreak(row: repo.BreakRow): AdminPayment['breaks'][number] {
  const { id, kind, opened_at: at, resolved_at: resolvedAt } = row;
  return { id, kind, openedAt: at.toISOString(), isOpen: resolvedAt === null };
}

function toApproval({
  id,
  kind,
  status,
  proposed_at: at,
}: repo.ApprovalRow): AdminPayment['approvals'][number] {
  return { id, kind, status, proposedAt: at.toISOString() };
}

function toFreeze({ begun, ended, days }: Freeze<repo.FreezeRow>): AdminPayment['freezes'][number] {
  return {
    word: begun.word as AdminPayment['freezes'][number]['word'],
    fromDate: begun.fromOn,
    endedDate: ended?.fromOn ?? null,
    end: (ended?.word ?? null) as AdminPayment['freezes'][number]['end'],
    days,
  };
}

/** The figures that the person reads when they ask to close today. Rule: LEND-9 */
async function closingOf(
  tx: Tx,
  userId: string,
  facts: PaymentFacts,
  today: BusinessDate,
): Promise<AdminPayment['closing']> {
  const loan = await loanToQuote(tx, userId, facts, today);
  if (loan === undefined) return null;
  const { totalPaise, savingPaise } = closingQuote(loan, today);
  return { asOf: today, totalPaise, savingPaise };
}

function toLoan(head: repo.PaymentHead): AdminPayment['loan'] {
  const { loan_status: status, disbursed_on: disbursedOn, fact_through_on: closedThroughOn } = head;
  if (status === null || disbursedOn === null || closedThroughOn === null) return null;
  return { status, disbursedOn, closedThroughOn, daysPastDue: dpdOf(head) };
}

function toRepayment(row: repo.RepaymentRow): AdminPayment['repayments'][number] {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    amountPaise: row.amount_paise,
    status: row.status,
    channel: row.channel,
    providerRef: row.provider_payment_ref,
    takenBackOn: row.taken_back_on,
    failureReason: row.failure_reason,
    isPaidByLink: row.is_paid_by_link,
  };
}

function toRefund(row: repo.RefundRow): AdminPayment['refunds'][number] {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    amountPaise: row.amount_paise,
    status: row.status,
    providerRef: row.provider_ref,
    failureReason: row.failure_reason,
  };
}

function toJournal(row: repo.JournalRow): AdminPayment['journals'][number] {
  return {
    id: row.id,
    at: row.posted_at.toISOString(),
    postingOn: row.posting_on,
    effectiveOn: row.effective_on,
    kind: row.source_kind,
    isReversal: row.reversal_of !== null,
    postings: row.postings,
  };
}
