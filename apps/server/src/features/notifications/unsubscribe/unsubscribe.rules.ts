import { timingSafeEqual } from 'node:crypto';
import { UUID } from '#platform/crypto/ids.ts';
import type { Vault } from '#platform/crypto/vault.ts';

const CONTEXT = 'mail.unsubscribe';

/** Writes the token that lets its bearer stop refusable mails to one person, and no more. It does not run out: old mails work. */
export function writeStopToken(vault: Pick<Vault, 'fingerprint'>, userId: string): string {
  return `${userId}.${vault.fingerprint(userId, CONTEXT).toString('base64url')}`;
}

/** Finds the person whose mails a token stops; undefined when we did not write it. */
export function readStopToken(vault: Pick<Vault, 'fingerprint'>, token: string): string | undefined {
  const [userId = ''] = token.split('.');
  if (!UUID.test(userId)) return undefined;
  const [given, right] = [Buffer.from(token), Buffer.from(writeStopToken(vault, userId))];
  return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined;
}
