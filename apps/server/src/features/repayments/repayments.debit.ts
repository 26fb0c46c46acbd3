import type { Tx } from '#platform/db/database.ts';
import { type EnquiryDeps, takeIn } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';
import { creditTo, type SettleDeps } from './repayments.settle.ts';

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

/** Money that two people say a debit brought in, though the bank did not answer. */
export interface DecidedDebit {
  readonly providerPaymentRef: string;
  readonly amountPaise: number;
  /** When it was presented: the day it counts on. */
  readonly presentedAt: Date;
}

/**
 * Credits a debit whose outcome people decided, in their transaction. False where that money or other money was credited
 * meanwhile. Rule: LEND-20 (amended), LEND-24. Locks: credit account, loan, repayment (LEND-C5).
 */
export async function creditDecidedDebit(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  { providerPaymentRef, amountPaise, presentedAt }: DecidedDebit,
): Promise<boolean> {
  const row = await repo.lockForSettlement(tx, ids);
  const isOpen = row?.status === 'initiated' || row?.status === 'unknown';
  if (!isOpen || row.provider_payment_ref !== null || (await isMoneyCredited(tx, providerPaymentRef)))
    return false;
  const money = { providerPaymentRef, amountPaise, capturedAt: presentedAt, isCreditSource: false };
  await creditTo(deps, tx, ids, row.loan_id, money);
  return true;
}

/** True where the money that a rail calls so stands in the books, also without an owner. Locks: that money. */
export async function isMoneyCredited(tx: Tx, providerPaymentRef: string): Promise<boolean> {
  return (await repo.findCredited(tx, providerPaymentRef)) !== undefined;
}

/**
 * True where money of a debit was credited, also where it was taken back since. The caller holds the locks of its loan, without
 * which it may come a moment later. Rule: LEND-C5
 */
export async function isDebitCredited(tx: Tx, ids: repo.RepaymentIds): Promise<boolean> {
  return ((await repo.findRepayment(tx, ids))?.provider_payment_ref ?? null) !== null;
}

/** True while it is not known what became of a debit. False also where its money has a difference of its own. */
export async function isDebitOpen(tx: Tx, ids: repo.RepaymentIds): Promise<boolean> {
  return (await repo.findRepayment(tx, ids))?.is_open === true;
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
