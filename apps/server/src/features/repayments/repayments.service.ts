import type { AnswerOf, BodyOf, confirmRepayment, ErrorCode, QueryOf, Repayment } from '@mohlat/contract';
import type { listRepayments, startRepayment } from '@mohlat/contract';
import type { NotReleased } from '@mohlat/lending';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { claimIntent, finishIntent, type Intent } from '#platform/idempotency/idempotency.ts';
import { confirmCheckout } from './repayments.confirm.ts';
import type { EnquiryDeps } from './repayments.enquiry.ts';
import { listReleasable, releaseAsked } from './repayments.release.ts';
import * as repo from './repayments.repo.ts';
import {
  type Asked,
  cancelling,
  prepayingPart,
  repaying,
  startCheckout,
  type StartDeps,
  type Started,
} from './repayments.start.ts';

type Deps = EnquiryDeps & StartDeps;

export interface RepaymentsService {
  start(actor: Actor, asked: Asked, body: BodyOf<typeof startRepayment>): Promise<Started>;
  /** Opens the order that cancels a payment within its cooling-off time. Rule: LEND-8. */
  cancel(actor: Actor, asked: Asked): Promise<Started>;
  confirm(actor: Actor, id: string, body: BodyOf<typeof confirmRepayment>): Promise<Repayment>;
  /** Gives back what of a repayment waits for instalments to come, once under its key. Rule: LEND-9 (EMI), LEND-C3 */
  giveBack(actor: Actor, id: string, key: string): Promise<GivenBack>;
  get(actor: Actor, id: string): Promise<Repayment>;
  list(actor: Actor, query: QueryOf<typeof listRepayments>): Promise<AnswerOf<typeof listRepayments>>;
}

/** The outcome of giving back. A refusal is an answer, too: it is stored and replayed. */
type GivenBack = ({ readonly answer: Repayment } | { readonly refusal: ErrorCode }) & {
  readonly isReplay: boolean;
};

export function createRepaymentsService(deps: Deps): RepaymentsService {
  return {
    start: (actor, asked, body) => {
      if (body.intent === 'part_prepay') refuseRewards(body.rewardIds ?? []);
      const purpose =
        body.intent === 'part_prepay' ? prepayingPart(body, deps.clock.today()) : repaying(body);
      return startCheckout(deps, actor, { ...asked, ...purpose });
    },
    cancel: (actor, asked) => startCheckout(deps, actor, { ...asked, ...cancelling(deps.clock.today()) }),
    confirm: (actor, id, body) => confirm(deps, actor, id, body),
    giveBack: (actor, id, key) => giveBack(deps, actor, id, key),
    get: (actor, id) => deps.api.asUser(actor, (tx) => read(deps, tx, actor, id)),
    list: (actor, query) =>
      deps.api.asUser(actor, async (tx) => {
        const { items, nextCursor } = await repo.listRepayments(tx, actor.userId, query);
        return { items: await toRepayments(deps, tx, actor.userId, items), nextCursor };
      }),
  };
}

/** Making instalments smaller is a calculation of its own: rewards pay what is owed, they do not change it. */
function refuseRewards(rewardIds: readonly string[]): void {
  if (rewardIds.length === 0) return;
  throw new DomainError('validation_failed', {
    errors: [{ path: 'rewardIds', message: 'Rewards cannot be used for paying a part early' }],
  });
}

async function confirm(
  deps: Deps,
  actor: Actor,
  id: string,
  body: BodyOf<typeof confirmRepayment>,
): Promise<Repayment> {
  const row = await deps.api.asUser(actor, (tx) => getRow(tx, actor, id));
  await confirmCheckout(deps, { userId: actor.userId, repaymentId: id }, row, body);
  return deps.api.asUser(actor, (tx) => read(deps, tx, actor, id));
}

const REFUSALS = {
  nothing_held: 'nothing_held',
  disputed: 'held_disputed',
  agreed: 'held_agreed',
  in_use: 'held_in_use',
} as const satisfies Record<NotReleased, ErrorCode>;

/** In one transaction with its answer: a request that was cut off did nothing, and a repeat is told the same. Throws not_found, too_many_requests. */
async function giveBack(deps: Deps, actor: Actor, repaymentId: string, key: string): Promise<GivenBack> {
  const { api, worker, clock, limits } = deps;
  const { userId } = actor;
  const ids = { userId, repaymentId };
  await api.asUser(actor, (tx) => getRow(tx, actor, repaymentId));
  const intent: Intent = {
    userId,
    route: 'POST /repayments/{id}/return',
    key,
    requestHash: sha256(JSON.stringify([repaymentId])),
  };
  return worker.forUser(userId, async (tx) => {
    const claim = await claimIntent<Omit<GivenBack, 'isReplay'>>(tx, intent, clock.now());
    if (claim.state === 'done') return { ...(claim.facts as GivenBack), isReplay: true };
    await limits.countIn(tx, 'repayment_return');
    const refused = await releaseAsked(tx, ids, clock.now());
    if (refused === 'not_found') throw new DomainError('not_found');
    if (refused !== undefined) {
      const kept = { refusal: REFUSALS[refused] };
      await finishIntent(tx, intent, kept);
      return { ...kept, isReplay: false };
    }
    const row = await repo.findRepayment(tx, ids);
    invariant(row, 'a repayment disappeared');
    const [answer] = await toRepayments(deps, tx, userId, [row]);
    const kept = { answer: answer! };
    await finishIntent(tx, intent, kept);
    return { ...kept, isReplay: false };
  });
}

async function getRow(tx: Tx, actor: Actor, id: string): Promise<repo.RepaymentRow> {
  const row = await repo.findRepayment(tx, { userId: actor.userId, repaymentId: id });
  if (!row) throw new DomainError('not_found');
  return row;
}

async function read(deps: Deps, tx: Tx, actor: Actor, id: string): Promise<Repayment> {
  const [answer] = await toRepayments(deps, tx, actor.userId, [await getRow(tx, actor, id)]);
  return answer!;
}

async function toRepayments(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  rows: readonly repo.RepaymentRow[],
): Promise<Repayment[]> {
  const returnable = await listReleasable(tx, userId, rows, clock.today());
  return rows.map((row, index) => toRepayment(row, returnable[index]!));
}

function toRepayment(
  row: repo.RepaymentRow,
  releasable: Awaited<ReturnType<typeof listReleasable>>[number],
): Repayment {
  const refusal =
    'refusal' in releasable && releasable.refusal !== 'nothing_held' ? releasable.refusal : null;
  return {
    id: row.id,
    paymentId: row.loan_id,
    amountPaise: row.amount_paise,
    intent: row.intent,
    channel: row.channel === 'mandate' ? 'autopay' : row.channel,
    isPaidByLink: row.is_paid_by_link,
    status: row.status,
    ...(row.failure_reason === null ? {} : { failureReason: row.failure_reason }),
    allocation: (row.allocation ?? []) as Repayment['allocation'],
    refunds: (row.refunds ?? []).map((refund) => ({
      ...refund,
      createdAt: new Date(refund.createdAt).toISOString(),
      settledAt: refund.settledAt === null ? null : new Date(refund.settledAt).toISOString(),
    })),
    createdAt: row.created_at.toISOString(),
    receivedAt: row.received_at?.toISOString() ?? null,
    takenBackOn: row.taken_back_on,
    returnablePaise: 'refusal' in releasable ? 0 : releasable.amountPaise,
    returnRefusal: refusal && REFUSALS[refusal],
  };
}
