import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { type EnrolledType, FACTOR_TYPES, type Factor, METHOD_OF_FACTOR } from './auth.factor.ts';
import {
  deleteFactor,
  deleteStaleFactors,
  insertFactor,
  listFactors,
  lowerSessions,
} from './auth.factors.repo.ts';
import { assertNotGuarded } from './auth.guarded.ts';
import { assertWhole } from './auth.half-sessions.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { findUser } from './auth.repo.ts';
import { isSignInRecent, isUuid, normalPhone } from './auth.rules.ts';
import { sendNotice } from './auth.notices.service.ts';
import type { Session } from './auth.sessions.repo.ts';
import { type SignedIn, lockSignedIn } from './auth.sessions.service.ts';
import { newTotp } from './auth.totp.ts';
import type { User } from './auth.user.ts';

export interface EnrolFields {
  readonly factor_type?: string | undefined;
  readonly friendly_name?: string | undefined;
  readonly issuer?: string | undefined;
  readonly phone?: string | undefined;
}

/** A user about to do something with a factor: user and session read again, the user locked. */
export interface Holder {
  readonly user: User;
  readonly session: Session;
  readonly factors: readonly Factor[];
}

const NAME_MAX = 100;
/** An enrolment abandoned for this long is forgotten at the next one. */
const STALE_MS = 5 * 60 * 1000;

/** Begins a second factor, which counts once it was used. Throws what the protocol has for each obstacle. */
export async function enrolFactor(
  parts: AuthParts,
  who: SignedIn,
  fields: EnrolFields,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const type = FACTOR_TYPES.find((one) => one === fields.factor_type);
  if (!type) throw invalid('factor_type needs to be totp, phone, or webauthn');
  assertFactorType(parts, type, 'enroll');
  const { issuer = '' } = fields;
  const name = parts.host.cleanName(fields.friendly_name ?? '');
  if (name.length > NAME_MAX || issuer.length > NAME_MAX)
    throw invalid(`Names must not be longer than ${NAME_MAX} characters`);
  const phone = type === 'phone' ? readFactorPhone(fields.phone) : null;
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    await deleteStaleFactors(tx, who.user.id, new Date(now.getTime() - STALE_MS));
    const holder = await lockHolder(tx, parts, who);
    assertRoom(parts, holder, name);
    assertMayAdd(parts, holder, now, 'AAL2 required to enroll a new factor');
    if (phone !== null && holder.factors.some((one) => one.phone === phone && one.status === 'verified'))
      throw new AuthError('mfa_verified_factor_exists');
    const id = newId();
    const host = new URL(parts.settings.publicUrl).host;
    const { email, phone: number } = holder.user;
    const totp = type === 'totp' ? newTotp(issuer || host, email ?? number ?? holder.user.id) : undefined;
    const secretSealed = totp ? parts.vault.seal(totp.secret, secretContext(id)) : null;
    await insertFactor(
      tx,
      {
        userId: holder.user.id,
        id,
        type,
        status: 'unverified',
        friendlyName: name,
        phone,
        secretSealed,
        codeHashes: null,
        enrolledIn: holder.session.id,
      },
      now,
    );
    const event = { userId: holder.user.id, what: 'factor_enrolled', ip: caller.ip } as const;
    await insertEvent(tx, { ...event, sessionId: holder.session.id }, now);
    return { id, type, friendly_name: name, ...(totp ? { totp } : {}), ...(phone ? { phone } : {}) };
  });
}

/**
 * Takes a factor away; what it raised falls back to aal1 at once.
 * Throws insufficient_aal, mfa_factor_not_found, reauthentication_needed.
 */
export async function unenrolFactor(
  parts: AuthParts,
  who: SignedIn,
  factorId: string,
  caller: Caller,
): Promise<{ id: string }> {
  assertFactorId(factorId);
  return settle<{ id: string }>(parts.db, async (tx) => {
    const holder = await lockHolder(tx, parts, who);
    const factor = findOwn(holder, factorId);
    if (factor.status === 'verified') {
      await assertWhole(tx, holder, { status: 422, message: 'AAL2 required to unenroll verified factor' });
      assertShownLately(parts, holder, parts.machineClock.now());
    }
    await removeFactor(tx, parts, factor, holder, caller.ip);
    return { id: factor.id };
  });
}

/** Deletes a factor with what it gave. Recovery codes are of no use without another one and go with the last. */
export async function removeFactor(
  tx: Tx,
  parts: AuthParts,
  factor: Factor,
  { factors }: Pick<Holder, 'factors'>,
  ip: string | null,
): Promise<void> {
  const isLast = !factors.some(
    (one) => one.id !== factor.id && one.status === 'verified' && one.factor_type !== 'recovery_code',
  );
  const codes = isLast ? factors.filter((one) => one.factor_type === 'recovery_code') : [];
  for (const one of new Set([factor, ...codes])) {
    await lowerSessions(tx, one, METHOD_OF_FACTOR[one.factor_type]);
    await deleteFactor(tx, one);
  }
  await insertEvent(tx, { userId: factor.user_id, what: 'factor_removed', ip }, parts.machineClock.now());
  const user = await findUser(tx, factor.user_id);
  if (user && factor.status === 'verified' && factor.factor_type !== 'recovery_code')
    await sendNotice(tx, parts, user, 'auth.factor_removed');
}

