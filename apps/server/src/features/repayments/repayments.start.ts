import type { BodyOf, ErrorCode, RepaymentIntent, StartedRepayment, startRepayment } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { findContact } from '#features/me/index.ts';
import {
  exitQuote,
  findFacts,
  isOwing,
  outstandingOfFacts,
  type PaymentFacts,
} from '#features/payments/index.ts';
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
import { ProviderError } from '#providers/index.ts';
import * as repo from './repayments.repo.ts';

type Deps = Pick<FeatureContext, 'api' | 'vault' | 'limits' | 'clock' | 'providers'>;

/** What became of a start. A refusal is an answer too: it is stored and replayed as an order is. Rule: LEND-C3. */
export type Started = ({ readonly answer: StartedRepayment } | { readonly refusal: ErrorCode }) & {
  readonly isReplay: boolean;
};

/** A request to open a checkout for a payment. */
export interface Asked {
  readonly paymentId: string;
  readonly key: string;
  readonly requestId: string;
}

/** What the money is for, and how much it is. */
interface Purpose {
  readonly route: string;
  /** Two requests of one key are the same when this is. */
  readonly canonical: readonly unknown[];
  readonly intent: RepaymentIntent;
  readonly price: (facts: PaymentFacts) => { readonly amountPaise: number } | { readonly refusal: ErrorCode };
}

/** Repaying an amount: something is owed, and not less than that. */
export function repaying(body: BodyOf<typeof startRepayment>): Purpose {
  const { amountPaise } = body;
  return {
    route: 'POST /payments/{id}/repayments',
    canonical: [amountPaise, body.rewardIds ?? []],
    intent: 'emi',
    price: (facts) => {
      if (!isOwing(facts)) return { refusal: 'payment_not_payable' };
      return amountPaise > outstandingOfFacts(facts)
        ? { refusal: 'repayment_exceeds_outstanding' }
        : { amountPaise };
    },
  };
}

/** Cancelling on a day: the loan runs, and its window does. Rule: LEND-8. */
export function cancelling(today: BusinessDate): Purpose {
  return {
    route: 'POST /payments/{id}/cancel',
    canonical: [],
    intent: 'exit',
    price: (facts) => {
      if (!isOwing(facts)) return { refusal: 'payment_not_payable' };
      return exitQuote(facts, today) ?? { refusal: 'cancellation_over' };
    },
  };
}

/** The first look at an order nobody confirmed: the person may have paid and closed the page. */
const FIRST_LOOK_MS = 60_000;
/** For so long an unpaid order is given again to who asks for the same amount. */
const ORDER_FRESH_MS = 15 * 60_000;

type Begun = { readonly done: Kept; readonly isReplay: boolean } | ({ readonly done?: never } & Opened);

interface Opened {
  readonly repaymentId: string;
  readonly amountPaise: number;
  /** Null when the order is still to be made. */
  readonly orderRef: string | null;
}

/**
 * Opens an order of the provider for a purpose, once under its key. Order of checks: the payment is this user's, then what
 * the purpose asks for.
 * Throws: not_found, too_many_requests, provider_unavailable, none of which is an answer to keep.
 */
export async function startCheckout(deps: Deps, actor: Actor, asked: Asked & Purpose): Promise<Started> {
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
    if (claim.state === 'resumed' && 'repaymentId' in claim.facts)
      return resume(tx, actor, claim.facts.repaymentId);
    const facts = await findFacts(tx, actor.userId, paymentId);
    if (!facts) throw new DomainError('not_found');
    const priced = price(facts);
    if ('refusal' in priced) {
      await finishIntent(tx, intent, { refusal: priced.refusal });
      return { done: { refusal: priced.refusal }, isReplay: false };
    }
    const wanted = { userId: actor.userId, loanId: paymentId, ...priced, intent: asked.intent };
    const opened = await openRepayment(deps, tx, wanted);
    await noteProgress(tx, intent, { repaymentId: opened.repaymentId });
    return opened;
  });
  if (begun.done) return { ...openKept(vault, actor, begun.done), isReplay: begun.isReplay };
  return { answer: await openCheckout(deps, actor, intent, begun, requestId), isReplay: false };
}

