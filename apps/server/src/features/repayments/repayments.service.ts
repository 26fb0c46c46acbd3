import type {
  AnswerOf,
  BodyOf,
  confirmRepayment,
  ErrorCode,
  QueryOf,
  Repayment,
  StartedRepayment,
} from '@mohlat/contract';
import type { listRepayments, startRepayment } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { findContact } from '#features/me/index.ts';
import { findFacts, isOwing, outstandingOfFacts } from '#features/payments/index.ts';
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
import { ProviderContractDrift, ProviderError, ProviderRejected } from '#providers/index.ts';
import { type EnquiryDeps, enquireRepayment } from './repayments.enquiry.ts';
import * as repo from './repayments.repo.ts';
import { creditCaptured, toCaptured } from './repayments.settle.ts';

type Deps = EnquiryDeps & Pick<FeatureContext, 'api' | 'vault' | 'limits'>;

/** What became of a start. A refusal is an answer too: it is stored and replayed as an order is. Rule: LEND-C3. */
export type Started = ({ readonly answer: StartedRepayment } | { readonly refusal: ErrorCode }) & {
  readonly isReplay: boolean;
};

export interface RepaymentsService {
  start(
    actor: Actor,
    paymentId: string,
    key: string,
    body: BodyOf<typeof startRepayment>,
    requestId: string,
  ): Promise<Started>;
  confirm(actor: Actor, id: string, body: BodyOf<typeof confirmRepayment>): Promise<Repayment>;
  get(actor: Actor, id: string): Promise<Repayment>;
  list(actor: Actor, query: QueryOf<typeof listRepayments>): Promise<AnswerOf<typeof listRepayments>>;
}

export function createRepaymentsService(deps: Deps): RepaymentsService {
  return {
    start: (actor, paymentId, key, body, requestId) => start(deps, actor, paymentId, key, body, requestId),
    confirm: (actor, id, body) => confirm(deps, actor, id, body),
    get: (actor, id) => deps.api.asUser(actor, async (tx) => toRepayment(await getRow(tx, actor, id))),
    list: (actor, query) =>
      deps.api.asUser(actor, async (tx) => {
        const { items, nextCursor } = await repo.listRepayments(tx, actor.userId, query);
        return { items: items.map(toRepayment), nextCursor };
      }),
  };
}

/** The first look at an order nobody confirmed: the person may have paid and closed the page. */
const FIRST_LOOK_MS = 60_000;
/** For so long an unpaid order is given again to who asks for the same amount. */
const ORDER_FRESH_MS = 15 * 60_000;

type Begun = { readonly done: Kept; readonly isReplay: boolean } | ({ readonly done?: never } & Opened);

interface Opened {
  readonly repaymentId: string;
  /** Null when the order is still to be made. */
  readonly orderRef: string | null;
}

async function start(
  deps: Deps,
  actor: Actor,
  paymentId: string,
  key: string,
  body: BodyOf<typeof startRepayment>,
  requestId: string,
): Promise<Started> {
  const { api, clock, vault } = deps;
  refuseRewards(body.rewardIds ?? []);
  const intent: Intent = {
    userId: actor.userId,
    route: 'POST /payments/{id}/repayments',
    key,
    requestHash: sha256(JSON.stringify([paymentId, body.amountPaise, body.rewardIds ?? []])),
  };
  const begun = await api.asUser(actor, async (tx): Promise<Begun> => {
    const claim = await claimIntent<Kept>(tx, intent, clock.now());
    if (claim.state === 'done') return { done: claim.facts, isReplay: true };
    if (claim.state === 'resumed' && 'repaymentId' in claim.facts)
      return { repaymentId: claim.facts.repaymentId, orderRef: null };
    const refusal = await findRefusal(tx, actor, paymentId, body.amountPaise);
    if (refusal) {
      await finishIntent(tx, intent, { refusal });
      return { done: { refusal }, isReplay: false };
    }
    const opened = await openRepayment(deps, tx, actor, paymentId, body.amountPaise);
    await noteProgress(tx, intent, { repaymentId: opened.repaymentId });
    return opened;
  });
  if (begun.done) return { ...openKept(vault, actor, begun.done), isReplay: begun.isReplay };
  const answer = await openCheckout(
    deps,
    actor,
    intent,
    { repaymentId: begun.repaymentId, orderRef: begun.orderRef, amountPaise: body.amountPaise },
    requestId,
  );
  return { answer, isReplay: false };
}

/**
 * The repayment to pay: the one of the same amount that was opened just before and nobody paid, or a new one.
 * Throws: too_many_requests. Rule: PAY-11.
 */
