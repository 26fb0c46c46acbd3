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
export interface Vault {
  /** AES-256-GCM; `context` binds the sealed bytes to their place, so that they open nowhere else. */
  seal(plain: string, context: string): Buffer;
  open(sealed: Uint8Array, context: string): string;
  /** HMAC-SHA-256 for equality and uniqueness; not reversible without the key. */
  fingerprint(value: string, context: string): Buffer;
}

const FORMAT = 1;

/** Builds the vault. Throws when no key is given or one is not 32 bytes long. */
export function createVault(keys: readonly MasterKey[]): Vault {
  const [current] = keys;
  if (!current) throw new Error('a master key is needed');
  for (const key of keys)
    if (key.bytes.length !== 32) throw new Error(`master key ${key.id} is not 32 bytes long`);
  const derived = new Map(keys.map((key) => [key.id, derive(key.bytes, 'seal')]));
  const hashing = derive(keys.at(-1)!.bytes, 'fingerprint');

  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derived.get(current.id)!, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const id = Buffer.from(current.id);
      return Buffer.concat([Buffer.from([FORMAT, id.length]), id, nonce, cipher.getAuthTag(), body]);
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
    fingerprint: (value, context) => createHmac('sha256', hashing).update(`${context}\0${value}`).digest(),
  };
}

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
