import { setTimeout } from 'node:timers/promises';
import type { Tx } from '#platform/db/database.ts';
import { askerOf } from './auth.askers.ts';
import { AuthError } from './auth.errors.ts';
import { type AuthParts, type Caller, EVEN_MS } from './auth.parts.ts';
import { deleteTries, listTries, putTries, takeBackTry } from './auth.password-tries.repo.ts';
import { findUser } from './auth.repo.ts';
import { type Tries, secondsUntilTry, withTry } from './auth.rules.ts';
import { sendNotice } from './auth.send.service.ts';

/** A try that was counted as wrong before anybody looked at the password, so that many at once count too. */
export interface CountedTry {
  /** Whose tries are counted together: a known device, a session, or an address of the network. */
  readonly own: Buffer;
  /** Of all devices that never logged in to this account; undefined for one that did. */
  readonly strangers: Buffer | undefined;
  /** Whether this is the try of strangers at which the owner is told. */
  readonly isTold: boolean;
}

/** Strangers together have so many times the tries of one, before new devices wait for each other. */
const STRANGERS_FACTOR = 10;
/** The owner is told when strangers had so many times the tries of one. */
const TOLD_FACTOR = 2;

/**
 * Counts a try at the password of an address, of an account or not, which are told alike. A stranger slows nobody but
 * whoever shares their network address; a known device has tries of its own, however many strangers guess.
 * Throws over_request_rate_limit.
 */
export async function countTry(
  tx: Tx,
  parts: AuthParts,
  { address, userId }: { readonly address: string; readonly userId: string },
  caller: Caller,
): Promise<CountedTry> {
  const asker = await askerOf(tx, parts, userId, caller);
  const others = asker.isKnown ? undefined : 'strangers';
  return countKeys(tx, parts, address, asker.name, others, parts.clock.now());
}

/** The same for whoever is logged in and has to show the present password: a session has tries of its own. */
export function countSessionTry(
  tx: Tx,
  parts: AuthParts,
  userId: string,
  sessionId: string | undefined,
): Promise<CountedTry> {
  return countKeys(tx, parts, userId, `session ${sessionId ?? '-'}`, undefined, parts.clock.now());
}

async function countKeys(
  tx: Tx,
  parts: AuthParts,
  whose: string,
  ownName: string,
  othersName: string | undefined,
  now: Date,
): Promise<CountedTry> {
  const { passwordTriesMax: max } = parts.settings;
  const keyOf = (name: string) => parts.vault.fingerprint(`${whose}\0${name}`, 'auth.password-tries');
  const own = keyOf(ownName);
  const strangers = othersName === undefined ? undefined : keyOf(othersName);
  if (max === 0) return { own, strangers, isTold: false };
  const counts = [{ key: own, max }, ...(strangers ? [{ key: strangers, max: max * STRANGERS_FACTOR }] : [])];
  const present = await listTries(
    tx,
    keyOf(''),
    counts.map(({ key }) => key),
  );
  const triesOf = (key: Buffer): Tries | undefined => present.get(key.toString('hex'));
  const wait = Math.max(...counts.map((one) => secondsUntilTry(triesOf(one.key), one.max, now)));
  if (wait > 0) throw new AuthError('over_request_rate_limit', { retryAfterSeconds: wait });
  for (const { key } of counts) await putTries(tx, key, withTry(triesOf(key), now));
  const isTold = strangers !== undefined && withTry(triesOf(strangers), now).wrong === max * TOLD_FACTOR;
  return { own, strangers, isTold };
}

/** The password was right: a known device begins anew; of strangers' tries this one was none. */
export async function forgiveTry(tx: Tx, { own, strangers }: CountedTry): Promise<void> {
  await deleteTries(tx, own);
  if (strangers) await takeBackTry(tx, strangers);
}

/** Tells the owner that strangers guess, where there is one; takes as long where there is none. */
export async function tellOfTries(parts: AuthParts, userId: string, { isTold }: CountedTry): Promise<void> {
  if (!isTold) return;
  const told = parts.db.plain(async (tx) => {
    const user = await findUser(tx, userId);
    if (user) await sendNotice(tx, parts, user, 'auth.passwords_refused');
  });
  await Promise.all([told, setTimeout(EVEN_MS)]);
}
