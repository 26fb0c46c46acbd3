import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { freeContact } from './auth.changes.repo.ts';
import { AuthError } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { assertNotGuarded } from './auth.guarded.ts';
import { assertWhole } from './auth.half-sessions.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import type { ProviderIdentity } from './auth.providers.ts';
import { deleteIdentities, deleteIdentity, findIdentity } from './auth.providers.repo.ts';
import {
  type FlowState,
  deleteAllFlows,
  deleteCodes,
  deleteIssuedFlows,
  findUser,
  findUserByAddress,
  insertIdentity,
  insertUser,
  listIdentities,
  mergeIdentityData,
  updateUser,
} from './auth.repo.ts';
import { type Metadata, isSignInRecent, isUuid, mergeMetadata, normalEmail } from './auth.rules.ts';
import { sendNotice } from './auth.notices.service.ts';
import { sendLinkMail } from './auth.send.service.ts';
import { releaseAdopted } from './auth.signup.service.ts';
import { NOTHING_WAITS, expelStrangers } from './auth.sign-ups.service.ts';
import { findSession } from './auth.sessions.repo.ts';
import {
  type Grant,
  type Locked,
  type SignedIn,
  lockSignedIn,
  readBelongings,
} from './auth.sessions.service.ts';
import { takeContact } from './auth.proven-contacts.service.ts';
import { type Identity, type User, hasLived, isConfirmed, providersOf, wordsWithout } from './auth.user.ts';

/**
 * Finds the user of a provider's identity: the linked one; else that of its proven address; else a new one. A refusal that leaves
 * a trace (an account that waits for its address) is returned. `marks` are a new user's, and of one whose address nobody had
 * proven; any other has their own.
 */
export async function userOfIdentity(
  tx: Tx,
  parts: AuthParts,
  provider: string,
  identity: ProviderIdentity,
  caller: Caller,
  marks: Metadata = {},
): Promise<User | AuthError> {
  const now = parts.machineClock.now();
  const known = await findIdentity(tx, provider, identity.subject);
  if (known) return refreshed(tx, parts, known, identity, marks);
  if (identity.email === '')
    throw new AuthError('unexpected_failure', {
      status: 400,
      oauthError: 'server_error',
      message: 'Error getting user email from external provider',
    });
  const email = normalEmail(identity.email);
  const found = await findUserByAddress(tx, 'email', email, 'lock');
  const isFree = found && identity.isEmailVerified && (await releaseAdopted(tx, parts, found));
  const owner = isFree ? undefined : found;
  if (owner && identity.isEmailVerified)
    return isConfirmed(owner)
      ? linked(tx, parts, owner, provider, identity, caller)
      : attached(tx, parts, await reclaimed(tx, parts, owner, now, marks), provider, identity);
  // A provider that did not verify the address must neither reveal whose it is nor take over the account.
  if (owner) return new AuthError('provider_email_needs_verification');
  if (!parts.settings.isSignupEnabled) throw new AuthError('signup_disabled');
  const made = await madeFor(tx, parts, email, { ...identity, provider, marks }, caller);
  if (identity.isEmailVerified) return made;
  const claim = {
    provider,
    passwordHash: null,
    data: mergeMetadata(parts.host, marks, identity.data),
    // A browser that comes back from elsewhere gives no name.
    deviceHash: null,
    madeAccount: true,
  };
  await sendLinkMail(tx, parts, made, 'signup', { caller, pkce: undefined, claim });
  return new AuthError('provider_email_needs_verification');
}

