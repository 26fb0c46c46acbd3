import { randomInt } from 'node:crypto';
import { newId } from '@mohlat/platform/crypto/ids.ts';
import { sameSecret, sha256 } from '@mohlat/platform/crypto/vault.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { type Asker, askerOf } from './auth.askers.ts';
import { fixedCodeOf } from './auth.codes.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { countEvent, insertEvent } from './auth.events.repo.ts';
import { type Factor, METHOD_OF_FACTOR, type PasskeyCredential } from './auth.factor.ts';
import {
  type Challenge,
  type FactorChange,
  deleteOtherUnverified,
  endLesserSessions,
  findChallenge,
  insertChallenge,
  raiseSession,
  spendChallenge,
  updateFactor,
} from './auth.factors.repo.ts';
import {
  type Holder,
  assertFactorId,
  assertFactorType,
  assertMayAdd,
  findOwn,
  lockHolder,
  secretContext,
} from './auth.factors.service.ts';
import { assertNotLocked, assertUnlocked, countWrong, rested } from './auth.guesses.service.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { isUuid, sessionEnd } from './auth.rules.ts';
import { countSms, signedInAs } from './auth.sms-budget.service.ts';
import { sendNotice } from './auth.notices.service.ts';
import { askerForNumber } from './auth.send.service.ts';
import { rotateSession } from './auth.sessions.repo.ts';
import {
  type Grant,
  type SessionAnswer,
  type SignedIn,
  answerSession,
  limitsOf,
  readBelongings,
  seconds,
} from './auth.sessions.service.ts';
import { totpStep } from './auth.totp.ts';
import {
  authenticationOptions,
  provenAuthentication,
  provenRegistration,
  registrationOptions,
} from './auth.webauthn.ts';
import { assertSmsChannel } from './auth.signup.service.ts';

const TO_FINISH = 'AAL2 required to verify a new factor';

/** Asks for a factor: an SMS goes out, a passkey gets something to sign, an authenticator app needs nothing. */
export async function challengeFactor(
  parts: AuthParts,
  who: SignedIn,
  factorId: string,
  channel: string | undefined,
  caller: Caller,
): Promise<Record<string, unknown>> {
  assertFactorId(factorId);
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const holder = await lockHolder(tx, parts, who);
    const factor = findOwn(holder, factorId);
    if (factor.factor_type === 'recovery_code') throw new AuthError('mfa_factor_not_found');
    assertFactorType(parts, factor.factor_type, 'verify');
    if (factor.status === 'unverified') assertMayAdd(parts, holder, now, TO_FINISH);
    assertNotLocked(factor, holder.session, now);
    const id = newId();
    const expires_at = new Date(now.getTime() + parts.settings.challengeSeconds * 1000);
    const row = { user_id: factor.user_id, id, factor_id: factor.id, ip: caller.ip, expires_at };
    const answer = { id, type: factor.factor_type, expires_at: seconds(expires_at) };
    await updateFactor(tx, factor, { last_challenged_at: now }, now);
    const asked = { userId: factor.user_id, what: 'factor_asked', ip: caller.ip } as const;
    await countEvent(tx, { ...asked, sessionId: holder.session.id }, now);
    if (factor.factor_type === 'phone') {
      assertSmsChannel(channel);
      const code_hash = await sendFactorCode(tx, parts, holder, factor, id, caller);
      await insertChallenge(tx, { ...row, code_hash, webauthn_challenge: null }, now);
      return answer;
    }
    if (factor.factor_type === 'totp') {
      await insertChallenge(tx, { ...row, code_hash: null, webauthn_challenge: null }, now);
      return answer;
    }
    const { type, publicKey, challenge } = await passkeyOptions(parts, holder, factor);
    await insertChallenge(tx, { ...row, code_hash: null, webauthn_challenge: challenge }, now);
    return { ...answer, webauthn: { type, credential_options: { publicKey } } };
  });
}

async function passkeyOptions(
  parts: AuthParts,
  { user, factors }: Holder,
  factor: Factor,
): Promise<{ type: 'create' | 'request'; publicKey: object; challenge: string }> {
  const party = parts.settings.relyingParty;
  if (factor.status === 'verified' && factor.credential)
    return { type: 'request', ...(await authenticationOptions(party, factor.credential)) };
  const known = factors.flatMap(({ credential }) => (credential ? [credential] : []));
  const name = user.email ?? user.phone ?? user.id;
  return { type: 'create', ...(await registrationOptions(party, { id: user.id, name }, known)) };
}

