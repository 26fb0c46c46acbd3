import type {
  BodyOf,
  Checkout,
  ErrorCode,
  RepaymentIntent,
  StartedRepayment,
  startRepayment,
} from '@mohlat/contract';
import { exitQuote, partPlan, RAIL_MIN_PAISE } from '@mohlat/lending';
import { type BusinessDate, outstandingOf } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { findContact } from '#features/me/index.ts';
import { findFacts, isOwing, loanToQuote, type QuotedLoan, refusalOfPart } from '#features/payments/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import {
  claimIntent,
  finishIntent,
  type Intent,
  noteProgress,
  releaseIntent,
} from '#platform/idempotency/idempotency.ts';
import { ProviderError, unopened } from '#providers/index.ts';
import type { RepaymentCover, WantedRepayment } from './cover.ts';
import { GIVE_UP_AFTER_MS } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';
import type { SettleDeps } from './repayments.settle.ts';

export type StartDeps = Pick<FeatureContext, 'api' | 'vault' | 'limits' | 'clock' | 'providers'> &
  SettleDeps & { readonly cover?: RepaymentCover | undefined };

/** The outcome of a start. A refusal is an answer, too: it is stored and replayed as an order is. Rule: LEND-C3. */
export type Started = Ended & { readonly isReplay: boolean };

type Ended = { readonly answer: StartedRepayment } | { readonly refusal: ErrorCode };

/** A request to open a checkout for a payment. */
export interface Asked {
  readonly paymentId: string;
  readonly key: string;
  readonly requestId: string;
}

/** The purpose and the price of the money. */
interface Purpose {
  readonly route: string;
  /** Two requests of one key are the same when this is. */
  readonly canonical: readonly unknown[];
  readonly intent: RepaymentIntent;
  /** Rewards that pay a part of it. */
  readonly rewardIds: readonly string[];
  /** Asks the loan as money of the day will find it. */
  readonly price: (loan: QuotedLoan) => { readonly amountPaise: number } | { readonly refusal: ErrorCode };
}

/** Repaying an amount: something is owed, and not less than that. Rule: PAY-16. */
export function repaying(body: BodyOf<typeof startRepayment>): Purpose {
  const { amountPaise, rewardIds = [] } = body;
  return {
    route: 'POST /payments/{id}/repayments',
    canonical: [amountPaise, rewardIds],
    intent: 'emi',
    rewardIds,
    price: (loan) => {
      if (amountPaise > outstandingOf(loan)) return { refusal: 'repayment_exceeds_outstanding' };
      // Rewards have no minimum: of what they leave the rail is asked for.
      const isTooSmall = amountPaise < RAIL_MIN_PAISE && rewardIds.length === 0;
      return isTooSmall ? { refusal: 'repayment_too_small' } : { amountPaise };
    },
  };
}

/** Making the coming instalments smaller on a day. Rule: LEND-9 (PART_PREPAY). */
export function prepayingPart(body: BodyOf<typeof startRepayment>, today: BusinessDate): Purpose {
  const { amountPaise } = body;
  return {
    route: 'POST /payments/{id}/repayments',
    canonical: [amountPaise, [], body.intent],
    intent: 'part_prepay',
    rewardIds: [],
    price: (loan) => {
      if (amountPaise > outstandingOf(loan)) return { refusal: 'repayment_exceeds_outstanding' };
      const plan = partPlan(loan, amountPaise, today);
      return plan.isAccepted ? { amountPaise } : { refusal: refusalOfPart(plan.reason) };
    },
  };
}

/** Cancelling on a day: the loan runs, and its window does. Rule: LEND-8. */
export function cancelling(today: BusinessDate): Purpose {
  return {
    route: 'POST /payments/{id}/cancel',
    canonical: [],
    intent: 'exit',
    rewardIds: [],
    price: (loan) => exitQuote(loan, today) ?? { refusal: 'cancellation_over' },
  };
}

/** The first look at an order that is not confirmed: the person may have paid and closed the page. */
const FIRST_LOOK_MS = 60_000;

type Begun = { readonly done: Kept; readonly isReplay: boolean } | ({ readonly done?: never } & Opened);

