import type { KycReasonCode } from '@mohlat/contract';
import { isAadhaarNumber, maskAadhaar, pinCodeIn } from '@mohlat/money';
import { mobileHashes } from '#features/me/index.ts';
import { keepOpen } from '#features/open-account.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import {
  AadhaarDetailsMismatch,
  type AadhaarDocument,
  AadhaarNotLinked,
  ConsentDenied,
  SessionExpired,
} from '#providers/index.ts';
import {
  type Asked,
  asking,
  type KycDeps,
  lockHeld,
  matchAll,
  onboarded,
  panNameOf,
  refuseChanged,
} from './kyc.asking.ts';
import * as sessions from './consent-sessions.repo.ts';
import { drawState, isGivenHere } from './consent-state.ts';
import { recordConsent } from './consents.ts';
import * as repo from './kyc.repo.ts';
import { keepPan } from './pan/lost.ts';
import { listApprovedNames } from './pan/review.repo.ts';
import { marksOf } from './document-claims.ts';
import { settleReKyc } from './rekyc/rekyc.ts';
import { type AadhaarMismatch, findAadhaarMismatch, greatestOf, isDueAgain, leastOf } from './kyc.rules.ts';

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
    await keepOpen(tx, actor.userId);
    const held = onboarded(await repo.findKyc(tx, actor.userId));
    // Where the KYC is due again, the same Aadhaar is read once more.
    const isAgain = isRenewable(deps, held) && held.aadhaar_last4 === last4;
    if (held.aadhaar_status === 'verified' && !isAgain) throw new DomainError('kyc_locked');
    await deps.limits.countIn(tx, 'aadhaar');
    return recordConsent(tx, actor.userId, 'aadhaar_digilocker', clock.now(), language);
  });
  const sessionId = newId();
  // Only a browser that DigiLocker sends back learns it: whoever opened the session gets an address without it. Who refuses on that page learns
  // it too, so that a refused request must not be open to another's consent.
  const { state, stateHash } = drawState();
  const returnUrl = `${config.publicUrl}/dashboard/kyc-verification?session=${sessionId}&state=${state}`;
  const started = await asking(deps, actor, 'aadhaar', () =>
    providers.aadhaar.start({ returnUrl, consentId }, { requestId, actor: 'user' }),
  );
  const session = {
    userId: actor.userId,
    id: sessionId,
    providerRef: started.ref,
    last4,
    stateHash,
    expiresAt: started.expiresAt,
  };
  await api.asUser(actor, async (tx) => {
    await keepOpen(tx, actor.userId);
    await sessions.save(tx, session, clock.now());
  });
  return { sessionId, redirectUrl: started.url };
}

/** The reading of one document, its provider's time-outs included, is over by then: a claim that is older was lost. */
const READING_MAX_MS = 3 * 60_000;

/** A session that comes back: `state` is what the address of its return held. */
export interface ReturnedSession {
  readonly sessionId: string;
  readonly state: string | undefined;
  /** The address says that consent was refused. */
  readonly isRefused: boolean;
  /** False in a trial: there a consent may come back without its state. */
  readonly isStateAsked: boolean;
}

/**
 * Reads the document the person shared and compares it with what we hold. Of what the browser brought back, the state counts: it
 * shows that the consent was given here, and not by somebody who was sent the page. A refusal ends the session. The rest is the provider's word under the
 * caller's own session. Each reading costs money: they are counted, and of two at once the second is told to wait.
 * Throws: not_found, onboarding_incomplete, consent_elsewhere, too_many_requests, provider_unavailable.
 */
export async function finishAadhaar(
  deps: KycDeps,
  actor: Actor,
  returned: ReturnedSession,
): Promise<AadhaarOutcome> {
  const { api, clock } = deps;
  const { sessionId, isRefused } = returned;
  const askedAt = clock.now();
  const begun = await api.asUser(actor, (tx) => begin(deps, tx, actor, { ...returned, askedAt }));
  if ('status' in begun) return begun;
  const release = () => api.asUser(actor, (tx) => sessions.release(tx, actor.userId, sessionId, askedAt));
  try {
    const read = await readDocument(deps, actor, begun.session.provider_ref, isRefused);
    if (read.code === 'aadhaar_pending') {
      await release();
      return WAITING;
    }
    if (read.code) return await endSession(deps, actor, begun, read.code);
    return await judge(deps, actor, { ...begun, document: read.document });
  } catch (error) {
    await release();
    throw error;
  }
}

const WAITING: AadhaarOutcome = { status: 'pending', masked: null, code: 'aadhaar_pending' };

