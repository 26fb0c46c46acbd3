import type { KycReasonCode } from '@mohlat/contract';
import { maskPan } from '@mohlat/money';
import { keepOpen } from '#features/open-account.ts';
import { withdrawReviews } from '#features/reviews/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { PanVerdict } from '#providers/index.ts';
import {
  aadhaarNameOf,
  type Asked,
  asking,
  type KycDeps,
  lockHeld,
  matchAll,
  onboarded,
  refuseChanged,
} from '../kyc.asking.ts';
import { recordConsent } from '../consents.ts';
import { askPerson } from './review.ts';
import { findOpenPanReview } from './review.repo.ts';
import { settleReKyc } from '../rekyc/rekyc.ts';
import * as repo from '../kyc.repo.ts';
import { decidePan, isDueAgain, leastOf, type PanDecision } from '../kyc.rules.ts';

export interface PanOutcome {
  readonly status: 'verified' | 'pending' | 'rejected';
  readonly nameOnPan: string | null;
  readonly code?: KycReasonCode;
}

/**
 * Asks the issuer whose PAN this is and compares the name with the profile's. Without one it is the profile's own.
 * Throws: onboarding_incomplete, kyc_locked, identity_in_use, provider_unavailable. Rule: LEND-3 (PAN), LEND-24.
 */
export async function checkPan(
  deps: KycDeps,
  actor: Actor,
  typed: string | undefined,
  { requestId, language }: Asked,
): Promise<PanOutcome> {
  const { api, clock, vault, providers } = deps;
  const pan = typed ?? (await ownPan(deps, actor));
  const hash = vault.fingerprint(pan, 'pan');
  const begun = await api.asUser(actor, async (tx) => {
    await keepOpen(tx, actor.userId);
    const held = onboarded(await repo.findKyc(tx, actor.userId));
    const known = await answerKnown(deps, tx, held, hash);
    if (known) return { held, known };
    // Within this transaction: what is refused leaves no consent behind.
    await deps.limits.countIn(tx, 'pan');
    return {
      held,
      consentId: await recordConsent(tx, actor.userId, 'pan_verification', clock.now(), language),
    };
  });
  if (begun.known) return begun.known;

  const { consentId, held } = begun;
  const context = { requestId, actor: 'user' as const };
  const answer = await asking(deps, actor, 'pan', () => providers.pan.verify({ pan, consentId }, context));
  const namePercent = await matchNames(deps, actor, held, answer, requestId);
  return api.asUser(actor, (tx) => settle(deps, tx, actor, { pan, hash, answer, namePercent, before: held }));
}

/** Opens the PAN that the person entered at onboarding. Throws: onboarding_incomplete. */
async function ownPan({ api, vault }: KycDeps, actor: Actor): Promise<string> {
  const sealed = await api.asUser(actor, (tx) => repo.findSealedPan(tx, actor.userId));
  if (sealed === null) throw new DomainError('onboarding_incomplete');
  return vault.open(sealed, `pan:${actor.userId}`);
}

interface Answered {
  readonly pan: string;
  readonly hash: Buffer;
  readonly answer: PanVerdict;
  readonly namePercent: number | undefined;
  /** As it stood when the names were compared. */
  readonly before: repo.KycRow;
}

/** Lets the issuer's answer take effect, on what is held under the person's lock. */
async function settle(
  deps: KycDeps,
  tx: Tx,
  actor: Actor,
  { pan, hash, answer, namePercent, before }: Answered,
): Promise<PanOutcome> {
  const { clock, vault } = deps;
  const held = await lockHeld(tx, before);
  // The first of two concurrent checks to get here counts.
  const known = await answerKnown(deps, tx, held, hash);
  if (known) return known;
  refuseChanged(before, held, aadhaarNameOf);
  const decision = decideFor(held, answer, { pan, namePercent });
  const isRenewal = held.pan_status === 'verified';
  if (decision.status === 'verified') {
    const sealed = vault.seal(pan, `pan:${actor.userId}`);
    await repo.savePan(tx, actor.userId, { sealed, hash, masked: maskPan(pan) });
  }
  await conclude(tx, actor, { answer, decision, hash, isRenewal }, clock.now());
  if (decision.status === 'pending') {
    const { fullName: nameOnPan = '', category } = answer;
    const fullName = held.full_name!;
    const near = { pan, hash, fullName, nameOnPan, category, namePercent };
    await askPerson(tx, vault, actor.userId, near, clock.now());
  }
  return {
    status: decision.status,
    // The name on a PAN is said only to the person it belongs to; a near name may be another person's.
    nameOnPan: decision.status === 'verified' ? (answer.fullName ?? null) : null,
    ...('code' in decision ? { code: decision.code } : {}),
  };
}

