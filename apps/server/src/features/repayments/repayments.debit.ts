import type { Tx } from '#platform/db/database.ts';
import { type EnquiryDeps, takeIn } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';

/** A debit under a mandate, as a repayment of one instalment. Rule: LEND-W4. */
export interface NewDebit extends repo.RepaymentIds {
  readonly loanId: string;
  readonly amountPaise: number;
  readonly orderRef: string;
  /** The one instalment it may pay. */
  readonly number: number;
}

/** Writes the repayment down before the debit is asked for. Who asks is also who looks after it. */
export function beginDebit(tx: Tx, debit: NewDebit, now: Date): Promise<void> {
  return insertDebit(tx, debit, now);
}

/** Credits what its order really brought in. False when the provider's amount is not the order's: a break is open then. */
export async function creditDebit(deps: EnquiryDeps, ids: repo.RepaymentIds): Promise<boolean> {
  const find = () => deps.worker.forUser(ids.userId, (tx) => repo.findRepayment(tx, ids));
  const row = await find();
  if (row?.order_ref == null) return false;
  await takeIn(deps, ids, row, await deps.providers.collection.paymentsOf(row.order_ref));
  return (await find())?.status === 'succeeded';
}

/** The debit was surely not made; money that comes on its order all the same is still credited. */
export function failRepayment(tx: Tx, ids: repo.RepaymentIds, reason: string): Promise<void> {
  return repo.saveOutcome(tx, ids, { status: 'failed', reason, nextEnquiryAt: null });
}

async function insertDebit(tx: Tx, debit: NewDebit, now: Date): Promise<void> {
  await tx.call(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, order_ref, only_number, created_at)
     values ($1, $2, $3, $4, 'initiated', 'mandate', $5, $6, $7) on conflict do nothing`,
    [debit.userId, debit.repaymentId, debit.loanId, debit.amountPaise, debit.orderRef, debit.number, now],
  );
}