/** Claims the session for one reading; answers at once where nothing has to be asked, or where it is being read now. */
async function begin(
  deps: KycDeps,
  tx: Tx,
  { userId }: Actor,
  { sessionId, state, isStateAsked, askedAt }: ReturnedSession & { readonly askedAt: Date },
): Promise<Begun | AadhaarOutcome> {
  await keepOpen(tx, userId);
  const session = await sessions.find(tx, userId, sessionId);
  if (!session) throw new DomainError('not_found');
  const held = onboarded(await repo.findKyc(tx, userId));
  const isAgain =
    session.status === 'waiting' && session.last4 === held.aadhaar_last4 && isRenewable(deps, held);
  if (held.aadhaar_status === 'verified' && !isAgain) return verified(held);
  if (session.status !== 'waiting')
    return settled(session.status === 'rejected' ? 'rejected' : 'expired', held.aadhaar_reason);
  if (!isGivenHere(session.state_hash, state, isStateAsked)) throw new DomainError('consent_elsewhere');
  const lostBefore = new Date(askedAt.getTime() - READING_MAX_MS);
  if (!(await sessions.claim(tx, userId, sessionId, { askedAt, lostBefore }))) return WAITING;
  await deps.limits.countIn(tx, 'aadhaar_document');
  return { session, held };
}

function isRenewable({ clock }: Pick<KycDeps, 'clock'>, held: repo.KycRow): boolean {
  return isDueAgain(held.rekyc_due_on, held.aadhaar_verified_at, clock.today());
}

function verified(held: repo.KycRow): AadhaarOutcome {
  return { status: 'verified', masked: maskAadhaar(held.aadhaar_last4 ?? '') };
}

function settled(status: 'rejected' | 'expired', reason: string | null): AadhaarOutcome {
  const code = (reason ?? 'aadhaar_session_expired') as KycReasonCode;
  return { status: status === 'rejected' ? 'rejected' : 'not_started', masked: null, code };
}

type Read =
  | { readonly code: KycReasonCode }
  | { readonly code?: undefined; readonly document: AadhaarDocument };

/** Refusals of a document that say something about the person or their session. */
const PULL_ANSWERS = [ConsentDenied, SessionExpired, AadhaarNotLinked, AadhaarDetailsMismatch];

async function readDocument(deps: KycDeps, actor: Actor, ref: string, isRefused: boolean): Promise<Read> {
  const { aadhaar } = deps.providers;
  const state = await asking(deps, actor, 'aadhaar', () => aadhaar.status(ref));
  // A request that is approved after it was refused may be another's consent.
  if (isRefused && state !== 'expired') return { code: 'aadhaar_consent_denied' };
  if (state === 'waiting') return { code: 'aadhaar_pending' };
  if (state === 'expired') return { code: 'aadhaar_session_expired' };
  if (state === 'revoked') return { code: 'aadhaar_consent_denied' };
  try {
    return { document: await asking(deps, actor, 'aadhaar', () => aadhaar.pull(ref), PULL_ANSWERS) };
  } catch (error) {
    if (error instanceof ConsentDenied) return { code: 'aadhaar_consent_denied' };
    if (error instanceof SessionExpired) return { code: 'aadhaar_session_expired' };
    if (error instanceof AadhaarNotLinked) return { code: 'aadhaar_not_linked' };
    if (error instanceof AadhaarDetailsMismatch) return { code: 'aadhaar_name' };
    throw error;
  }
}

interface Begun {
  readonly session: NonNullable<Awaited<ReturnType<typeof sessions.find>>>;
  readonly held: repo.KycRow;
}

interface Compared extends Begun {
  readonly document: AadhaarDocument;
}

async function judge(
  deps: KycDeps,
  actor: Actor,
  { session, held, document }: Compared,
): Promise<AadhaarOutcome> {
  const { api, providers } = deps;
  const ref = session.provider_ref;
  // Against the profile and, once the issuer has spoken, against the PAN: never against a PAN that was refused. Where a
  // person has found those two names to be one, the document may carry either.
  const approved = await api.asUser(actor, (tx) => listApprovedNames(tx, actor.userId));
  const onPan = held.pan_status === 'verified' ? [held.pan_name ?? ''] : [];
  const known = [...new Set([held.full_name!, ...onPan, ...approved])];
  const percents = await matchAll(deps, actor, 'aadhaar', {
    name: document.name,
    known,
    requestId: session.id,
  });
  const namePercent = approved.length > 0 ? greatestOf(percents) : leastOf(percents);
  const holder = await asking(deps, actor, 'aadhaar', () => providers.aadhaar.holder(ref));
  const mismatch = findAadhaarMismatch(
    { ...document, namePercent },
    { last4: session.last4, dateOfBirth: held.date_of_birth },
  );
  const compared = { session, held, document, mismatch, holder };
  const outcome = await api.asUser(actor, (tx) => settle(deps, tx, actor, compared));
  // We have what we need; the permission is given back. Failing to is not the person's problem.
  providers.aadhaar
    .revoke(ref)
    .catch(() => deps.log.warn({ sessionId: session.id }, 'DigiLocker session not revoked'));
  return outcome;
}

