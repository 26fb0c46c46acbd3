// The bytes that are hashed for a proof of the books: the server hashes them to anchor a row, a browser to check one.
// Leaves, nodes and fields begin with bytes of their own, so that none can pass for another (RFC 6962, RFC 9162 section 2.1).

const PREFIX = { leaf: 0, node: 1, salt: 2, field: 3 } as const;
const text = new TextEncoder();

/** The bytes of a leaf: the digests of its row's fields, in their order. */
export function leafBytes(digests: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joined(PREFIX.leaf, ...digests);
}

export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(PREFIX.node, left, right);
}

/** The bytes of a field's own salt, made of the row's salt: a person who is shown one field can guess at no other. */
export function fieldSaltBytes(rowSalt: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  return joined(PREFIX.salt, rowSalt, text.encode(name));
}

export function fieldBytes(salt: Uint8Array, name: string, value: string): Uint8Array<ArrayBuffer> {
  return joined(PREFIX.field, salt, text.encode(`${name}\0${value}`));
}

/** The statement of an anchor about a day; hashes are lower-case hex. */
export interface AnchorSaying {
  /** 1, 2, 3 and so on, without a gap. */
  readonly number: number;
  readonly dayOn: string;
  readonly journalCount: number;
  readonly journalRoot: string;
  readonly auditCount: number;
  readonly auditRoot: string;
  /** SHA-256 of the text of the anchor before; zeros for the first. */
  readonly previousHash: string;
  readonly keyId: string;
}

/** The text that is signed. */
export function anchorText(anchor: AnchorSaying): string {
  return [
    'mohlat anchor, version 1',
    `number ${anchor.number}`,
    `day ${anchor.dayOn}`,
    `journals ${anchor.journalCount} ${anchor.journalRoot}`,
    `audit ${anchor.auditCount} ${anchor.auditRoot}`,
    `previous ${anchor.previousHash}`,
    `key ${anchor.keyId}`,
    '',
  ].join('\n');
}

type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array;

/**
 * The root that a leaf and its path lead to: the check of an inclusion proof, RFC 9162 section 2.1.3.2. Undefined when the
 * path does not fit a tree of that many leaves.
 */
export async function rootFromPath(
  { leaf, index, count }: { readonly leaf: Uint8Array; readonly index: number; readonly count: number },
  path: readonly Uint8Array[],
  hash: Hash,
): Promise<Uint8Array | undefined> {
  if (index < 0 || index >= count) return undefined;
  let [node, place, last] = [leaf, index, count - 1];
  for (const other of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      node = await hash(nodeBytes(other, node));
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      node = await hash(nodeBytes(node, other));
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? node : undefined;
}

const half = (n: number) => Math.floor(n / 2);

function joined(prefix: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  bytes[0] = prefix;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
