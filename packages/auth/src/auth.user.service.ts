import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { waitingContact } from './auth.changes.repo.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { countEvent, insertEvent } from './auth.events.repo.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { unlockFactors } from './auth.factors.repo.ts';
import { assertWhole, isHalf } from './auth.half-sessions.ts';
import { assertAcceptable } from './auth.passwords.ts';
import { acceptTry, beginSessionTry } from './auth.password-tries.service.ts';
import { notePasswordRefused } from './auth.token.service.ts';
import { deleteAllFlows, deleteCodes, updateUser } from './auth.repo.ts';
import {
  type Metadata,
  type Pkce,
  isBegunByMessage,
  isSignInRecent,
  mergeMetadata,
  withoutMarks,
  normalEmail,
  normalPhone,
  readPkce,
} from './auth.rules.ts';
import { sendNotice } from './auth.notices.service.ts';
import { needsBothCodes, sendEmailChangeMails, sendSmsCode } from './auth.send.service.ts';
import { type Session, deleteSessions, endRecovery } from './auth.sessions.repo.ts';
import { type SignedIn, lockSignedIn, readBelongings, signedIn } from './auth.sessions.service.ts';
import { assertSmsChannel } from './auth.signup.service.ts';
import { assertUnproven, changeEmail, changePhone } from './auth.proven-contacts.service.ts';
import { type User, userJson } from './auth.user.ts';
import { matchTyped } from './auth.verify.service.ts';

/** The answers of accounts that are unchanged since: `readAccount` gives the same rows then. */
const shown = new WeakMap<User, string>();

/** The signed-in user as the protocol shows it, as JSON. */
export async function showUser(
  parts: AuthParts,
  authorization: string | undefined,
  audience: string,
): Promise<string> {
  const who = await signedIn(parts, authorization);
  if (audience !== '' && who.audience !== audience)
    throw invalid("Token audience doesn't match request audience");
  const known = shown.get(who.user);
  if (known) return known;
  const json = JSON.stringify(userJson(who.user, who.identities, who.factors));
  shown.set(who.user, json);
  return json;
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
  if (who.user.is_anonymous && fields.password && email === '' && phone === '')
    throw new AuthError('validation_failed', {
      status: 422,
      message: 'Updating password of an anonymous user without an email or phone is not allowed',
    });
  const change: Change = {
    email: email === '' ? '' : normalEmail(email),
    phone: phone === '' ? '' : normalPhone(phone),
    pkce: readPkce(fields),
    passwordHash: await newPasswordHash(parts, who, fields, caller),
    nonce,
    data: fields.data,
  };
  return settle<Record<string, unknown>>(parts.db, async (tx) => {
    const locked = await lockSignedIn(tx, parts, who);
    const { user: present, session } = locked;
    if (change.passwordHash !== undefined) assertStillProven(parts, who, present, session);
    const { needsRecentSignIn } = parts.settings;
    const asker = { session, needsRecentSignIn, ip: caller.ip };
    const admitted = await admitChange(tx, parts, present, change, asker);
    if (admitted instanceof AuthError) return admitted;
    const changed = await applyChange(tx, parts, present, session, admitted, caller);
    const { identities, factors } = await readBelongings(tx, changed.id);
    return userJson(changed, identities, factors);
  });
}

async function newPasswordHash(
  parts: AuthParts,
  who: SignedIn,
  fields: UpdateFields,
  caller: Caller,
): Promise<string | undefined> {
  const { password = '', current_password: current = '' } = fields;
  if (password === '') return undefined;
  // Before any password is compared: what the comparison says is a guess that is not counted.
  await parts.db.plain((tx) => assertWhole(tx, who, HALF));
  assertAcceptable(password, parts.settings, [who.user.email, who.user.phone]);
  const stored = who.user.password_hash;
  if (stored === null) return parts.passwords.hash(caller.ip, password);
  // A present password that was typed has to be right, even where none is required.
  if ((parts.settings.needsCurrentPassword || current !== '') && !mayRecover(parts, who.session)) {
    if (current === '') throw new AuthError('current_password_required');
    const one = await parts.db.plain((tx) => beginSessionTry(tx, parts, who.user.id, who.session?.id));
    if (!(await parts.passwords.verify(caller.ip, current, stored))) {
      await notePasswordRefused(parts, who.user.id, caller, one);
      throw new AuthError('current_password_invalid');
    }
    await parts.db.plain((tx) => acceptTry(tx, parts, one));
  }
  if (await parts.passwords.verify(caller.ip, password, stored)) throw new AuthError('same_password');
  return parts.passwords.hash(caller.ip, password);
}

