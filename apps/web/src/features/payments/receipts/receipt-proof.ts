import {
  anchorText,
  type AnswerOf,
  fieldBytes,
  type getReceiptProof,
  leafBytes,
  rootFromPath,
} from '@mohlat/contract';

export type ReceiptProof = NonNullable<AnswerOf<typeof getReceiptProof>['proof']>;

/**
 * `signed`: fields, path and signature fit. `path_only`: fields and path fit, and this browser knows no Ed25519. `wrong`: something
 * does not fit. `unable`: this browser cannot hash here (a page without https).
 */
export type ProofVerdict = 'signed' | 'path_only' | 'wrong' | 'unable';

/** Checks a proof of a receipt with nothing but the browser's own cryptography. */
export async function checkProof(proof: ReceiptProof, amountPaise: number): Promise<ProofVerdict> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (!subtle) return 'unable';
  const hash = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { anchor, shown, digests } = proof;
  for (const { place, name, value, salt } of shown)
    if (hex(await hash(fieldBytes(bytesOf(salt), name, value))) !== digests[place]) return 'wrong';
  const valueOf = (name: string) => shown.find((field) => field.name === name)?.value;
  if (valueOf('kind') !== 'loan_booked' || valueOf('principalPaise') !== String(amountPaise)) return 'wrong';
  const leaf = await hash(leafBytes(digests.map(bytesOf)));
  const place = { leaf, index: proof.index, count: anchor.journalCount };
  const root = await rootFromPath(place, proof.path.map(bytesOf), hash);
  if (!root || hex(root) !== anchor.journalRoot || proof.key.kid !== anchor.keyId) return 'wrong';
  const isSigned = await verify(subtle, proof);
  if (isSigned === undefined) return 'path_only';
  return isSigned ? 'signed' : 'wrong';
}

/** Undefined where the browser does not know Ed25519. */
async function verify(subtle: SubtleCrypto, { anchor, key }: ReceiptProof): Promise<boolean | undefined> {
  let imported: CryptoKey;
  try {
    const { kty, crv, x } = key;
    imported = await subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return undefined;
  }
  const signature = Uint8Array.from(
    atob(anchor.signature.replaceAll('-', '+').replaceAll('_', '/')),
    (sign) => sign.charCodeAt(0),
  );
  return subtle.verify(
    { name: 'Ed25519' },
    imported,
    signature,
    new TextEncoder().encode(anchorText(anchor)),
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
