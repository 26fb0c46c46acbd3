import {
  type Borrower,
  CREDIT_SOURCE,
  isBackDated,
  type Loan as KernelLoan,
  receipt as decideReceipt,
  valueDayOfDebit,
} from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { settleStanding } from '#features/credit/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { findFacts, type PaymentFacts } from '#features/payments/index.ts';
import { book, catchUp, loadForReceipt, type Started } from '#features/lending/index.ts';
import { findLanguage } from '#features/preferences/index.ts';
import { startRefunds } from '#features/refunds/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import type { PaymentState } from '#providers/index.ts';
import { levyNothingNew, listOthers, wasNpa } from './repayments.borrower.repo.ts';
import { listUndoneFacts, redoFact } from './repayments.decided.repo.ts';
import * as repo from './repayments.repo.ts';
import { noDuesNotice, noticeOf } from './repayments.notices.ts';
import { tellDebits } from './repayments.ahead.repo.ts';

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
    const credited = await repo.findCredited(tx, money.providerPaymentRef);
    if (credited) return credited.userId === ids.userId ? undefined : missed(deps, tx, ids, row, money);
    if (money.amountPaise !== row.amount_paise || money.refundedPaise > 0)
      return contradict(deps, tx, ids, row, money);
    // A row that money was credited to once never takes other money, also when it was taken back since.
    const isSpent = row.status === 'succeeded' || row.provider_payment_ref !== null;
    const target = isSpent ? await openSurplus(deps, tx, ids, row, money) : ids;
    await creditTo(deps, tx, target, row.loan_id, money);
  });
}

/** What the order brought in was kept for an owner nobody knew, or given to somebody else: a person looks into it. */
function missed(
  { clock }: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  money: CapturedMoney,
): Promise<void> {
  const { providerPaymentRef: paymentRef, amountPaise } = money;
  const detail = { orderRef: row.order_ref, paymentRef, amountPaise };
  return repo.openBreak(tx, ids, 'unmatched_receipt', detail, clock.now());
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
  readonly providerPaymentRef: string | null;
  readonly failureReason: string | null;
}

/** What is to be credited: taken by a provider, or worth of rewards. */
type Credit = Pick<CapturedMoney, 'amountPaise' | 'capturedAt' | 'isCreditSource'> & {
  readonly providerPaymentRef: string | null;
};

/** Credits money to a repayment that has not been credited; the caller has its locks. */
export async function creditTo(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  loanId: string,
  money: Credit,
): Promise<void> {
  const now = deps.clock.now();
  const yesterday = addDays(istDate(now.getTime()), -1);
  const loan = { userId: ids.userId, loanId };
  // Rule: LEND-B3. Missing days are closed before money meets the loan.
  await catchUp(tx, ids.userId, yesterday, now);
  const known = await loadKnown(tx, ids);
  const before = await findFacts(tx, ids.userId, loanId);
  invariant(before, 'a loan disappeared');
  const debitedAt = debitedAtOf(known.started, money.capturedAt);
  const debitedOn = istDate(debitedAt.getTime());
  const { disbursedOn } = known.loan;
  const receipt: Receipt = {
    repaymentId: ids.repaymentId,
    amountPaise: money.amountPaise,
    receivedAt: debitedAt,
    valueOn: debitedOn < disbursedOn ? disbursedOn : debitedOn,
    providerPaymentRef: money.providerPaymentRef,
    failureReason: money.isCreditSource ? CREDIT_SOURCE : null,
  };
  if (receipt.failureReason === null && isBackDated(known.loan, receipt.valueOn))
    await replay(tx, loan, receipt, now, yesterday);
  else await bookReceipt(tx, known, receipt, now);
  // Rule: LEND-14. What was repaid counts at once.
  await settleStanding(tx, [ids.userId], now);
  await startRefunds(tx, ids.userId, loanId, now);
  await tellDebits(tx, ids.userId, loanId);
  await tell(deps, tx, ids, { before, started: known.started }, money);
}

