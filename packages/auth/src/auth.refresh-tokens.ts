import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '@mohlat/platform/crypto/vault.ts';

/**
 * A refresh token is 1 ‖ user id ‖ session id ‖ counter (8 bytes) ‖ 16 bytes of HMAC-SHA-256 under the session's
 * key ‖ 4 bytes of SHA-256 over all before, in base64url. The session keeps only the key, sealed, and the counter;
 * so a lost answer can be given again, and the database holds nothing a thief could present.
 */
export interface RefreshTokenParts {
  readonly userId: string;
  readonly sessionId: string;
  readonly counter: number;
  readonly token: Buffer;
}

const FORMAT = 1;
const HEAD_BYTES = 1 + 16 + 16 + 8;
const MAC_BYTES = 16;
const CHECK_BYTES = 4;
const LENGTH = HEAD_BYTES + MAC_BYTES + CHECK_BYTES;

/** A new session's key, sealed for the table. */
export function newRefreshKey(vault: Vault, sessionId: string): Buffer {
  return vault.seal(randomBytes(32).toString('base64'), context(sessionId));
}

/** The session's token for one counter value. */
export function makeRefreshToken(
  vault: Vault,
  session: { readonly userId: string; readonly id: string; readonly refreshKeySealed: Uint8Array },
  counter: number,
): string {
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(counter));
  const head = Buffer.concat([
    Buffer.from([FORMAT]),
    uuidBytes(session.userId),
    uuidBytes(session.id),
    count,
  ]);
  const mac = macOf(vault, session, head);
  return Buffer.concat([head, mac, checkOf(head, mac)]).toString('base64url');
}

/** Reads a token's parts, which prove nothing yet. Undefined when it cannot be one of ours. */
export function readRefreshToken(text: string): RefreshTokenParts | undefined {
  const token = Buffer.from(text, 'base64url');
  if (token.length !== LENGTH || token[0] !== FORMAT || token.toString('base64url') !== text)
    return undefined;
  const head = token.subarray(0, HEAD_BYTES);
  const mac = token.subarray(HEAD_BYTES, HEAD_BYTES + MAC_BYTES);
  if (!token.subarray(-CHECK_BYTES).equals(checkOf(head, mac))) return undefined;
  const counter = head.readBigUInt64BE(33);
  if (counter > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return {
    userId: uuidText(head.subarray(1, 17)),
    sessionId: uuidText(head.subarray(17, 33)),
    counter: Number(counter),
    token,
  };
}

/** Whether the session's key made this token. */
export function isGenuine(
  vault: Vault,
  session: { readonly id: string; readonly refreshKeySealed: Uint8Array },
  parts: RefreshTokenParts,
): boolean {
  const mac = macOf(vault, session, parts.token.subarray(0, HEAD_BYTES));
  return timingSafeEqual(mac, parts.token.subarray(HEAD_BYTES, HEAD_BYTES + MAC_BYTES));
}

function macOf(
  vault: Vault,
  session: { readonly id: string; readonly refreshKeySealed: Uint8Array },
  head: Buffer,
): Buffer {
  const key = Buffer.from(vault.open(session.refreshKeySealed, context(session.id)), 'base64');
  return createHmac('sha256', key).update(head).digest().subarray(0, MAC_BYTES);
}

function checkOf(head: Buffer, mac: Buffer): Buffer {
  return createHash('sha256').update(head).update(mac).digest().subarray(0, CHECK_BYTES);
}

function context(sessionId: string): string {
  return `auth.session:${sessionId}`;
}

function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