interface Opened {
  readonly repaymentId: string;
  readonly amountPaise: number;
  /** Null when the order is still to be made. */
  readonly orderRef: string | null;
  /** The repayment for the part that rewards pay; the same one as `repaymentId` when they pay all of it. */
  readonly rewardRepaymentId: string | null;
}

/** Where a start that was cut off goes on. */
type Progress = Pick<Opened, 'repaymentId' | 'rewardRepaymentId'>;

/**
 * Opens an order of the provider for a purpose, once under its key. Order of checks: the payment is this user's, then what
 * the purpose asks for.
 * Throws: not_found, too_many_requests, provider_refused, provider_unavailable and, for what rewards leave, repayment_too_small; none of
 * these is an answer to keep, but for a refusal by the rail after rewards were used.
 */
export async function startCheckout(deps: StartDeps, actor: Actor, asked: Asked & Purpose): Promise<Started> {
  const { api, clock, vault } = deps;
  const { paymentId, key, requestId, route, canonical, price } = asked;
  const intent: Intent = {
    userId: actor.userId,
    route,
    key,
    requestHash: sha256(JSON.stringify([paymentId, ...canonical])),
  };
  const begun = await api.asUser(actor, async (tx): Promise<Begun> => {
    const claim = await claimIntent<Kept>(tx, intent, clock.now());
    if (claim.state === 'done') return { done: claim.facts, isReplay: true };
    if (claim.state === 'resumed' && 'repaymentId' in claim.facts) return resume(tx, actor, claim.facts);
    const facts = await findFacts(tx, actor.userId, paymentId);
    if (!facts) throw new DomainError('not_found');
    const loan = await loanToQuote(tx, actor.userId, facts, clock.today());
    const priced = loan === undefined ? ({ refusal: 'payment_not_payable' } as const) : price(loan);
    if ('refusal' in priced) {
      await finishIntent(tx, intent, { refusal: priced.refusal });
      return { done: { refusal: priced.refusal }, isReplay: false };
    }
    const wanted = { userId: actor.userId, loanId: paymentId, ...priced, intent: asked.intent };
    const opened = await open(deps, tx, wanted, asked.rewardIds);
    if ('refusal' in opened) {
      await finishIntent(tx, intent, opened);
      return { done: opened, isReplay: false };
    }
    const { repaymentId, rewardRepaymentId } = opened;
    await noteProgress(tx, intent, { repaymentId, rewardRepaymentId } satisfies Progress);
    return opened;
  });
  if (begun.done) return { ...openKept(vault, actor, begun.done), isReplay: begun.isReplay };
  return { ...(await openCheckout(deps, actor, intent, begun, requestId)), isReplay: false };
}

/** A start that was cut off goes on under the receipt it had. */
async function resume(
  tx: Tx,
  { userId }: Actor,
  { repaymentId, rewardRepaymentId }: Progress,
): Promise<Opened> {
  const row = await repo.findRepayment(tx, { userId, repaymentId });
  invariant(row, 'a repayment disappeared');
  return { repaymentId, rewardRepaymentId, amountPaise: row.amount_paise, orderRef: row.order_ref };
}

/** Opens the part that rewards pay and the rest for the checkout. Throws: too_many_requests, repayment_too_small. */
async function open(
  deps: StartDeps,
  tx: Tx,
  wanted: WantedRepayment,
  rewardIds: readonly string[],
): Promise<Opened | { readonly refusal: ErrorCode }> {
  await repo.lockStarts(tx, wanted.userId, wanted.loanId);
  if (rewardIds.length === 0) return { ...(await openRepayment(deps, tx, wanted)), rewardRepaymentId: null };
  if (!deps.cover) return { refusal: 'reward_not_available' };
  const reward = await deps.cover.open(deps, tx, { ...wanted, repaymentId: newId() }, rewardIds);
  if ('refusal' in reward) return reward;
  const { repaymentId: rewardRepaymentId } = reward;
  const amountPaise = wanted.amountPaise - reward.amountPaise;
  if (amountPaise === 0)
    return {
      repaymentId: rewardRepaymentId,
      rewardRepaymentId,
      amountPaise: wanted.amountPaise,
      orderRef: null,
    };
  // Thrown, so that the rewards are not bound to a repayment that never begins.
  if (amountPaise < RAIL_MIN_PAISE) throw new DomainError('repayment_too_small');
  return { ...(await openRepayment(deps, tx, { ...wanted, amountPaise })), rewardRepaymentId };
}

