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

const VERSION = {
  name: '0.2.0-8047305c',
  revision: '8047305c0f3b6ac3a0b1bd40e4c0c5ad3f0a3a11',
  createdAt: '2026-11-28T17:24:17.000Z',
};

/** The fields of a layout's index, manifests and configurations that are looked at. */
interface Described {
  readonly manifests: readonly { readonly digest: string; readonly annotations: unknown }[];
  readonly annotations: unknown;
  readonly config: { readonly digest: string; readonly Labels: unknown };
  readonly created: string;
}

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
  writeLayout(join(work, 'image'), layers, VERSION);
  unpackLayout(join(work, 'image'), root);
  expect(readFileSync(join(root, 'etc/which'), 'utf8')).toBe(layers[1]);
  expect(readFileSync(join(root, 'etc/kept'), 'utf8')).toBe('kept');
});

test('given the same folders at another time, an image has the same digest', () => {
  const before = writeLayout(join(work, 'first'), layers, VERSION);
  utimesSync(join(layers[0]!, 'etc/kept'), 1000, 1000);
  expect(writeLayout(join(work, 'second'), layers, VERSION)).toEqual(before);
});

test('given a layer that was changed afterwards, it is not unpacked', () => {
  const image = join(work, 'spoilt');
  writeLayout(image, layers, VERSION);
  const blobs = join(image, 'blobs/sha256');
  for (const name of readdirSync(blobs)) {
    const content = readFileSync(join(blobs, name));
    if (content[0] === 0x1f) writeFileSync(join(blobs, name), Buffer.concat([content, Buffer.from('x')]));
  }
  expect(() => unpackLayout(image, work)).toThrow(/is not what its name says/);
});

test('given an image, engines find it by its version, and its labels say the commit and its time', () => {
  const image = join(work, 'named');
  writeLayout(image, layers, VERSION);
  const read = (place: string) => JSON.parse(readFileSync(join(image, place), 'utf8')) as Described;
  const blob = ({ digest }: { digest: string }) => read(`blobs/sha256/${digest.replace('sha256:', '')}`);
  const [named] = read('index.json').manifests;
  expect(named?.annotations).toEqual({ 'org.opencontainers.image.ref.name': VERSION.name });
  const manifest = blob(named!);
  const config = blob(manifest.config);
  expect(config.config.Labels).toMatchObject({
    'org.opencontainers.image.version': VERSION.name,
    'org.opencontainers.image.revision': VERSION.revision,
    'org.opencontainers.image.created': VERSION.createdAt,
  });
  expect(manifest.annotations).toEqual(config.config.Labels);
  expect(config.created).toBe(VERSION.createdAt);
});
