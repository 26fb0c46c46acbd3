import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { DatabaseUnavailable } from '@mohlat/platform/db/unavailable.ts';
import { DomainError } from '@mohlat/platform/http/domain-error.ts';
import { assertIssued, subjectOf, type VerifiedToken } from './auth.access-tokens.ts';
import { type Account, rotateUnchanged } from './auth.accounts.repo.ts';
import { originOf, placesKnownSince } from './auth.askers.ts';
import { endChanges } from './auth.changes.repo.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { type Origin, countEvent, insertEvent, isFromNewDevice } from './auth.events.repo.ts';
import type { Factor, ShownFactor } from './auth.factor.ts';
import { hasVerifiedFactor, listFactors } from './auth.factors.repo.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import {
  type RefreshTokenParts,
  isGenuine,
  makeRefreshToken,
  newRefreshKey,
  readRefreshToken,
} from './auth.refresh-tokens.ts';
import { findUser, listIdentities, markIdentityUsed, updateUser } from './auth.repo.ts';
import { type SessionLimits, judgeRefresh, reuseCauses, sessionEnd } from './auth.rules.ts';
import { sendNotice } from './auth.notices.service.ts';
import {
  type Session,
  deleteSessions,
  findSession,
  hasNewerSession,
  insertSession,
  rotateSession,
} from './auth.sessions.repo.ts';
import { type Identity, type User, isBanned, isStaff, userJson } from './auth.user.ts';

/** A session with the refresh token its holder is to get next. */
export interface Grant {
  readonly user: User;
  readonly identities: readonly Identity[];
  readonly factors: readonly ShownFactor[];
  readonly session: Session;
  readonly counter: number;
}

export interface SignIn {
  readonly method: string;
  /** `email`, `phone`, or who the person signed in with. */
  readonly provider: string;
  readonly caller: Caller;
  /** Whether it is how the owner comes back who forgot the password. */
  readonly isRecovery?: boolean;
  /** Whether a new address or number alone proved itself. */
  readonly isChange?: boolean;
}

/**
 * Begins a session. The caller holds the user's lock or has just made the user. `method` is a word of the `amr` claim:
 * password, otp, oauth, anonymous, magiclink, recovery, email/signup, invite or email_change.
 */
export async function openSession(tx: Tx, parts: AuthParts, user: User, signIn: SignIn): Promise<Grant> {
  const now = parts.machineClock.now();
  const id = newId();
  const { method, provider, caller } = signIn;
  const session = await insertSession(
    tx,
    {
      userId: user.id,
      id,
      amr: [
        {
          method,
          timestamp: seconds(now),
          ...(method === 'oauth' ? { provider } : {}),
          ...(signIn.isChange ? { isChange: true } : {}),
        },
      ],
      refreshKeySealed: newRefreshKey(parts.vault, id),
      userAgent: caller.userAgent,
      ip: caller.ip,
      recoversUntil: signIn.isRecovery
        ? new Date(now.getTime() + parts.settings.recoverySeconds * 1000)
        : null,
      notAfter: sessionEnd(limitsOf(parts, user), now, now),
    },
    now,
  );
  await markIdentityUsed(tx, user.id, provider, now);
  const signedIn = await updateUser(tx, user.id, { last_sign_in_at: now }, now);
  const origin = originOf(parts, user.id, caller);
  await tellOfNewDevice(tx, parts, signedIn, origin);
  await insertEvent(tx, { userId: user.id, what: 'signed_in', sessionId: id, ...origin }, now);
  return { user: signedIn, ...(await readBelongings(tx, user.id)), session, counter: 0 };
}

/** Tells the owner of a sign-in from a device that was not seen before: it may be a stranger's. */
async function tellOfNewDevice(tx: Tx, parts: AuthParts, user: User, origin: Origin): Promise<void> {
  const now = parts.machineClock.now();
  if (!(await isFromNewDevice(tx, user.id, origin, placesKnownSince(now)))) return;
  const said = { device: origin.device ?? '-', at: writtenIn(now) };
  await sendNotice(tx, parts, user, 'auth.new_sign_in', said);
}

/** Indian time, in figures that both languages read alike. */
function writtenIn(at: Date): string {
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', ...day, ...clock }).format(at)} IST`;
}

/** Reads the identities and factors that a session's user is shown with. */
export async function readBelongings(
  tx: Tx,
  userId: string,
): Promise<{ identities: readonly Identity[]; factors: readonly Factor[] }> {
  return { identities: await listIdentities(tx, userId), factors: await listFactors(tx, userId) };
}

