import type { KycReasonCode } from '@mohlat/contract';
import { type BusinessDate, isAadhaarNumber, maskAadhaar } from '@mohlat/money';
import { newId } from '#platform/crypto/ids.ts';
import { lockProfile } from '#features/me/index.ts';
import type { Actor } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import {
  AadhaarDetailsMismatch,
  type AadhaarDocument,
  AadhaarNotLinked,
  ConsentDenied,
  SessionExpired,
} from '#providers/index.ts';
import { type Asked, asking, type KycDeps, matchAll, onboarded, refuseChangedProfile } from './kyc.asking.ts';
import { recordConsent } from './consents.ts';
import * as repo from './kyc.repo.ts';
import { isPanApprovedByPerson } from './kyc.pan-review.repo.ts';
import { settleReKyc } from './kyc.rekyc.ts';
import { findAadhaarMismatch, isReKycOpen } from './kyc.rules.ts';

export interface AadhaarOutcome {
  readonly status: 'not_started' | 'pending' | 'verified' | 'rejected';
  readonly masked: string | null;
  readonly code?: KycReasonCode;
}

/**
 * Opens a consent session at DigiLocker. Of the number only the last four digits go on from here.
 * Throws: validation_failed, onboarding_incomplete, kyc_locked, provider_unavailable. Rule: LEND-3 (Aadhaar).
 */
export async function openAadhaar(
  deps: KycDeps,
  actor: Actor,
  aadhaar: string,
  { requestId, language }: Asked,
) {
  const { api, clock, providers, config } = deps;
  if (!isAadhaarNumber(aadhaar)) {
    throw new DomainError('validation_failed', {
      errors: [{ path: 'aadhaar', message: 'Please enter a valid 12-digit Aadhaar number' }],
    });
  }
  const last4 = aadhaar.slice(-4);
  const consentId = await api.asUser(actor, async (tx) => {
    const held = onboarded(await repo.findKyc(tx, actor.userId));
    // Where the KYC is due again, the same Aadhaar is read once more.
    const isAgain = isDueAgain(deps, held) && held.aadhaar_last4 === last4;
    if (held.aadhaar_status === 'verified' && !isAgain) throw new DomainError('kyc_locked');
    return recordConsent(tx, actor.userId, 'aadhaar_digilocker', clock.now(), language);
  });
  await deps.limits.count(actor, 'aadhaar');
  const sessionId = newId();
  const returnUrl = `${config.publicUrl}/dashboard/kyc-verification?session=${sessionId}`;
  const started = await asking(deps, actor, 'aadhaar', () =>
    providers.aadhaar.start({ returnUrl, consentId }, { requestId, actor: 'user' }),
  );
  const session = {
    userId: actor.userId,
    id: sessionId,
    providerRef: started.ref,
    last4,
    expiresAt: started.expiresAt,
  };
  await api.asUser(actor, (tx) => repo.saveAadhaarSession(tx, session, clock.now()));
  return { sessionId, redirectUrl: started.url };
}

/**
 * Reads the document the person shared and compares it with what we hold. What the browser brought back is not looked
 * at: the session is the caller's own, its state and its document are read from the provider.
 * Throws: not_found, onboarding_incomplete, provider_unavailable.
 */
export async function finishAadhaar(deps: KycDeps, actor: Actor, sessionId: string): Promise<AadhaarOutcome> {
  const begun = await deps.api.asUser(actor, async (tx) => {
    const session = await repo.findAadhaarSession(tx, actor.userId, sessionId);
    if (!session) throw new DomainError('not_found');
    return { session, held: onboarded(await repo.findKyc(tx, actor.userId)) };
  });
  const { session, held } = begun;
  const isAgain = session.status === 'waiting' && isDueAgain(deps, held);
  if (held.aadhaar_status === 'verified' && !isAgain) {
    return { status: 'verified', masked: maskAadhaar(held.aadhaar_last4 ?? '') };
  }
  if (session.status === 'rejected' || session.status === 'expired')
    return settled(session.status, held.aadhaar_reason);
  const read = await readDocument(deps, actor, session.provider_ref);
  if (read.code === 'aadhaar_pending') return { status: 'pending', masked: null, code: read.code };
  if (read.code) return endSession(deps, actor, sessionId, read.code);
  return judge(deps, actor, { session, held, document: read.document });
}

function isDueAgain({ clock }: Pick<KycDeps, 'clock'>, held: repo.KycRow): boolean {
  return isReKycOpen(held.rekyc_due_on as BusinessDate | null, clock.today());
}

