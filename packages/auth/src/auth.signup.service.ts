import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { signUpDeviceHash } from './auth.devices.rules.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { countEvent, insertEvent } from './auth.events.repo.ts';
import { type AuthParts, type Caller, settle, settleEvenly } from './auth.parts.ts';
import { assertAcceptable, saltOf } from './auth.passwords.ts';
import {
  deleteCodes,
  findUserByAddress,
  insertIdentity,
  insertUser,
  listIdentities,
  mergeIdentityData,
  moveWaitingFlows,
  updateUser,
} from './auth.repo.ts';
import { type Metadata, mergeMetadata, normalEmail, normalPhone, readPkce } from './auth.rules.ts';
import { sendLinkMail, sendNoMail, sendNoSms, sendSmsCode } from './auth.send.service.ts';
import { type Grant, type SessionAnswer, answerSession, openSession } from './auth.sessions.service.ts';
import { type Address, shownAs, standardMetadata } from './auth.sign-ups.service.ts';
import { type User, decoyJson, hasLived, identityJson } from './auth.user.ts';

export interface SignUpFields {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  readonly data?: Metadata | undefined;
  readonly channel?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

type Answer = SessionAnswer | Record<string, unknown>;

/**
 * Signs a person up. A taken address is answered like a free one. Answers the user, or a session where addresses are
 * confirmed at once.
 */
export async function signUp(parts: AuthParts, fields: SignUpFields, caller: Caller): Promise<Answer> {
  const { settings } = parts;
  const { email = '', phone = '', password = '' } = fields;
  if (email === '' && phone === '') return signUpAnonymously(parts, fields.data, caller);
  if (password === '') throw invalid('Signup requires a valid password');
  assertAcceptable(password, settings, [email, phone]);
  if (email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  if (phone !== '') assertSmsChannel(fields.channel);
  if (phone !== '' && (fields.code_challenge || fields.code_challenge_method))
    throw invalid('PKCE not supported for phone signups');
  const pkce = readPkce(fields);
  const address = readAddress(parts, email, phone);
  const data = mergeMetadata(parts.host, {}, fields.data);
  // Before anything is looked up, so that a taken address costs what a free one does.
  const passwordHash = await parts.passwords.hash(caller.ip, password, saltOf(parts.vault, address.value));

  const deviceHash = signUpDeviceHash(caller.device);
  const outcome = await settleEvenly<Grant | Record<string, unknown>>(parts.db, async (tx) => {
    const isAtOnce = isConfirmedAtOnce(parts, address);
    const first = isAtOnce
      ? { address, passwordHash, data, deviceHash }
      : { address, passwordHash: null, data: {} };
    const { user, isNew } = await registerUser(tx, parts, first, caller);
    const isKnown = address.provider === 'email' ? user.email_confirmed_at : user.phone_confirmed_at;
    if (!isNew)
      await countEvent(
        tx,
        { userId: user.id, what: 'sign_up_repeated', ip: caller.ip },
        parts.machineClock.now(),
      );
    if (isKnown) {
      if (settings.isMailConfirmedAtOnce || settings.isSmsConfirmedAtOnce)
        throw new AuthError('user_already_exists');
      await sendNoConfirmation(tx, parts, address, caller);
      return decoy(parts, address, data);
    }
    if (isNew && isAtOnce) {
      const confirmed = await confirmAddress(tx, parts, user, address.provider);
      return openSession(tx, parts, confirmed, { method: 'password', provider: address.provider, caller });
    }
    const claim = { provider: address.provider, passwordHash, data, deviceHash, madeAccount: isNew };
    const sent = await sendConfirmation(tx, parts, user, address, { caller, pkce, claim });
    return pendingJson(parts, await shownAs(tx, parts, sent, claim), address, data);
  });
  return isGrant(outcome) ? answerSession(parts, outcome) : outcome;
}

/** An account without an address, which becomes a real one when it gets one. */
async function signUpAnonymously(
  parts: AuthParts,
  data: Metadata | undefined,
  caller: Caller,
): Promise<SessionAnswer> {
  if (!parts.settings.isAnonymousEnabled) throw new AuthError('anonymous_provider_disabled');
  const userMetadata = mergeMetadata(parts.host, {}, data);
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const id = newId();
    const deviceHash = signUpDeviceHash(caller.device);
    const row = {
      id,
      email: null,
      phone: null,
      passwordHash: null,
      appMetadata: {},
      userMetadata,
      deviceHash,
    };
    await insertUser(tx, row, parts.clock.now());
    await insertEvent(tx, { userId: id, what: 'signed_up', ip: caller.ip }, now);
    const user = await updateUser(tx, id, { is_anonymous: true }, now);
    return openSession(tx, parts, user, { method: 'anonymous', provider: 'anonymous', caller });
  });
  return answerSession(parts, grant);
}

function isGrant(outcome: Grant | Record<string, unknown>): outcome is Grant {
  return 'session' in outcome;
}

/** The claimed address in its stored form. Throws when its kind is switched off or its form is wrong. */
function readAddress(parts: AuthParts, email: string, phone: string): Address {
  if (email !== '') {
    if (!parts.settings.isEmailEnabled)
      throw new AuthError('email_provider_disabled', { status: 400, message: 'Email signups are disabled' });
    return { provider: 'email', value: normalEmail(email) };
  }
  if (!parts.settings.isPhoneEnabled)
    throw new AuthError('phone_provider_disabled', { status: 400, message: 'Phone signups are disabled' });
  return { provider: 'phone', value: normalPhone(phone) };
}

