import type { KycReasonCode } from '@mohlat/contract';
import { maskPan } from '@mohlat/money';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { PanVerdict } from '#providers/index.ts';
import { asking, type KycDeps, onboarded, refuseChangedProfile } from './kyc.asking.ts';
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
  const isIndividual = answer.verdict === 'valid' && answer.category?.toLowerCase() === 'individual';
  const nameOnPan = answer.fullName ?? '';
  const score =
    isIndividual && nameOnPan
      ? await asking(deps, actor, 'pan', () => providers.nameMatch.score(held.full_name!, nameOnPan, context))
      : undefined;
  const decision = decidePan(answer, score?.percent);

  await api.asUser(actor, async (tx) => {
    refuseChangedProfile(held, onboarded(await repo.findKyc(tx, actor.userId)));
    await conclude(tx, actor, { answer, decision, hash }, clock.now());
    if (decision.status !== 'verified') return;
    const sealed = vault.seal(pan, `pan:${actor.userId}`);
    await repo.savePan(tx, actor.userId, { sealed, hash, masked: maskPan(pan) });
  });
  return {
    status: decision.status,
    nameOnPan: answer.fullName ?? null,
    ...('code' in decision ? { code: decision.code } : {}),
  };
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
      name: answer.fullName,
      category: answer.category,
      ...(code ? { reason: code } : {}),
    },
    now,
  );
  await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
}