export interface SessionAnswer {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

/** Writes a grant's tokens. Signing needs no transaction. */
export async function answerSession(parts: AuthParts, grant: Grant): Promise<SessionAnswer> {
  const { user, session, identities, factors } = grant;
  const issuedAt = seconds(parts.machineClock.now());
  const { issuer } = parts.settings;
  const accessTokenSeconds = lifetimeOf(parts, grant);
  const accessToken = await parts.sign({
    iss: issuer,
    sub: user.id,
    aud: user.audience,
    exp: issuedAt + accessTokenSeconds,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: session.amr.map(({ method, timestamp, provider }) => ({
      method,
      timestamp,
      ...(provider === undefined ? {} : { provider }),
    })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: issuedAt + accessTokenSeconds,
    refresh_token: makeRefreshToken(
      parts.vault,
      { userId: user.id, id: session.id, refreshKeySealed: session.refresh_key_sealed },
      grant.counter,
    ),
    user: userJson(user, identities, factors),
  };
}

/**
 * Exchanges a refresh token. Refreshes of one session wait for each other on its row, so that ten at once get one new token.
 * `causes` says why an older one did. A token that was replaced long ago is taken for stolen: the session ends, and with it a change
 * of contact that waits, although the call fails.
 */
export async function refresh(
  parts: AuthParts,
  text: string,
  caller: Caller,
): Promise<{ readonly answer: SessionAnswer; readonly causes: readonly string[] }> {
  const presented = readRefreshToken(text);
  if (!presented) throw invalid('Refresh token is not valid');
  const renewal = async () =>
    (await renewUnchanged(parts, presented, caller)) ?? (await renewLocked(parts, presented, caller));
  const { causes, ...grant } = await renewal().catch((error: unknown) => {
    const isHeld = error instanceof DomainError && !(error instanceof DatabaseUnavailable);
    throw isHeld && error.code === 'busy' ? new AuthError('conflict') : error;
  });
  return { answer: await answerSession(parts, grant), causes };
}

type Renewal = Grant & { readonly causes: readonly string[] };

/**
 * Renews in the common case: the token is current, and the session is unchanged until it is written. It takes two round trips,
 * without a lock in between. Undefined, and nothing was written, for all else: that is judged under the session's lock.
 */
async function renewUnchanged(
  parts: AuthParts,
  presented: RefreshTokenParts,
  { ip }: Caller,
): Promise<Renewal | undefined> {
  const now = parts.machineClock.now();
  const account = await parts.readAccount(presented.userId, presented.sessionId);
  const session = account?.session;
  if (!session || session.refresh_counter !== presented.counter) return undefined;
  const reads: Tx = { call: (sql, values = []) => parts.db.once(sql, values) };
  await assertRenewable(reads, parts, account.user, session, presented);
  const notAfter = sessionEnd(limitsOf(parts, account.user), session.created_at, now);
  const rotated = await rotateUnchanged(parts.db, { session, notAfter, ip }, now);
  return rotated && { ...account, session: rotated, counter: rotated.refresh_counter, causes: [] };
}

/** Checks the token against its session, locked against other changes. */
async function renewLocked(parts: AuthParts, presented: RefreshTokenParts, { ip }: Caller): Promise<Renewal> {
  return settle<Renewal>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    // Everybody locks the user before the session; an alarm writes to both.
    const user = await findUser(tx, presented.userId, 'lock');
    const session = await findSession(tx, presented.userId, presented.sessionId, 'lock');
    if (!session || !user) throw new AuthError('refresh_token_not_found');
    await assertRenewable(tx, parts, user, session, presented);
    const of = { userId: user.id, sessionId: session.id, ip };
    const state = { counter: session.refresh_counter, refreshedAt: session.refreshed_at };
    const { refreshReuseSeconds } = parts.settings;
    const verdict = judgeRefresh(presented.counter, state, refreshReuseSeconds, now);
    if (verdict === 'from_the_future') throw invalid('Refresh token is not valid');
    if (verdict === 'reused') {
      await deleteSessions(tx, parts, user.id, { only: session.id });
      // The thief may have begun it; its owner begins it again.
      await endChanges(tx, user.id);
      await insertEvent(tx, { ...of, what: 'refresh_token_reused' }, now);
      return new AuthError('refresh_token_already_used');
    }
    await countEvent(tx, { ...of, what: 'token_refreshed' }, now);
    const notAfter = sessionEnd(limitsOf(parts, user), session.created_at, now);
    const counter =
      verdict === 'rotate' ? await rotateSession(tx, session, notAfter, now) : session.refresh_counter;
    const causes = reuseCauses(presented.counter, state, refreshReuseSeconds, now);
    return { user, ...(await readBelongings(tx, user.id)), session, counter, causes };
  });
}

/**
 * Checks that a session may hand out tokens to the holder of this one. Throws refresh_token_not_found, user_banned,
 * session_expired.
 */
async function assertRenewable(
  tx: Tx,
  parts: AuthParts,
  user: User,
  session: Session,
  presented: RefreshTokenParts,
): Promise<void> {
  const key = { id: session.id, refreshKeySealed: session.refresh_key_sealed };
  if (!isGenuine(parts.vault, key, presented)) throw new AuthError('refresh_token_not_found');
  if (isBanned(user, parts.machineClock.now()))
    throw new AuthError('user_banned', { status: 400, message: 'Invalid Refresh Token: User Banned' });
  await assertFresh(tx, parts, user, session);
}

const EXPIRED = 'Invalid Refresh Token: Session Expired';

/** Whether a session may go on, by the limits that are configured. Throws session_expired. */
async function assertFresh(tx: Tx, parts: AuthParts, user: User, session: Session): Promise<void> {
  const { settings, machineClock } = parts;
  const { ageSeconds, idleSeconds } = limitsOf(parts, user);
  const now = machineClock.now();
  const isPast = (from: Date, seconds: number) =>
    seconds > 0 && now.getTime() - from.getTime() >= seconds * 1000;
  if (isPast(session.created_at, ageSeconds)) throw new AuthError('session_expired');
  if (isPast(session.refreshed_at ?? session.created_at, idleSeconds))
    throw new AuthError('session_expired', { message: `${EXPIRED} (Inactivity)` });
  if (session.not_after !== null && session.not_after <= now) throw new AuthError('session_expired');
  const isLow = session.aal === 'aal1' && isPast(session.created_at, settings.lowAalSeconds);
  if (isLow && (await hasVerifiedFactor(tx, user.id)))
    throw new AuthError('session_expired', {
      message: `${EXPIRED} (Low AAL: User Needs MFA Verification)`,
    });
  if (settings.isSessionSingle && (await hasNewerSession(tx, session)))
    throw new AuthError('session_expired', { message: `${EXPIRED} (Revoked by Newer Login)` });
}

/** The limits of this person's sessions: their age, and their time without use. */
export function limitsOf({ settings }: AuthParts, user: User): SessionLimits {
  return isStaff(user)
    ? { ageSeconds: settings.staffSessionSeconds, idleSeconds: settings.staffSessionIdleSeconds }
    : { ageSeconds: settings.sessionSeconds, idleSeconds: settings.sessionIdleSeconds };
}

/**
 * The lifetime of an access token, in seconds. A token that lacks the second factor lives no longer than it may be without. Each
 * lives at most half the idle limit, so that a person at work renews it before they count as idle.
 */
function lifetimeOf(parts: AuthParts, { user, session, factors }: Grant): number {
  const { settings } = parts;
  const { idleSeconds } = limitsOf(parts, user);
  const whole = idleSeconds > 0 ? Math.floor(idleSeconds / 2) : Infinity;
  const isLow = session.aal === 'aal1' && factors.some(({ status }) => status === 'verified');
  const low = isLow && settings.lowAalSeconds > 0 ? settings.lowAalSeconds : Infinity;
  return Math.min(settings.accessTokenSeconds, whole, low);
}

/** A signed-in user, as a request's bearer token proves. */
export interface SignedIn extends Account {
  /** Absent when the token names no session. */
  readonly session: Session | undefined;
  readonly audience: string | undefined;
}

/**
 * The user and session a bearer token speaks for, read again: signing out and banning take effect at once.
 * Throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned.
 */
export async function signedIn(parts: AuthParts, authorization: string | undefined): Promise<SignedIn> {
  const token = await parts.verify(authorization);
  const { userId, sessionId } = subjectOf(token);
  const account = await parts.readAccount(userId, sessionId);
  try {
    const who = assertSignedIn(parts, token, account);
    if (sessionId !== undefined) parts.sessions.note(sessionId, 'person');
    return who;
  } catch (refused) {
    if (sessionId !== undefined) parts.sessions.forget(sessionId);
    throw refused;
  }
}

/** Throws bad_jwt, user_not_found, session_not_found, user_banned. */
function assertSignedIn(parts: AuthParts, token: VerifiedToken, account: Account | undefined): SignedIn {
  if (!account) throw new AuthError('user_not_found');
  const { user, session } = account;
  const { audience, role } = user;
  assertIssued(token, { issuer: parts.settings.issuer, audience, role });
  const now = parts.machineClock.now();
  const isOver = session !== undefined && session.not_after !== null && session.not_after <= now;
  if (token.sessionId !== undefined && (!session || isOver)) throw new AuthError('session_not_found');
  if (isBanned(user, now)) throw new AuthError('user_banned');
  const { aud } = token.claims;
  return { ...account, audience: typeof aud === 'string' ? aud : undefined };
}

/** A person and the session they ask from, read under their locks. */
export type Locked = Pick<SignedIn, 'user' | 'session'>;

/**
 * The same person and session under their locks, for what changes the account: another change may have ended the session since the
 * token was read. Throws user_not_found, user_banned, session_not_found.
 */
export async function lockSignedIn(
  tx: Tx,
  parts: AuthParts,
  who: { readonly user: Pick<User, 'id'>; readonly session: Pick<Session, 'id'> | undefined },
): Promise<Locked> {
  const user = await findUser(tx, who.user.id, 'lock');
  if (!user) throw new AuthError('user_not_found');
  if (isBanned(user, parts.machineClock.now())) throw new AuthError('user_banned');
  const session = who.session && (await findSession(tx, user.id, who.session.id, 'lock'));
  if (who.session && !session) throw new AuthError('session_not_found');
  return { user, session };
}

/** An instant as tokens have it: whole seconds. */
export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
