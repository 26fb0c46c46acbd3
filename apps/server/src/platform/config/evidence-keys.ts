import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { EvidenceKey } from '@mohlat/contract';
import { z } from 'zod';

/** The keys that sign the days of the books. Retired ones stay as public keys: what they signed is checked with them. */
export interface EvidenceKeys {
  readonly signingId: string;
  readonly signing: KeyObject;
  /** Every key, the signing one first. */
  readonly known: readonly EvidenceKey[];
}

const jwk = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().regex(/^[\w-]{1,64}$/),
  x: z.string(),
  d: z.string().optional(),
});

/**
 * Reads a JWK set of Ed25519 keys: the first that has its private part signs. Throws an Error when it is malformed, no
 * key signs, or two have one id.
 */
export function parseEvidenceKeys(text: string): EvidenceKeys {
  const { keys } = z.object({ keys: z.array(jwk) }).parse(JSON.parse(text));
  const signer = keys.find((key) => key.d !== undefined);
  if (!signer) throw new Error('no private key');
  const known = [signer, ...keys.filter((key) => key !== signer)].map(({ kty, crv, kid, x }) => {
    createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    return { kty, crv, kid, x };
  });
  if (new Set(known.map((key) => key.kid)).size < known.length) throw new Error('two keys of one id');
  const { kty, crv, kid, x, d = '' } = signer;
  const signing = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
  if (createPublicKey(signing).export({ format: 'jwk' }).x !== x) throw new Error('the two parts do not fit');
  return { signingId: kid, signing, known };
}

/** A JWK set with one fresh key. */
export function newEvidenceKeys(): string {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return JSON.stringify({ keys: [{ ...key, kid: randomBytes(8).toString('hex') }] });
}
