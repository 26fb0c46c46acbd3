import { newId } from '@mohlat/platform/crypto/ids.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { freeContact } from './auth.changes.repo.ts';
import { AuthError, LINK_INVALID } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { sendNotice } from './auth.notices.service.ts';
import type { AuthParts, Caller } from './auth.parts.ts';
import { findUserByAddress, insertIdentity, mergeIdentityData, updateUser } from './auth.repo.ts';
import type { Address } from './auth.sign-ups.service.ts';
import { type User, withProvider } from './auth.user.ts';

type Contact = 'email' | 'phone';

/**
 * Whether an address or number may be asked for: another account that only typed it has no right to it, and loses it to the person who
 * proves it. Where it counts at once nobody proves it, and that account keeps it. Throws email_exists, phone_exists.
 */
export async function assertUnproven(
  tx: Tx,
  column: Contact,
  value: string,
  isAtOnce = false,
): Promise<void> {
  const holder = await findUserByAddress(tx, column, value);
  if (holder && (isAtOnce || holder[`${column}_confirmed_at`] !== null))
    throw new AuthError(`${column}_exists`);
}

/** Frees an address or number for the user who has just proven it. Throws email_exists, phone_exists. */
export async function takeContact(
  tx: Tx,
  parts: AuthParts,
  userId: string,
  column: Contact,
  value: string,
): Promise<void> {
  if (!(await freeContact(tx, parts, userId, column, value))) throw new AuthError(`${column}_exists`);
}

/** The addresses that an operator gives an account, and for which of them they vouch. */
interface Given {
  readonly email: string | null;
  readonly phone: string | null;
  readonly email_confirm?: boolean | undefined;
  readonly phone_confirm?: boolean | undefined;
}

/**
 * Whether what an operator gives is no other account's. One that only typed it has it until somebody proves it, or the operator vouches
 * for it. Throws email_exists, phone_exists.
 */
export async function assertFree(tx: Tx, parts: AuthParts, userId: string, given: Given): Promise<void> {
  for (const column of ['email', 'phone'] as const) {
    const value = given[column];
    if (value === null) continue;
    const isFree =
      given[`${column}_confirm`] === true
        ? await freeContact(tx, parts, userId, column, value)
        : ((await findUserByAddress(tx, column, value))?.id ?? userId) === userId;
    if (!isFree) throw new AuthError(`${column}_exists`, column === 'phone' ? { message: PHONE_TAKEN } : {});
  }
}

/** The addresses of an account for which an operator vouches, those that they give it among them. */
export function confirmedBy(user: User, given: Given): Address[] {
  return (['email', 'phone'] as const).flatMap((provider) => {
    const value = given[provider] ?? user[provider];
    return given[`${provider}_confirm`] === true && value !== null ? [{ provider, value }] : [];
  });
}

const PHONE_TAKEN = 'Phone number already registered by another user';

/** Gives the user the address that waits in `new_email`. Throws otp_expired, email_exists. */
export async function changeEmail(tx: Tx, parts: AuthParts, user: User, caller: Caller): Promise<User> {
  const now = parts.machineClock.now();
  const email = user.new_email;
  if (email === null) throw new AuthError('otp_expired', { message: LINK_INVALID });
  await takeContact(tx, parts, user.id, 'email', email);
  const verified = { email, email_verified: true };
  await putIdentity(tx, user, 'email', verified, now);
  await insertEvent(tx, { userId: user.id, what: 'email_changed', ip: caller.ip }, now);
  await sendNotice(tx, parts, user, 'auth.email_changed');
  return updateUser(
    tx,
    user.id,
    {
      email,
      email_confirmed_at: parts.clock.now(),
      new_email: null,
      email_change_accepted_count: 0,
      is_anonymous: false,
      user_metadata: { ...user.user_metadata, ...verified },
      app_metadata: withProvider(user, 'email'),
    },
    now,
  );
}

/** Gives the user a proven number. Throws phone_exists. */
export async function changePhone(
  tx: Tx,
  parts: AuthParts,
  user: User,
  phone: string,
  caller: Caller,
): Promise<User> {
  const now = parts.machineClock.now();
  await takeContact(tx, parts, user.id, 'phone', phone);
  const verified = { phone_verified: true };
  await putIdentity(tx, user, 'phone', verified, now);
  await insertEvent(tx, { userId: user.id, what: 'phone_changed', ip: caller.ip }, now);
  await sendNotice(tx, parts, user, 'auth.phone_changed');
  return updateUser(
    tx,
    user.id,
    {
      phone,
      phone_confirmed_at: parts.clock.now(),
      new_phone: null,
      is_anonymous: false,
      user_metadata: { ...user.user_metadata, ...verified },
      app_metadata: withProvider(user, 'phone'),
    },
    now,
  );
}

async function putIdentity(
  tx: Tx,
  user: User,
  provider: 'email' | 'phone',
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  if (await mergeIdentityData(tx, user.id, provider, data, now)) return;
  await insertIdentity(tx, { userId: user.id, id: newId(), provider, data: { sub: user.id, ...data } }, now);
}