interface Judged extends Compared {
  readonly mismatch: AadhaarMismatch | undefined;
  readonly holder: Awaited<ReturnType<KycDeps['providers']['aadhaar']['holder']>>;
}

/** Lets a verdict take effect, on what is held under the person's lock; of two sessions the first one counts. */
async function settle(
  { clock, vault }: KycDeps,
  tx: Tx,
  actor: Actor,
  { session, held: before, document, mismatch, holder: { accountId, mobile } }: Judged,
): Promise<AadhaarOutcome> {
  const { userId } = actor;
  const now = clock.now();
  const held = await lockHeld(tx, before);
  const marks = marksOf(vault, document, accountId);
  const isFree =
    !mismatch && !isOvertaken(before, held) ? await repo.claimDocument(tx, marks, now) : undefined;
  const refused = isFree === false ? 'aadhaar_in_use' : mismatch;
  const isOurs = await takeSession(tx, { session, held: before }, held, refused ? 'rejected' : 'verified');
  if (!isOurs) return whatStands(tx, held, session.id);
  refuseChanged(before, held, panNameOf);
  const { last4, name, documentHash } = document;
  // The bureau is told it where the typed address has none.
  const pinCode = pinCodeIn(document.address.pin ?? '');
  const isRenewal = held.aadhaar_status === 'verified';
  await repo.logAttempt(tx, userId, { kind: 'aadhaar', outcome: refused ?? 'verified' }, now);
  if (!isRenewal) {
    const verdict = refused
      ? { status: 'rejected' as const, reason: refused }
      : { status: 'verified' as const, last4, name, documentHash, marks, pinCode };
    await repo.saveAadhaarVerdict(tx, userId, verdict, now);
  } else if (!refused) await repo.renewAadhaar(tx, userId, { name, documentHash, marks, pinCode }, now);
  if (!refused) await settlePan(tx, held, now);
  if (!refused && mobile) {
    const sealed = vault.seal(mobile, `mobile:${userId}`);
    await repo.saveMobile(tx, userId, sealed, mobileHashes(vault, mobile));
  }
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
  return refused
    ? { status: 'rejected', masked: null, code: refused }
    : { status: 'verified', masked: maskAadhaar(last4) };
}

/** With the document verified, a PAN that its name alone had verified is kept or lost, and the KYC is dated. */
async function settlePan(tx: Tx, held: repo.KycRow, now: Date): Promise<void> {
  const { user_id: userId, pan_hash: hash, pan_status: status, aadhaar_status: before } = held;
  const isNew = before !== 'verified' && status === 'verified' && hash !== null;
  if (isNew && (await keepPan(tx, userId, hash, now))) await repo.tellUnproven(tx, hash);
  await settleReKyc(tx, userId, now);
}

/** Another session of the person was finished while this one's document was read. */
function isOvertaken(before: repo.KycRow, held: repo.KycRow): boolean {
  return held.aadhaar_status === 'verified' && before.aadhaar_status !== 'verified';
}

/** Uses the session up. False when it, or another session, was finished in the meantime: nothing is written then. */
async function takeSession(
  tx: Tx,
  { session, held: before }: Begun,
  held: repo.KycRow,
  status: 'verified' | 'rejected' | 'expired',
): Promise<boolean> {
  const isLate = isOvertaken(before, held);
  const isOurs = await sessions.end(tx, held.user_id, session.id, isLate ? 'expired' : status);
  return isOurs && !isLate;
}

async function whatStands(tx: Tx, held: repo.KycRow, sessionId: string): Promise<AadhaarOutcome> {
  if (held.aadhaar_status === 'verified') return verified(held);
  const session = await sessions.find(tx, held.user_id, sessionId);
  return settled(session?.status === 'rejected' ? 'rejected' : 'expired', held.aadhaar_reason);
}

/** The session is over without a verdict about the person: they may start again. */
async function endSession(
  deps: KycDeps,
  actor: Actor,
  begun: Begun,
  code: KycReasonCode,
): Promise<AadhaarOutcome> {
  return deps.api.asUser(actor, async (tx) => {
    const now = deps.clock.now();
    const held = await lockHeld(tx, begun.held);
    // Finished by the same button pressed twice: the second finds the permission given back already.
    if (!(await takeSession(tx, begun, held, 'expired'))) return whatStands(tx, held, begun.session.id);
    await repo.logAttempt(tx, actor.userId, { kind: 'aadhaar', outcome: code }, now);
    await repo.saveAadhaarVerdict(tx, actor.userId, { status: 'expired', reason: code }, now);
    return { status: 'not_started', masked: null, code };
  });
}
