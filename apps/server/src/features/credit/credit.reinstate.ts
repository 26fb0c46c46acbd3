import { listReinstatements, proposeReinstatement } from '@mohlat/contract';
import { isReviewedHold, istDate } from '@mohlat/money';
import { actOnOthers, type ApprovalHandler, approvalHandler, proposeIn } from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { ACCOUNT_FACT, accountDpdOf, type AccountFact, settleStanding } from '#features/lending/index.ts';
import { owedOn } from '#features/payments/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import {
  factsOfForgiven,
  findForgiven,
  forgivenSchema,
  isAsProposed,
  markForgiven,
} from './credit.forgiven.ts';
import { listSuspended, OPEN_DISPUTES } from './credit.reinstate.repo.ts';
import { findOwner } from './credit.repo.ts';

interface Standing extends AccountFact {
  readonly isSuspended: boolean;
  readonly hold: string | null;
  readonly openDisputes: number;
  readonly limitPaise: number;
  /** The sum of disputes that took their money and ended since staff last looked. */
  readonly disputedPaise: number;
}

/** A limit suspended for arrears or a dispute that was not won leaves that state by the word of two people and no other way. Rule: LEND-14, LEND-24. */
export function registerReinstatement(
  endpoints: EndpointRegistry,
  deps: Pick<FeatureContext, 'worker' | 'clock'>,
): void {
  const { worker, clock } = deps;
  endpoints.handle(listReinstatements, ({ actor, query, trace }) =>
    worker.asStaff(actor, async (tx) => {
      const page = await listSuspended(tx, query, clock.now());
      const details = { state: query.state, found: page.items.length };
      const note = { action: 'reinstatements.read', objectKind: 'account', details } as const;
      await writeAudit(tx, clock.now(), note, trace);
      return page;
    }),
  );
  endpoints.handle(proposeReinstatement, ({ actor, params: { id: userId }, body, trace }) => {
    const row = { id: userId, findOwner };
    return actOnOthers(deps, actor, row, trace, async (act) => {
      if (!isPossible(await find(act.tx, userId))) throw new DomainError('reinstatement_not_possible');
      return proposeIn(act, {
        kind: 'unblock',
        payload: await findForgiven(act.tx, userId),
        reason: body.reason,
      });
    });
  });
}

/** From the day it is approved on arrears count again, and disputes that end and loans that are settled for less after it. */
export function reinstatementApproval(): ApprovalHandler {
  return approvalHandler({
    kind: 'unblock',
    // A proposal of the version before names nothing, and forgives nothing.
    payload: forgivenSchema,
    async describe(tx, { objectId, payload }, now) {
      const standing = await find(tx, objectId);
      const forgiven = await findForgiven(tx, objectId);
      return {
        facts: [
          { code: 'credit_hold', value: standing?.hold ?? 'none' },
          { code: 'days_past_due', value: standing ? accountDpdOf(standing) : 0 },
          { code: 'disputed_paise', value: standing?.disputedPaise ?? 0 },
          { code: 'limit_paise', value: standing?.limitPaise ?? 0 },
          { code: 'outstanding_paise', value: await owedOn(tx, objectId, istDate(now.getTime())) },
          ...factsOfForgiven(forgiven),
        ],
        isCurrent: isPossible(standing) && isAsProposed(forgiven, payload),
      };
    },
    async apply(tx, { objectId, userId, payload }, { now }) {
      invariant(userId === objectId, 'a reinstatement is about somebody else');
      // Under its lock, and by today's facts: the sweep writes a minute later what the age of a report or an identity changed.
      await settleStanding(tx, [userId], now);
      const forgiven = await findForgiven(tx, userId);
      if (!isPossible(await find(tx, userId)) || !isAsProposed(forgiven, payload))
        throw new DomainError('approval_stale');
      await tx.call(
        'update credit_accounts set reinstated_on = $2, taken_back_at = null, updated_at = $3 where user_id = $1',
        [userId, istDate(now.getTime()), now],
      );
      await markForgiven(tx, userId, forgiven, now);
      await settleStanding(tx, [userId], now);
    },
  });
}

async function find(tx: Tx, userId: string): Promise<Standing | undefined> {
  const [row] = await tx.call<Standing>(
    `select state = 'suspended' as "isSuspended", state_reason as hold, limit_paise as "limitPaise", ${ACCOUNT_FACT}, ${OPEN_DISPUTES} as "openDisputes",
       (select coalesce(sum(b.amount_paise), 0)::bigint from chargebacks b
        where b.user_id = c.user_id and b.status in ('lost', 'review') and b.looked_at is null) as "disputedPaise"
     from credit_accounts c where user_id = $1`,
    [userId],
  );
  return row;
}

/** Nothing is overdue any more, no dispute is open, and nothing else keeps it suspended. */
function isPossible(standing: Standing | undefined): boolean {
  return (
    standing !== undefined &&
    standing.isSuspended &&
    isReviewedHold(standing.hold) &&
    standing.openDisputes === 0 &&
    accountDpdOf(standing) === 0
  );
}
