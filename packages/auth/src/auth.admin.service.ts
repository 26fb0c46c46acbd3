import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { type Remains, emptyUser, findKeptUser, insertGivenUser, listUsers } from './auth.admin.repo.ts';
import { banUntil, noSuchUser, pageLinks, readPage } from './auth.admin.rules.ts';
import { assertIssued } from './auth.access-tokens.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { factorJson } from './auth.factor.ts';
import { hasVerifiedFactor, listFactors, updateFactor } from './auth.factors.repo.ts';
import { removeFactor } from './auth.factors.service.ts';
import { isKnownHash } from './auth.imported-passwords.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { assertAcceptable, assertNotTooLong, PROGRAM } from './auth.passwords.ts';
import {
  type UserChange,
  deleteAllFlows,
  deleteCodes,
  findUser,
  insertIdentity,
  mergeIdentityData,
  updateUser,
} from './auth.repo.ts';
import { type Metadata, isUuid, mergeMetadata, normalEmail, normalPhone } from './auth.rules.ts';
import { assertFree, confirmedBy } from './auth.proven-contacts.service.ts';
import { deleteSessions, findSession } from './auth.sessions.repo.ts';
import { readBelongings } from './auth.sessions.service.ts';
import { takeOverConfirmed } from './auth.sign-ups.service.ts';
import { deleteUndoLinks } from './auth.undo.repo.ts';
import { type User, isBanned, userJson } from './auth.user.ts';

/**
 * Proves that a request may administer accounts. A program's token says no more than its role; one that names a person here
 * counts while that person holds the role and may act, in a session that has shown the second factor where one stands behind them.
 * Throws no_authorization, bad_jwt, not_admin, session_not_found, user_not_found, user_banned, insufficient_aal.
 */
export async function assertAdmin(parts: AuthParts, authorization: string | undefined): Promise<void> {
  const { adminRoles, issuer } = parts.settings;
  const token = await parts.verify(authorization);
  const { claims, userId, sessionId } = token;
  const role = claims.role ?? '';
  if (!adminRoles.includes(role)) throw new AuthError('not_admin');
  if (!isUuid(userId)) {
    if (sessionId !== undefined) throw new AuthError('session_not_found');
    return assertIssued(token, { issuer, audience: '', role });
  }
  const { user, session, needsFactor } = await parts.db.plain(async (tx) => ({
    user: await findUser(tx, userId),
    needsFactor: await hasVerifiedFactor(tx, userId),
    session: isUuid(sessionId) ? await findSession(tx, userId, sessionId) : undefined,
  }));
  const now = parts.machineClock.now();
  const isLive = session !== undefined && (session.not_after === null || session.not_after > now);
  if (sessionId !== undefined && !isLive) parts.sessions.forget(sessionId);
  if (!user) throw new AuthError('user_not_found');
  if (sessionId !== undefined && !isLive) throw new AuthError('session_not_found');
  if (isBanned(user, now)) throw new AuthError('user_banned');
  if (!adminRoles.includes(user.role)) throw new AuthError('not_admin');
  if (session?.aal === 'aal1' && needsFactor) throw new AuthError('insufficient_aal');
  assertIssued(token, { issuer, audience: user.audience, role: user.role });
}

/** Whether a request comes from a program that administers accounts. */
export async function isAdmin(parts: AuthParts, authorization: string | undefined): Promise<boolean> {
  return assertAdmin(parts, authorization).then(
    () => true,
    () => false,
  );
}

export interface AdminUserFields {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly id?: string | undefined;
  readonly aud?: string | undefined;
  readonly role?: string | undefined;
  readonly password?: string | undefined;
  readonly password_hash?: string | undefined;
  readonly email_confirm?: boolean | undefined;
  readonly phone_confirm?: boolean | undefined;
  readonly user_metadata?: Metadata | undefined;
  readonly app_metadata?: Metadata | undefined;
  readonly ban_duration?: string | undefined;
}

