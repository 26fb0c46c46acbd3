import { addDays, type BusinessDate, formatRupees, istDate, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Notice, Notifier } from '#features/notifications/index.ts';
import {
  exitQuote,
  findFacts,
  isOwing,
  outstandingOfFacts,
  type PaymentFacts,
  toLoan,
} from '#features/payments/index.ts';
import { startRefunds } from '#features/refunds/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import type { PaymentState } from '#providers/index.ts';
import * as repo from './repayments.repo.ts';
import { planExit } from './repayments.exit.rules.ts';
import {
  type HeldMoney,
  planDebit,
  planExcess,
  planSettlement,
  type Receipt as Wanted,
  type SettlementPlan,
} from './repayments.rules.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & {
  readonly notifier: Notifier;
};

/** Money the provider really took, read back from it. */
export interface CapturedMoney {
  readonly providerPaymentRef: string;
  readonly amountPaise: number;
  /** What went back to the payer since. */
  readonly refundedPaise: number;
  readonly capturedAt: Date;
  /** A credit card or credit line: kept as excess to be returned, never counted as a repayment. */
  readonly isCreditSource: boolean;
}

export function toCaptured(payment: PaymentState): CapturedMoney {
  return {
    providerPaymentRef: payment.paymentRef,
    amountPaise: payment.amount,
    refundedPaise: payment.amountRefunded,
    capturedAt: payment.createdAt,
    isCreditSource: payment.isCreditSource,
  };
}

/**
 * Credits captured money once: to its repayment, or as a surplus when the repayment is already settled by another
 * payment. Value date is the day of the debit. An amount that is not ours moves no money. Rule: LEND-T7, LEND-W1, LEND-W2, LEND-W8.
 */
export async function creditCaptured(
  deps: SettleDeps,
  ids: repo.RepaymentIds,
  money: CapturedMoney,
): Promise<void> {
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await repo.lockForSettlement(tx, ids);
    invariant(row, 'a repayment disappeared');
    if (await repo.isCredited(tx, ids.userId, money.providerPaymentRef)) return;
    if (money.amountPaise !== row.amount_paise || money.refundedPaise > 0)
      return contradict(deps, tx, ids, row, money);
    const target = row.status === 'succeeded' ? await openSurplus(deps, tx, ids, row, money) : ids;
    await creditTo(deps, tx, target, row.loan_id, money);
  });
}

const ASK_AGAIN_MS = 60 * 60_000;

/** An amount that is not the order's is not credited: a person looks into it. Rule: LEND-X9, LEND-21 amount. */
export async function contradict(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  money: CapturedMoney,
): Promise<void> {
  const now = deps.clock.now();
  const detail = {
    orderPaise: row.amount_paise,
    railPaise: money.amountPaise,
    refundedPaise: money.refundedPaise,
    paymentRef: money.providerPaymentRef,
  };
  await repo.openBreak(tx, ids, 'amount', detail, now);
  if (row.status === 'succeeded') return;
  await repo.saveOutcome(tx, ids, {
    status: 'unknown',
    reason: 'amount_differs',
    nextEnquiryAt: new Date(now.getTime() + ASK_AGAIN_MS),
  });
  if (row.status !== 'unknown') await tx.call(ANNOUNCE, [ids.userId, 'repayment', ids.repaymentId]);
}

async function openSurplus(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  money: CapturedMoney,
): Promise<repo.RepaymentIds> {
  const surplus = { userId: ids.userId, repaymentId: newId() };
  await repo.insertSurplus(
    tx,
    { ...surplus, loanId: row.loan_id, amountPaise: money.amountPaise, channel: row.channel },
    deps.clock.now(),
  );
  return surplus;
}

/** Money on its way into the books, by its own day. */
interface Receipt {
  readonly repaymentId: string;
  readonly amountPaise: number;
  readonly receivedAt: Date;
  readonly valueOn: BusinessDate;
  readonly providerPaymentRef: string;
  readonly failureReason: string | null;
}

const CREDIT_SOURCE = 'credit_source_refused';

async function creditTo(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  loanId: string,
  money: CapturedMoney,
): Promise<void> {
  const now = deps.clock.now();
  const yesterday = addDays(istDate(now.getTime()), -1);
  const loan = { userId: ids.userId, loanId };
  // Rule: LEND-B3. Missing days are closed before money meets the loan.
  await repo.catchUpDays(tx, ids.userId, yesterday, now);
  const before = await findFacts(tx, ids.userId, loanId);
  const days = await repo.findLoanDays(tx, ids.userId, loanId);
  invariant(before && days, 'a loan disappeared');
  const debitedOn = istDate(money.capturedAt.getTime());
  const receipt: Receipt = {
    repaymentId: ids.repaymentId,
    amountPaise: money.amountPaise,
    receivedAt: money.capturedAt,
    valueOn: debitedOn < days.disbursed_on ? days.disbursed_on : debitedOn,
    providerPaymentRef: money.providerPaymentRef,
    failureReason: money.isCreditSource ? CREDIT_SOURCE : null,
  };
  if (receipt.failureReason === null && isBackDated(days, receipt.valueOn))
    await replay(tx, loan, receipt, now, yesterday);
  else await settleReceipt(tx, loan, receipt, now);
  await startRefunds(tx, ids.userId, loanId, now);
  await tell(deps, tx, ids, before, money);
}

/** A day that was closed since, or a closing that came after it, was computed without this money. */
function isBackDated(days: repo.LoanDays, valueOn: BusinessDate): boolean {
  if (days.is_open) return days.closed_through_on >= valueOn;
  return days.closed_on !== null && days.closed_on > valueOn;
}

