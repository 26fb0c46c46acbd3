import { ABSENT_LOOK_MS, isNeverMade, unseenAgain } from '@mohlat/lending';
import { addDays, formatRupees, HOUR_MS, istDate, MINUTE_MS, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import {
  creditIdentified,
  creditOrder,
  type EnquiryDeps,
  isReversible,
  namedByReceipt,
  type SettleDeps,
  takeIdentifiedBack,
} from '#features/repayments/index.ts';
import { findFactsOn, outstandingOfFacts } from '#features/payments/index.ts';
import { openBreak } from '#features/breaks.ts';
import type { Language, Notice } from '#features/notifications/index.ts';
import { askForRefund, isReturnProposed, type RefundAnswer } from '#features/refunds/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ProviderDuplicate, ProviderError } from '#providers/index.ts';
import { giveDisputes, meetLostOf } from '../chargebacks/nobodys.ts';
import * as repo from './receipts.repo.ts';
import { afterRefusal, KEEP_DAYS } from './receipts.rules.ts';

type ReceiptDeps = Pick<FeatureContext, 'worker' | 'clock' | 'providers' | 'log'>;

/**
 * Holds settled money without an owner: read back from the rail, then kept under the house's name. What an order of ours
 * brought in is credited instead, so money has no owner only once the rail has answered about its order. Of money that went
 * back in part the rest is kept. False when it is not there to be kept. Throws ProviderError.
 * Rule: LEND-16 journal 24, LEND-X1.
 */
export async function holdReceipt(
  deps: EnquiryDeps,
  row: { readonly entity_ref: string; readonly order_ref: string | null },
): Promise<boolean> {
  const { worker, clock, providers } = deps;
  if (row.order_ref !== null) await creditOrder(deps, row.order_ref);
  const payment = await providers.collection.getPayment(row.entity_ref);
  const restPaise = payment.amount - payment.amountRefunded;
  if (payment.status !== 'captured' || restPaise <= 0) return false;
  const order = row.order_ref === null ? undefined : await providers.collection.getOrder(row.order_ref);
  const hinted = order && namedByReceipt(order.receipt);
  const facts = {
    paymentRef: payment.paymentRef,
    orderRef: row.order_ref,
    amountPaise: restPaise,
    refundedPaise: payment.amountRefunded,
    isCreditSource: payment.isCreditSource,
    receivedAt: payment.createdAt,
    keepDays: KEEP_DAYS,
  };
  return worker.plain(async (tx) => {
    const hintedRepaymentId = hinted === undefined ? null : await repo.knownRepayment(tx, hinted);
    const isKept = await repo.hold(tx, { ...facts, hintedRepaymentId }, clock.now());
    // Its dispute may have been lost before the money was heard of.
    if (isKept) await meetLostOf(tx, facts.paymentRef, clock.now());
    return isKept;
  });
}

/** The loan money is given to, whose it is, who of the staff says so, and the sum in paise that they saw. */
interface Identified {
  readonly amountPaise: number;
  readonly receiptId: string;
  readonly ownerId: string;
  readonly loanId: string;
  readonly by: string;
}

/**
 * The money repays the loan it is given to, with its own value date, however long ago. A dispute of it is the
 * person's with it. False when it was given before, went back, or is another sum than was seen. Rule: LEND-16 journal 24, LEND-W6.
 */
export async function giveReceipt(
  deps: SettleDeps,
  tx: Tx,
  given: Identified,
  now = deps.clock.now(),
): Promise<boolean> {
  const { receiptId, ownerId: userId, loanId } = given;
  const receipt = await repo.identify(tx, receiptId, given, now);
  if (!receipt) return false;
  const money = {
    providerPaymentRef: receipt.payment_ref,
    amountPaise: receipt.amount_paise,
    refundedPaise: 0,
    capturedAt: receipt.received_at,
    isCreditSource: receipt.is_credit_source,
  };
  await creditIdentified(deps, tx, { userId, loanId }, money);
  await giveDisputes(tx, receipt.payment_ref, now);
  await repo.clearBreaks(tx, receipt.payment_ref, now);
  return true;
}

/**
 * True of money that may come back from the payment it was given to: that has it whole, its loan is not undone, and no transfer of our
 * bank has sent a part of it, maybe. Rule: LEND-24
 */
export async function mayComeBack(tx: Tx, given: repo.GivenReceipt, now: Date): Promise<boolean> {
  if (await isReturnProposed(tx, given.loanId, 'refund_transfer', now)) return false;
  return (await isReversible(tx, given)) && repo.isWhole(tx, given);
}

/**
 * Takes money back from the payment that staff had given it to by mistake: its loan is lived again without it, and it is kept for its owner
 * as at first. False where it is given to that payment no more, or is not whole any more: a part has gone back to its payer, or its
 * bank disputes it; the caller undoes the transaction. Rule: LEND-24, LEND-W7, LEND-16 journal 24
 */
export async function takeReceiptBack(
  deps: SettleDeps,
  tx: Tx,
  receiptId: string,
  loanId: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const given = await repo.lockGiven(tx, receiptId);
  if (given?.loanId !== loanId) return false;
  const { userId, repaymentId, paymentRef, valueOn, amountPaise } = given;
  if (!(await takeIdentifiedBack(tx, { userId, repaymentId }, now))) return false;
  // Under the locks of the repayment: nothing begins to leave any more.
  if (!(await mayComeBack(tx, given, now))) return false;
  await repo.keepForOwner(tx, receiptId, addDays(istDate(now.getTime()), KEEP_DAYS));
  const found = { userId: null, kind: 'unmatched_receipt', rail: 'razorpay', reference: paymentRef } as const;
  const detail = { receiptId };
  await openBreak(tx, { ...found, businessOn: valueOn, theirsPaise: amountPaise, detail }, now);
  await tellMistaken(deps, tx, given, now);
  return true;
}

/** Tells whose payment it was that it counts no more, and what is owed now. */
async function tellMistaken(
  { notifier, config }: SettleDeps,
  tx: Tx,
  { userId, loanId, amountPaise }: repo.GivenReceipt,
  now: Date,
): Promise<void> {
  const facts = await findFactsOn(tx, userId, loanId, istDate(now.getTime()));
  if (!facts) return;
  const amount = formatRupees(amountPaise);
  const outstanding = formatRupees(paise(outstandingOfFacts(facts)));
  const { bankName: bank, last4 } = facts;
  const vars = { amount, bank, last4, outstanding, link: `${config.publicUrl}/dashboard/payments/${loanId}` };
  const notice = (language: Language): Notice => ({
    type: 'warning',
    icon: 'alert',
    ...MISTAKEN[language](vars),
    language,
    template: 'repayment.given_by_mistake',
    vars,
  });
  await notifier.notify(tx, userId, notice, now);
}

type Mistaken = Readonly<Record<'amount' | 'bank' | 'last4' | 'outstanding', string>>;

const MISTAKEN = {
  en: ({ amount, bank, last4, outstanding }: Mistaken) => ({
    title: `${amount} that was not yours counts no more`,
    description: `${bank} •• ${last4}. Our team had given it to your payment by mistake. Still to repay: ${outstanding}. No new late charge is added for the days until today.`,
  }),
  hi: ({ amount, bank, last4, outstanding }: Mistaken) => ({
    title: `${amount}, जो आपके नहीं थे, अब नहीं गिने जाते`,
    description: `${bank} •• ${last4}. हमारी टीम ने इन्हें ग़लती से आपके भुगतान में गिना था। अभी चुकाना बाकी है: ${outstanding}। आज तक के दिनों का कोई नया विलंब शुल्क नहीं लगता।`,
  }),
} as const satisfies Record<Language, unknown>;

/**
 * Sends unclaimed money back to where it came from. The receipt's id and the number of the try are the rail's idempotency key; only its
 * clear word ends a try. Rule: LEND-21, LEND-X1.
 */
export async function returnReceipt(deps: ReceiptDeps, receiptId: string): Promise<void> {
  const { worker, clock, log } = deps;
  const receipt = await worker.single((tx) => repo.findReturning(tx, receiptId));
  if (!receipt) return;
  const later = (ms: number) =>
    worker.single((tx) => repo.lookAgain(tx, receiptId, new Date(clock.now().getTime() + ms)));
  try {
    const state = await askRail(deps, receipt);
    if (state.status === 'processed')
      await worker.single((tx) => repo.markReturned(tx, receiptId, state.refundRef, clock.now()));
    else if (state.status === 'pending') await later(10 * MINUTE_MS);
    else if (state.status === 'held') await wait(deps, receipt);
    else await refused(deps, receipt, state.status === 'refused' ? state.reason : 'failed_at_provider');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ receiptId, outcome: error.name }, 'return of a receipt without a clear answer');
    await later(error instanceof ProviderDuplicate ? MINUTE_MS : 10 * MINUTE_MS);
  }
}