/** Makes an account as it is given; nothing is sent. */
export async function createUser(
  parts: AuthParts,
  fields: AdminUserFields,
  caller: Caller,
): Promise<Record<string, unknown>> {
  const email = fields.email ? normalEmail(fields.email) : null;
  const phone = fields.phone ? normalPhone(fields.phone) : null;
  if (email === null && phone === null)
    throw invalid('Cannot create a user without either an email or phone');
  const { id = newId(), user_metadata: given = {} } = fields;
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format');
  const passwordHash = await readPassword(parts, fields);
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const joinedAt = parts.clock.now();
    const isEmailProven = fields.email_confirm === true && email !== null;
    const isPhoneProven = fields.phone_confirm === true && phone !== null;
    await assertFree(tx, parts, id, { ...fields, email, phone });
    const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])];
    const proofs = {
      ...(isEmailProven ? { email_verified: true } : {}),
      ...(isPhoneProven ? { phone_verified: true } : {}),
    };
    await insertGivenUser(
      tx,
      {
        id,
        email,
        phone,
        passwordHash: passwordHash ?? null,
        role: fields.role || undefined,
        audience: fields.aud || undefined,
        appMetadata: mergeMetadata(parts.host, { provider: providers[0], providers }, fields.app_metadata),
        userMetadata: { ...mergeMetadata(parts.host, {}, given), ...proofs },
      },
      {
        ...(isEmailProven ? { email_confirmed_at: joinedAt } : {}),
        ...(isPhoneProven ? { phone_confirmed_at: joinedAt } : {}),
        ...(fields.ban_duration ? { banned_until: banUntil(fields.ban_duration, now) } : {}),
      },
      { joinedAt, now },
    );
    if (email !== null) await putAddress(tx, id, 'email', { email, email_verified: isEmailProven }, now);
    // The address is the elder one: identities are told in the order of their age.
    const after = new Date(now.getTime() + 1);
    if (phone !== null) await putAddress(tx, id, 'phone', { phone_verified: isPhoneProven }, after);
    await parts.host.noteAdminAct(
      tx,
      { action: 'account.created', userId: id, details: {}, ip: caller.ip },
      parts.clock.now(),
    );
    return shown(tx, id);
  });
}

async function putAddress(
  tx: Tx,
  userId: string,
  provider: 'email' | 'phone',
  proof: Metadata,
  now: Date,
): Promise<void> {
  if (await mergeIdentityData(tx, userId, provider, proof, now)) return;
  const data = { sub: userId, email_verified: false, phone_verified: false, ...proof };
  await insertIdentity(tx, { userId, id: newId(), provider, data }, now);
}

/** The hash to store; undefined when no password is given. Its strength is for the caller to judge. */
async function readPassword(
  { passwords }: AuthParts,
  { password = '', password_hash: hash = '' }: AdminUserFields,
): Promise<string | undefined> {
  if (password !== '' && hash !== '') throw invalid('Only a password or a password hash should be provided');
  if (password !== '') {
    assertNotTooLong(password);
    return passwords.hash(PROGRAM, password);
  }
  if (hash === '') return undefined;
  if (!isKnownHash(hash))
    throw invalid('Invalid password hash: bcrypt, argon2 and Firebase scrypt hashes are accepted');
  return hash;
}

/**
 * Changes an account as it is told, at once. Other addresses and passwords end its sessions and void what is out. An address or
 * number restores a soft-deleted account; what it confirmed before counts no more.
 */
