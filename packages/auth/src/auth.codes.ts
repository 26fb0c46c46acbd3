import { randomInt } from 'node:crypto';
import { type Vault, sha256 } from '@mohlat/platform/crypto/vault.ts';
import type { CodeKind } from './auth.rules.ts';
import type { TestCodes } from './auth.settings.outside.ts';

/** The place a code is bound to: the same figures typed for another user, kind or address prove nothing. */
export interface CodePlace {
  readonly userId: string;
  readonly kind: CodeKind;
  readonly address: string;
}

export interface NewCode {
  /** Typed by the person. */
  readonly code: string;
  /** Stands in the link, and in `token_hash`. */
  readonly linkToken: string;
  /** The hash that is stored: neither the code nor the link can be made of it. */
  readonly tokenHash: Buffer;
}

/** Marks links of flows that end in a code exchange. */
export const PKCE_PREFIX = 'pkce_';

export function newCode(
  vault: Vault,
  place: CodePlace,
  { isPkce, digits }: { readonly isPkce: boolean; readonly digits: number },
): NewCode {
  const code = randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0');
  const linkToken = linkTokenOf(vault, place, code, isPkce);
  return { code, linkToken, tokenHash: sha256(linkToken) };
}

/** The stored value a typed code would have. */
export function hashOfTyped(vault: Vault, place: CodePlace, code: string, isPkce: boolean): Buffer {
  return sha256(linkTokenOf(vault, place, code, isPkce));
}

/** The stored value of a link's token, as it came. */
export function hashOfLink(linkToken: string): Buffer {
  return sha256(linkToken);
}

function linkTokenOf(vault: Vault, place: CodePlace, code: string, isPkce: boolean): string {
  const text = [place.userId, place.kind, place.address, code].join('\0');
  return (isPkce ? PKCE_PREFIX : '') + vault.fingerprint(text, 'auth.code').toString('hex');
}

/** The code that always opens a number of those people try the product on; undefined for every other number. */
export function fixedCodeOf({ byNumber, until }: TestCodes, phone: string, now: Date): string | undefined {
  return until !== undefined && now >= until ? undefined : byNumber.get(phone);
}
