import type { AnswerOf, BodyOf, confirmRepayment, QueryOf, Repayment } from '@mohlat/contract';
import type { listRepayments, startRepayment } from '@mohlat/contract';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { confirmCheckout } from './repayments.confirm.ts';
import type { EnquiryDeps } from './repayments.enquiry.ts';
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
  get(actor: Actor, id: string): Promise<Repayment>;
  list(actor: Actor, query: QueryOf<typeof listRepayments>): Promise<AnswerOf<typeof listRepayments>>;
}

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
    get: (actor, id) => deps.api.asUser(actor, async (tx) => toRepayment(await getRow(tx, actor, id))),
    list: (actor, query) =>
      deps.api.asUser(actor, async (tx) => {
        const { items, nextCursor } = await repo.listRepayments(tx, actor.userId, query);
        return { items: items.map(toRepayment), nextCursor };
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
  return deps.api.asUser(actor, async (tx) => toRepayment(await getRow(tx, actor, id)));
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
  };
}