async function refreshed(
  tx: Tx,
  parts: AuthParts,
  known: Identity,
  identity: ProviderIdentity,
  marks: Metadata,
): Promise<User | AuthError> {
  const now = parts.machineClock.now();
  const { data, email, isEmailVerified } = identity;
  const user = await findUser(tx, known.user_id, 'lock');
  if (!user) throw new AuthError('user_not_found');
  // It was found before the lock: an unlinking, or a change taken back, may have ended it since. A log-in at once may have renewed it.
  if ((await findIdentity(tx, known.provider, known.provider_subject))?.user_id !== user.id)
    throw new AuthError('conflict', { message: 'This identity is unlinked right now' });
  // Made by who did not prove the address: a session begun in it would live on when its owner does.
  const isUnproven = !isConfirmed(user) && !user.is_anonymous;
  if (isUnproven) {
    if (!isEmailVerified || email.toLowerCase() !== user.email)
      return new AuthError('provider_email_needs_verification');
    if (!hasLived(user))
      return attached(tx, parts, await reclaimed(tx, parts, user, now, marks), known.provider, identity);
  }
  await mergeIdentityData(tx, user.id, known.provider, data, now);
  const proof = isUnproven ? { email_confirmed_at: parts.clock.now() } : {};
  const user_metadata = mergeMetadata(parts.host, user.user_metadata, data);
  return updateUser(tx, user.id, { ...proof, user_metadata }, now);
}

/** An account that was never proven may have been made by a stranger who waits in it: what they could use goes. */
async function reclaimed(tx: Tx, parts: AuthParts, user: User, now: Date, marks: Metadata): Promise<User> {
  await expelStrangers(tx, parts, user.id);
  await deleteIdentities(tx, user.id);
  await deleteCodes(tx, user.id);
  await deleteAllFlows(tx, user.id);
  return updateUser(
    tx,
    user.id,
    {
      ...NOTHING_WAITS,
      password_hash: null,
      phone: null,
      user_metadata: marks,
      app_metadata: {},
      sign_up_device_hash: null,
    },
    now,
  );
}

async function attached(
  tx: Tx,
  parts: AuthParts,
  user: User,
  provider: string,
  { subject, data, email, isEmailVerified }: ProviderIdentity,
): Promise<User> {
  const now = parts.machineClock.now();
  const email_confirmed_at = parts.clock.now();
  await insertIdentity(tx, { userId: user.id, id: newId(), provider, subject, data }, now);
  const isOwn = isEmailVerified && email.toLowerCase() === user.email;
  const becomesReal = user.is_anonymous && isEmailVerified && email !== '';
  const own = becomesReal && user.email === null ? normalEmail(email) : undefined;
  if (own !== undefined) await takeContact(tx, parts, user.id, 'email', own);
  return updateUser(
    tx,
    user.id,
    {
      app_metadata: { ...user.app_metadata, ...providersOf(await listIdentities(tx, user.id)) },
      user_metadata: mergeMetadata(parts.host, data, user.user_metadata),
      ...(isOwn && user.email_confirmed_at === null ? { email_confirmed_at } : {}),
      ...(becomesReal ? { is_anonymous: false } : {}),
      ...(own === undefined ? {} : { email: own, email_confirmed_at }),
    },
    now,
  );
}

async function madeFor(
  tx: Tx,
  parts: AuthParts,
  email: string,
  {
    provider,
    subject,
    data,
    isEmailVerified,
    marks,
  }: ProviderIdentity & { readonly provider: string; readonly marks: Metadata },
  caller: Caller,
): Promise<User> {
  const now = parts.machineClock.now();
  const joinedAt = parts.clock.now();
  const id = newId();
  const appMetadata = { provider, providers: [provider] };
  // The claims of an unproven identity wait with its code.
  const userMetadata = isEmailVerified ? mergeMetadata(parts.host, marks, data) : {};
  const isMade = await insertUser(
    tx,
    { id, email, phone: null, passwordHash: null, appMetadata, userMetadata },
    joinedAt,
  );
  if (!isMade) throw new AuthError('conflict', { message: 'Somebody signs up with this address right now' });
  await insertIdentity(tx, { userId: id, id: newId(), provider, subject, data }, now);
  await insertEvent(tx, { userId: id, what: 'signed_up', ip: caller.ip }, now);
  return updateUser(tx, id, isEmailVerified ? { email_confirmed_at: joinedAt } : {}, now);
}