/**
 * Whether what was asked of a new password before it was hashed holds still: another change may have come first meanwhile, the
 * owner's own or one of this session. Throws current_password_required, current_password_invalid.
 */
function assertStillProven(
  parts: AuthParts,
  who: SignedIn,
  present: User,
  session: Session | undefined,
): void {
  const { needsCurrentPassword } = parts.settings;
  const wasRecovery = mayRecover(parts, who.session);
  if (needsCurrentPassword && present.password_hash !== null && wasRecovery && !mayRecover(parts, session))
    throw new AuthError('current_password_required');
  if (present.password_hash !== who.user.password_hash) throw new AuthError('current_password_invalid');
}

/** Whether this session is how the owner comes back who does not know the present password. */
function mayRecover(parts: AuthParts, session: Session | undefined): boolean {
  const until = session?.recovers_until ?? null;
  return until !== null && parts.machineClock.now() < until;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface Asker {
  readonly session: Session | undefined;
  /** Whether a new way in needs a sign-in of the last hour. */
  readonly needsRecentSignIn: boolean;
  readonly ip: string;
}

declare const ADMITTED: unique symbol;
/** A change whose asker was looked at: a stolen token alone changes nothing that signs in. */
type Admitted<Wanted> = Wanted & { readonly [ADMITTED]: true };

/**
 * Whether the one who asks has proven enough for the change: by how young the sign-in is, else by a fresh code. The
 * refusal is to be returned from the transaction, so that a wrong code stays counted.
 */
export async function admitChange<Wanted extends Omit<Change, 'data'>>(
  tx: Tx,
  parts: AuthParts,
  user: User,
  change: Wanted,
  { session, needsRecentSignIn, ip }: Asker,
): Promise<Admitted<Wanted> | AuthError> {
  const admitted = change as Admitted<Wanted>;
  if (touchesSignIn(user, change) && (await isHalf(tx, { user, session })))
    return new AuthError('insufficient_aal', HALF);
  if (user.guarded_at !== null && (touchesContact(user, change) || isPasswordOfAnother(change, session)))
    return new AuthError('account_guarded');
  const now = parts.machineClock.now();
  const isOld = now.getTime() - (session?.created_at.getTime() ?? 0) > DAY_MS;
  const asksForPassword = change.passwordHash !== undefined && parts.settings.needsReauthentication;
  const asksForSignIn = needsRecentSignIn && opensDoor(parts, user, change) && !isSignInRecent(session, now);
  if (!asksForSignIn && !asksForPassword) return admitted;
  if (change.nonce === '') {
    if (!asksForSignIn && !isOld) return admitted;
    const isPassword = change.passwordHash !== undefined;
    return new AuthError('reauthentication_needed', isPassword ? {} : { message: ADDRESS_NEEDS_PROOF });
  }
  const address = user.email ?? user.phone ?? '';
  const typed = change.nonce;
  const match = await matchTyped(tx, parts, user.id, {
    kinds: ['reauthentication'],
    address,
    typed,
    caller: { ip, userAgent: null, device: null, targets: [] },
  });
  if (!match) return new AuthError('reauthentication_not_valid');
  await deleteCodes(tx, user.id, ['reauthentication']);
  return admitted;
}

const HALF = {
  status: 401,
  message: 'AAL2 session is required to update email or password when MFA is enabled.',
} as const;
const ADDRESS_NEEDS_PROOF = 'Email or phone update requires reauthentication';

/** Whether a password is set in a session that no message began: it may be that of whom the account is guarded against. */
function isPasswordOfAnother(
  { passwordHash }: Pick<Change, 'passwordHash'>,
  session: Session | undefined,
): boolean {
  return passwordHash !== undefined && !isBegunByMessage(session?.amr ?? []);
}

function touchesContact(user: User, change: Pick<Change, 'email' | 'phone'>): boolean {
  const changesPhone = change.phone !== '' && change.phone !== user.phone;
  const changesEmail = change.email !== '' && change.email !== user.email;
  return changesPhone || changesEmail;
}

/** Whether a change is of what signs in: with a second factor behind the account it needs one. */
function touchesSignIn(user: User, change: Omit<Change, 'data'>): boolean {
  return touchesContact(user, change) || change.passwordHash !== undefined;
}

/**
 * Whether a change gives a new way in while nothing of the present one is asked for: a new number, an address where the
 * present one has no say, the first password.
 */
function opensDoor(parts: AuthParts, user: User, change: Omit<Change, 'data'>): boolean {
  const changesPhone = change.phone !== '' && change.phone !== user.phone;
  const changesEmail = change.email !== '' && change.email !== user.email;
  const addsPassword = change.passwordHash !== undefined && user.password_hash === null;
  return changesPhone || addsPassword || (changesEmail && !needsBothCodes(parts, user));
}

async function applyChange(
  tx: Tx,
  parts: AuthParts,
  present: User,
  session: Session | undefined,
  change: Admitted<Change>,
  caller: Caller,
): Promise<User> {
  const now = parts.machineClock.now();
  let user = present;
  if (change.data !== undefined) {
    const merged = mergeMetadata(
      parts.host,
      user.user_metadata,
      withoutMarks(change.data, parts.host.signUpMarks),
    );
    user = await updateUser(tx, user.id, { user_metadata: merged }, now);
    await countEvent(tx, { userId: user.id, what: 'details_changed', ip: caller.ip }, now);
  }
  if (change.passwordHash !== undefined)
    user = await changePassword(tx, parts, user, session, change.passwordHash, caller);
  const changed = await changeAddresses(tx, parts, user, change, caller);
  if (change.passwordHash !== undefined) await sendNotice(tx, parts, user, 'auth.password_changed');
  return changed;
}

/**
 * Sends what proves a new address or number; both wait until they are proven, and the present contact is told of one that begins
 * without its word. Throws email_exists, phone_exists and
 * the refusals of sending.
 */
export async function changeAddresses(
  tx: Tx,
  parts: AuthParts,
  present: User,
  change: Admitted<Pick<Change, 'email' | 'phone' | 'pkce'>>,
  caller: Caller,
): Promise<User> {
  let user = present;
  const told: User[] = [];
  if (change.email !== '' && change.email !== user.email) {
    const isAtOnce = user.is_anonymous && parts.settings.isMailConfirmedAtOnce;
    await assertUnproven(tx, 'email', change.email, isAtOnce);
    const request = { caller, pkce: change.pkce };
    if (!needsBothCodes(parts, user) && (await isBegun(tx, parts, user, 'new_email', change.email)))
      told.push(user);
    user = isAtOnce
      ? await changeEmail(tx, parts, { ...user, new_email: change.email }, caller)
      : await sendEmailChangeMails(tx, parts, user, change.email, request);
  }
  if (change.phone !== '' && change.phone !== user.phone) {
    const { isSmsConfirmedAtOnce: isAtOnce } = parts.settings;
    await assertUnproven(tx, 'phone', change.phone, isAtOnce);
    if (await isBegun(tx, parts, user, 'new_phone', change.phone)) told.push(user);
    user = isAtOnce
      ? await changePhone(tx, parts, user, change.phone, caller)
      : await sendSmsCode(tx, parts, user, 'phone_change', change.phone, { caller });
  }
  // A notice locks the row of the hour. Codes do so after the locks of numbers and networks, or two changes would deadlock.
  for (const owner of told) await sendNotice(tx, parts, owner, 'auth.change_begun');
  return user;
}

/** Whether a change begins of which the owner is told, once however often its code is sent: who asks may be a stranger. */
async function isBegun(
  tx: Tx,
  parts: AuthParts,
  user: User,
  column: 'new_email' | 'new_phone',
  wanted: string,
): Promise<boolean> {
  const isAtOnce = column === 'new_phone' ? parts.settings.isSmsConfirmedAtOnce : user.is_anonymous;
  return !isAtOnce && (await waitingContact(tx, user, column, parts.machineClock.now())) !== wanted;
}

/** A new password, of which the caller tells the owner, ends the user's other sessions and voids every code that is out, those to exchange for a session too. */
async function changePassword(
  tx: Tx,
  parts: AuthParts,
  user: User,
  session: Session | undefined,
  passwordHash: string,
  caller: Caller,
): Promise<User> {
  const now = parts.machineClock.now();
  await deleteSessions(tx, parts, user.id, session ? { except: session.id } : 'all');
  if (session) await endRecovery(tx, session);
  await deleteCodes(tx, user.id);
  await deleteAllFlows(tx, user.id);
  // With a second factor behind the account only its owner gets here, and who guessed has lost the first one.
  await unlockFactors(tx, user.id);
  await insertEvent(tx, { userId: user.id, what: 'password_changed', ip: caller.ip }, now);
  // A message to the contact from before the change that was taken back: the owner is back. An account elsewhere that was
  // linked before may be a stranger's too.
  const isBack = isBegunByMessage(session?.amr ?? []);
  return updateUser(
    tx,
    user.id,
    { password_hash: passwordHash, ...(isBack ? { guarded_at: null } : {}) },
    now,
  );
}
