import { createHash } from 'node:crypto';
import { rootFromPath } from '@mohlat/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK, BlockTree, pathThroughBlocks, pathTo, rootOf, sha256 } from './merkle.ts';

/** The eight leaves and the roots that implementations of RFC 6962 are tried with. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const leafHash = (hex: string) => sha256(Buffer.concat([Buffer.from([0]), Buffer.from(hex, 'hex')]));
const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => createHash('sha256').update(`leaf ${index}`).digest());

test('LEND-17: roots are those of RFC 6962', () => {
  expect(hex(rootOf([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  const leaves = LEAVES.map(leafHash);
  expect(ROOTS.map((_, index) => hex(rootOf(leaves.slice(0, index + 1))))).toEqual(ROOTS);
});

test('LEND-17: paths are those of RFC 6962', () => {
  const path = pathTo(LEAVES.map(leafHash), 5).map(hex);
  expect(path).toEqual([
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

test('LEND-17: every path leads to the root, and no other leaf, place or count does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), async (count, at, other) => {
      const leaves = named(count);
      const index = at % count;
      const path = pathTo(leaves, index);
      const lead = (leaf: Uint8Array, place: number, of: number) =>
        rootFromPath({ leaf, index: place, count: of }, path, sha256);
      expect(hex(await lead(leaves[index]!, index, count))).toBe(hex(rootOf(leaves)));
      expect(hex(await lead(sha256(leaves[index]!), index, count))).not.toBe(hex(rootOf(leaves)));
      const elsewhere = other % count;
      if (elsewhere !== index)
        expect(hex(await lead(leaves[index]!, elsewhere, count))).not.toBe(hex(rootOf(leaves)));
      expect(await lead(leaves[index]!, count, count)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('LEND-17: a tree in blocks has the root and the paths of the whole', () => {
  for (const count of [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 7, 5 * BLOCK]) {
    const leaves = named(count);
    const tree = new BlockTree();
    for (const leaf of leaves) tree.add(leaf);
    expect([tree.count, hex(tree.root())]).toEqual([count, hex(rootOf(leaves))]);
    for (const index of [0, 1, BLOCK - 1, BLOCK, 2 * BLOCK + 3, count - 1].filter(
      (i) => i >= 0 && i < count,
    )) {
      const from = Math.floor(index / BLOCK) * BLOCK;
      const path = pathThroughBlocks(leaves.slice(from, from + BLOCK), tree.blockRoots(), index);
      expect(path.map(hex)).toEqual(pathTo(leaves, index).map(hex));
    }
  }
});
