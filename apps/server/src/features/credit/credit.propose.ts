import { proposeLimit } from '@mohlat/contract';
import { bandOf, DAY_MS, LIMIT_POLICY } from '@mohlat/money';
import { z } from 'zod';
import {
  type ActCall,
  actOnOthers,
  type ApprovalHandler,
  approvalHandler,
  proposeIn,
} from '#features/approvals/index.ts';
import type { FeatureContext } from '#features/context.ts';
import { accountDpdOf } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { settingsAt } from '#features/settings/index.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { tellLowered, tellOffered } from './credit.notices.ts';
import * as offers from './credit.offers.repo.ts';
import * as repo from './credit.repo.ts';
import { isHeld, OFFER_DAYS } from './credit.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };

/** `fromPaise` is the limit at the time of the proposal; a proposal is stale once the limit is another one. */
const payload = z.object({ limitPaise: z.int().positive(), fromPaise: z.int().nonnegative() });

/**
 * Two members of staff may set another limit than the policy's arithmetic, within the policy: its steps, its smallest
 * limit, the cap of the score and the one before the video. A lower one counts at once; a higher one is offered, because
 * a limit never rises without the person's yes. Rule: LEND-P1, LEND-P2, LEND-24.
 */
export function registerLimitProposals(endpoints: EndpointRegistry, deps: Deps): void {
  const propose = limitProposals(deps);
  endpoints.handle(proposeLimit, ({ actor, params, body, trace }) => propose(actor, params.id, body, trace));
}

/** Proposes a limit. Throws not_found, own_account, credit_not_active, limit_not_allowed, approval_open. */
export function limitProposals(deps: Pick<Deps, 'worker' | 'clock'>): ActCall<typeof proposeLimit> {
  const { clock } = deps;
  return (actor, userId, { limitPaise, reason }, trace) =>
    actOnOthers(deps, actor, { id: userId, findOwner: repo.findOwner }, trace, async (act) => {
      const { tx } = act;
      const applicant = await repo.findApplicant(tx, userId, clock.today());
      const most = await proposableMax(tx, userId, clock);
      if (!applicant || most === null) throw new DomainError('credit_not_active');
      const { limit_paise: fromPaise } = applicant;
      if (limitPaise === fromPaise || !isWithin(limitPaise, most)) throw new DomainError('limit_not_allowed');
      return proposeIn(act, { kind: 'credit_limit', payload: { limitPaise, fromPaise }, reason });
    });
}

/**
 * The most that may be proposed for a person; null where no limit may: without one, held, not verified, with a score below all bands,
 * or while another account of theirs owes (D10) or one is blocked for fraud (D11).
 */
export async function proposableMax(tx: Tx, userId: string, clock: Clock): Promise<number | null> {
  const applicant = await repo.findApplicant(tx, userId, clock.today());
  if (!applicant || applicant.limit_paise === 0 || !applicant.is_identity_verified) return null;
  if (isHeld({ state: applicant.state, hold: applicant.state_reason })) return null;
  const band = bandOf(applicant.score ?? 0, LIMIT_POLICY);
  const { isIdentityInUse, isFlagged } = await repo.findElsewhere(tx, clock.now());
  if (!band || isIdentityInUse || isFlagged) return null;
  const { limitBeforeVideoPaise } = await settingsAt(tx, clock.now());
  return applicant.video_status === 'verified'
    ? band.capPaise
    : Math.min(band.capPaise, limitBeforeVideoPaise);
}

const isWithin = (limitPaise: number, most: number) =>
  limitPaise >= LIMIT_POLICY.minLimitPaise &&
  limitPaise <= most &&
  limitPaise % LIMIT_POLICY.roundDownToPaise === 0;

export function limitApproval(deps: Pick<Deps, 'clock' | 'config' | 'notifier'>): ApprovalHandler {
  const { clock } = deps;
  const isCurrent = async (tx: Tx, userId: string, proposed: z.infer<typeof payload>) => {
    const applicant = await repo.findApplicant(tx, userId, clock.today());
    const most = await proposableMax(tx, userId, clock);
    return (
      applicant?.limit_paise === proposed.fromPaise && most !== null && isWithin(proposed.limitPaise, most)
    );
  };
  return approvalHandler({
    kind: 'credit_limit',
    payload,
    async describe(tx, { objectId, payload: proposed }) {
      const applicant = await repo.findApplicant(tx, objectId, clock.today());
      return {
        facts: [
          { code: 'limit_paise', value: applicant?.limit_paise ?? 0 },
          { code: 'proposed_limit_paise', value: proposed.limitPaise },
          { code: 'used_paise', value: (applicant?.used_paise ?? 0) + (applicant?.reserved_paise ?? 0) },
          { code: 'score', value: applicant?.score ?? 'none' },
          { code: 'days_past_due', value: applicant ? accountDpdOf(applicant) : 0 },
        ],
        isCurrent: await isCurrent(tx, objectId, proposed),
      };
    },
    async apply(tx, { approvalId, objectId, userId, payload: proposed, reason }, { now }) {
      invariant(userId === objectId, 'a limit is about somebody else');
      const applicant = await repo.lockApplicant(tx, userId, clock.today());
      if (!applicant || !(await isCurrent(tx, userId, proposed))) throw new DomainError('approval_stale');
      const { limitPaise } = proposed;
      await offers.replaceOpenOffer(tx, userId, now);
      if (limitPaise > applicant.limit_paise) {
        const { assessment_id: assessmentId } = applicant;
        if (assessmentId === null) throw new DomainError('approval_stale');
        const expiresAt = new Date(now.getTime() + OFFER_DAYS * DAY_MS);
        const offer = { id: newId(), assessmentId, limitPaise, expiresAt, approvalId };
        await offers.saveOffer(tx, userId, offer, now);
        await tellOffered(deps, tx, userId, limitPaise, now);
        return;
      }
      const { state, state_reason: hold } = applicant;
      await repo.changeAccount(tx, userId, { state, hold, limitPaise, limitConsentId: null }, now);
      const reasons = [{ code: 'reviewed', text: `Our team looked at your account: ${reason}.` }];
      await tellLowered(deps, tx, userId, { limitPaise, reasons }, now);
    },
  });
}
