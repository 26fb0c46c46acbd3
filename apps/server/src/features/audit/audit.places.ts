import type { Vault } from '#platform/crypto/vault.ts';
import { DomainError } from '#platform/http/domain-error.ts';

const ROW = 'audit.row';
const CURSOR = 'audit.cursor';
/** As long as the highest number, so that its length tells nothing either. */
const DIGITS = 16;

/**
 * What a row is called outside: the same for everybody and every time, and nothing of where in the chain it stands. The
 * chain's own numbers would tell somebody whom a row is kept from that one is missing. Rule: LEND-24
 */
export function nameOf(vault: Vault, seq: number): string {
  return vault.fingerprint(String(seq), ROW).subarray(0, 18).toString('base64url');
}

/** Where a page ends, sealed. */
export function writePlace(vault: Vault, seq: number): string {
  return vault.seal(String(seq).padStart(DIGITS, '0'), CURSOR).toString('base64url');
}

/** Throws validation_failed where it is not a cursor of ours. */
export function readPlace(vault: Vault, cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  try {
    return Number(vault.open(Buffer.from(cursor, 'base64url'), CURSOR));
  } catch {
    throw new DomainError('validation_failed', {
      errors: [{ path: 'cursor', message: 'This is not a cursor we gave' }],
    });
  }
}
