import { type BodyOf, recordRefundTransfer } from '@mohlat/contract';
import { type Refund, refundBegun, type RefundDue, refundPaid, transfersDue } from '@mohlat/lending';
import { formatRupees, istDate, type Paise, sumPaise } from '@mohlat/money';
import { z } from 'zod';
import {
  actOnce,
  approvalHandler,
  type ApprovalHandler,
  type ApprovalSubject,
  type OnceCall,
  proposeIn,
} from '#features/approvals/index.ts';
import { resolveBreak } from '#features/breaks.ts';
import { bookJournals } from '#features/lending/index.ts';
import { findFacts } from '#features/payments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { findRefundable, isReturnProposed, lockLoan } from './refunds.repo.ts';
import type { RefundDeps } from './refunds.service.ts';
import { takeForDisputes } from './refunds.taken.ts';

/*
 * Money that was paid too much, and that the payer's bank refused to the end: finance sends it by a transfer of our bank, and two people
 * book that it went.
 */

interface LoanIds {
  readonly userId: string;
  readonly loanId: string;
}

/**
 * Proposes a transfer. Throws not_found, own_account, nothing_to_refund, other_way_proposed, transfer_booked, approval_open; transfer_sum_changed for another
 * sum than is due. Rule: LEND-24
 */
export function proposeTransfer(
  deps: Pick<RefundDeps, 'worker' | 'clock'>,
): OnceCall<typeof recordRefundTransfer> {
  return actOnce(
    deps,
    recordRefundTransfer,
    findOwner,
    async (act, { reason, amountPaise: sentPaise, ...transfer }: BodyOf<typeof recordRefundTransfer>) => {
      const { tx, userId, objectId: loanId } = act;
      await lockLoan(tx, userId, loanId);
      const amountPaise = await findTransferDue(tx, { userId, loanId });
      if (amountPaise === 0) return { refusal: 'nothing_to_refund' as const };
      if (sentPaise !== undefined && sentPaise !== amountPaise)
        return { refusal: 'transfer_sum_changed' as const };
      if (await isReturnProposed(tx, loanId, 'refund', act.now))
        return { refusal: 'other_way_proposed' as const };
      if (await isBooked(tx, transfer.reference)) return { refusal: 'transfer_booked' as const };
      const payload = { ...transfer, amountPaise };
      return { answer: await proposeIn(act, { kind: 'refund_transfer', payload, reason }) };
    },
  );
}

/** Finds the excess of a loan, in paise, that may go back by a transfer of our bank now. Rule: LEND-16 journal 23 */
export async function findTransferDue(tx: Tx, { userId, loanId }: LoanIds): Promise<Paise> {
  return totalOf(transfersDue(await findRefundable(tx, userId, [loanId])));
}

async function findOwner(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.call<{ userId: string }>('select user_id as "userId" from payments where id = $1', [
    id,
  ]);
  return row?.userId;
}

const totalOf = (due: readonly RefundDue[]): Paise => sumPaise(due.map(({ amountPaise }) => amountPaise));

/** Tells whether a transfer of anybody stands under a reference. */
async function isBooked(tx: Tx, reference: string): Promise<boolean> {
  const rows = await tx.call('select 1 from refund_transfers where upper(reference) = upper($1)', [
    reference,
  ]);
  return rows.length > 0;
}

const PAYLOAD = z.object({ amountPaise: z.int(), reference: z.string(), accountLast4: z.string() });
type Transfer = z.infer<typeof PAYLOAD>;

/** Books a transfer when two people say so. Rule: LEND-16 journal 23, LEND-24 */
export function transferApproval(deps: RefundDeps): ApprovalHandler {
  return approvalHandler({
    kind: 'refund_transfer',
    payload: PAYLOAD,
    async describe(tx, subject) {
      const { userId, loanId } = idsOf(subject);
      const { amountPaise, reference, accountLast4 } = subject.payload;
      const duePaise = await findTransferDue(tx, { userId, loanId });
      return {
        facts: [
          { code: 'amount_paise', value: amountPaise },
          { code: 'refund_due_paise', value: duePaise },
          { code: 'reference', value: reference },
          { code: 'account_last4', value: accountLast4 },
        ],
        isCurrent: duePaise === amountPaise && !(await isBooked(tx, reference)),
      };
    },
    async apply(tx, subject, { decidedBy, now }) {
      const ids = idsOf(subject);
      const { payload, approvalId } = subject;
      await lockLoan(tx, ids.userId, ids.loanId);
      // Two of one reference, of two people, would both find none.
      await tx.call("select pg_advisory_xact_lock(hashtextextended('refund transfers', 0))");
      const due = await findDue(tx, ids, now);
      // The money has left our bank, so it is said what is other than proposed.
      if (await isBooked(tx, payload.reference)) throw new DomainError('transfer_booked');
      if (totalOf(due) !== payload.amountPaise) throw new DomainError('transfer_sum_changed');
      await insertTransfer(tx, ids, payload, approvalId, now);
      await bookPaid(tx, ids, due, payload, now);
      await clearBreaks(tx, ids.userId, due, { decidedBy, reference: payload.reference }, now);
      for (const { repaymentId } of due) await tx.call(ANNOUNCE, [ids.userId, 'repayment', repaymentId]);
      await tx.call(ANNOUNCE, [ids.userId, 'payment', ids.loanId]);
      await tell(deps, tx, ids, { ...payload, amountPaise: totalOf(due) }, now);
    },
  });
}

