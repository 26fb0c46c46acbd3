import { proposeLimit } from '@mohlat/contract';
import { assess, bandOf, istDate, LIMIT_POLICY } from '@mohlat/money';
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
import { inputsOf, isBorn, policyAt } from './credit.inputs.ts';
import { reasonsOfCut, tellLowered, tellOffered } from './credit.notices.ts';
import * as offers from './credit.offers.repo.ts';
import * as repo from './credit.repo.ts';
import { isHeld, isTooOldToRaise, offerEnd } from './credit.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly notifier: Notifier };

/**
 * `fromPaise` is the limit at the time of the proposal. A raise is stale once the limit is another one; a cut is not: it is the most there may
 * be, and its owner moves the limit alone.
 */
const payload = z.object({ limitPaise: z.int().positive(), fromPaise: z.int().nonnegative() });

/**
 * Two members of staff may set another limit than the policy's arithmetic, within the policy: its steps, its smallest
 * limit, the cap of the score and the one before the video. A lower one counts at once, and no assessment gives more until two lift it; a
 * higher one is offered, because a limit never rises without the person's yes. Rule: LEND-P1, LEND-P2, LEND-24.
 */
export function registerLimitProposals(endpoints: EndpointRegistry, deps: Deps): void {
  const propose = limitProposals(deps);
  endpoints.handle(proposeLimit, ({ actor, params, body, trace }) => propose(actor, params.id, body, trace));
}

/** Proposes a limit. Throws not_found, own_account, credit_not_active, limit_not_allowed, report_too_old, approval_open. */
export function limitProposals(deps: Pick<Deps, 'worker' | 'clock'>): ActCall<typeof proposeLimit> {
  const { clock } = deps;
  return (actor, userId, { limitPaise, reason }, trace) =>
    actOnOthers(deps, actor, { id: userId, findOwner: repo.findOwner }, trace, async (act) => {
      const { tx } = act;
      const applicant = await repo.findApplicant(tx, userId, clock.today());
      if (!applicant) throw new DomainError('credit_not_active');
      const { limit_paise: fromPaise } = applicant;
      const proposed = { limitPaise, fromPaise };
      const refusal = await refusalOf(tx, applicant, proposed, userId, clock);
      if (refusal) throw new DomainError(refusal);
      if (limitPaise === fromPaise) throw new DomainError('limit_not_allowed');
      return proposeIn(act, { kind: 'credit_limit', payload: proposed, reason });
    });
}

type Proposed = z.infer<typeof payload>;

const isCut = ({ limitPaise, fromPaise }: Proposed) => limitPaise < fromPaise;

/**
 * Why a limit may not be set; undefined where it may. A cut may be made for as long as the account is not over. A raise needs a report that still
 * counts when its owner says yes. Rule: LEND-P1, LEND-P2, LEND-D14
 */
async function refusalOf(
  tx: Tx,
  { state }: repo.ApplicantRow,
  proposed: Proposed,
  userId: string,
  clock: Clock,
): Promise<'credit_not_active' | 'limit_not_allowed' | 'report_too_old' | undefined> {
  const isOver = state === 'revoked' || state === 'closed';
  const ofCut = isCut(proposed) && !isOver ? proposed.fromPaise : null;
  const most = (await proposableMax(tx, userId, clock)) ?? ofCut;
  if (most === null) return 'credit_not_active';
  if (!isWithin(proposed.limitPaise, most)) return 'limit_not_allowed';
  if (proposed.limitPaise <= proposed.fromPaise) return undefined;
  const last = await repo.findLastAssessment(tx, userId);
  const isFresh = last && !isTooOldToRaise(last.inputs.bureau.pulledOn, clock.today());
  return isFresh ? undefined : 'report_too_old';
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
  const isCurrent = async (tx: Tx, userId: string, proposed: Proposed) => {
    const applicant = await repo.findApplicant(tx, userId, clock.today());
    if (!applicant || (!isCut(proposed) && applicant.limit_paise !== proposed.fromPaise)) return false;
    return (await refusalOf(tx, applicant, proposed, userId, clock)) === undefined;
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
      await offers.replaceOpenOffer(tx, userId, now);
      if (!isCut(proposed)) return offerRaise(deps, tx, { userId, applicant, approvalId, ...proposed }, now);
      const { limitPaise } = proposed;
      await repo.capLimit(tx, userId, limitPaise, now);
      if (applicant.limit_paise <= limitPaise) return;
      await tellLowered(deps, tx, userId, { limitPaise, reasons: reasonsOfCut(reason) }, now);
    },
  });
}

interface Raise extends Proposed {
  readonly userId: string;
  readonly applicant: repo.ApplicantRow;
  readonly approvalId: string;
}

/** Offers a higher limit, which waits for the person's yes. A cut from before gives way to it at once: two people say so. Rule: LEND-P1, LEND-P2 */
async function offerRaise(
  deps: Pick<Deps, 'config' | 'notifier' | 'clock'>,
  tx: Tx,
  { userId, applicant, approvalId, limitPaise }: Raise,
  now: Date,
): Promise<void> {
  const { assessment_id: assessmentId } = applicant;
  const last = await repo.findLastAssessment(tx, userId);
  if (assessmentId === null || !last) throw new DomainError('approval_stale');
  if (applicant.limit_cap_paise !== null) {
    const isLifted =
      limitPaise > applicant.limit_cap_paise &&
      limitPaise >= (await policyLimit(tx, applicant, userId, deps.clock));
    await repo.capLimit(tx, userId, isLifted ? null : limitPaise, now);
  }
  const expiresAt = offerEnd(last.inputs.bureau.pulledOn);
  const offer = { id: newId(), assessmentId, limitPaise, expiresAt, approvalId };
  await offers.saveOffer(tx, userId, offer, now);
  await tellOffered(deps, tx, userId, { limitPaise, lastDay: istDate(expiresAt.getTime()) }, now);
}

/** The limit, in paise, that the policy's arithmetic alone bounds today, whatever else speaks against one. Infinite before an assessment. */
async function policyLimit(
  tx: Tx,
  applicant: repo.ApplicantRow,
  userId: string,
  clock: Clock,
): Promise<number> {
  const last = await repo.findLastAssessment(tx, userId);
  if (!last || !isBorn(applicant)) return Number.POSITIVE_INFINITY;
  const known = { ...applicant, limit_cap_paise: null };
  const inputs = await inputsOf(tx, known, last.inputs.bureau, clock);
  const { candidates } = assess(inputs, await policyAt(tx, clock.now()));
  const least = Math.min(...candidates.map(({ amountPaise }) => amountPaise));
  return least - (least % LIMIT_POLICY.roundDownToPaise);
}