export async function changeUserAsAdmin(
  parts: AuthParts,
  id: string,
  fields: AdminUserFields,
  caller: Caller,
): Promise<Record<string, unknown>> {
  assertUserId(id);
  const email = fields.email ? normalEmail(fields.email) : null;
  const phone = fields.phone ? normalPhone(fields.phone) : null;
  if (fields.password) assertAcceptable(fields.password, parts.settings);
  const passwordHash = await readPassword(parts, fields);
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const kept = await findKeptUser(tx, id, 'lock');
    if (!kept) throw noSuchUser();
    const isRestored = kept.is_restorable;
    if (isRestored && email === null && phone === null)
      throw invalid('A deleted user is restored by giving it an email or phone');
    await assertFree(tx, parts, id, { ...fields, email, phone });
    const confirmed = confirmedBy(kept, { ...fields, email, phone });
    const user = isRestored
      ? { ...kept, ...RESTORED }
      : await takeOverConfirmed(tx, parts, kept, confirmed, now);
    const change = await adminChange(tx, parts, user, { ...fields, email, phone });
    await updateUser(
      tx,
      id,
      {
        ...(isRestored ? RESTORED : {}),
        ...change,
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      },
      now,
    );
    const isMoved = (email ?? user.email) !== user.email || (phone ?? user.phone) !== user.phone;
    if (passwordHash !== undefined || isMoved) {
      await deleteSessions(tx, parts, id, 'all');
      // A link that went to a stranger would take the repair back.
      await deleteUndoLinks(tx, id);
    }
    const isProven = fields.email_confirm === true || fields.phone_confirm === true;
    if (passwordHash !== undefined || email !== null || phone !== null || isProven) {
      await deleteCodes(tx, id);
      await deleteAllFlows(tx, id);
    }
    await parts.host.announce(tx, id);
    const details = {
      fields: Object.keys(fields).filter((name) => fields[name as keyof AdminUserFields] !== undefined),
      ...(isRestored ? { isRestored } : {}),
    };
    const bannedUntil = fields.ban_duration ? banUntil(fields.ban_duration, parts.clock.now()) : undefined;
    await parts.host.noteAdminAct(
      tx,
      { action: 'account.changed', userId: id, details, ip: caller.ip, bannedUntil },
      parts.clock.now(),
    );
    return shown(tx, id);
  });
}

const NOTHING: Remains = { is_restorable: false, deleted_email_hash: null, deleted_phone_hash: null };

/** Columns that a restore of a soft-deleted account resets. */
const RESTORED = {
  deleted_at: null,
  ...NOTHING,
  email_confirmed_at: null,
  phone_confirmed_at: null,
};

async function adminChange(
  tx: Tx,
  parts: AuthParts,
  user: User,
  fields: Omit<AdminUserFields, 'email' | 'phone'> & { email: string | null; phone: string | null },
): Promise<UserChange> {
  const [now, provenAt] = [parts.machineClock.now(), parts.clock.now()];
  const { email, phone } = fields;
  const confirmsEmail = fields.email_confirm === true && (email ?? user.email) !== null;
  const confirmsPhone = fields.phone_confirm === true && (phone ?? user.phone) !== null;
  if (email !== null || confirmsEmail) {
    const isProven = confirmsEmail || user.email_confirmed_at !== null;
    await putAddress(tx, user.id, 'email', { email: email ?? user.email, email_verified: isProven }, now);
  }
  if (phone !== null || confirmsPhone) {
    const isProven = confirmsPhone || user.phone_confirmed_at !== null;
    await putAddress(tx, user.id, 'phone', { phone_verified: isProven }, now);
  }
  const { identities } = await readBelongings(tx, user.id);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const proofs = {
    ...(confirmsEmail ? { email_verified: true } : {}),
    ...(confirmsPhone ? { phone_verified: true } : {}),
  };
  return {
    ...(email === null ? {} : { email, new_email: null, email_change_accepted_count: 0 }),
    ...(phone === null ? {} : { phone, new_phone: null }),
    ...(confirmsEmail && user.email_confirmed_at === null ? { email_confirmed_at: provenAt } : {}),
    ...(confirmsPhone && user.phone_confirmed_at === null ? { phone_confirmed_at: provenAt } : {}),
    ...(fields.role ? { role: fields.role } : {}),
    ...(fields.aud ? { audience: fields.aud } : {}),
    ...(fields.ban_duration ? { banned_until: banUntil(fields.ban_duration, now) } : {}),
    user_metadata: { ...mergeMetadata(parts.host, user.user_metadata, fields.user_metadata), ...proofs },
    app_metadata: mergeMetadata(
      parts.host,
      { ...user.app_metadata, ...(providers.length > 0 ? { providers } : {}) },
      fields.app_metadata,
    ),
  };
}

/** One account. Throws user_not_found. */
export async function showAnyUser(parts: AuthParts, id: string): Promise<Record<string, unknown>> {
  assertUserId(id);
  return parts.db.plain((tx) => shown(tx, id));
}

async function shown(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const user = await findKeptUser(tx, id);
  if (!user) throw noSuchUser();
  const { identities, factors } = await readBelongings(tx, id);
  return userJson(user, identities, factors);
}