/** A start that was cut off goes on under the receipt it had. */
async function resume(tx: Tx, { userId }: Actor, repaymentId: string): Promise<Opened> {
  const row = await repo.findRepayment(tx, { userId, repaymentId });
  invariant(row, 'a repayment disappeared');
  return { repaymentId, amountPaise: row.amount_paise, orderRef: null };
}

/**
 * The repayment to pay: the one of the same amount and purpose that was opened just before and nobody paid, or a new one.
 * Throws: too_many_requests. Rule: PAY-11.
 */
async function openRepayment(
  { limits, clock }: Deps,
  tx: Tx,
  wanted: {
    readonly userId: string;
    readonly loanId: string;
    readonly amountPaise: number;
    readonly intent: RepaymentIntent;
  },
): Promise<Opened> {
  const now = clock.now();
  const { amountPaise } = wanted;
  await repo.lockStarts(tx, wanted.userId, wanted.loanId);
  const open = await repo.findOpenOrder(tx, wanted, new Date(now.getTime() - ORDER_FRESH_MS));
  if (open) return { repaymentId: open.id, amountPaise, orderRef: open.order_ref };
  await limits.countIn(tx, 'repayment_order');
  const repaymentId = newId();
  const nextEnquiryAt = new Date(now.getTime() + FIRST_LOOK_MS);
  await repo.insertRepayment(tx, { ...wanted, repaymentId, nextEnquiryAt }, now);
  return { repaymentId, amountPaise, orderRef: null };
}

/** What stands under a key. The answer carries how to reach the person and is therefore sealed. */
type Kept = { readonly repaymentId: string } | { readonly refusal: ErrorCode } | { readonly sealed: string };

const intentContext = (userId: string) => `repayment answer:${userId}`;

function keep(vault: Deps['vault'], userId: string, answer: StartedRepayment): Kept {
  return { sealed: vault.seal(JSON.stringify(answer), intentContext(userId)).toString('base64') };
}

function openKept(vault: Deps['vault'], actor: Actor, kept: Kept) {
  if ('refusal' in kept) return { refusal: kept.refusal };
  invariant('sealed' in kept, 'a finished repayment has no answer');
  const text = vault.open(Buffer.from(kept.sealed, 'base64'), intentContext(actor.userId));
  return { answer: JSON.parse(text) as StartedRepayment };
}

async function createOrder(
  { providers }: Deps,
  { repaymentId, amountPaise }: Opened,
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
  deps: Deps,
  actor: Actor,
  intent: Intent,
  repayment: Opened,
  requestId: string,
): Promise<StartedRepayment> {
  const { api, providers, vault } = deps;
  try {
    const orderRef = repayment.orderRef ?? (await createOrder(deps, repayment, requestId));
    const checkout = providers.collection.checkoutFor({ orderRef, amount: repayment.amountPaise });
    return await api.asUser(actor, async (tx) => {
      await repo.saveOrder(tx, { userId: actor.userId, repaymentId: repayment.repaymentId }, orderRef);
      const contact = await findContact(tx, vault, actor.userId);
      const answer: StartedRepayment = {
        id: repayment.repaymentId,
        status: 'initiated',
        amountPaise: repayment.amountPaise,
        checkout: {
          scriptUrl: checkout.scriptUrl,
          keyId: checkout.key,
          orderId: orderRef,
          amountPaise: repayment.amountPaise,
          prefill: {
            name: contact.name,
            email: contact.email ?? '',
            contact: contact.mobile ? `+91${contact.mobile}` : '',
          },
          qrUri: null,
        },
      };
      await finishIntent(tx, intent, keep(vault, actor.userId, answer));
      return answer;
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await api.asUser(actor, (tx) => releaseIntent(tx, intent));
    throw new DomainError('provider_unavailable');
  }
}
