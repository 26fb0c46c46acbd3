import {
  type BodyOf,
  type EndpointCall,
  recordDebitOutcome,
  recordPaymentOutcome,
  refundPaymentExcess,
} from '@mohlat/contract';
import { businessDate, istDate, istDayBounds } from '@mohlat/money';
import {
  type Act,
  actOnce,
  findOwnerToAsk,
  type OnceCall,
  type Outcome,
  proposeIn,
} from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { type DebitInReview, listDebitsInReview } from '#features/mandates/index.ts';
import {
  findFacts,
  findReferenceProblem,
  type ReferenceProblem,
  refundDueOf,
} from '#features/payments/index.ts';
import { isReturnProposed } from '#features/refunds/index.ts';
import { isMoneyCredited } from '#features/repayments/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { ProviderContractDrift, ProviderError, ProviderRejected } from '#providers/index.ts';
import * as repo from './payments-desk.detail.repo.ts';
import { isRefundStuck } from './payments-desk.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'providers'>;

export interface PaymentProposals {
  /** Throws not_found, own_account, validation_failed, payment_outcome_known, approval_open. Rule: LEND-X1, LEND-24 */
  readonly recordOutcome: OnceCall<typeof recordPaymentOutcome>;
  /** Throws not_found, own_account, validation_failed, debit_outcome_known, approval_open, busy. Rule: LEND-20, LEND-24 */
  readonly recordDebit: OnceCall<typeof recordDebitOutcome>;
  /** Throws not_found, own_account, nothing_to_refund, other_way_proposed, approval_open. Rule: LEND-24 */
  readonly refundExcess: OnceCall<typeof refundPaymentExcess>;
}

/** Proposes acts on a payment; a second person decides, and the feature that an act belongs to carries it out. */
export function createPaymentProposals(deps: Deps): PaymentProposals {
  return {
    recordOutcome: onPayment(deps, recordPaymentOutcome, recordOutcome),
    recordDebit: recordDebitOf(deps),
    refundExcess: onPayment(deps, refundPaymentExcess, refundExcess),
  };
}

/** One locked payment, a member of staff, a moment. */
interface Scene extends Act {
  readonly ids: repo.PaymentIds;
  readonly head: repo.PaymentHead;
}

type Proposed = Outcome<{ readonly approvalId: string }>;

function onPayment<B extends object>(
  deps: Deps,
  endpoint: EndpointCall,
  work: (scene: Scene, body: B) => Promise<Proposed>,
) {
  return actOnce(deps, endpoint, repo.findOwner, async (act, body: B) => {
    const ids = { userId: act.userId, paymentId: act.objectId };
    const head = await repo.lockHead(act.tx, ids);
    if (!head) throw new DomainError('not_found');
    return work({ ...act, ids, head }, body);
  });
}

const REFERENCE_REFUSED: Readonly<Record<ReferenceProblem, string>> = {
  taken: 'Another payment has this reference',
  listed_for_another: 'The rail’s list gives this reference to another payment',
  listed_otherwise: 'The rail’s list names this payment by another reference',
};

async function recordOutcome(scene: Scene, body: BodyOf<typeof recordPaymentOutcome>): Promise<Proposed> {
  const { tx, ids, head, now } = scene;
  if (head.bill_status !== 'unknown') return { refusal: 'payment_outcome_known' };
  const { outcome, railReference, paidOn, isRefundPromised, evidence, reason } = body;
  const isPaid = outcome === 'paid';
  if (isPaid && railReference !== undefined) {
    const problem = await findReferenceProblem(tx, ids, railReference);
    if (problem) throw refused('railReference', REFERENCE_REFUSED[problem]);
  }
  const payload = {
    outcome,
    railReference: isPaid ? (railReference ?? null) : null,
    paidAt: isPaid && paidOn !== undefined ? paidAtOf(paidOn, head.accepted_at, now) : null,
    isRefundPromised: !isPaid && isRefundPromised,
    evidence,
  };
  return { answer: await proposeIn(scene, { kind: 'rail_outcome', payload, reason }) };
}

