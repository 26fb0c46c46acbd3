import type { Tx } from '#platform/db/database.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { assertAcceptable, hashPassword, verifyPassword } from './auth.passwords.ts';
import {
  deleteCodes,
  findUser,
  findUserByAddress,
  insertEvent,
  listIdentities,
  updateUser,
} from './auth.repo.ts';
import { type Metadata, type Pkce, mergeMetadata, normalEmail, normalPhone, readPkce } from './auth.rules.ts';
import { sendEmailChangeMails, sendNotice, sendSmsCode } from './auth.send.service.ts';
import { deleteSessions, endRecovery } from './auth.sessions.repo.ts';
import type { SignedIn } from './auth.sessions.service.ts';
import { assertSmsChannel } from './auth.signup.service.ts';
import { type User, userJson } from './auth.user.ts';
import { changePhone, matchTyped } from './auth.verify.service.ts';

/** The signed-in user as the protocol shows it. */
export async function showUser(
  parts: AuthParts,
  who: SignedIn,
  audience: string,
): Promise<Record<string, unknown>> {
  if (audience !== '' && who.audience !== audience)
    throw invalid("Token audience doesn't match request audience");
  return userJson(who.user, await parts.db.plain((tx) => listIdentities(tx, who.user.id)));
}

export interface UpdateFields {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  readonly current_password?: string | undefined;
  readonly nonce?: string | undefined;
  readonly data?: Metadata | undefined;
  readonly app_metadata?: Metadata | undefined;
  readonly channel?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

interface Change {
  readonly email: string;
  readonly phone: string;
  readonly passwordHash: string | undefined;
  readonly nonce: string;
  readonly data: Metadata | undefined;
  readonly pkce: Pkce | undefined;
}

/** Changes the signed-in account. New addresses count only once they are proven. */
export async function changeUser(
  parts: AuthParts,
  who: SignedIn,
  fields: UpdateFields,
  caller: Caller,
): Promise<Record<string, unknown>> {
  if (fields.app_metadata !== undefined)
    throw new AuthError('not_admin', { message: 'Updating app_metadata requires admin privileges' });
  const { email = '', phone = '', nonce = '' } = fields;
  if (phone !== '') assertSmsChannel(fields.channel);
  const change: Change = {
    email: email === '' ? '' : normalEmail(email),
    phone: phone === '' ? '' : normalPhone(phone),
    pkce: readPkce(fields),
    passwordHash: await newPasswordHash(parts, who, fields),
    nonce,
    data: fields.data,
  };
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const present = await findUser(tx, who.user.id, 'lock');
    if (!present) throw new AuthError('user_not_found');
    if (change.passwordHash !== undefined) {
      const refusal = await checkNonce(tx, parts, present, who, nonce);
      if (refusal) return refusal;
    }
    const changed = await applyChange(tx, parts, present, who, change, caller);
    return userJson(changed, await listIdentities(tx, changed.id));
  });
}

async function newPasswordHash(
  parts: AuthParts,
  who: SignedIn,
  fields: UpdateFields,
): Promise<string | undefined> {
  const { password = '', current_password: current = '' } = fields;
  if (password === '') return undefined;
  assertAcceptable(password, parts.settings.passwordLengthMin);
  const stored = who.user.password_hash;
  if (stored === null) return hashPassword(password);
  if (parts.settings.needsCurrentPassword && !mayRecover(parts, who)) {
    if (current === '') throw new AuthError('current_password_required');
    if (!(await verifyPassword(current, stored))) throw new AuthError('current_password_invalid');
  }
  if (await verifyPassword(password, stored)) throw new AuthError('same_password');
  return hashPassword(password);
}

/** Whether this session is how the owner comes back who does not know the present password. */
function mayRecover(parts: AuthParts, who: SignedIn): boolean {
  const until = who.session?.recovers_until ?? null;
  return until !== null && parts.clock.now() < until;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The fresh code a change of password needs in an old session, where settings ask for it. */
async function checkNonce(
  tx: Tx,
  parts: AuthParts,
  user: User,
  who: SignedIn,
  nonce: string,
): Promise<AuthError | undefined> {
  if (!parts.settings.needsReauthentication) return undefined;
  const begunAt = who.session?.created_at.getTime() ?? 0;
  if (nonce === '') {
    const isOld = parts.clock.now().getTime() - begunAt > DAY_MS;
    return isOld ? new AuthError('reauthentication_needed') : undefined;
  }
  const address = user.email ?? user.phone ?? '';
  const match = await matchTyped(tx, parts, user.id, { kinds: ['reauthentication'], address, typed: nonce });
  return match ? undefined : new AuthError('reauthentication_not_valid');
}

async function applyChange(
  tx: Tx,
  parts: AuthParts,
  present: User,
  who: SignedIn,
  change: Change,
  caller: Caller,
): Promise<User> {
  const now = parts.clock.now();
  let user = present;
  if (change.data !== undefined) {
    const merged = mergeMetadata(user.user_metadata, change.data);
    user = await updateUser(tx, user.id, { user_metadata: merged }, now);
  }
  if (change.passwordHash !== undefined)
    user = await changePassword(tx, parts, user, who, change.passwordHash, caller);
  return changeAddresses(tx, parts, user, change, caller);
}

/**
 * Sends what proves a new address or number; both wait until they are proven. Throws email_exists, phone_exists and
 * the refusals of sending.
 */
export async function changeAddresses(
  tx: Tx,
  parts: AuthParts,
  present: User,
  change: Pick<Change, 'email' | 'phone' | 'pkce'>,
  caller: Caller,
): Promise<User> {
  let user = present;
  if (change.email !== '' && change.email !== user.email) {
    const owner = await findUserByAddress(tx, 'email', change.email);
    if (owner) throw new AuthError('email_exists');
    const request = { caller, pkce: change.pkce, dropsPassword: false };
    user = await sendEmailChangeMails(tx, parts, user, change.email, request);
  }
  if (change.phone !== '' && change.phone !== user.phone) {
    const owner = await findUserByAddress(tx, 'phone', change.phone);
    if (owner) throw new AuthError('phone_exists');
    user = parts.settings.isSmsConfirmedAtOnce
      ? await changePhone(tx, parts, user, change.phone, caller)
      : await sendSmsCode(tx, parts, user, 'phone_change', change.phone);
  }
  return user;
}

/** A new password ends the user's other sessions and voids every code that is out. */
async function changePassword(
  tx: Tx,
  parts: AuthParts,
  user: User,
  who: SignedIn,
  passwordHash: string,
  caller: Caller,
): Promise<User> {
  const now = parts.clock.now();
  await deleteSessions(tx, user.id, who.session ? { except: who.session.id } : 'all');
  if (who.session) await endRecovery(tx, who.session);
  await deleteCodes(tx, user.id);
  await sendNotice(tx, parts, user, 'auth.password_changed');
  await insertEvent(tx, { userId: user.id, what: 'password_changed', ip: caller.ip }, now);
  return updateUser(tx, user.id, { password_hash: passwordHash }, now);
}
