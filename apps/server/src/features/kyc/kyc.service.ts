import type { AnswerOf, completeAadhaar, Kyc, startAadhaar, verifyPan } from '@mohlat/contract';
import { isAadhaarNumber, maskAadhaar, maskPan } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Actor } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { newId } from '#platform/crypto/ids.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import {
  AadhaarDetailsMismatch,
  AadhaarNotLinked,
  type AadhaarDocument,
  ConsentDenied,
  ProviderError,
  SessionExpired,
} from '#providers/index.ts';
import { recordConsent } from './consents.ts';
import * as repo from './kyc.repo.ts';
import { decidePan, findAadhaarMismatch } from './kyc.rules.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'vault' | 'providers' | 'config' | 'log'>;

export interface KycService {
  get(actor: Actor): Promise<Kyc>;
  verifyPan(actor: Actor, pan: string, requestId: string): Promise<AnswerOf<typeof verifyPan>>;
  startAadhaar(actor: Actor, aadhaar: string, requestId: string): Promise<AnswerOf<typeof startAadhaar>>;
  completeAadhaar(actor: Actor, sessionId: string): Promise<AnswerOf<typeof completeAadhaar>>;
}

export function createKycService(deps: Deps): KycService {
  return {
    get: (actor) => deps.api.asUser(actor, async (tx) => toKyc(await repo.findKyc(tx, actor.userId))),
    verifyPan: (actor, pan, requestId) => checkPan(deps, actor, pan, requestId),
    startAadhaar: (actor, aadhaar, requestId) => openSession(deps, actor, aadhaar, requestId),
    completeAadhaar: (actor, sessionId) => finishSession(deps, actor, sessionId),
  };
}

async function checkPan(deps: Deps, actor: Actor, pan: string, requestId: string) {
  const { api, clock, vault, providers } = deps;
  const hash = vault.fingerprint(pan, 'pan');
  const begun = await api.asUser(actor, async (tx) => {
    const held = onboarded(await repo.findKyc(tx, actor.userId));
    if (held.pan_status === 'verified') {
      if (held.pan_hash?.equals(hash)) return { held, consentId: undefined };
      throw new DomainError('kyc_locked');
    }
    return { held, consentId: await recordConsent(tx, actor.userId, 'pan_verification', clock.now()) };
  });
  if (begun.consentId === undefined) return { status: 'verified' as const, nameOnPan: begun.held.pan_name };

  const { consentId } = begun;
  const context = { requestId, actor: 'user' as const };
  const answer = await asking(deps, actor, 'pan', () => providers.pan.verify({ pan, consentId }, context));
  const isIndividual = answer.verdict === 'valid' && answer.category?.toLowerCase() === 'individual';
  const score =
    isIndividual && answer.fullName
      ? await asking(deps, actor, 'pan', () =>
          providers.nameMatch.score(begun.held.full_name!, answer.fullName!, context),
        )
      : undefined;
  const decision = decidePan(answer, score?.percent);

  const refusal = await api.asUser(actor, async (tx) => {
    const now = clock.now();
    const code = decision.status === 'rejected' ? decision.code : undefined;
    await repo.logAttempt(
      tx,
      actor.userId,
      { kind: 'pan', outcome: code ?? decision.status, trace: answer.trace },
      now,
    );
    if (decision.status === 'verified' && !(await repo.claimIdentity(tx, hash, now)))
      return 'identity_in_use' as const;
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
    if (!code) {
      await repo.savePan(tx, actor.userId, {
        sealed: vault.seal(pan, `pan:${actor.userId}`),
        hash,
        masked: maskPan(pan),
      });
    }
    await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
    return code;
  });
  if (refusal) throw new DomainError(refusal);
  return { status: decision.status, nameOnPan: answer.fullName ?? null };
}

async function openSession(deps: Deps, actor: Actor, aadhaar: string, requestId: string) {
  const { api, clock, providers, config } = deps;
  if (!isAadhaarNumber(aadhaar)) {
    throw new DomainError('validation_failed', {
      errors: [{ path: 'aadhaar', message: 'Please enter a valid 12-digit Aadhaar number' }],
    });
  }
  const last4 = aadhaar.slice(-4);
  const consentId = await api.asUser(actor, async (tx) => {
    const held = onboarded(await repo.findKyc(tx, actor.userId));
    if (held.aadhaar_status === 'verified') throw new DomainError('kyc_locked');
    return recordConsent(tx, actor.userId, 'aadhaar_digilocker', clock.now());
  });
  const sessionId = newId();
  const returnUrl = `${config.publicUrl}/dashboard/kyc-verification?session=${sessionId}`;
  const started = await asking(deps, actor, 'aadhaar', () =>
    providers.aadhaar.start({ returnUrl, consentId }, { requestId, actor: 'user' }),
  );
  await api.asUser(actor, (tx) =>
    repo.saveAadhaarSession(
      tx,
      { userId: actor.userId, id: sessionId, providerRef: started.ref, last4, expiresAt: started.expiresAt },
      clock.now(),
    ),
  );
  return { sessionId, redirectUrl: started.url };
}

/**
 * What the browser brought back is not looked at: the session is the caller's own, its state and its document are
 * read from the provider.
 */
