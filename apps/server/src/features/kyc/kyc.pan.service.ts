import type { KycReasonCode } from '@mohlat/contract';
import { maskPan } from '@mohlat/money';
import { lockProfile } from '#features/me/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { PanVerdict } from '#providers/index.ts';
import { asking, type KycDeps, lowestMatch, onboarded, refuseChangedProfile } from './kyc.asking.ts';
import { recordConsent } from './consents.ts';
import * as repo from './kyc.repo.ts';
import { decidePan, type PanDecision } from './kyc.rules.ts';

export interface PanOutcome {
  readonly status: 'verified' | 'pending' | 'rejected';
  readonly nameOnPan: string | null;
  readonly code?: KycReasonCode;
}

/**
 * Asks the issuer whose PAN this is and compares the name with the profile's.
 * Throws: onboarding_incomplete, kyc_locked, identity_in_use, provider_unavailable. Rule: LEND-3 (PAN), LEND-24.
 */
export async function checkPan(
  deps: KycDeps,
  actor: Actor,
  pan: string,
  requestId: string,
): Promise<PanOutcome> {
  const { api, clock, vault, providers } = deps;
  const hash = vault.fingerprint(pan, 'pan');
  const begun = await api.asUser(actor, (tx) => begin(tx, actor, hash, clock.now()));
  if (begun.consentId === undefined) return { status: 'verified', nameOnPan: begun.held.pan_name };

  await deps.limits.count(actor, 'pan');
  const { consentId, held } = begun;
  const context = { requestId, actor: 'user' as const };
  const answer = await asking(deps, actor, 'pan', () => providers.pan.verify({ pan, consentId }, context));
  const decision = decidePan(answer, await matchNames(deps, actor, held, answer, requestId));

  await api.asUser(actor, async (tx) => {
    await lockProfile(tx, actor.userId);
    refuseChangedProfile(held, onboarded(await repo.findKyc(tx, actor.userId)));
    if (decision.status === 'verified') {
      const sealed = vault.seal(pan, `pan:${actor.userId}`);
      await repo.savePan(tx, actor.userId, { sealed, hash, masked: maskPan(pan) });
    }
    await conclude(tx, actor, { answer, decision, hash }, clock.now());
  });
  return {
    status: decision.status,
    // Whose PAN it is, is said only to the person it belongs to.
    nameOnPan: decision.status === 'rejected' ? null : (answer.fullName ?? null),
    ...('code' in decision ? { code: decision.code } : {}),
  };
}

/**
 * The issuer's name against the profile's and, where the Aadhaar came first, against that document's: the lower of the
 * two counts, so that PAN and Aadhaar cannot belong to two people. Undefined when there is nothing to compare.
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
  return lowestMatch(deps, actor, 'pan', { name: issued, known, requestId });
}

/** Nothing to ask when this PAN is verified already; another one is refused. */
async function begin(tx: Tx, actor: Actor, hash: Buffer, now: Date) {
  const held = onboarded(await repo.findKyc(tx, actor.userId));
  if (held.pan_status === 'verified') {
    if (held.pan_hash?.equals(hash)) return { held, consentId: undefined };
    throw new DomainError('kyc_locked');
  }
  return { held, consentId: await recordConsent(tx, actor.userId, 'pan_verification', now) };
}

async function conclude(
  tx: Tx,
  actor: Actor,
  result: { readonly answer: PanVerdict; readonly decision: PanDecision; readonly hash: Buffer },
  now: Date,
): Promise<void> {
  const { answer, decision, hash } = result;
  const code = 'code' in decision ? decision.code : undefined;
  const attempt = { kind: 'pan' as const, outcome: code ?? decision.status, trace: answer.trace };
  await repo.logAttempt(tx, actor.userId, attempt, now);
  if (decision.status === 'verified' && !(await repo.claimIdentity(tx, hash, now))) {
    throw new DomainError('identity_in_use');
  }
  await repo.savePanVerdict(
    tx,
    actor.userId,
    {
      status: decision.status,
      // The name on somebody else's PAN is nothing to compare a later document with.
      name: decision.status === 'rejected' ? undefined : answer.fullName,
      category: answer.category,
      ...(code ? { reason: code } : {}),
    },
    now,
  );
  await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
}