async function sendFactorCode(
  tx: Tx,
  parts: AuthParts,
  holder: Holder,
  factor: Factor,
  challengeId: string,
  caller: Caller,
): Promise<Buffer> {
  const phone = factor.phone ?? '';
  const fixed = fixedCodeOf(parts.settings.testCodes, phone, parts.machineClock.now());
  if (fixed !== undefined) return codeHash(parts, challengeId, fixed);
  const turn = await countSms(tx, parts, phone, await factorAsker(tx, parts, holder, factor, caller));
  if (turn === 'later') throw new AuthError('over_sms_send_rate_limit');
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const minutes = String(Math.ceil(parts.settings.challengeSeconds / 60));
  await parts.host.send(tx, {
    channel: 'sms',
    to: phone,
    template: 'auth.otp',
    vars: { code, minutes },
    userId: factor.user_id,
  });
  return codeHash(parts, challengeId, code);
}

/**
 * Finds out who asks for the code of a factor. Anybody begins one with anybody's number: only a proven one is theirs. Who has shown
 * no second factor yet may be a stranger with the password, who uses up nothing of the owner's devices.
 */
function factorAsker(
  tx: Tx,
  parts: AuthParts,
  { user, session }: Holder,
  { status, phone }: Factor,
  caller: Caller,
): Asker | Promise<Asker> {
  if (status === 'unverified') return askerForNumber(tx, parts, user, phone ?? '', caller);
  return session.aal === 'aal2' ? signedInAs(user.id, 'factor') : askerOf(tx, parts, user.id, caller);
}

function codeHash(parts: AuthParts, place: string, code: string): Buffer {
  return sha256(parts.vault.fingerprint(`${place}\0${code}`, 'auth.factor-code'));
}

export interface VerifyFactorFields {
  readonly challenge_id?: string | undefined;
  readonly code?: string | undefined;
  readonly webauthn?: { readonly credential_response?: object | undefined } | undefined;
}

/** Takes the answer to a challenge: the session stays and becomes aal2, and sessions with only the password end. */
export async function verifyFactor(
  parts: AuthParts,
  who: SignedIn,
  factorId: string,
  fields: VerifyFactorFields,
  caller: Caller,
): Promise<SessionAnswer> {
  assertFactorId(factorId);
  const { challenge_id: challengeId = '', code = '' } = fields;
  const response = fields.webauthn?.credential_response;
  if (!isUuid(challengeId))
    throw new AuthError('bad_json', {
      message: 'Could not parse request body as JSON: challenge_id must be an UUID',
    });
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const holder = await lockHolder(tx, parts, who);
    const factor = findOwn(holder, factorId);
    if (factor.factor_type === 'recovery_code') throw new AuthError('mfa_factor_not_found');
    assertFactorType(parts, factor.factor_type, 'verify');
    if (factor.status === 'unverified') assertMayAdd(parts, holder, now, TO_FINISH);
    if (factor.factor_type === 'webauthn' ? !response : code === '')
      throw invalid(
        factor.factor_type === 'webauthn'
          ? 'WebAuthn response needs to be given'
          : 'Code needs to be non-empty',
      );
    const challenge = await findChallenge(tx, factor, { id: challengeId, ip: caller.ip });
    if (!challenge)
      throw new AuthError('mfa_factor_not_found', {
        status: 422,
        message: 'MFA factor with the provided challenge ID not found',
      });
    assertOpen(challenge, now);
    assertUnlocked(parts, factor, holder.session);
    const change = await judge(parts, factor, challenge, code, response ?? {});
    if (!change) {
      if (isUsedCode(parts, factor, code)) await noteUsedCode(tx, parts, holder, caller);
      return countWrong(tx, parts, holder, factor, {
        message: WRONG[factor.factor_type],
        ip: caller.ip,
      });
    }
    await spendChallenge(tx, challenge, now);
    return raise(tx, parts, holder, factor, change, caller);
  });
  return answerSession(parts, grant);
}

const WRONG = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn response',
} as const;