/** The rail is asked first, outside every transaction, and for no repeat: what it does not know as this debit's payment is mistyped. */
function recordDebitOf(deps: Deps): OnceCall<typeof recordDebitOutcome> {
  const propose = onPayment(deps, recordDebitOutcome, recordDebit);
  const findOwner = findOwnerToAsk(deps, recordDebitOutcome, repo.findOwner);
  return async (actor, asked, body) => {
    const { debitId, outcome, paymentRef } = body;
    const isNamed = outcome === 'debited' && paymentRef !== undefined;
    const owner = isNamed ? await findOwner(actor, asked, body) : undefined;
    if (isNamed && owner !== undefined) {
      const ids = { userId: owner, paymentId: asked.id };
      const debits = await deps.worker.forUser(owner, (tx) => listDebitsInReview(tx, ids));
      const debit = debits.find(({ id }) => id === debitId);
      if (debit) await assertPaymentOf(deps, debit, paymentRef);
    }
    return propose(actor, asked, body);
  };
}

/** Throws validation_failed for a payment that the rail does not know, or knows of another order or sum; busy while it is away. */
async function assertPaymentOf({ providers }: Deps, debit: DebitInReview, paymentRef: string): Promise<void> {
  try {
    const payment = await providers.collection.getPayment(paymentRef);
    if (payment.orderRef === debit.orderRef && payment.amount === debit.amountPaise) return;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!(error instanceof ProviderRejected || error instanceof ProviderContractDrift))
      throw new DomainError('busy');
  }
  throw refused('paymentRef', 'The rail does not know this as the payment of this debit');
}

async function recordDebit(scene: Scene, body: BodyOf<typeof recordDebitOutcome>): Promise<Proposed> {
  const { tx, ids } = scene;
  const { debitId, outcome, evidence, reason } = body;
  const debit = (await listDebitsInReview(tx, ids)).find((one) => one.id === debitId);
  if (debit === undefined) return { refusal: 'debit_outcome_known' };
  const paymentRef = outcome === 'debited' ? (body.paymentRef ?? null) : null;
  if (paymentRef !== null && (await isMoneyCredited(tx, paymentRef)))
    throw refused('paymentRef', 'This money stands in the books already');
  const payload = { debitId, outcome, paymentRef, evidence };
  return { answer: await proposeIn(scene, { kind: 'debit_outcome', payload, reason }) };
}

const NOON_MS = 12 * 3_600_000;

/** The loan counts from the day on which the biller has the money: not before it was accepted, and not a day to come. */
function paidAtOf(paidOn: string, acceptedAt: Date, now: Date): string {
  if (paidOn < istDate(acceptedAt.getTime()) || paidOn > istDate(now.getTime()))
    throw refused('paidOn', 'Choose a day from the acceptance to today');
  const noon = new Date(istDayBounds(businessDate(paidOn)).startMs + NOON_MS);
  const earliest = noon < acceptedAt ? acceptedAt : noon;
  return (earliest > now ? now : earliest).toISOString();
}

function refused(path: string, message: string): DomainError {
  return new DomainError('validation_failed', { errors: [{ path, message }] });
}

async function refundExcess(scene: Scene, { reason }: BodyOf<typeof refundPaymentExcess>): Promise<Proposed> {
  const { tx, ids, now } = scene;
  const facts = await findFacts(tx, ids.userId, ids.paymentId);
  const refundDuePaise = facts ? refundDueOf(facts) : 0;
  const refunds = await repo.listRefunds(tx, ids);
  if (!isRefundStuck({ refundDuePaise, refunds })) return { refusal: 'nothing_to_refund' };
  if (await isReturnProposed(tx, ids.paymentId, 'refund_transfer', now))
    return { refusal: 'other_way_proposed' };
  const payload = { amountPaise: refundDuePaise };
  return { answer: await proposeIn(scene, { kind: 'refund', payload, reason }) };
}
