import {
  type Borrower,
  CREDIT_SOURCE,
  isBackDated,
  type Loan,
  type Money,
  type Relief,
  receipt as decideReceipt,
  takenAtMs,
  valueDayOfDebit,
} from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Language, Notifier } from '#features/notifications/index.ts';
import { findFacts, type PaymentFacts } from '#features/payments/index.ts';
import {
  book,
  catchUp,
  loadForReceipt,
  rebook,
  settleStanding,
  type Started,
} from '#features/lending/index.ts';
import { startRefunds } from '#features/refunds/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import type { PaymentState } from '#providers/index.ts';
import { tellOfAgreement } from './repayments.agreement.ts';
import { releaseDoubled } from './repayments.release.ts';
import * as repo from './repayments.repo.ts';
import { noDuesNotice, noticeOf } from './repayments.notices.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & {
  readonly notifier: Notifier;
};

/** Money the provider really took, read back from it. */
export interface CapturedMoney {
  readonly providerPaymentRef: string;
  readonly amountPaise: number;
  /** The part that went back to the payer since. */
  readonly refundedPaise: number;
  readonly capturedAt: Date;
  /** Not a bank account or a debit card: kept as excess to be returned, never counted as a repayment. */
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
    if (credited) return endElsewhere(deps, tx, ids, row, money, credited.userId === ids.userId);
    if (money.amountPaise !== row.amount_paise || money.refundedPaise > 0)
      return contradict(deps, tx, ids, row, money);
    // A row that money was credited to once never takes other money, also when it was taken back since.
    const isSpent = row.status === 'succeeded' || row.provider_payment_ref !== null;
    const target = isSpent ? await openSurplus(deps, tx, ids, row, money) : ids;
    await creditTo(deps, tx, target, row.loan_id, money);
  });
}

/**
 * The order's money stands elsewhere in the books. As another repayment of the same person it counts, and this one ends. Kept without
 * an owner, or given to another person, staff look into it. Rule: LEND-21 unmatched_receipt
 */
async function endElsewhere(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  { providerPaymentRef: paymentRef, amountPaise }: CapturedMoney,
  isTheirs: boolean,
): Promise<void> {
  if (isTheirs) return endUncredited(deps, tx, ids, row, 'credited_elsewhere', false);
  const detail = { orderRef: row.order_ref, paymentRef, amountPaise };
  const found = { kind: 'unmatched_receipt', paymentRef, theirsPaise: amountPaise, detail } as const;
  const isOpen = await repo.askPerson(tx, ids, found, deps.clock.now());
  await endUncredited(deps, tx, ids, row, 'credited_elsewhere', isOpen);
}

const ASK_AGAIN_MS = 60 * 60_000;

/**
 * An amount that is not the order's is not credited: a person looks into it. What they have cleared is not opened again.
 * Rule: LEND-X9, LEND-21 amount.
 */
export async function contradict(
  deps: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  money: CapturedMoney,
): Promise<void> {
  const detail = {
    orderPaise: row.amount_paise,
    railPaise: money.amountPaise,
    refundedPaise: money.refundedPaise,
    paymentRef: money.providerPaymentRef,
  };
  const found = {
    kind: 'amount',
    paymentRef: detail.paymentRef,
    oursPaise: detail.orderPaise,
    theirsPaise: detail.railPaise,
    detail,
  } as const;
  const isOpen = await repo.askPerson(tx, ids, found, deps.clock.now());
  await endUncredited(deps, tx, ids, row, 'amount_differs', isOpen);
}