function settled(status: 'rejected' | 'expired', reason: string | null): AadhaarOutcome {
  const code = (reason ?? 'aadhaar_session_expired') as KycReasonCode;
  return { status: status === 'rejected' ? 'rejected' : 'not_started', masked: null, code };
}

type Read =
  { readonly code: KycReasonCode } | { readonly code?: undefined; readonly document: AadhaarDocument };

async function readDocument(deps: KycDeps, actor: Actor, ref: string): Promise<Read> {
  const { aadhaar } = deps.providers;
  const state = await asking(deps, actor, 'aadhaar', () => aadhaar.status(ref));
  if (state === 'waiting') return { code: 'aadhaar_pending' };
  if (state === 'expired') return { code: 'aadhaar_session_expired' };
  if (state === 'revoked') return { code: 'aadhaar_consent_denied' };
  try {
    return { document: await asking(deps, actor, 'aadhaar', () => aadhaar.pull(ref)) };
  } catch (error) {
    if (error instanceof ConsentDenied) return { code: 'aadhaar_consent_denied' };
    if (error instanceof SessionExpired) return { code: 'aadhaar_session_expired' };
    if (error instanceof AadhaarNotLinked) return { code: 'aadhaar_not_linked' };
    if (error instanceof AadhaarDetailsMismatch) return { code: 'aadhaar_name' };
    throw error;
  }
}

interface Compared {
  readonly session: NonNullable<Awaited<ReturnType<typeof repo.findAadhaarSession>>>;
  readonly held: repo.KycRow;
  readonly document: AadhaarDocument;
}

async function judge(
  deps: KycDeps,
  actor: Actor,
  { session, held, document }: Compared,
): Promise<AadhaarOutcome> {
  const { api, clock, providers, vault } = deps;
  const ref = session.provider_ref;
  // Against the profile and, once the issuer has spoken, against the PAN: never against a PAN that was refused. Where a
  // person has found those two names to be one, the document may carry either.
  const known = [held.full_name!, ...(held.pan_status === 'verified' ? [held.pan_name ?? ''] : [])];
  const isOneName = await api.asUser(actor, (tx) => isPanApprovedByPerson(tx, actor.userId));
  const percents = await matchAll(deps, actor, 'aadhaar', {
    name: document.name,
    known,
    requestId: session.id,
  });
  const namePercent = isOneName ? Math.max(...percents) : Math.min(...percents);
  const holder = await asking(deps, actor, 'aadhaar', () => providers.aadhaar.holder(ref));
  const mismatch = findAadhaarMismatch(
    { ...document, namePercent },
    { last4: session.last4, dateOfBirth: held.date_of_birth },
  );
  const { last4, name, documentHash } = document;
  await api.asUser(actor, async (tx) => {
    const now = clock.now();
    await lockProfile(tx, actor.userId);
    refuseChangedProfile(held, onboarded(await repo.findKyc(tx, actor.userId)));
    await repo.logAttempt(tx, actor.userId, { kind: 'aadhaar', outcome: mismatch ?? 'verified' }, now);
    const verdict = mismatch
      ? { status: 'rejected' as const, reason: mismatch }
      : { status: 'verified' as const, last4, name, documentHash };
    if (held.aadhaar_status === 'verified')
      await repo.renewAadhaar(tx, actor.userId, session.id, mismatch ? undefined : { documentHash }, now);
    else await repo.saveAadhaarVerdict(tx, actor.userId, session.id, verdict, now);
    if (!mismatch) await settleReKyc(tx, actor.userId, now);
    if (!mismatch && holder.mobile) {
      await repo.saveMobile(tx, actor.userId, vault.seal(holder.mobile, `mobile:${actor.userId}`));
    }
    await tx.call(ANNOUNCE, [actor.userId, 'kyc', actor.userId]);
  });
  // We have what we need; the permission is given back. Failing to is not the person's problem.
  providers.aadhaar
    .revoke(ref)
    .catch(() => deps.log.warn({ sessionId: session.id }, 'DigiLocker session not revoked'));
  return mismatch
    ? { status: 'rejected', masked: null, code: mismatch }
    : { status: 'verified', masked: maskAadhaar(last4) };
}

/** The session is over without a verdict about the person: they may start again. */
async function endSession(
  deps: KycDeps,
  actor: Actor,
  sessionId: string,
  code: KycReasonCode,
): Promise<AadhaarOutcome> {
  await deps.api.asUser(actor, async (tx) => {
    const now = deps.clock.now();
    await repo.logAttempt(tx, actor.userId, { kind: 'aadhaar', outcome: code }, now);
    await repo.saveAadhaarVerdict(tx, actor.userId, sessionId, { status: 'expired', reason: code }, now);
  });
  return { status: 'not_started', masked: null, code };
}
