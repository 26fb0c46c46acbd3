import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A named key of 32 bytes. The first of a list seals; all of them open. */
export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Seals personal data before it is stored, and names it by keyed hash where it must be found again. */
export interface Vault extends Sealer {
  /** HMAC-SHA-256 for equality and uniqueness; not reversible without the key. */
  fingerprint(value: string, context: string): Buffer;
}

export interface Sealer {
  /** AES-256-GCM; `context` binds the sealed bytes to their place, so that they open nowhere else. */
  seal(plain: string, context: string): Buffer;
  open(sealed: Uint8Array, context: string): string;
}

const FORMAT = 1;

/**
 * Builds the vault of the master keys and of the key of the keyed hashes, which lives in the key ring and never
 * changes. Throws when no master key is given or one of them all is not 32 bytes long.
 */
export function createVault(keys: readonly MasterKey[], hashing: Uint8Array): Vault {
  if (hashing.length !== 32) throw new Error('the key of the hashes is not 32 bytes long');
  return { ...createSealer(keys), fingerprint: (value, context) => hash(hashing, value, context) };
}

/** Throws when no key is given or one is not 32 bytes long. */
export function createSealer(keys: readonly MasterKey[]): Sealer {
  const [current] = keys;
  if (!current) throw new Error('a master key is needed');
  for (const key of keys)
    if (key.bytes.length !== 32) throw new Error(`master key ${key.id} is not 32 bytes long`);
  const derived = new Map(keys.map((key) => [key.id, derive(key.bytes, 'seal')]));

  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derived.get(current.id)!, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([sealPrefix(current.id), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== FORMAT) throw new Error('unknown sealed format');
      const idEnd = 2 + (bytes[1] ?? 0);
      const key = derived.get(bytes.subarray(2, idEnd).toString());
      if (!key) throw new Error('the key that sealed this is not configured');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(idEnd, idEnd + 12));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(idEnd + 12, idEnd + 28));
      return Buffer.concat([decipher.update(bytes.subarray(idEnd + 28)), decipher.final()]).toString('utf8');
    },
  };
}

/** The prefix of everything sealed by a key: the format, the length of the key's id, the id. */
export function sealPrefix(keyId: string): Buffer {
  const id = Buffer.from(keyId);
  return Buffer.concat([Buffer.from([FORMAT, id.length]), id]);
}

/** The id of the key that sealed this; undefined when it is not something sealed. */
export function sealedBy(sealed: Uint8Array): string | undefined {
  if (sealed[0] !== FORMAT) return undefined;
  const end = 2 + (sealed[1] ?? 0);
  return end > sealed.length ? undefined : Buffer.from(sealed.subarray(2, end)).toString();
}

/** The keyed hash behind `Vault.fingerprint`. */
export function hash(key: Uint8Array, value: string, context: string): Buffer {
  return createHmac('sha256', key).update(`${context}\0${value}`).digest();
}

/** The key of the hashes as it was before the key ring, made of a master key. */
export function hashingKeyOf(master: MasterKey): Buffer {
  return derive(master.bytes, 'fingerprint');
}

/** The label is a part of every key that is in use: it stays, whatever a product is called. */
function derive(master: Buffer, purpose: string): Buffer {
  return createHmac('sha256', master).update(`mohlat ${purpose}`).digest();
}

/** SHA-256 of a text. */
export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares without telling by its time where the difference is. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