/**
 * The repayment to pay: the one of the same amount and purpose that was opened before and is unpaid, or a new one.
 * Throws: too_many_requests. Rule: PAY-11.
 */
async function openRepayment(
  { limits, clock }: StartDeps,
  tx: Tx,
  wanted: WantedRepayment,
): Promise<Omit<Opened, 'rewardRepaymentId'>> {
  const now = clock.now();
  const open = await reuseOrder(tx, wanted, now);
  if (open) return open;
  await limits.countIn(tx, 'repayment_order');
  return {
    repaymentId: await insertCheckout(tx, wanted, now),
    amountPaise: wanted.amountPaise,
    orderRef: null,
  };
}

/**
 * Finds the order that was opened for this money and may be paid yet, however old and also after an attempt that failed: with a
 * second order beside it the provider would take the money twice. It is looked at again as soon as a new one would be.
 * The caller has the lock of the loan's starts. Rule: PAY-11.
 */
export async function reuseOrder(
  tx: Tx,
  wanted: WantedRepayment,
  now: Date,
): Promise<Omit<Opened, 'rewardRepaymentId'> | undefined> {
  // An order that was given up is asked about no more.
  const order = await repo.findPayableOrder(tx, wanted, new Date(now.getTime() - GIVE_UP_AFTER_MS));
  if (!order) return undefined;
  const { userId, amountPaise } = wanted;
  const nextEnquiryAt = new Date(now.getTime() + FIRST_LOOK_MS);
  const isSoon = order.next_enquiry_at !== null && order.next_enquiry_at <= nextEnquiryAt;
  if (order.status === 'failed' || (order.status === 'initiated' && !isSoon))
    await repo.saveOutcome(
      tx,
      { userId, repaymentId: order.id },
      { status: 'initiated', reason: null, nextEnquiryAt },
    );
  return { repaymentId: order.id, amountPaise, orderRef: order.order_ref };
}

/** Begins a repayment that a checkout pays, and answers its id. */
export async function insertCheckout(tx: Tx, wanted: WantedRepayment, now: Date): Promise<string> {
  const repaymentId = newId();
  const nextEnquiryAt = new Date(now.getTime() + FIRST_LOOK_MS);
  await repo.insertRepayment(tx, { ...wanted, repaymentId, channel: 'checkout', nextEnquiryAt }, now);
  return repaymentId;
}

/** The content stored under an idempotency key. The answer carries how to reach the person and is therefore sealed. */
type Kept = Progress | { readonly refusal: ErrorCode } | { readonly sealed: string };

const intentContext = (userId: string) => `repayment answer:${userId}`;

function keep(vault: StartDeps['vault'], userId: string, answer: StartedRepayment): Kept {
  return { sealed: vault.seal(JSON.stringify(answer), intentContext(userId)).toString('base64') };
}

function openKept(vault: StartDeps['vault'], actor: Actor, kept: Kept) {
  if ('refusal' in kept) return { refusal: kept.refusal };
  invariant('sealed' in kept, 'a finished repayment has no answer');
  const text = vault.open(Buffer.from(kept.sealed, 'base64'), intentContext(actor.userId));
  return { answer: JSON.parse(text) as StartedRepayment };
}

/** Asks the provider for the order of a repayment; the same repayment always has the same order. Throws ProviderError. */
export async function createOrder(
  { providers }: Pick<FeatureContext, 'providers'>,
  { repaymentId, amountPaise }: Pick<Opened, 'repaymentId' | 'amountPaise'>,
  requestId: string,
): Promise<string> {
  const { orderRef } = await providers.collection.createOrder(
    { receipt: repaymentId, amount: amountPaise, notes: { repaymentId } },
    { requestId, actor: 'user' },
  );
  return orderRef;
}