/** A page of accounts, with the headers that lead to the next. */
export async function listAllUsers(
  parts: AuthParts,
  query: { readonly page: string; readonly perPage: string; readonly sort: string; readonly filter: string },
): Promise<{ body: object; total: number; link: string }> {
  const page = readPage(query.page, query.perPage, query.sort);
  const { perPage: limit, isOldestFirst } = page;
  const offset = (page.page - 1) * limit;
  const { users, total } = await parts.db.plain((tx) =>
    listUsers(tx, { offset, limit, isOldestFirst }, query.filter.slice(0, 255)),
  );
  return {
    body: { users: users.map((user) => userJson(user, [], [])), aud: 'authenticated' },
    total,
    link: pageLinks(`${parts.settings.publicUrl}/auth/v1/admin/users`, page, total),
  };
}

/**
 * Closes an account: no sign-in to it works any more and nothing names its owner. Its row stays either way, so that
 * the books' own rows keep standing on something. Soft-deleted, it is still shown to the service and can be restored.
 */
export async function deleteUser(
  parts: AuthParts,
  id: string,
  { isSoft }: { readonly isSoft: boolean },
  caller: Caller,
): Promise<void> {
  assertUserId(id);
  await settle(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const user = await findKeptUser(tx, id, 'lock');
    if (!user) throw noSuchUser();
    if (isSoft && user.is_restorable) return;
    await emptyUser(tx, id, isSoft ? remainsOf(parts, user) : NOTHING, now);
    await parts.host.announce(tx, id);
    const details = isSoft ? { isSoft } : {};
    await parts.host.noteAdminAct(
      tx,
      { action: 'account.deleted', userId: id, details, ip: caller.ip },
      parts.clock.now(),
    );
  });
}

/** Another hash for each account: of two deleted accounts nothing says that they had one address. */
function remainsOf({ vault }: AuthParts, { id, email, phone }: User): Remains {
  const hashOf = (contact: string | null) =>
    contact === null ? null : vault.fingerprint(`${id}\0${contact}`, 'auth.deleted_contact');
  return { is_restorable: true, deleted_email_hash: hashOf(email), deleted_phone_hash: hashOf(phone) };
}

/** A person's factors. */
export async function listUserFactors(parts: AuthParts, id: string): Promise<object[]> {
  assertUserId(id);
  return parts.db.plain(async (tx) => {
    if (!(await findKeptUser(tx, id))) throw noSuchUser();
    return (await listFactors(tx, id)).map(factorJson);
  });
}

/** Takes a factor from a person who lost it, or renames it. Throws mfa_factor_not_found. */
export async function changeUserFactor(
  parts: AuthParts,
  place: { readonly userId: string; readonly factorId: string },
  change: 'delete' | { readonly friendly_name?: string | undefined; readonly phone?: string | undefined },
  caller: Caller,
): Promise<Record<string, unknown>> {
  const { userId, factorId } = place;
  assertUserId(userId);
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    if (!(await findUser(tx, userId, 'lock'))) throw noSuchUser();
    const factors = await listFactors(tx, userId);
    const factor = factors.find((one) => one.id === factorId);
    if (!factor) throw new AuthError('mfa_factor_not_found');
    const action = change === 'delete' ? 'account.factor_removed' : 'account.factor_changed';
    await parts.host.noteAdminAct(
      tx,
      { action, userId, details: { factor: factorId }, ip: caller.ip },
      parts.clock.now(),
    );
    if (change === 'delete') {
      await removeFactor(tx, parts, factor, { factors }, caller.ip);
      return factorJson(factor);
    }
    const { friendly_name, phone } = change;
    const isPhone = factor.factor_type === 'phone' && phone !== undefined && phone !== '';
    const renamed =
      friendly_name === undefined ? {} : { friendly_name: parts.host.cleanName(friendly_name).slice(0, 100) };
    const wanted = { ...renamed, ...(isPhone ? { phone: normalPhone(phone) } : {}) };
    return factorJson(await updateFactor(tx, factor, wanted, now));
  });
}

function assertUserId(id: string): void {
  if (!isUuid(id))
    throw new AuthError('validation_failed', { status: 404, message: 'user_id must be an UUID' });
}