function assertOpen(challenge: Challenge, now: Date): void {
  if (!challenge.is_from_here) throw new AuthError('mfa_ip_address_mismatch');
  if (challenge.verified_at !== null || challenge.expires_at <= now)
    throw new AuthError('mfa_challenge_expired', {
      message: `MFA challenge ${challenge.id} has expired or was used, verify against another challenge or create a new challenge.`,
    });
}

/** Judges an answer: gives the change of the factor to store; undefined when the answer is wrong. */
async function judge(
  parts: AuthParts,
  factor: Factor,
  challenge: Challenge,
  code: string,
  response: object,
): Promise<FactorChange | undefined> {
  if (factor.factor_type === 'phone') {
    const shown = codeHash(parts, challenge.id, code).toString('hex');
    return sameSecret(shown, challenge.code_hash?.toString('hex') ?? '') ? {} : undefined;
  }
  if (factor.factor_type === 'totp') {
    const step = stepOf(parts, factor, code);
    if (step === undefined || step <= Number(factor.last_step ?? 0)) return undefined;
    return { last_step: step };
  }
  const credential = await provePasskey(parts, factor, challenge, response);
  return credential && { credential };
}

function stepOf(parts: AuthParts, factor: Factor, code: string): number | undefined {
  const secret = parts.vault.open(factor.secret_sealed ?? Buffer.alloc(0), secretContext(factor.id));
  return totpStep(secret, code, parts.machineClock.now());
}

/** Whether a code of an app is the very one that was taken last. */
function isUsedCode(parts: AuthParts, factor: Factor, code: string): boolean {
  if (factor.factor_type !== 'totp' || factor.status !== 'verified') return false;
  const step = stepOf(parts, factor, code);
  return step !== undefined && step === Number(factor.last_step);
}

/**
 * Counts a code that came twice, and tells the owner once a day. Not when it came from a session that passed the second factor:
 * that is a person who pressed the button twice.
 */
async function noteUsedCode(
  tx: Tx,
  parts: AuthParts,
  { user, session }: Holder,
  { ip }: Caller,
): Promise<void> {
  const event = { userId: user.id, what: 'factor_code_used_again', ip } as const;
  const sessionId = session.aal === 'aal2' ? { sessionId: session.id } : {};
  const times = await countEvent(tx, { ...event, ...sessionId }, parts.machineClock.now());
  if (session.aal !== 'aal2' && times === 1) await sendNotice(tx, parts, user, 'auth.factor_code_used_again');
}

function provePasskey(
  parts: AuthParts,
  factor: Factor,
  challenge: Challenge,
  response: object,
): Promise<PasskeyCredential | undefined> {
  const party = parts.settings.relyingParty;
  const asked = challenge.webauthn_challenge ?? '';
  return factor.status === 'verified' && factor.credential
    ? provenAuthentication(party, asked, factor.credential, response)
    : provenRegistration(party, asked, response);
}

/** The session becomes aal2 with a new refresh token; the user's sessions without a second factor end. */
export async function raise(
  tx: Tx,
  parts: AuthParts,
  { user, session }: Holder,
  factor: Factor,
  change: FactorChange,
  caller: Caller,
): Promise<Grant> {
  const now = parts.machineClock.now();
  const isNew = factor.status === 'unverified';
  await updateFactor(tx, factor, { ...change, ...rested(session), status: 'verified' }, now);
  await deleteOtherUnverified(tx, factor);
  const method = METHOD_OF_FACTOR[factor.factor_type];
  const amr = [
    {
      method,
      timestamp: seconds(now),
      ...(factor.enrolled_in === session.id ? { isOwn: true as const } : {}),
    },
    ...session.amr.filter((entry) => entry.method !== method),
  ];
  await raiseSession(tx, session, factor.id, amr);
  await endLesserSessions(tx, session);
  await parts.host.announce(tx, session.user_id);
  const notAfter = sessionEnd(limitsOf(parts, user), session.created_at, now);
  const counter = await rotateSession(tx, session, notAfter, now);
  const what = isNew ? 'factor_verified' : 'second_factor_passed';
  await insertEvent(tx, { userId: user.id, what, sessionId: session.id, ip: caller.ip }, now);
  if (isNew) await sendNotice(tx, parts, user, 'auth.factor_added', {}, { addedId: factor.id });
  return {
    user,
    ...(await readBelongings(tx, user.id)),
    session: { ...session, aal: 'aal2', amr },
    counter,
  };
}
