import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackLayout, writeLayout } from './layout.ts';

let work: string;
let layers: string[];
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'mohlat-layout-'));
  layers = ['below', 'above'].map((name) => join(work, name));
  for (const folder of layers) {
    mkdirSync(join(folder, 'etc'), { recursive: true });
    writeFileSync(join(folder, 'etc/which'), folder);
  }
  writeFileSync(join(layers[0]!, 'etc/kept'), 'kept');
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('given two layers, when written and unpacked, the upper lies over the lower', () => {
  const root = join(work, 'root');
  mkdirSync(root);
  writeLayout(join(work, 'image'), layers);
  unpackLayout(join(work, 'image'), root);
  expect(readFileSync(join(root, 'etc/which'), 'utf8')).toBe(layers[1]);
  expect(readFileSync(join(root, 'etc/kept'), 'utf8')).toBe('kept');
});

test('given the same folders at another time, an image has the same digest', () => {
  const before = writeLayout(join(work, 'first'), layers);
  utimesSync(join(layers[0]!, 'etc/kept'), 1000, 1000);
  expect(writeLayout(join(work, 'second'), layers)).toEqual(before);
});

test('given a layer that was changed afterwards, it is not unpacked', () => {
  const image = join(work, 'spoilt');
  writeLayout(image, layers);
  const blobs = join(image, 'blobs/sha256');
  for (const name of readdirSync(blobs)) {
    const content = readFileSync(join(blobs, name));
    if (content[0] === 0x1f) writeFileSync(join(blobs, name), Buffer.concat([content, Buffer.from('x')]));
  }
  expect(() => unpackLayout(image, work)).toThrow(/is not what its name says/);
});
