import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { networkOf, siteOf } from '@mohlat/platform/http/client-address.ts';
import type { Asker } from './auth.askers.ts';
import { fixedCodeOf } from './auth.codes.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthParts } from './auth.parts.ts';
import {
  type ShareOfHour,
  countNoticeOfHour,
  countSmsOfHour,
  findProven,
  findSmsOfHour,
  insertSent,
  listSent,
  noteProvenNetwork,
} from './auth.messages.repo.ts';
import { STRANGERS_SHARE, secondsUntilOneOf, secondsUntilSms, tooSoon } from './auth.rules.ts';
import { assertReachable } from './auth.sms.ts';

/**
 * A logged-in person, who asks for a code to a number that the account has proven. No other asker uses up any of that, nor
 * does one purpose of the other.
 */
export function signedInAs(userId: string, purpose: 'factor' | 'reauthentication'): Asker {
  const name = purpose === 'factor' ? `signed in ${userId}` : `signed in ${userId} ${purpose}`;
  return { name, names: [name], isKnown: true, ip: '' };
}

/** When an SMS goes out: at once; as the one of an hour; or not, because the one of this hour went out. */
export type SmsTurn = 'at_once' | 'hourly' | 'later';

/**
 * Counts an SMS to a number against every rate limit. The limits are the asker's own, that of all strangers to this number, that
 * of the asker's address and its /48, and the installation's. Strangers who used up a number's day have one an hour more, together. Throws over_sms_send_rate_limit; sms_send_failed for a number that gets
 * none.
 */
export async function countSms(tx: Tx, parts: AuthParts, phone: string, asker: Asker): Promise<SmsTurn> {
  assertReachable(phone, parts.settings.smsCountries);
  const turn = await countAsked(tx, parts, phone, asker);
  if (turn === 'later') return turn;
  const share = await shareOf(tx, parts, asker);
  if (await countSmsOfHour(tx, share, parts.machineClock.now())) return turn;
  throw refusedByCap(parts);
}

/**
 * Counts the SMS by which an owner comes back who took a change back. It goes whatever was sent before, as the notice of the change
 * did: the stranger who made it may have used up all else. Throws sms_send_failed.
 */
export async function countWayBack(tx: Tx, parts: AuthParts, phone: string): Promise<SmsTurn> {
  assertReachable(phone, parts.settings.smsCountries);
  await countNoticeOfHour(tx, undefined, parts.machineClock.now());
  return 'at_once';
}

/** Counts an SMS that has no recipient, and sends none. The asker cannot tell it from one that is sent. */
export async function countNoSms(tx: Tx, parts: AuthParts, phone: string, asker: Asker): Promise<void> {
  assertReachable(phone, parts.settings.smsCountries);
  if ((await countAsked(tx, parts, nobody(phone), asker)) === 'later') return;
  const share = await shareOf(tx, parts, asker);
  const { sent, unproven } = await findSmsOfHour(tx, parts.machineClock.now());
  if (sent >= share.sent || unproven >= (share.unproven ?? Infinity)) throw refusedByCap(parts);
}

/** Notes what `countNoSms` would count, without refusing; what asks for that next goes by it. */
export async function noteNoSms(tx: Tx, parts: AuthParts, phone: string, asker: Asker): Promise<void> {
  const now = parts.machineClock.now();
  if (fixedCodeOf(parts.settings.testCodes, phone, now) !== undefined) return;
  await insertSent(tx, 'sms', hashOf(parts, `${nobody(phone)}\0${asker.name}`), now);
  const ofNumber = hashOf(parts, nobody(phone));
  const turn = turnOf(await listSent(tx, 'sms', ofNumber, now), parts.settings.smsPerNumberPerDayMax, now);
  if (turn !== 'later') await insertSent(tx, 'sms', ofNumber, now);
}

/** Counted apart from what is sent, so that it uses up none of it. */
const nobody = (phone: string) => `nobody ${phone}`;

async function countAsked(tx: Tx, parts: AuthParts, number: string, asker: Asker): Promise<SmsTurn> {
  const { settings, machineClock } = parts;
  const now = machineClock.now();
  const own = hashOf(parts, `${number}\0${asker.name}`);
  const wait = secondsUntilSms(await listSent(tx, 'sms', own, now), settings, now);
  if (wait > 0) throw tooSoon('over_sms_send_rate_limit', wait);
  await insertSent(tx, 'sms', own, now);
  if (asker.isKnown) return 'at_once';
  const ofNumber = hashOf(parts, number);
  const turn = turnOf(await listSent(tx, 'sms', ofNumber, now), settings.smsPerNumberPerDayMax, now);
  if (turn === 'later') return turn;
  await insertSent(tx, 'sms', ofNumber, now);
  await countNetworks(tx, parts, asker.ip);
  return turn;
}

/** A notice that is to go by SMS. */
export interface NoticeBySms {
  readonly userId: string;
  readonly kind: string;
  /** Whether it carries a link that takes the change back. */
  readonly isUndone: boolean;
  /** The client address of the stranger who caused it, where no session of the account did. */
  readonly strangersIp?: string | undefined;
}