/** A request that did not leave leaves no more: a dispute that was lost meanwhile takes its money. Rule: LEND-16 journal 34 */
async function wait({ worker, clock }: ReceiptDeps, receipt: repo.ReturningReceipt): Promise<void> {
  const now = clock.now();
  const nowMs = now.getTime();
  const absence = unseenAgain(receipt.absence, receipt.sent_at?.getTime() ?? null, nowMs);
  const isOpen = absence !== null && !isNeverMade(absence, nowMs);
  const lookAt = new Date(nowMs + (isOpen ? ABSENT_LOOK_MS : HOUR_MS));
  await worker.plain(async (tx) => {
    await repo.lookAgain(tx, receipt.id, lookAt, absence);
    await meetLostOf(tx, receipt.payment_ref, now);
  });
}

function askRail(
  { worker, clock, providers }: ReceiptDeps,
  { id, payment_ref: paymentRef, amount_paise: amount, sent_at: sentAt, refusals }: repo.ReturningReceipt,
): Promise<RefundAnswer> {
  const key = refusals === 0 ? id : `${id}:${refusals}`;
  return askForRefund(
    providers.collection,
    { paymentRef, key, amount, reason: 'unidentified' },
    sentAt !== null,
    () => worker.plain((tx) => repo.markSent(tx, { id, refusals }, clock.now())),
  );
}

/** It is kept again, for its owner or another try; the third refusal calls staff. A dispute that was lost meanwhile takes it. */
async function refused({ worker, clock }: ReceiptDeps, receipt: repo.ReturningReceipt, reason: string) {
  const now = clock.now();
  const { returnOn, isForStaff } = afterRefusal(receipt.refusals + 1, istDate(now.getTime()));
  await worker.plain(async (tx) => {
    if (!(await repo.keepAgain(tx, receipt, returnOn))) return;
    const found = {
      userId: null,
      kind: 'refund_refused',
      rail: 'razorpay',
      owner: 'finance',
      reference: receipt.payment_ref,
      theirsPaise: receipt.amount_paise,
      detail: { receiptId: receipt.id, reason },
    } as const;
    if (isForStaff) await openBreak(tx, found, now);
    await meetLostOf(tx, receipt.payment_ref, now);
  });
}
