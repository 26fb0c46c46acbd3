import { setTimeout } from 'node:timers/promises';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { askerOf } from './auth.askers.ts';
import { AuthError } from './auth.errors.ts';
import { type AuthParts, type Caller, EVEN_MS } from './auth.parts.ts';
import { deleteTries, listTries, lockTries, putTries } from './auth.password-tries.repo.ts';
import { findUser } from './auth.repo.ts';
import { type Tries, secondsUntilTry, withTry } from './auth.rules.ts';
import { sendNotice } from './auth.notices.service.ts';

/** Keys of counts that a try at a password goes by. */
export interface PasswordTry {
  /** The key of the whole address or account; tries at it are settled one by one. */
  readonly lock: Buffer;
  /** The key of the tries counted together: those of a known device, a session, or an address of the network. */
  readonly own: Buffer;
  /** The key of all devices that never logged in to this account; undefined for one that did, and for a session. */
  readonly strangers: Buffer | undefined;
}

/** Strangers together have so many times the tries of one, before new devices wait for each other. */
const STRANGERS_FACTOR = 10;
/** The owner is told when strangers had so many times the tries of one. */
const TOLD_FACTOR = 2;

/**
 * Begins a try at the password of an address, of an account or not, which are told alike. A stranger slows only those
 * who share their network address; a known device has tries of its own, however many strangers guess.
 * Throws over_request_rate_limit.
 */
export async function beginTry(
  tx: Tx,
  parts: AuthParts,
  { address, userId }: { readonly address: string; readonly userId: string },
  caller: Caller,
): Promise<PasswordTry> {
  const asker = await askerOf(tx, parts, userId, caller);
  const one = keysOf(parts, address, asker.name, asker.isKnown ? undefined : 'strangers');
  await readCounts(tx, parts, one);
  return one;
}

/** The same for anybody who is logged in and has to show the present password: a session has tries of its own. */
export async function beginSessionTry(
  tx: Tx,
  parts: AuthParts,
  userId: string,
  sessionId: string | undefined,
): Promise<PasswordTry> {
  const one = keysOf(parts, userId, `session ${sessionId ?? '-'}`, undefined);
  await readCounts(tx, parts, one);
  return one;
}

function keysOf(
  { vault }: AuthParts,
  whose: string,
  own: string,
  strangers: string | undefined,
): PasswordTry {
  const keyOf = (name: string) => vault.fingerprint(`${whose}\0${name}`, 'auth.password-tries');
  return {
    lock: keyOf(''),
    own: keyOf(own),
    strangers: strangers === undefined ? undefined : keyOf(strangers),
  };
}

interface Count {
  readonly key: Buffer;
  readonly tries: Tries | undefined;
}

/** The counts a try goes by. Throws over_request_rate_limit while one of them has to wait. */
async function readCounts(
  tx: Tx,
  { machineClock, settings }: AuthParts,
  { own, strangers }: PasswordTry,
): Promise<Count[]> {
  const { passwordTriesMax: max } = settings;
  if (max === 0) return [];
  const bounds = [{ key: own, max }, ...(strangers ? [{ key: strangers, max: max * STRANGERS_FACTOR }] : [])];
  const present = await listTries(
    tx,
    bounds.map(({ key }) => key),
  );
  const counts = bounds.map((one) => ({ ...one, tries: present.get(one.key.toString('hex')) }));
  const wait = Math.max(...counts.map((one) => secondsUntilTry(one.tries, one.max, machineClock.now())));
  if (wait > 0) throw new AuthError('over_request_rate_limit', { retryAfterSeconds: wait });
  return counts;
}

/**
 * Counts a wrong password. Of many given at once those beyond the bound are refused as too many, and so are right ones: they
 * tell nothing. Answers whether it is the one of strangers at which the owner is told. Throws over_request_rate_limit.
 */
export async function countWrongPassword(tx: Tx, parts: AuthParts, one: PasswordTry): Promise<boolean> {
  await lockTries(tx, one.lock);
  const now = parts.machineClock.now();
  let isTold = false;
  for (const { key, tries } of await readCounts(tx, parts, one)) {
    const counted = withTry(tries, now);
    await putTries(tx, key, counted);
    isTold ||= key === one.strangers && counted.wrong === parts.settings.passwordTriesMax * TOLD_FACTOR;
  }
  return isTold;
}

/** Takes a right password: the asker begins again. Throws over_request_rate_limit. */
export async function acceptTry(tx: Tx, parts: AuthParts, one: PasswordTry): Promise<void> {
  await lockTries(tx, one.lock);
  await readCounts(tx, parts, one);
  await deleteTries(tx, one.own);
}

/** Tells the owner that strangers guess, where there is one; takes as long where there is none. */
export async function tellOfTries(parts: AuthParts, userId: string, ip: string): Promise<void> {
  const told = parts.db.plain(async (tx) => {
    // Under the user's lock, as every notice: another may hold the hour's row when it comes to the account's count.
    const user = await findUser(tx, userId, 'lock');
    if (user) await sendNotice(tx, parts, user, 'auth.passwords_refused', {}, { strangersIp: ip });
  });
  await Promise.all([told, setTimeout(EVEN_MS)]);
}
