import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const FORMAT = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

export interface SealedContent {
  readonly bytes: Buffer;
  /** Of this content alone. */
  readonly key: Buffer;
}

/** Encrypts under a new random key. `context` binds the bytes to their place: they open nowhere else. */
export function sealContent(plain: Uint8Array, context: string): SealedContent {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = cipher.update(plain);
  cipher.final();
  return { bytes: Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), body]), key };
}

/** Throws when the bytes are not whole, not these, or not of this place. */
export function openContent(bytes: Uint8Array, key: Buffer, context: string): Buffer {
  const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (sealed[0] !== FORMAT || sealed.length < HEADER_BYTES)
    throw new Error('unknown format of a stored file');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]);
}