/**
 * Counts a notice that goes to an account's owner by SMS; false where none is to go. The first of a kind in an hour always goes where
 * its link takes back what comes after it. Beyond that an account has as many of a day as one asker has codes, and the installation as
 * many of an hour as its codes leave. A notice that a stranger causes counts among the messages of their network, too. Notices use up
 * no code of the installation.
 */
export async function countNotice(
  tx: Tx,
  parts: AuthParts,
  { userId, kind, isUndone, strangersIp }: NoticeBySms,
): Promise<boolean> {
  const now = parts.machineClock.now();
  const ofAccount = hashOf(parts, `notice ${userId}`);
  const ofKind = hashOf(parts, `notice ${userId}\0${kind}`);
  const isFirst = isUndone && secondsUntilOneOf(await listSent(tx, 'sms', ofKind, now), 1, 'hour', now) === 0;
  const sent = await listSent(tx, 'sms', ofAccount, now);
  if (!isFirst && secondsUntilOneOf(sent, parts.settings.smsPerDayMax, 'day', now) > 0) return false;
  if (strangersIp !== undefined && !(await hasRoom(tx, parts, strangersIp))) return false;
  if (!(await countNoticeOfHour(tx, isFirst ? undefined : parts.settings.smsPerHourMax, now))) {
    parts.smsCap.refusedCount += 1;
    return false;
  }
  await insertSent(tx, 'sms', ofKind, now);
  await insertSent(tx, 'sms', ofAccount, now);
  if (strangersIp !== undefined) await countNetworks(tx, parts, strangersIp);
  return true;
}

/** So many times an address's messages a /48 has: not the whole hour of the installation, and enough for a mobile network. */
const SITE_SHARES = 10;

/** The bounds of an address and its /48. */
function networksOf(parts: AuthParts, ip: string): { readonly hash: Buffer; readonly max: number }[] {
  const max = parts.settings.smsPerAddressPerHourMax;
  const site = siteOf(ip);
  const own = { hash: hashOf(parts, `from ${ip}`), max };
  return site === undefined ? [own] : [own, { hash: hashOf(parts, `from ${site}`), max: max * SITE_SHARES }];
}

/** Counts an SMS that an address and its /48 ask for, to whatever number. Throws over_sms_send_rate_limit. */
async function countNetworks(tx: Tx, parts: AuthParts, ip: string): Promise<void> {
  const now = parts.machineClock.now();
  for (const { hash, max } of networksOf(parts, ip)) {
    const full = secondsUntilOneOf(await listSent(tx, 'sms', hash, now), max, 'hour', now);
    if (full > 0) throw new AuthError('over_sms_send_rate_limit', { retryAfterSeconds: full });
    await insertSent(tx, 'sms', hash, now);
  }
}

/** Whether an address and its /48 may ask for one more SMS in this hour. */
async function hasRoom(tx: Tx, parts: AuthParts, ip: string): Promise<boolean> {
  const now = parts.machineClock.now();
  for (const { hash, max } of networksOf(parts, ip))
    if (secondsUntilOneOf(await listSent(tx, 'sms', hash, now), max, 'hour', now) > 0) return false;
  return true;
}

/**
 * The rate limit of a number: whether one more SMS may go, given the strangers' messages of a day, newest first. The first beyond
 * `max` goes at once.
 */
function turnOf(sent: readonly Date[], max: number, now: Date): SmsTurn {
  if (secondsUntilOneOf(sent, max, 'day', now) === 0) return 'at_once';
  const isLastHourly = sent.length > max;
  return isLastHourly && secondsUntilOneOf(sent, 1, 'hour', now) > 0 ? 'later' : 'hourly';
}

function hashOf({ vault }: AuthParts, what: string): Buffer {
  return vault.fingerprint(what, 'auth.sms');
}

/** The share of the strangers' messages of an hour for askers on networks where no number was proven yet. */
const UNPROVEN_SHARE = 0.5;

/**
 * The bounds on the hour's codes for this asker: a flood from new networks leaves the others' part. Where no network is proven
 * yet, there are no others.
 */
async function shareOf(tx: Tx, parts: AuthParts, asker: Asker): Promise<ShareOfHour> {
  const max = parts.settings.smsPerHourMax;
  if (asker.isKnown) return { sent: max, unproven: undefined };
  const sent = Math.floor(max * STRANGERS_SHARE);
  const proven = await findProven(tx, networkHash(parts, asker.ip), parts.machineClock.now());
  if (proven.isHere) return { sent, unproven: undefined };
  return { sent, unproven: proven.isAnywhere ? Math.floor(max * STRANGERS_SHARE * UNPROVEN_SHARE) : sent };
}

/** Notes that a number was proven from here. A number with a fixed code proves nothing: its phone is not needed. */
export async function noteNumberProven(tx: Tx, parts: AuthParts, phone: string, ip: string): Promise<void> {
  const now = parts.machineClock.now();
  if (fixedCodeOf(parts.settings.testCodes, phone, now) !== undefined) return;
  await noteProvenNetwork(tx, networkHash(parts, ip), hashOf(parts, `proves ${phone}`), now);
}

function networkHash(parts: AuthParts, ip: string): Buffer {
  return hashOf(parts, `proven ${networkOf(ip)}`);
}

function refusedByCap({ smsCap }: AuthParts): AuthError {
  smsCap.refusedCount += 1;
  return new AuthError('over_sms_send_rate_limit');
}