/** The user and session of a bearer token, read again under the user's lock. Throws no_authorization for the anonymous. */
export async function lockHolder(tx: Tx, parts: AuthParts, who: SignedIn): Promise<Holder> {
  const { user, session } = await lockSignedIn(tx, parts, who);
  if (user.is_anonymous)
    throw new AuthError('no_authorization', {
      status: 403,
      message: 'MFA is not available to anonymous users',
    });
  if (!session) throw new AuthError('session_not_found');
  return { user, session, factors: await listFactors(tx, user.id) };
}

export function findOwn({ factors }: Holder, factorId: string): Factor {
  const factor = factors.find((one) => one.id === factorId && one.factor_type !== 'recovery_code');
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}

export function assertFactorId(id: string): void {
  if (!isUuid(id))
    throw new AuthError('validation_failed', { status: 404, message: 'factor_id must be an UUID' });
}

/** Throws what says that a type is switched off, for enrolling or for verifying. */
export function assertFactorType(parts: AuthParts, type: EnrolledType, purpose: 'enroll' | 'verify'): void {
  if (parts.settings.factorTypes.includes(type)) return;
  const shown = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }[type];
  throw new AuthError(`mfa_${type}_${purpose}_not_enabled`, {
    message: `MFA ${purpose === 'enroll' ? 'enroll' : 'verification'} is disabled for ${shown}`,
  });
}

/** Whether another factor may be begun. Throws mfa_factor_name_conflict, too_many_enrolled_mfa_factors. */
function assertRoom(parts: AuthParts, { factors }: Holder, name: string): void {
  assertFreeName(factors, name);
  const enrolled = factors.filter((one) => one.factor_type !== 'recovery_code');
  if (enrolled.length >= parts.settings.factorsMax) throw new AuthError('too_many_enrolled_mfa_factors');
}

/**
 * Whether this session may enrol or verify a factor. The account's first factor needs a sign-in within the last hour.
 * Where one stands behind the account it has been shown here, lately: an enrolment begun by a stranger before there was
 * one, or in a session that was left open, would else answer every later question by a factor of their own. An account
 * that waits for its owner gets no first one. Throws account_guarded, reauthentication_needed, insufficient_aal.
 */
export function assertMayAdd(parts: AuthParts, holder: Holder, now: Date, message: string): void {
  if (!holder.factors.some((one) => one.status === 'verified')) {
    assertNotGuarded(holder.user);
    if (!isSignInRecent(holder.session, now)) throw new AuthError('reauthentication_needed', TO_ADD);
    return;
  }
  if (holder.session.aal !== 'aal2') throw new AuthError('insufficient_aal', { status: 403, message });
  assertShownLately(parts, holder, now);
}

const TO_ADD = { message: 'Changing factors requires a recent sign-in' };
const SECOND_STEPS: readonly string[] = Object.values(METHOD_OF_FACTOR);

/**
 * Whether a second factor was shown in this session lately. One that the session brought itself
 * says nothing beyond its sign-in, which then has to be recent. Throws insufficient_aal, reauthentication_needed.
 */
export function assertShownLately({ settings }: AuthParts, { session }: Holder, now: Date): void {
  const shown = session.amr.filter(({ method }) => SECOND_STEPS.includes(method));
  const since = now.getTime() / 1000 - settings.stepUpSeconds;
  const lately = shown.filter(({ timestamp }) => timestamp >= since);
  if (lately.some(({ isOwn }) => !isOwn)) return;
  const hasOwn = shown.some(({ isOwn }) => isOwn);
  if (hasOwn && !isSignInRecent(session, now)) throw new AuthError('reauthentication_needed', TO_ADD);
  if (lately.length > 0) return;
  throw new AuthError('insufficient_aal', {
    status: 403,
    message: 'A second factor needs to be verified again',
  });
}

export function assertFreeName(factors: readonly Factor[], name: string): void {
  if (name !== '' && factors.some((one) => one.friendly_name === name))
    throw new AuthError('mfa_factor_name_conflict', {
      message: `A factor with the friendly name "${name}" for this user already exists`,
    });
}

/** The factor's number as stored. Throws validation_failed. */
export function readFactorPhone(phone: string | undefined): string {
  if (phone === undefined || phone === '') throw invalid('Phone number required for a phone factor');
  return normalPhone(phone);
}

/** The context that binds a sealed secret to its factor. */
export function secretContext(factorId: string): string {
  return `auth.factor:${factorId}`;
}