/**
 * The issuer's name against the profile's and, where the Aadhaar came first, against that document's: the lower of the
 * two counts, so that PAN and Aadhaar cannot belong to two people. Undefined when there is nothing to compare, or the names cannot be.
 */
async function matchNames(
  deps: KycDeps,
  actor: Actor,
  held: repo.KycRow,
  answer: PanVerdict,
  requestId: string,
): Promise<number | undefined> {
  const isIndividual = answer.verdict === 'valid' && answer.category?.toLowerCase() === 'individual';
  const issued = answer.fullName;
  if (!isIndividual || !issued) return undefined;
  const known = [held.full_name!, ...(held.aadhaar_status === 'verified' ? [held.aadhaar_name ?? ''] : [])];
  return leastOf(await matchAll(deps, actor, 'pan', { name: issued, known, requestId }));
}

/**
 * Done again, a name a person once found to be this one's still is, near or far, as long as the issuer gives the same one. Any other name on the same
 * PAN is its holder's by now, as after a marriage: a person looks at it. The letters of a PAN never change, so they are judged once.
 */
function decideFor(
  held: repo.KycRow,
  answer: PanVerdict,
  { pan, namePercent }: Pick<Answered, 'pan' | 'namePercent'>,
): PanDecision {
  const decision = decidePan(answer, namePercent, held.pan_status === 'verified' ? undefined : pan);
  if (held.pan_status !== 'verified' || decision.status === 'verified') return decision;
  const isOfName = decision.code === 'pan_name_review' || decision.code === 'pan_name_mismatch';
  if (!isOfName) return decision;
  const isKnown = answer.fullName === held.pan_name;
  return isKnown ? { status: 'verified' } : { status: 'pending', code: 'pan_name_review' };
}

/**
 * Answers without asking the issuer where this PAN is verified or a person is comparing this very name. Another PAN is refused
 * meanwhile. Where the KYC is due again, the verified PAN is asked about once more. Throws: kyc_locked.
 */
async function answerKnown(
  { clock }: KycDeps,
  tx: Tx,
  held: repo.KycRow,
  hash: Buffer,
): Promise<PanOutcome | undefined> {
  if (held.pan_status === 'verified') {
    if (!held.pan_hash?.equals(hash)) throw new DomainError('kyc_locked');
    const isDue = isDueAgain(held.rekyc_due_on, held.pan_verified_at, clock.today());
    if (!isDue) return { status: 'verified', nameOnPan: held.pan_name };
  }
  const isAsked = held.pan_status === 'verified' || held.pan_status === 'pending';
  const compared = isAsked ? await findOpenPanReview(tx, held.user_id) : undefined;
  if (!compared) return undefined;
  if (!compared.pan_hash.equals(hash)) throw new DomainError('kyc_locked');
  // With the name put right the issuer is asked again, and may agree by itself.
  if (compared.full_name !== held.full_name) return undefined;
  return { status: 'pending', nameOnPan: null, code: 'pan_name_review' };
}

async function conclude(
  tx: Tx,
  actor: Actor,
  result: {
    readonly answer: PanVerdict;
    readonly decision: PanDecision;
    readonly hash: Buffer;
    readonly isRenewal: boolean;
  },
  now: Date,
): Promise<void> {
  const { answer, decision, hash, isRenewal } = result;
  const code = 'code' in decision ? decision.code : undefined;
  const attempt = { kind: 'pan' as const, outcome: code ?? decision.status, trace: answer.trace };
  await repo.logAttempt(tx, actor.userId, attempt, now);
  if (decision.status === 'verified' && !(await repo.claimIdentity(tx, hash, now))) {
    throw new DomainError('identity_in_use');
  }
  // A verified PAN stands: done again without success, it only gets no new date.
  if (isRenewal && decision.status === 'verified') await repo.renewPan(tx, actor.userId, now);
  await repo.savePanVerdict(
    tx,
    actor.userId,
    {
      status: decision.status,
      // A later document is not compared with the name on another person's PAN.
      name: decision.status === 'rejected' ? undefined : answer.fullName,
      category: answer.category,
      ...(code ? { reason: code } : {}),
    },
    now,
  );
  // The issuer has decided: an open review of the names is withdrawn.
  if (decision.status !== 'pending') await withdrawReviews(tx, { userId: actor.userId, kind: 'pan' });
  if (decision.status === 'verified') {
    await repo.tellUnproven(tx, hash);
    await settleReKyc(tx, actor.userId, now);
  }
  await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
}
