import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { askerOf } from './auth.askers.ts';
import { insertSent, listSent } from './auth.messages.repo.ts';
import type { AuthParts, Caller } from './auth.parts.ts';
import { type MailLimits, secondsUntilMail, shareOfStrangers, tooSoon } from './auth.rules.ts';
import type { User } from './auth.user.ts';

/**
 * The limit a mail counts against.
 * - An asker's: that of the address, in which strangers have a part.
 * - A session's: one of its own, or a stolen session would use up the mails by which its owner comes back.
 * - None: the way back after a change was taken back. Each is answered once to a link of its own, which only a change makes, and
 *   the stranger who made that change may have used up all others.
 */
export type MailShare = 'asker' | 'session' | 'none';

/**
 * Counts a mail to an address (rate limit). Callers who are not its owner share a smaller part of the limit. Throws
 * over_email_send_rate_limit.
 */
export async function countMail(
  tx: Tx,
  parts: AuthParts,
  address: string,
  asked: { readonly share: MailShare; readonly isOwners: boolean },
): Promise<void> {
  const { settings, vault } = parts;
  const now = parts.machineClock.now();
  for (const { what, limits } of boundsOf(settings, address, asked)) {
    const hash = vault.fingerprint(what, 'auth.mail');
    const wait = secondsUntilMail(await listSent(tx, 'mail', hash, now), limits, now);
    if (wait > 0) throw tooSoon('over_email_send_rate_limit', wait);
    await insertSent(tx, 'mail', hash, now);
  }
}

/** Notes what `countMail` would count of a stranger's mail, without refusing; what asks for that next goes by it. */
export async function noteMail(tx: Tx, { settings, vault, machineClock }: AuthParts, address: string) {
  const now = machineClock.now();
  for (const { what } of boundsOf(settings, address, { share: 'asker', isOwners: false }))
    await insertSent(tx, 'mail', vault.fingerprint(what, 'auth.mail'), now);
}

function boundsOf(
  limits: MailLimits,
  address: string,
  { share, isOwners }: { readonly share: MailShare; readonly isOwners: boolean },
): { readonly what: string; readonly limits: MailLimits }[] {
  if (share === 'none') return [];
  if (share === 'session') return [{ what: `session ${address}`, limits }];
  const all = { what: address, limits };
  return isOwners ? [all] : [all, { what: `strangers ${address}`, limits: shareOfStrangers(limits) }];
}

/** Whether a known device of the account asks for a mail to the address that the account has proven. */
export async function isOwnersRequest(
  tx: Tx,
  parts: AuthParts,
  user: User,
  address: string,
  caller: Caller | undefined,
): Promise<boolean> {
  if (user.email !== address || user.email_confirmed_at === null || !caller) return false;
  return (await askerOf(tx, parts, user.id, caller)).isKnown;
}