async function finishSession(deps: Deps, actor: Actor, sessionId: string) {
  const { api, clock, providers, vault } = deps;
  const begun = await api.asUser(actor, async (tx) => {
    const session = await repo.findAadhaarSession(tx, actor.userId, sessionId);
    if (!session) throw new DomainError('not_found');
    return { session, held: onboarded(await repo.findKyc(tx, actor.userId)) };
  });
  if (begun.held.aadhaar_status === 'verified') {
    return { status: 'verified' as const, masked: maskAadhaar(begun.held.aadhaar_last4 ?? '') };
  }
  if (begun.session.status === 'rejected') throw new DomainError('aadhaar_mismatch');
  if (begun.session.status === 'expired') throw new DomainError('aadhaar_session_expired');

  const document = await readDocument(deps, actor, sessionId, begun.session.provider_ref);
  const score = await asking(deps, actor, 'aadhaar', () =>
    providers.nameMatch.score(begun.held.pan_name ?? begun.held.full_name!, document.name),
  );
  const holder = await asking(deps, actor, 'aadhaar', () =>
    providers.aadhaar.holder(begun.session.provider_ref),
  );
  const mismatch = findAadhaarMismatch(
    { ...document, namePercent: score.percent },
    { last4: begun.session.last4, dateOfBirth: begun.held.date_of_birth },
  );
  await api.asUser(actor, async (tx) => {
    const now = clock.now();
    await repo.logAttempt(tx, actor.userId, { kind: 'aadhaar', outcome: mismatch ?? 'verified' }, now);
    await repo.saveAadhaarVerdict(
      tx,
      actor.userId,
      sessionId,
      mismatch
        ? { status: 'rejected', reason: mismatch }
        : {
            status: 'verified',
            last4: document.last4,
            name: document.name,
            documentHash: document.documentHash,
          },
      now,
    );
    if (!mismatch && holder.mobile) {
      await repo.saveMobile(tx, actor.userId, vault.seal(holder.mobile, `mobile:${actor.userId}`));
    }
    await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
  });
  // We have what we need; the permission is given back. Failing to is not the person's problem.
  providers.aadhaar
    .revoke(begun.session.provider_ref)
    .catch(() => deps.log.warn({ sessionId }, 'DigiLocker session not revoked'));
  if (mismatch) throw new DomainError('aadhaar_mismatch', { detail: MISMATCH_WORDS[mismatch] });
  return { status: 'verified' as const, masked: maskAadhaar(document.last4) };
}

const MISMATCH_WORDS = {
  signature: 'Aadhaar verification failed. The document could not be proven genuine.',
  last4: 'Aadhaar verification failed. The document is for another Aadhaar number.',
  date_of_birth: 'Aadhaar verification failed. The birth date differs from the one you gave.',
  name: 'Aadhaar verification failed. The name differs from the one on your PAN.',
} as const;

async function readDocument(
  deps: Deps,
  actor: Actor,
  sessionId: string,
  ref: string,
): Promise<AadhaarDocument> {
  const state = await asking(deps, actor, 'aadhaar', () => deps.providers.aadhaar.status(ref));
  if (state === 'waiting') throw new DomainError('aadhaar_pending', { retryAfterSeconds: 5 });
  if (state === 'expired') return endSession(deps, actor, sessionId, 'aadhaar_session_expired');
  if (state === 'revoked') return endSession(deps, actor, sessionId, 'aadhaar_consent_denied');
  try {
    return await asking(deps, actor, 'aadhaar', () => deps.providers.aadhaar.pull(ref));
  } catch (error) {
    if (error instanceof ConsentDenied) return endSession(deps, actor, sessionId, 'aadhaar_consent_denied');
    if (error instanceof SessionExpired) return endSession(deps, actor, sessionId, 'aadhaar_session_expired');
    if (error instanceof AadhaarNotLinked) return endSession(deps, actor, sessionId, 'aadhaar_not_linked');
    if (error instanceof AadhaarDetailsMismatch)
      return endSession(deps, actor, sessionId, 'aadhaar_mismatch');
    throw error;
  }
}

/** The session is over without a verdict about the person: they may start again. */
async function endSession(
  deps: Deps,
  actor: Actor,
  sessionId: string,
  code: 'aadhaar_session_expired' | 'aadhaar_consent_denied' | 'aadhaar_not_linked' | 'aadhaar_mismatch',
): Promise<never> {
  await deps.api.asUser(actor, async (tx) => {
    await repo.logAttempt(tx, actor.userId, { kind: 'aadhaar', outcome: code }, deps.clock.now());
    await repo.saveAadhaarVerdict(
      tx,
      actor.userId,
      sessionId,
      { status: 'expired', reason: code },
      deps.clock.now(),
    );
  });
  throw new DomainError(code);
}

/** Asks a provider. A technical failure is logged as an attempt and never becomes a verdict. */
async function asking<T>(
  deps: Deps,
  actor: Actor,
  kind: 'pan' | 'aadhaar',
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome === 'rejected') throw error;
    await deps.api.asUser(actor, (tx) =>
      repo.logAttempt(
        tx,
        actor.userId,
        { kind, outcome: error.name, trace: error.providerTrace },
        deps.clock.now(),
      ),
    );
    throw new DomainError('provider_unavailable');
  }
}

function onboarded(row: repo.KycRow | undefined): repo.KycRow {
  if (!row || row.onboarded_at === null || row.full_name === null)
    throw new DomainError('onboarding_incomplete');
  return row;
}

function toKyc(row: repo.KycRow | undefined): Kyc {
  type Status = Kyc['pan']['status'];
  return {
    pan: {
      status: (row?.pan_status ?? 'not_started') as Status,
      masked: row?.pan_status === 'verified' ? row.pan_masked : null,
      nameOnPan: row?.pan_name ?? null,
    },
    aadhaar: {
      status: (row?.aadhaar_status ?? 'not_started') as Status,
      masked: row?.aadhaar_last4 ? maskAadhaar(row.aadhaar_last4) : null,
    },
    video: { status: (row?.video_status ?? 'not_started') as Status, reason: row?.video_reason ?? null },
    isComplete: row?.pan_status === 'verified' && row.aadhaar_status === 'verified',
  };
}