function idsOf({ userId, objectId }: ApprovalSubject): LoanIds {
  invariant(userId !== null, 'a refund belongs to nobody');
  return { userId, loanId: objectId };
}

/** The excess to transfer, once lost disputes have taken theirs. */
async function findDue(tx: Tx, { userId, loanId }: LoanIds, now: Date): Promise<RefundDue[]> {
  const repayments = await findRefundable(tx, userId, [loanId]);
  const isAnyTaken = await takeForDisputes(tx, userId, repayments, now);
  return transfersDue(isAnyTaken ? await findRefundable(tx, userId, [loanId]) : repayments);
}

async function insertTransfer(
  tx: Tx,
  { userId, loanId }: LoanIds,
  { amountPaise, reference, accountLast4 }: Transfer,
  approvalId: string,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into refund_transfers (user_id, loan_id, amount_paise, reference, account_last4, approval_id, made_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [userId, loanId, amountPaise, reference, accountLast4, approvalId, now],
  );
}

/** A processed refund of each repayment, and its two journals: nothing goes back of it a second time. */
async function bookPaid(
  tx: Tx,
  { userId }: LoanIds,
  due: readonly RefundDue[],
  { reference }: Transfer,
  now: Date,
): Promise<void> {
  const refunds = await tx.call<Refund>(
    `insert into refunds (user_id, loan_id, repayment_id, amount_paise, status, bank_ref, created_at, settled_at)
     select r.user_id, r.loan_id, r.id, x.paise, 'processed', $4, $5, $5
     from unnest($2::uuid[], $3::bigint[]) as x(repayment_id, paise)
     join repayments r on r.user_id = $1 and r.id = x.repayment_id
     returning id, loan_id as "loanId", amount_paise as "amountPaise"`,
    [userId, due.map((one) => one.repaymentId), due.map((one) => one.amountPaise), reference, now],
  );
  const on = istDate(now.getTime());
  const journals = refunds.flatMap((refund) => [refundBegun(refund, on), refundPaid(refund, on)]);
  await bookJournals(
    tx,
    journals.map((journal) => ({ userId, journal })),
    now,
  );
}

/** Ends the differences about these refusals: there is nothing left to follow up. */
async function clearBreaks(
  tx: Tx,
  userId: string,
  due: readonly RefundDue[],
  { decidedBy, reference }: { readonly decidedBy: string; readonly reference: string },
  now: Date,
): Promise<void> {
  const open = await tx.call<{ id: string; kind: string }>(
    `select id, kind from reconciliation_breaks
     where user_id = $1 and kind = 'refund_refused' and repayment_id = any ($2) and resolved_at is null order by id`,
    [userId, due.map(({ repaymentId }) => repaymentId)],
  );
  const resolution = { resolution: 'agreed', resolvedBy: decidedBy, note: `UTR ${reference}` };
  for (const { id, kind } of open) await resolveBreak(tx, { userId, id, kind }, resolution, now);
}

async function tell(
  { notifier, config }: RefundDeps,
  tx: Tx,
  { userId, loanId }: LoanIds,
  { amountPaise, reference, accountLast4 }: Transfer & { readonly amountPaise: Paise },
  now: Date,
): Promise<void> {
  const facts = await findFacts(tx, userId, loanId);
  if (!facts) return;
  const amount = formatRupees(amountPaise);
  const { bankName: bank, last4 } = facts;
  const link = `${config.publicUrl}/dashboard/payments/${loanId}`;
  await notifier.notify(
    tx,
    userId,
    {
      type: 'success',
      icon: 'check',
      title: `We returned ${amount} to you`,
      description: `${bank} •• ${last4}. It went to your account ending ${accountLast4} by bank transfer, UTR ${reference}.`,
      template: 'refund.transferred',
      vars: { amount, bank, last4, account: accountLast4, utr: reference, link },
    },
    now,
  );
}
