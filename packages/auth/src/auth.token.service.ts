import { createHash, randomUUID } from 'node:crypto';
import { sameSecret, sha256 } from '@mohlat/platform/crypto/vault.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { countEvent } from './auth.events.repo.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { finishLink } from './auth.identities.service.ts';
import type { ProviderTokens } from './auth.providers.ts';
import { providerTokensJson } from './auth.providers.service.ts';
import {
  type PasswordTry,
  acceptTry,
  beginTry,
  countWrongPassword,
  tellOfTries,
} from './auth.password-tries.service.ts';
import { findWeakness } from './auth.passwords.ts';
import {
  deleteCodes,
  deleteFlow,
  findFlowByCode,
  findUser,
  findUserByAddress,
  updateUser,
} from './auth.repo.ts';
import { normalEmail, normalPhone } from './auth.rules.ts';
import { type Grant, type SessionAnswer, answerSession, openSession } from './auth.sessions.service.ts';
import { listWaitingPasswords } from './auth.sign-ups.service.ts';
import { isBanned, isConfirmed } from './auth.user.ts';

export interface PasswordFields {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
}

/** Signs in by password. An unknown user, a wrong password and an account without one cost and answer the same. */
export async function signInWithPassword(
  parts: AuthParts,
  fields: PasswordFields,
  caller: Caller,
): Promise<SessionAnswer & { weak_password?: { message: string; reasons: readonly string[] } }> {
  const { email = '', phone = '', password = '' } = fields;
  if (email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided on login.');
  if (email === '' && phone === '') throw invalid('missing email or phone');
  const provider = email === '' ? 'phone' : 'email';
  if (provider === 'email' && !parts.settings.isEmailEnabled) throw new AuthError('email_provider_disabled');
  if (provider === 'phone' && !parts.settings.isPhoneEnabled) throw new AuthError('phone_provider_disabled');
  const address = storedForm(email, phone);

  const nobodysId = randomUUID();
  const { found, hashes, one } = await parts.db.plain(async (tx) => {
    const user = address === undefined ? undefined : await findUserByAddress(tx, provider, address);
    const userId = user?.id ?? nobodysId;
    const asked = { address: `${provider} ${address ?? ''}`, userId };
    const one = await beginTry(tx, parts, asked, caller);
    // Asked also where there is no user, so that the time tells nothing.
    const waiting = await listWaitingPasswords(tx, userId);
    const isWaiting = user && user.password_hash === null && !isConfirmed(user);
    const held = user?.password_hash ? [user.password_hash] : [];
    return { found: user, hashes: isWaiting ? waiting : held, one };
  });
  const isRight = await parts.passwords.verifyAny(caller.ip, password, hashes);
  if (found && isBanned(found, parts.machineClock.now())) throw new AuthError('user_banned', { status: 400 });
  if (!found || !isRight) {
    await notePasswordRefused(parts, found?.id ?? nobodysId, caller, one);
    throw new AuthError('invalid_credentials');
  }
  if (found[provider === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at'] === null) {
    await parts.db.plain((tx) => acceptTry(tx, parts, one));
    throw new AuthError(`${provider}_not_confirmed`);
  }

  const stored = found.password_hash ?? '';
  const anew = parts.passwords.isOutdated(stored)
    ? await parts.passwords.hash(caller.ip, password)
    : undefined;
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const user = await findUser(tx, found.id, 'lock');
    // The password was changed while it was being checked.
    if (!user?.password_hash || user.password_hash !== found.password_hash)
      throw new AuthError('invalid_credentials');
    // Or the account was shut: a session begun now would live on when it is opened again.
    if (isBanned(user, parts.machineClock.now())) throw new AuthError('user_banned', { status: 400 });
    await acceptTry(tx, parts, one);
    if (anew !== undefined) await updateUser(tx, user.id, { password_hash: anew }, parts.machineClock.now());
    return openSession(tx, parts, user, { method: 'password', provider, caller });
  });
  const answer = await answerSession(parts, grant);
  const weakness = findWeakness(password, parts.settings, { judged: 'length' });
  return weakness ? { ...answer, weak_password: weakness } : answer;
}

/**
 * Writes a wrong password down. An account that is not there runs the same statements, and no answer waits for the disk, so
 * that the time tells nothing of who has an account. Throws over_request_rate_limit.
 */
export async function notePasswordRefused(
  parts: AuthParts,
  userId: string,
  { ip }: Caller,
  one: PasswordTry,
): Promise<void> {
  const isTold = await parts.db.plain(async (tx) => {
    await tx.call('set local synchronous_commit = off');
    const told = await countWrongPassword(tx, parts, one);
    await countEvent(tx, { userId, what: 'password_refused', ip }, parts.machineClock.now());
    return told;
  });
  if (isTold) await tellOfTries(parts, userId, ip);
}

/** A malformed address is refused like an unknown one. */
function storedForm(email: string, phone: string): string | undefined {
  try {
    return email === '' ? normalPhone(phone) : normalEmail(email);
  } catch {
    return undefined;
  }
}

export interface ExchangeFields {
  readonly auth_code?: string | undefined;
  readonly code_verifier?: string | undefined;
}

/** Exchanges the code of a mail's link for a session, against the verifier of the browser that asked for the mail. */
export async function exchangeCode(
  parts: AuthParts,
  fields: ExchangeFields,
  caller: Caller,
): Promise<SessionAnswer> {
  const { auth_code: code = '', code_verifier: verifier = '' } = fields;
  if (code === '' || verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  let given: Record<string, string> = {};
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const found = await findFlowByCode(tx, sha256(code));
    // The user first, as whatever ends flows does: it is read again once no other transaction ends it.
    const present = found && (await findUser(tx, found.user_id, 'lock'));
    const flow = present && (await findFlowByCode(tx, sha256(code), 'lock'));
    if (!flow) throw new AuthError('flow_state_not_found');
    if (now.getTime() - flow.issued_at.getTime() > parts.settings.flowSeconds * 1000)
      throw new AuthError('flow_state_expired');
    const shown =
      flow.challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
    if (!sameSecret(shown, flow.challenge)) throw new AuthError('bad_code_verifier');
    if (isBanned(present, now)) throw new AuthError('user_banned');
    await deleteFlow(tx, flow);
    const tokens =
      flow.provider_tokens_sealed && parts.vault.open(flow.provider_tokens_sealed, `auth.flow:${flow.id}`);
    given = tokens ? providerTokensJson(JSON.parse(tokens) as ProviderTokens) : {};
    // Only now is it proven that the browser which asked for the link is the one that came back.
    if (flow.identity_sealed) return finishLink(tx, parts, flow, caller);
    const isRecovery = flow.method === 'recovery';
    const isChange = flow.method === 'email_change';
    // The code of the mail whose link began this: until now it could be typed where the link did not lead to a session.
    if (flow.provider === null) await deleteCodes(tx, present.id, ['confirmation', 'recovery']);
    return openSession(tx, parts, present, {
      method: flow.method,
      provider: flow.provider ?? 'email',
      caller,
      isRecovery,
      isChange,
    });
  });
  return { ...(await answerSession(parts, grant)), ...given };
}