/**
 * When money counts that a provider took at an instant: of a debit under a mandate on the day it was presented.
 * Rule: LEND-20, LEND-T7
 */
function debitedAtOf({ channel, askedAt }: Started, takenAt: Date): Date {
  if (channel !== 'mandate') return takenAt;
  const takenOn = istDate(takenAt.getTime());
  return valueDayOfDebit(istDate(askedAt), takenOn) === takenOn ? takenAt : new Date(askedAt);
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
  await liveAgain(tx, loan, receipt.valueOn, now, throughOn, (undone) =>
    Promise.resolve([...undone, { ...receipt, loanId: loan.loanId }]),
  );
}

/**
 * Takes a loan back to a day and lives it again with what `change` makes of the receipts taken back. Where the borrower stops
 * or stopped performing in that time, every other loan lives again with it: one loan's arrears are all of theirs. Nothing was
 * paid late or in time on those: of late charges they know the ones alone that stood, for nobody was told of others.
 * Rule: LEND-W6, LEND-W7, LEND-D2, LEND-L4.
 */
export async function liveAgain(
  tx: Tx,
  loan: Loan,
  fromOn: BusinessDate,
  now: Date,
  throughOn: BusinessDate,
  change: (undone: readonly ReceiptOfLoan[]) => Promise<readonly ReceiptOfLoan[]>,
): Promise<void> {
  const others = await listOthers(tx, loan, fromOn);
  const isNpa = () => others.length > 0 && wasNpa(tx, loan.userId, fromOn);
  const together = (await isNpa()) ? others : [];
  const ids = others.map(({ id }) => id);
  const today = istDate(now.getTime());
  if (together.length > 0) await levyNothingNew(tx, loan.userId, ids, today);
  const undone = await takeBackLoans(tx, loan.userId, [{ id: loan.loanId, fromOn }, ...together], now);
  await relive(tx, loan.userId, await change(undone), now, throughOn);
  if (together.length > 0 || !(await isNpa())) return;
  await levyNothingNew(tx, loan.userId, ids, today);
  const again = await takeBackLoans(tx, loan.userId, [{ id: loan.loanId, fromOn }, ...others], now);
  await relive(tx, loan.userId, again, now, throughOn);
}

/**
 * Undoes a loan as if it had never been, by `undo`, and lives the borrower's other loans again without it where somebody
 * stopped performing since its first day. On a loan that does not perform nothing is charged (LEND-L3): what would have been
 * charged without the returned bill was never told, and does not arise now, long overdue.
 * Rule: LEND-D2, LEND-W7, LEND-16 journal 9.
 */
export async function liveWithout(
  tx: Tx,
  { userId, loanId }: Loan,
  disbursedOn: BusinessDate,
  now: Date,
  undo: () => Promise<void>,
): Promise<void> {
  const others = await listOthers(tx, { userId, loanId }, disbursedOn);
  const together = others.length > 0 && (await wasNpa(tx, userId, disbursedOn)) ? others : [];
  const today = istDate(now.getTime());
  const undone = await takeBackLoans(tx, userId, together, now);
  await undo();
  if (together.length === 0) return;
  const ids = together.map(({ id }) => id);
  await levyNothingNew(tx, userId, ids, today);
  await relive(tx, userId, undone, now, addDays(today, -1));
}

/** A receipt, and the loan it was paid for. */
export type ReceiptOfLoan = Receipt & { readonly loanId: string };

async function takeBackLoans(
  tx: Tx,
  userId: string,
  loans: readonly { readonly id: string; readonly fromOn: BusinessDate }[],
  now: Date,
): Promise<ReceiptOfLoan[]> {
  const receipts: ReceiptOfLoan[] = [];
  for (const { id: loanId, fromOn } of loans) {
    const undone = await repo.rewindLoan(tx, userId, loanId, fromOn, now);
    receipts.push(...undone.map((one) => ({ ...one, loanId })));
  }
  return receipts;
}