/** Its money is not credited to it: unknown while a person is still to say why, and asked about until then; then it has failed. */
async function endUncredited(
  { clock }: SettleDeps,
  tx: Tx,
  ids: repo.RepaymentIds,
  row: repo.RepaymentRow,
  reason: 'amount_differs' | 'credited_elsewhere',
  isOpen: boolean,
): Promise<void> {
  if (row.status === 'succeeded' || row.provider_payment_ref !== null) return;
  const status = isOpen ? 'unknown' : 'failed';
  const nextEnquiryAt = isOpen ? new Date(clock.now().getTime() + ASK_AGAIN_MS) : null;
  await repo.saveOutcome(tx, ids, { status, reason, nextEnquiryAt });
  if (row.status !== status) await tx.call(ANNOUNCE, [ids.userId, 'repayment', ids.repaymentId]);
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
    { ...surplus, besideId: row.id, amountPaise: money.amountPaise },
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

/** The money to be credited: taken by a provider, or worth of rewards. */
type Credit = Pick<CapturedMoney, 'amountPaise' | 'capturedAt' | 'isCreditSource'> & {
  readonly providerPaymentRef: string | null;
  /** It counted once, and its bank took it back. */
  readonly countsAgain?: boolean;
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
  // Rule: LEND-B3. Missing days are closed before money meets the loan.
  await catchUp(tx, ids.userId, yesterday, now);
  const known = await loadKnown(tx, ids);
  const before = await findFacts(tx, ids.userId, loanId);
  invariant(before, 'a loan disappeared');
  const debitedAt = debitedAtOf(known, money.capturedAt);
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
  // Rule: LEND-W5, LEND-W6. Late charges that would not have arisen do not arise.
  let lived: readonly string[] = [loanId];
  if (receipt.failureReason === null && isBackDated(known.loan, moneyOf(known, receipt), known.relief))
    lived = await rebook(tx, ids.userId, { news: 'received', money: moneyOf(known, receipt) }, now);
  else await bookReceipt(tx, known, receipt, now);
  if (known.started.channel === 'mandate') {
    await repo.markHeard(tx, ids, now);
    await repo.wakeDebit(tx, ids, now);
  }
  lived = [...new Set([...lived, ...(await releaseDoubled(tx, ids.userId, loanId, now))])];
  // Rule: LEND-14. What was repaid counts at once.
  await settleStanding(tx, [ids.userId], now);
  await startRefunds(tx, ids.userId, lived, now);
  await repo.tellDebits(tx, ids.userId, loanId);
  await tell(deps, tx, ids, { before, started: known.started }, money);
}

/**
 * When money counts that a provider took at an instant: of a debit under a mandate on the day it was presented.
 * Rule: LEND-20, LEND-T7
 */
function debitedAtOf({ started, relief }: Pick<KnownReceipt, 'started' | 'relief'>, takenAt: Date): Date {
  const { channel, askedAt } = started;
  if (channel !== 'mandate') return new Date(takenAtMs(takenAt.getTime(), askedAt, relief));
  const takenOn = istDate(takenAt.getTime());
  return valueDayOfDebit(istDate(askedAt), takenOn) === takenOn ? takenAt : new Date(askedAt);
}

/** A repayment, the loan it is for and the version of what is known of its borrower. */
interface KnownReceipt {
  readonly borrower: Borrower;
  readonly version: number;
  readonly loan: Loan;
  readonly started: Started;
  readonly relief: readonly Relief[];
}

async function loadKnown(tx: Tx, { userId, repaymentId }: repo.RepaymentIds): Promise<KnownReceipt> {
  const known = await loadForReceipt(tx, userId, repaymentId);
  const loan = known?.borrower.loans[0];
  invariant(known && loan, 'a repayment or its loan disappeared');
  return { ...known, loan };
}

function moneyOf({ loan, started }: KnownReceipt, receipt: Receipt): Money {
  const { channel, intent, onlyNumber, countsNoMorePaise } = started;
  return {
    channel,
    intent,
    onlyNumber,
    // Rule: LEND-9 (EMI), LEND-W5. As a replay of its day finds it.
    returnedPaise: countsNoMorePaise,
    ...receipt,
    loanId: loan.id,
    amountPaise: paise(receipt.amountPaise),
    receivedAt: receipt.receivedAt.getTime(),
    isCreditSource: receipt.failureReason === CREDIT_SOURCE,
  };
}

async function bookReceipt(tx: Tx, known: KnownReceipt, receipt: Receipt, now: Date): Promise<void> {
  const { borrower, version } = known;
  const decision = decideReceipt(borrower, moneyOf(known, receipt));
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
  const now = deps.clock.now();
  await tellOfAgreement(tx, ids, { before, after }, now);
  const { publicUrl } = deps.config;
  const hasEnded = after !== undefined && after.loanStatus !== before.loanStatus;
  const isSettled = hasEnded && after.loanStatus === 'settled';
  // A debit under a mandate is announced by its presentation, and rewards were put in by their owner: the end alone is news.
  const isKnown = started.channel === 'mandate' || started.channel === 'reward';
  if (!isKnown || isSettled || money.countsAgain) {
    const settled = await repo.findRepayment(tx, ids);
    const isByLink = settled?.is_paid_by_link === true;
    const paidBy = isByLink ? 'link' : (await repo.isOpenToLink(tx, ids)) ? 'either' : 'owner';
    const notice = (language: Language) =>
      noticeOf({ publicUrl, language, paidBy }, ids.repaymentId, started.intent, { before, after }, money);
    await deps.notifier.notify(tx, ids.userId, notice, now);
  }
  if (hasEnded && after.loanStatus === 'closed')
    await deps.notifier.notify(tx, ids.userId, noDuesNotice(publicUrl, after), now);
}