/** Asks for the order outside any transaction; the same receipt always names the same order. */
async function openCheckout(
  deps: StartDeps,
  actor: Actor,
  intent: Intent,
  opened: Opened,
  requestId: string,
): Promise<Ended> {
  const { api, vault } = deps;
  const { repaymentId, rewardRepaymentId } = opened;
  const { userId } = actor;
  try {
    const isCovered = repaymentId === rewardRepaymentId;
    const orderRef = isCovered ? null : (opened.orderRef ?? (await createOrder(deps, opened, requestId)));
    // Only now: a checkout that could not be opened uses up no rewards.
    const isPossible =
      rewardRepaymentId === null ||
      (await deps.cover?.settle(deps, { userId, repaymentId: rewardRepaymentId })) === true;
    return await api.asUser(actor, async (tx): Promise<Ended> => {
      const ended = isPossible ? await endedByRewards(tx, userId, opened) : undefined;
      if (orderRef !== null) await repo.saveOrder(tx, { userId, repaymentId }, orderRef);
      if (!isPossible) {
        const refused = { refusal: 'reward_not_available' } as const;
        await finishIntent(tx, intent, refused);
        return refused;
      }
      const answer: StartedRepayment = ended ?? {
        id: repaymentId,
        status: isCovered ? 'succeeded' : 'initiated',
        amountPaise: opened.amountPaise,
        checkout: orderRef === null ? null : await checkoutOf(deps, tx, actor, opened.amountPaise, orderRef),
      };
      await finishIntent(tx, intent, keep(vault, userId, answer));
      return { answer };
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const code = unopened(error);
    const ended = await api.asUser(actor, async (tx) => {
      const kept = code === 'provider_refused' ? await endWithoutOrder(tx, userId, opened) : undefined;
      if (kept === undefined) await releaseIntent(tx, intent);
      else await finishIntent(tx, intent, 'answer' in kept ? keep(vault, userId, kept.answer) : kept);
      return kept;
    });
    if (ended) return ended;
    throw new DomainError(code);
  }
}

/**
 * Ends a start that was cut off after its rewards were used, and whose order the rail refuses: they have paid their part, and the rest
 * is another request's. Undefined where none was used.
 */
async function endWithoutOrder(tx: Tx, userId: string, opened: Opened): Promise<Ended | undefined> {
  const { repaymentId, rewardRepaymentId } = opened;
  if (rewardRepaymentId === null) return undefined;
  const reward = await repo.findRepayment(tx, { userId, repaymentId: rewardRepaymentId });
  if (reward?.status !== 'succeeded') return undefined;
  const answer = await endedByRewards(tx, userId, opened);
  if (answer) return { answer };
  await endRest(tx, { userId, repaymentId });
  return { refusal: 'provider_refused' };
}

/**
 * Answers where the rewards alone ended the loan: what was left of it is let off, and a checkout for the rest would take money
 * that only goes back. Undefined where something is owed. Rule: LEND-9
 */
async function endedByRewards(
  tx: Tx,
  userId: string,
  { repaymentId, rewardRepaymentId }: Opened,
): Promise<StartedRepayment | undefined> {
  if (rewardRepaymentId === null || rewardRepaymentId === repaymentId) return undefined;
  const reward = await repo.findRepayment(tx, { userId, repaymentId: rewardRepaymentId });
  invariant(reward, 'a repayment disappeared');
  const facts = await findFacts(tx, userId, reward.loan_id);
  if (!facts || isOwing(facts)) return undefined;
  await endRest(tx, { userId, repaymentId });
  return { id: rewardRepaymentId, status: 'succeeded', amountPaise: reward.amount_paise, checkout: null };
}

/** Ends what rewards left to pay. Its order was shown to no one; one that was opened before may be paid yet, and is looked at as before. */
async function endRest(tx: Tx, ids: repo.RepaymentIds): Promise<void> {
  const rest = await repo.findRepayment(tx, ids);
  if (rest?.order_ref === null)
    await repo.saveOutcome(tx, ids, { status: 'failed', reason: 'not_paid', nextEnquiryAt: null });
}

async function checkoutOf(
  { providers, vault }: StartDeps,
  tx: Tx,
  actor: Actor,
  amountPaise: number,
  orderRef: string,
): Promise<Checkout> {
  const checkout = providers.collection.checkoutFor({ orderRef, amount: amountPaise });
  const contact = await findContact(tx, vault, actor.userId);
  return {
    scriptUrl: checkout.scriptUrl,
    keyId: checkout.key,
    orderId: orderRef,
    amountPaise,
    prefill: {
      name: contact.name,
      email: contact.email ?? '',
      contact: contact.mobile ? `+91${contact.mobile}` : '',
    },
    qrUri: null,
  };
}
