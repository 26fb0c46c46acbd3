import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { subjectOf } from './auth.access-tokens.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { isGenuine, makeRefreshToken, newRefreshKey, readRefreshToken } from './auth.refresh-tokens.ts';
import { findUser, insertEvent, listIdentities, markIdentityUsed, updateUser } from './auth.repo.ts';
import { judgeRefresh } from './auth.rules.ts';
import {
  type Session,
  deleteSessions,
  findSession,
  insertSession,
  rotateSession,
} from './auth.sessions.repo.ts';
import { type Identity, type User, isBanned, userJson } from './auth.user.ts';

/** A session with the refresh token its holder is to get next. */
export interface Grant {
  readonly user: User;
  readonly identities: readonly Identity[];
  readonly session: Session;
  readonly counter: number;
}

export interface SignIn {
  readonly method: string;
  readonly provider: 'email' | 'phone';
  readonly caller: Caller;
  /** Whether it is how the owner comes back who forgot the password. */
  readonly isRecovery?: boolean;
  /** Whether a new address or number alone proved itself. */
  readonly isChange?: boolean;
}

/**
 * Begins a session. The caller holds the user's lock or has just made the user. `method` is a word of the `amr` claim:
 * password, otp, magiclink, recovery, email/signup, invite or email_change.
 */
export async function openSession(tx: Tx, parts: AuthParts, user: User, signIn: SignIn): Promise<Grant> {
  const now = parts.clock.now();
  const id = newId();
  const { method, provider, caller } = signIn;
  const session = await insertSession(
    tx,
    {
      userId: user.id,
      id,
      amr: [{ method, timestamp: seconds(now), ...(signIn.isChange ? { isChange: true } : {}) }],
      refreshKeySealed: newRefreshKey(parts.vault, id),
      userAgent: caller.userAgent,
      ip: caller.ip,
      recoversUntil: signIn.isRecovery
        ? new Date(now.getTime() + parts.settings.recoverySeconds * 1000)
        : null,
    },
    now,
  );
  await markIdentityUsed(tx, user.id, provider, now);
  const signedIn = await updateUser(tx, user.id, { last_sign_in_at: now }, now);
  await insertEvent(tx, { userId: user.id, what: 'signed_in', sessionId: id, ip: caller.ip }, now);
  return { user: signedIn, identities: await listIdentities(tx, user.id), session, counter: 0 };
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
  const { user, session, identities } = grant;
  const issuedAt = seconds(parts.clock.now());
  const { accessTokenSeconds, issuer } = parts.settings;
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
    amr: session.amr.map(({ method, timestamp }) => ({ method, timestamp })),
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
    user: userJson(user, identities),
  };
}

/**
 * Exchanges a refresh token. Refreshes of one session wait for each other on its row, so that ten at once get one new
 * token. A token that was replaced long ago is taken for stolen: the session ends, although the call fails.
 */
export async function refresh(parts: AuthParts, text: string, caller: Caller): Promise<SessionAnswer> {
  const presented = readRefreshToken(text);
  if (!presented) throw invalid('Refresh token is not valid');
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const now = parts.clock.now();
    await tx.call(`set local lock_timeout = '5s'`);
    const session = await findSession(tx, presented.userId, presented.sessionId, 'lock');
    if (!session) throw new AuthError('refresh_token_not_found');
    const key = { id: session.id, refreshKeySealed: session.refresh_key_sealed };
    if (!isGenuine(parts.vault, key, presented)) throw new AuthError('refresh_token_not_found');
    const user = await findUser(tx, session.user_id);
    if (!user) throw new AuthError('refresh_token_not_found');
    if (isBanned(user, now))
      throw new AuthError('user_banned', { status: 400, message: 'Invalid Refresh Token: User Banned' });
    if (session.not_after !== null && session.not_after <= now) throw new AuthError('session_expired');

    const state = { counter: session.refresh_counter, refreshedAt: session.refreshed_at };
    const verdict = judgeRefresh(presented.counter, state, parts.settings.refreshReuseSeconds, now);
    if (verdict === 'from_the_future') throw invalid('Refresh token is not valid');
    if (verdict === 'reused') {
      await deleteSessions(tx, user.id, { only: session.id });
      const event = {
        userId: user.id,
        what: 'refresh_token_reused',
        sessionId: session.id,
        ip: caller.ip,
      } as const;
      await insertEvent(tx, event, now);
      return new AuthError('refresh_token_already_used');
    }
    const counter = verdict === 'rotate' ? await rotateSession(tx, session, now) : session.refresh_counter;
    return { user, identities: await listIdentities(tx, user.id), session, counter };
  }).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === 'busy' ? new AuthError('conflict') : error;
  });
  return answerSession(parts, grant);
}

/** A signed-in user, as a request's bearer token proves. */
export interface SignedIn {
  readonly user: User;
  /** Absent when the token names no session. */
  readonly session: Session | undefined;
  readonly audience: string | undefined;
}

/**
 * The user and session a bearer token speaks for, read anew: signing out and banning take effect at once.
 * Throws no_authorization, bad_jwt, user_not_found, session_not_found, user_banned.
 */
export async function signedIn(parts: AuthParts, authorization: string | undefined): Promise<SignedIn> {
  const token = await parts.verify(authorization);
  const { userId, sessionId } = subjectOf(token);
  return parts.db.plain(async (tx) => {
    const now = parts.clock.now();
    const user = await findUser(tx, userId);
    if (!user) throw new AuthError('user_not_found');
    const session = sessionId === undefined ? undefined : await findSession(tx, userId, sessionId);
    const isOver = session !== undefined && session.not_after !== null && session.not_after <= now;
    if (sessionId !== undefined && (!session || isOver)) throw new AuthError('session_not_found');
    if (isBanned(user, now)) throw new AuthError('user_banned');
    const { aud } = token.claims;
    return { user, session, audience: typeof aud === 'string' ? aud : undefined };
  });
}

const SCOPES = ['global', 'local', 'others'] as const;

/** Ends sessions: all of the user's, this one, or all but this one. Without a session in the token, all. */
export async function logout(parts: AuthParts, who: SignedIn, scope: string, caller: Caller): Promise<void> {
  const wanted = scope === '' ? 'global' : SCOPES.find((one) => one === scope);
  if (!wanted) throw invalid(`Unsupported logout scope "${scope}"`);
  await parts.db.plain(async (tx) => {
    const { user, session } = who;
    if (wanted === 'global' || !session) await deleteSessions(tx, user.id, 'all');
    else
      await deleteSessions(tx, user.id, wanted === 'local' ? { only: session.id } : { except: session.id });
    const event = { userId: user.id, what: 'signed_out', ip: caller.ip } as const;
    await insertEvent(tx, session ? { ...event, sessionId: session.id } : event, parts.clock.now());
  });
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