/** Only SMS is there. Throws validation_failed. */
export function assertSmsChannel(channel: string | undefined): void {
  if (channel !== undefined && channel !== '' && channel !== 'sms')
    throw invalid("Invalid channel, supported values are 'sms'");
}

function isConfirmedAtOnce(parts: AuthParts, address: Address): boolean {
  return address.provider === 'email'
    ? parts.settings.isMailConfirmedAtOnce
    : parts.settings.isSmsConfirmedAtOnce;
}

function decoy(parts: AuthParts, address: Address, data: Metadata): Record<string, unknown> {
  return decoyJson({
    id: newId(),
    email: address.provider === 'email' ? address.value : null,
    phone: address.provider === 'phone' ? address.value : null,
    userMetadata: data,
    now: parts.machineClock.now(),
  });
}

/**
 * A waiting account as the one who just sent the form may see it: with their own words, not the first sender's, and with the address
 * they typed alone. The identity's id is made up: it would tell the first sender.
 */
function pendingJson(
  parts: AuthParts,
  { id, created_at }: Awaited<ReturnType<typeof shownAs>>,
  address: Address,
  data: Metadata,
): Record<string, unknown> {
  const metadata = standardMetadata(id, address, data);
  const made = {
    provider_subject: id,
    last_sign_in_at: null,
    created_at,
    updated_at: parts.machineClock.now(),
  };
  const identity = { id: newId(), user_id: id, provider: address.provider, ...made };
  return {
    ...decoy(parts, address, metadata),
    id,
    role: 'authenticated',
    identities: [identityJson({ ...identity, identity_data: metadata })],
    factors: [],
    created_at: created_at.toISOString(),
  };
}

export interface Registration {
  readonly address: Address;
  readonly passwordHash: string | null;
  readonly data: Metadata;
  readonly deviceHash?: Buffer | null;
}

/** Finds the account of an address or makes it, locked either way. Two at once make one. */
export async function registerUser(
  tx: Tx,
  parts: AuthParts,
  { address, passwordHash, data, deviceHash = null }: Registration,
  caller: Caller,
): Promise<{ user: User; isNew: boolean }> {
  const now = parts.machineClock.now();
  const { provider, value } = address;
  const id = newId();
  const metadata = standardMetadata(id, address, data);
  const isNew = await insertUser(
    tx,
    {
      id,
      email: provider === 'email' ? value : null,
      phone: provider === 'phone' ? value : null,
      passwordHash,
      appMetadata: { provider, providers: [provider] },
      userMetadata: metadata,
      deviceHash,
    },
    parts.clock.now(),
  );
  if (isNew) {
    await insertIdentity(tx, { userId: id, id: newId(), provider, data: metadata }, now);
    await insertEvent(tx, { userId: id, what: 'signed_up', ip: caller.ip }, now);
  }
  const user = await findUserByAddress(tx, provider, value, 'lock');
  if (!user) throw new AuthError('user_already_exists');
  return { user, isNew };
}

/** Queues the message that confirms an address. */
export function sendConfirmation(
  tx: Tx,
  parts: AuthParts,
  user: User,
  address: Address,
  request: Parameters<typeof sendLinkMail>[4],
): Promise<User> {
  return address.provider === 'email'
    ? sendLinkMail(tx, parts, user, 'signup', request)
    : sendSmsCode(tx, parts, user, 'sms', address.value, request);
}

/** Counts a confirmation of an address that is confirmed already, and sends none. */
function sendNoConfirmation(tx: Tx, parts: AuthParts, address: Address, caller: Caller): Promise<void> {
  return address.provider === 'email'
    ? sendNoMail(tx, parts, 'signup', address.value)
    : sendNoSms(tx, parts, address.value, caller);
}

/** Marks an address as proven, on the user and on the identity. Nothing happens when it already is. */
export async function confirmAddress(
  tx: Tx,
  parts: AuthParts,
  user: User,
  provider: 'email' | 'phone',
): Promise<User> {
  const column = provider === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at';
  if (user[column] !== null) return user;
  const now = parts.machineClock.now();
  const proof = { [`${provider}_verified`]: true };
  await mergeIdentityData(tx, user.id, provider, proof, now);
  const change = { [column]: parts.clock.now(), user_metadata: { ...user.user_metadata, ...proof } };
  return updateUser(tx, user.id, change, now);
}

/**
 * Takes an address from an account that never proved it: until December 2026 one that came with an account elsewhere stayed when the
 * account's own was unlinked. The one who proves the address need not be the one who has the account's number, or who used the
 * account. False for any other address.
 */
export async function releaseAdopted(tx: Tx, parts: AuthParts, user: User): Promise<boolean> {
  const isOthers = user.phone_confirmed_at !== null || hasLived(user);
  if (user.email === null || user.email_confirmed_at !== null || !isOthers) return false;
  if ((await listIdentities(tx, user.id)).some(({ provider }) => provider === 'email')) return false;
  await deleteCodes(tx, user.id);
  await updateUser(tx, user.id, { email: null }, parts.machineClock.now());
  await parts.host.announce(tx, user.id);
  return true;
}

/**
 * Finds whose account a proven address belongs to: the one that has it, or one of its own where that one only adopted it. Throws
 * signup_disabled.
 */
export async function holderOf(
  tx: Tx,
  parts: AuthParts,
  user: User,
  address: Address,
  caller: Caller,
): Promise<User> {
  if (address.provider === 'phone' || !(await releaseAdopted(tx, parts, user))) return user;
  if (!parts.settings.isSignupEnabled) throw new AuthError('signup_disabled');
  const own = await registerUser(tx, parts, { address, passwordHash: null, data: {} }, caller);
  await moveWaitingFlows(tx, user.id, own.user.id);
  return own.user;
}
