import { newId } from '@mohlat/platform/crypto/ids.ts';
import { siteOf } from '@mohlat/platform/http/client-address.ts';
import { askerOf } from './auth.askers.ts';
import { AuthError } from './auth.errors.ts';
import { countMailAsked } from './auth.messages.repo.ts';
import type { AuthParts, Caller } from './auth.parts.ts';
import { findUserByAddress } from './auth.repo.ts';
import { STRANGERS_SHARE } from './auth.rules.ts';

/** So many times an address's mails a /48 has: not the whole hour of the installation, and enough for a mobile network. */
const SITE_SHARES = 10;

/**
 * Counts a call that asks for a mail to an address (rate limit): of the caller's network, and of the whole installation, of which
 * strangers have a share. A device that the address's account knows passes the one and has all of the other. Calls are counted and
 * not mails, before anything is looked up: a call that leads to none would else tell that there is no account.
 * Throws over_email_send_rate_limit.
 */
export async function countMailAsk(parts: AuthParts, address: string, caller: Caller): Promise<void> {
  const { mailPerInstallationPerHourMax: max } = parts.settings;
  const isStrangers = await countNetworks(parts, caller.ip);
  if (isStrangers && (await count(parts, INSTALLATION, Math.floor(max * STRANGERS_SHARE)))) return;
  const isKnown = await isKnownDevice(parts, address, caller);
  if (isKnown && (await count(parts, INSTALLATION, max))) return;
  if (isStrangers || isKnown) parts.mailCap.refusedCount += 1;
  throw tooMany(parts);
}

/**
 * The same for a new address of a person who is logged in: their network is counted as everybody's, for each address may be a stranger's.
 * The whole hour of the installation is theirs, or a flood of sign-ups would keep all from changing their address.
 */
export async function countMailOfChange(parts: AuthParts, { ip }: Pick<Caller, 'ip'>): Promise<void> {
  if (!(await countNetworks(parts, ip))) throw tooMany(parts);
  await countMailToSelf(parts);
}

/** The same for a mail to a person who is logged in, at the address that is theirs. */
export async function countMailToSelf(parts: AuthParts): Promise<void> {
  if (await count(parts, INSTALLATION, parts.settings.mailPerInstallationPerHourMax)) return;
  parts.mailCap.refusedCount += 1;
  throw tooMany(parts);
}

/** The hash that the whole installation is counted under: no network has an empty one. */
export const INSTALLATION = Buffer.alloc(0);

/** Whether the caller's address, and its /48, may ask for one more mail in this hour. One that may not uses up none of the /48's. */
async function countNetworks(parts: AuthParts, ip: string): Promise<boolean> {
  const max = parts.settings.mailPerAddressPerHourMax;
  const hashOf = (network: string) => parts.vault.fingerprint(network, 'auth.mail-hour');
  if (!(await count(parts, hashOf(ip), max))) return false;
  const site = siteOf(ip);
  return site === undefined || count(parts, hashOf(site), max * SITE_SHARES);
}

function count({ db, machineClock }: AuthParts, ofHash: Buffer, max: number): Promise<boolean> {
  return countMailAsked(db, ofHash, max, machineClock.now());
}

/** Whether the caller's device logged in to the account that has proven the address. The same is read where there is none. */
function isKnownDevice(parts: AuthParts, address: string, caller: Caller): Promise<boolean> {
  return parts.db.plain(async (tx) => {
    const user = await findUserByAddress(tx, 'email', address.toLowerCase());
    const { isKnown } = await askerOf(tx, parts, user?.id ?? newId(), caller);
    return isKnown && user !== undefined && user.email_confirmed_at !== null;
  });
}

const HOUR_MS = 60 * 60 * 1000;

function tooMany({ machineClock }: AuthParts): AuthError {
  const leftMs = HOUR_MS - (machineClock.now().getTime() % HOUR_MS);
  return new AuthError('over_email_send_rate_limit', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
