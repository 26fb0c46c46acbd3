import { hash } from 'node:crypto';
import { nodeBytes } from '@mohlat/contract';

/** Leaves whose root is kept beside the anchor: a path then needs one block and the roots of the others. A power of two. */
export const BLOCK = 256;

export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** The root over hashes of leaves, or over roots of blocks. RFC 9162 section 2.1.1. */
export function rootOf(hashes: readonly Uint8Array[]): Buffer {
  if (hashes.length === 0) return sha256(new Uint8Array());
  let level: readonly Uint8Array[] = hashes;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(at + 1 < level.length ? sha256(nodeBytes(level[at]!, level[at + 1]!)) : level[at]!);
    level = above;
  }
  return Buffer.from(level[0]!);
}

/** The hashes beside the way from a leaf up to the root, lowest first. RFC 9162 section 2.1.3.1. */
export function pathTo(hashes: readonly Uint8Array[], index: number): Buffer[] {
  if (hashes.length <= 1) return [];
  const split = splitOf(hashes.length);
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)];
  return index < split
    ? [...pathTo(left, index), rootOf(right)]
    : [...pathTo(right, index - split), rootOf(left)];
}

/** The path of a leaf by its block alone and the roots of all blocks: the same as `pathTo` over all leaves. */
export function pathThroughBlocks(
  block: readonly Uint8Array[],
  blockRoots: readonly Uint8Array[],
  index: number,
): Buffer[] {
  return [...pathTo(block, index % BLOCK), ...pathTo(blockRoots, Math.floor(index / BLOCK))];
}

/** Collects leaves one by one and keeps nothing but the roots of full blocks: the memory and the work of a step are bounded. */
export class BlockTree {
  readonly #roots: Buffer[] = [];
  #open: Uint8Array[] = [];
  count = 0;

  add(leaf: Uint8Array): void {
    this.#open.push(leaf);
    this.count += 1;
    if (this.#open.length === BLOCK) {
      this.#roots.push(rootOf(this.#open));
      this.#open = [];
    }
  }

  blockRoots(): Buffer[] {
    return this.#open.length === 0 ? [...this.#roots] : [...this.#roots, rootOf(this.#open)];
  }

  root(): Buffer {
    return rootOf(this.blockRoots());
  }
}

/** The largest power of two below n. */
function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}