/** Links another provider's identity to an account, whose owner is told. Throws identity_already_exists, reauthentication_needed. */
export async function linkIdentity(
  tx: Tx,
  parts: AuthParts,
  userId: string,
  provider: string,
  identity: ProviderIdentity,
  caller: Caller,
): Promise<User> {
  const user = await findUser(tx, userId, 'lock');
  if (!user) throw new AuthError('user_not_found');
  await assertUnlinked(tx, userId, provider, identity.subject);
  return linked(tx, parts, user, provider, identity, caller);
}

/**
 * Adds an identity to an account that is proven: it opens the account from now on, so its owner is told. One that waits for its
 * owner gets none, though the provider proves its address. Throws account_guarded.
 */
async function linked(
  tx: Tx,
  parts: AuthParts,
  user: User,
  provider: string,
  identity: ProviderIdentity,
  caller: Caller,
): Promise<User> {
  assertNotGuarded(user);
  const event = { userId: user.id, what: 'identity_linked', ip: caller.ip } as const;
  await insertEvent(tx, event, parts.machineClock.now());
  const changed = await attached(tx, parts, user, provider, identity);
  const added = await findIdentity(tx, provider, identity.subject);
  await sendNotice(tx, parts, user, 'auth.identity_linked', {}, { addedId: added?.id ?? null });
  return changed;
}

/** Whether an account elsewhere is linked to none here. Throws identity_already_exists. */
export async function assertUnlinked(
  tx: Tx,
  userId: string,
  provider: string,
  subject: string,
): Promise<void> {
  const known = await findIdentity(tx, provider, subject);
  if (known)
    throw new AuthError('identity_already_exists', {
      message:
        known.user_id === userId
          ? 'Identity is already linked'
          : 'Identity is already linked to another user',
    });
}

/**
 * Links the external account of a call-back after the PKCE check. The session that asked must still be alive, and keeps its assurance
 * level: linking is no new sign-in. The factor it showed may be gone by now. Throws session_not_found, insufficient_aal,
 * identity_already_exists.
 */
export async function finishLink(
  tx: Tx,
  parts: AuthParts,
  { user_id: userId, id, provider, identity_sealed: sealed, linking_session_id: sessionId }: FlowState,
  caller: Caller,
): Promise<Grant> {
  const session = sessionId === null ? undefined : await findSession(tx, userId, sessionId, 'lock');
  if (!session || !sealed || provider === null) throw new AuthError('session_not_found');
  await assertWhole(tx, { user: { id: userId }, session }, LINKS_WHOLE);
  const identity = JSON.parse(parts.vault.open(sealed, linkContext(id))) as ProviderIdentity;
  const user = await linkIdentity(tx, parts, userId, provider, identity, caller);
  return { user, ...(await readBelongings(tx, userId)), session, counter: session.refresh_counter };
}

/** The context that binds a sealed identity to the flow it waits in. */
export function linkContext(flowId: string): string {
  return `auth.flow-identity:${flowId}`;
}

/** Whether this session may add a way in. Throws manual_linking_disabled, insufficient_aal, reauthentication_needed. */
export async function assertMayLink(tx: Tx, parts: AuthParts, locked: Locked): Promise<void> {
  assertLinking(parts);
  assertNotGuarded(locked.user);
  await assertWhole(tx, locked, LINKS_WHOLE);
  assertRecent(parts, locked, 'Linking an identity requires a recent sign-in');
}

const LINKS_WHOLE = { status: 401, message: 'AAL2 session is required to link an identity' } as const;

/** Throws reauthentication_needed: a stolen token of an old session must not change the ways in. */
function assertRecent({ settings, machineClock }: AuthParts, { session }: Locked, message: string): void {
  if (settings.needsRecentSignIn && !isSignInRecent(session, machineClock.now()))
    throw new AuthError('reauthentication_needed', { message });
}

function assertLinking(parts: AuthParts): void {
  if (!parts.settings.isLinkingEnabled) throw new AuthError('manual_linking_disabled');
}

/**
 * Takes a way to sign in away, never the last one, nor the last address or number that is proven.
 * Throws manual_linking_disabled, validation_failed, insufficient_aal, single_identity_not_deletable, identity_not_found,
 * email_conflict_identity_not_deletable; account_guarded where the account waits for its owner, reauthentication_needed where the
 * sign-in is old.
 */