/**
 * Puts money where its value date belongs: takes the loan back to that day, settles everything received since in its
 * order and closes the days again. Late charges that would not have arisen do not arise. Rule: LEND-W5, LEND-W6.
 */
async function replay(
  tx: Tx,
  loan: Loan,
  receipt: Receipt,
  now: Date,
  throughOn: BusinessDate,
): Promise<void> {
  const undone = await repo.rewindLoan(tx, loan.userId, loan.loanId, receipt.valueOn, now);
  for (const one of [...undone, receipt].toSorted(byValue)) {
    await repo.catchUpDays(tx, loan.userId, addDays(one.valueOn, -1), now);
    await settleReceipt(tx, loan, one, now);
  }
  await repo.catchUpDays(tx, loan.userId, throughOn, now);
}

function byValue(a: Receipt, b: Receipt): number {
  const byTime = a.receivedAt.getTime() - b.receivedAt.getTime();
  return byTime || (a.repaymentId < b.repaymentId ? -1 : 1);
}

interface Loan {
  readonly userId: string;
  readonly loanId: string;
}

async function settleReceipt(tx: Tx, { userId, loanId }: Loan, receipt: Receipt, now: Date): Promise<void> {
  const facts = await findFacts(tx, userId, loanId);
  invariant(facts, 'a loan disappeared');
  const { repaymentId, valueOn } = receipt;
  const purpose = await repo.findPurpose(tx, { userId, repaymentId });
  const account = purpose.channel === 'mandate' ? 'A121' : 'A120';
  const wanted = { repaymentId, loanId, amountPaise: paise(receipt.amountPaise), valueOn, account } as const;
  const plan =
    isOwing(facts) && receipt.failureReason !== CREDIT_SOURCE
      ? planFor(facts, purpose, await repo.listHeld(tx, userId, loanId), wanted)
      : planExcess(wanted);
  const isDone = await repo.settle(tx, { userId, repaymentId }, loanId, receipt, plan, now);
  invariant(isDone, 'a locked repayment was settled meanwhile');
}

/**
 * Money that was to cancel the payment does, if it was debited in time; after that it repays like any other. A debit under
 * a mandate pays its one instalment. Rule: LEND-8, LEND-W4.
 */
function planFor(
  facts: PaymentFacts,
  { intent, onlyNumber }: repo.Purpose,
  held: readonly HeldMoney[],
  wanted: Wanted,
): SettlementPlan {
  const loan = { ...toLoan(facts), isNpa: facts.loanStatus === 'npa' };
  if (onlyNumber !== null) return planDebit(loan, held, wanted, onlyNumber);
  const quote = intent === 'exit' ? exitQuote(facts, wanted.valueOn) : undefined;
  const exit = quote && planExit(loan, held, wanted, { ...facts, chargePaise: quote.chargePaise });
  return exit ?? planSettlement(loan, held, wanted);
}

async function tell(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  before: PaymentFacts,
  money: CapturedMoney,
): Promise<void> {
  const after = await findFacts(tx, ids.userId, before.id);
  await tx.call(ANNOUNCE, [ids.userId, 'repayment', ids.repaymentId]);
  await tx.call(ANNOUNCE, [ids.userId, 'payment', before.id]);
  // A debit under a mandate is told by who presented it.
  if ((await repo.findPurpose(tx, ids)).channel === 'mandate') return;
  const now = deps.clock.now();
  const hasEnded = after !== undefined && after.loanStatus !== before.loanStatus;
  const notice =
    hasEnded && after.loanStatus === 'exited'
      ? cancelledNotice(deps, after, money)
      : receivedNotice(deps, after ?? before, money);
  await deps.notifier.notify(tx, ids.userId, notice, now);
  if (hasEnded && after.loanStatus === 'closed')
    await deps.notifier.notify(tx, ids.userId, noDuesNotice(deps, after), now);
}

function receivedNotice(deps: SettleDeps, facts: PaymentFacts, money: CapturedMoney): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  return {
    type: 'success',
    icon: 'check',
    title: `We received your repayment of ${amount}`,
    description: `${facts.bankName} •• ${facts.last4}. Still to repay: ${outstanding}.`,
    template: 'repayment.received',
    vars: { ...aboutPayment(deps, facts), amount, outstanding },
  };
}

/** Rule: LEND-9 (closure). */
function noDuesNotice(deps: SettleDeps, facts: PaymentFacts): Notice {
  const bill = formatRupees(paise(facts.amountPaise));
  return {
    type: 'success',
    icon: 'check',
    title: 'Repaid in full: nothing more is owed',
    description: `${facts.bankName} •• ${facts.last4}, bill of ${bill}.`,
    template: 'loan.closed',
    vars: { ...aboutPayment(deps, facts), bill, reference: facts.ourReference ?? facts.id },
  };
}

function cancelledNotice(deps: SettleDeps, facts: PaymentFacts, money: CapturedMoney): Notice {
  const amount = formatRupees(paise(money.amountPaise));
  const charge = formatRupees(paise(facts.exitChargePaise ?? 0));
  const fee = formatRupees(paise(facts.serviceFeePaise));
  return {
    type: 'success',
    icon: 'check',
    title: 'Your payment is cancelled',
    description: `${facts.bankName} •• ${facts.last4}. You owe nothing more. The service fee of ${fee} is taken back.`,
    template: 'payment.cancelled',
    vars: { ...aboutPayment(deps, facts), amount, charge, fee },
  };
}

function aboutPayment({ config }: SettleDeps, { id, bankName, last4 }: PaymentFacts) {
  return { bank: bankName, last4, link: `${config.publicUrl}/dashboard/payments/${id}` };
}