/**
 * Settles the receipts of rewound loans anew and does again what staff decided meanwhile, in their order, and closes the
 * days up to a date. Rule: LEND-W5.
 */
async function relive(
  tx: Tx,
  userId: string,
  receipts: readonly ReceiptOfLoan[],
  now: Date,
  throughOn: BusinessDate,
): Promise<void> {
  const decided = await listUndoneFacts(tx, userId);
  const events = [
    ...receipts.map((one) => ({
      at: one.receivedAt,
      id: one.repaymentId,
      on: one.valueOn,
      live: () => settleReceipt(tx, { userId, loanId: one.loanId }, one, now),
    })),
    ...decided.map((one) => ({
      at: one.at,
      id: one.id,
      on: one.effectiveOn,
      live: () => redoFact(tx, userId, one, now),
    })),
  ];
  for (const one of events.toSorted(byTime)) {
    await catchUp(tx, userId, addDays(one.on, -1), now);
    await one.live();
  }
  await catchUp(tx, userId, throughOn, now);
}

interface Timed {
  readonly at: Date;
  readonly id: string;
}

function byTime(a: Timed, b: Timed): number {
  return a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);
}

interface Loan {
  readonly userId: string;
  readonly loanId: string;
}

async function settleReceipt(tx: Tx, { userId }: Loan, receipt: Receipt, now: Date): Promise<void> {
  const { repaymentId } = receipt;
  await bookReceipt(tx, await loadKnown(tx, { userId, repaymentId }), receipt, now);
}

/** A repayment, the loan it is for and the version of what is known of its borrower. */
interface KnownReceipt {
  readonly borrower: Borrower;
  readonly version: number;
  readonly loan: KernelLoan;
  readonly started: Started;
}

async function loadKnown(tx: Tx, { userId, repaymentId }: repo.RepaymentIds): Promise<KnownReceipt> {
  const known = await loadForReceipt(tx, userId, repaymentId);
  const loan = known?.borrower.loans[0];
  invariant(known && loan, 'a repayment or its loan disappeared');
  return { ...known, loan };
}

async function bookReceipt(
  tx: Tx,
  { borrower, version, loan, started }: KnownReceipt,
  receipt: Receipt,
  now: Date,
): Promise<void> {
  const decision = decideReceipt(borrower, {
    ...started,
    ...receipt,
    loanId: loan.id,
    amountPaise: paise(receipt.amountPaise),
    receivedAt: receipt.receivedAt.getTime(),
    isCreditSource: receipt.failureReason === CREDIT_SOURCE,
  });
  const stale = await book(tx, [{ userId: borrower.userId, version, decision }], now);
  invariant(stale.size === 0, 'what is known of a locked borrower changed meanwhile');
}

async function tell(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  { before, started }: { readonly before: PaymentFacts; readonly started: Started },
  money: Credit,
): Promise<void> {
  const after = await findFacts(tx, ids.userId, before.id);
  await tx.call(ANNOUNCE, [ids.userId, 'repayment', ids.repaymentId]);
  await tx.call(ANNOUNCE, [ids.userId, 'payment', before.id]);
  // A debit under a mandate is told by who presented it.
  if (started.channel === 'mandate') return;
  const now = deps.clock.now();
  const { publicUrl } = deps.config;
  const language = await findLanguage(tx, ids.userId);
  const hasEnded = after !== undefined && after.loanStatus !== before.loanStatus;
  // Rewards were put in by the person a moment ago; nothing has arrived that they would not know of.
  if (started.channel !== 'reward') {
    const notice = noticeOf(
      { publicUrl, language },
      ids.repaymentId,
      started.intent,
      { before, after },
      money,
    );
    await deps.notifier.notify(tx, ids.userId, notice, now);
  }
  if (hasEnded && after.loanStatus === 'closed')
    await deps.notifier.notify(tx, ids.userId, noDuesNotice(publicUrl, after, language), now);
}
