import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { turnOf } from '@mohlat/platform/http/client-address.ts';
import { deviceNameOf } from './auth.devices.rules.ts';
import { type Origin, isOwnersDevice } from './auth.events.repo.ts';
import type { AuthParts, Caller } from './auth.parts.ts';

/** The asker of something about an account, as rate limits count them. */
export interface Asker {
  /** A device that logged in to the account before, else the address; of IPv6 its /48, which its holder asks from at will. */
  readonly name: string;
  /** Every name the asker goes by: a known device is known by its address too. */
  readonly names: readonly string[];
  /** Whether the account was logged in to from here before, with its second factor: strangers use up nothing of theirs. */
  readonly isKnown: boolean;
  readonly ip: string;
}

/** For how long a device that gave no name is known by its kind and its address. */
const PLACE_KNOWN_MS = 90 * 24 * 60 * 60 * 1000;

/** Since when sign-ins from an address make it known. */
export function placesKnownSince(now: Date): Date {
  return new Date(now.getTime() - PLACE_KNOWN_MS);
}

/** The origin of a sign-in. The device's hash differs for each account, so that two accounts of one browser cannot be linked. */
export function originOf(
  parts: Pick<AuthParts, 'vault'>,
  userId: string,
  { ip, userAgent, device: name }: Caller,
): Origin {
  const { browser, system } = deviceNameOf(userAgent);
  const device = [browser, system].filter((one) => one !== null).join(', ') || null;
  const deviceHash = name === null ? null : parts.vault.fingerprint(`${userId}\0${name}`, 'auth.device');
  return { ip, device, deviceHash };
}

/**
 * Finds out who asks about an account. A device's name counts only when the account knows it: anybody can make up names. Runs the
 * same statements where there is no such account.
 */
export async function askerOf(tx: Tx, parts: AuthParts, userId: string, caller: Caller): Promise<Asker> {
  const since = placesKnownSince(parts.machineClock.now());
  const origin = originOf(parts, userId, caller);
  const isNamed = await isOwnersDevice(tx, userId, { ...origin, ip: null, device: null }, since);
  const isPlaced = await isOwnersDevice(tx, userId, { ...origin, deviceHash: null }, since);
  const place = `from ${turnOf(caller.ip)}`;
  const name = isNamed ? `device ${origin.deviceHash?.toString('hex')}` : place;
  return { name, names: [...new Set([name, place])], isKnown: isNamed || isPlaced, ip: caller.ip };
}