export async function unlinkIdentity(
  parts: AuthParts,
  who: SignedIn,
  identityId: string,
  caller: Caller,
): Promise<void> {
  assertLinking(parts);
  if (!isUuid(identityId))
    throw new AuthError('validation_failed', { status: 404, message: 'identity_id must be an UUID' });
  await settle(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const locked = await lockSignedIn(tx, parts, who);
    const { user } = locked;
    assertNotGuarded(user);
    await assertWhole(tx, locked, { status: 401 });
    assertRecent(parts, locked, 'Unlinking an identity requires a recent sign-in');
    const identities = await listIdentities(tx, user.id);
    if (identities.length <= 1) throw new AuthError('single_identity_not_deletable');
    const gone = identities.find(({ id }) => id === identityId);
    if (!gone) throw new AuthError('identity_not_found');
    await deleteIdentity(tx, user.id, gone.id);
    // A code that it was handed before would open the account after it.
    await deleteIssuedFlows(tx, user.id);
    await insertEvent(tx, { userId: user.id, what: 'identity_unlinked', ip: caller.ip }, now);
    // Before the address changes with it: it goes to what was proven until now.
    await sendNotice(tx, parts, user, 'auth.identity_unlinked');
    await settleAddress(tx, parts, user, gone, identities);
  });
}

/**
 * The account's address is one of its identities': when that is gone, one that another identity's provider vouches for takes its
 * place, or none. An unproven one is anybody's: the person who proves it later would be given the account.
 */
async function settleAddress(
  tx: Tx,
  parts: AuthParts,
  user: User,
  gone: Identity,
  identities: readonly Identity[],
): Promise<void> {
  const now = parts.machineClock.now();
  const left = identities.filter(({ id }) => id !== gone.id);
  const app_metadata = { ...user.app_metadata, ...providersOf(await listIdentities(tx, user.id)) };
  const isPhone = gone.provider === 'phone';
  const words = isPhone ? { ...user.user_metadata, phone_verified: false } : user.user_metadata;
  const phone = isPhone ? { phone: null, phone_confirmed_at: null, user_metadata: words } : {};
  const mails = left
    .map(({ identity_data: { email, email_verified } }) => ({ email, isVerified: email_verified === true }))
    .filter((one): one is { email: string; isVerified: boolean } => typeof one.email === 'string');
  const isKept =
    user.email === null ? !isPhone : mails.some(({ email }) => email.toLowerCase() === user.email);
  const best = mails.find(({ isVerified }) => isVerified);
  const hasAddress = isKept ? user.email_confirmed_at !== null : best !== undefined;
  const hasNumber = !isPhone && user.phone_confirmed_at !== null;
  if (isConfirmed(user) && !hasAddress && !hasNumber)
    throw new AuthError('single_identity_not_deletable', { message: NOTHING_PROVEN });
  if (isKept) {
    // The link of a message that went to the number would open the account, and bring the number back.
    if (isPhone) await deleteCodes(tx, user.id, ['sms']);
    await updateUser(tx, user.id, { app_metadata, ...phone }, now);
    return;
  }
  const email = best ? normalEmail(best.email) : null;
  if (email !== null && !(await freeContact(tx, parts, user.id, 'email', email)))
    throw new AuthError('email_conflict_identity_not_deletable');
  await deleteCodes(tx, user.id);
  const email_confirmed_at = best ? (user.email_confirmed_at ?? now) : null;
  const user_metadata = {
    ...wordsWithout({ user_metadata: words }, 'email', user.email),
    ...(email === null ? { email_verified: false } : { email, email_verified: true }),
  };
  const address = {
    email,
    email_confirmed_at,
    user_metadata,
    new_email: null,
    email_change_accepted_count: 0,
  };
  await updateUser(tx, user.id, { app_metadata, ...phone, ...address }, now);
}

const NOTHING_PROVEN = 'User must have at least 1 confirmed email or phone after unlinking';