async function openRepayment(
  { limits, clock }: Deps,
  tx: Tx,
  actor: Actor,
  loanId: string,
  amountPaise: number,
): Promise<Opened> {
  const now = clock.now();
  const wanted = { userId: actor.userId, loanId, amountPaise };
  await repo.lockStarts(tx, actor.userId, loanId);
  const open = await repo.findOpenOrder(tx, wanted, new Date(now.getTime() - ORDER_FRESH_MS));
  if (open) return { repaymentId: open.id, orderRef: open.order_ref };
  await limits.countIn(tx, 'repayment_order');
  const repaymentId = newId();
  const nextEnquiryAt = new Date(now.getTime() + FIRST_LOOK_MS);
  await repo.insertRepayment(tx, { ...wanted, repaymentId, nextEnquiryAt }, now);
  return { repaymentId, orderRef: null };
}

/** Rewards cannot be earned yet, so none can be this user's to spend. */
function refuseRewards(rewardIds: readonly string[]): void {
  if (rewardIds.length === 0) return;
  throw new DomainError('validation_failed', {
    errors: [{ path: 'rewardIds', message: 'This reward is not yours or was used already' }],
  });
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

/**
 * Order of checks: the payment is this user's, something is owed, not more than is owed.
 * Throws: not_found, which is no answer to keep.
 */
async function findRefusal(
  tx: Tx,
  actor: Actor,
  paymentId: string,
  amountPaise: number,
): Promise<ErrorCode | undefined> {
  const facts = await findFacts(tx, actor.userId, paymentId);
  if (!facts) throw new DomainError('not_found');
  if (!isOwing(facts)) return 'payment_not_payable';
  return amountPaise > outstandingOfFacts(facts) ? 'repayment_exceeds_outstanding' : undefined;
}

async function createOrder(
  { providers }: Deps,
  { repaymentId, amountPaise }: { readonly repaymentId: string; readonly amountPaise: number },
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
  repayment: Opened & { readonly amountPaise: number },
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

/**
 * The checkout's word proves where it comes from, no more: the payment is read back, and only captured money of the
 * right amount on our own order is credited.
 */
async function confirm(
  deps: Deps,
  actor: Actor,
  id: string,
  body: BodyOf<typeof confirmRepayment>,
): Promise<Repayment> {
  const { api, providers } = deps;
  const ids = { userId: actor.userId, repaymentId: id };
  const row = await api.asUser(actor, (tx) => getRow(tx, actor, id));
  if (!row.order_ref) throw new DomainError('repayment_not_confirmed');
  if (
    !providers.collection.verifyReturn({
      orderRef: row.order_ref,
      paymentRef: body.paymentId,
      signature: body.signature,
    })
  ) {
    throw new DomainError('repayment_not_confirmed');
  }
  try {
    const payment = await providers.collection.getPayment(body.paymentId, {
      orderRef: row.order_ref,
      amount: row.amount_paise,
    });
    if (payment.status === 'captured') await creditCaptured(deps, ids, toCaptured(payment));
    else await enquireRepayment(deps, ids);
    if (payment.isCreditSource) throw new DomainError('credit_source_refused');
  } catch (error) {
    if (error instanceof ProviderContractDrift || error instanceof ProviderRejected)
      throw new DomainError('repayment_not_confirmed');
    if (!(error instanceof ProviderError)) throw error;
    // The money may well be in: the enquiry finds it, and nobody is told it failed.
    await api.asUser(actor, (tx) =>
      repo.saveOutcome(tx, ids, {
        status: 'unknown',
        reason: null,
        nextEnquiryAt: new Date(deps.clock.now().getTime() + 5_000),
      }),
    );
  }
  return api.asUser(actor, async (tx) => toRepayment(await getRow(tx, actor, id)));
}

async function getRow(tx: Tx, actor: Actor, id: string): Promise<repo.RepaymentRow> {
  const row = await repo.findRepayment(tx, { userId: actor.userId, repaymentId: id });
  if (!row) throw new DomainError('not_found');
  return row;
}

function toRepayment(row: repo.RepaymentRow): Repayment {
  return {
    id: row.id,
    paymentId: row.loan_id,
    amountPaise: row.amount_paise,
    status: row.status,
    ...(row.failure_reason === null ? {} : { failureReason: row.failure_reason }),
    allocation: (row.allocation ?? []) as Repayment['allocation'],
    createdAt: row.created_at.toISOString(),
    receivedAt: row.received_at?.toISOString() ?? null,
  };
}
