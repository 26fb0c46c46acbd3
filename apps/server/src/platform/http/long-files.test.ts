import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LongFiles, type WritePart } from './long-files.ts';

/** More than a stream takes without being read. */
const PART = 'x'.repeat(100_000);

/** A file of many parts, and when and why it was broken off. */
function longFile(parts = 5) {
  const broken: string[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const file = {
    begin: () => Promise.resolve(),
    write: async (part: WritePart) => {
      for (let count = 0; count < parts; count += 1) await part(PART);
    },
    onBroken: (error: unknown) => {
      broken.push((error as Error).name);
      resolve();
    },
  };
  return { file, broken, over };
}

test('a file that is read arrives whole', async () => {
  const files = new LongFiles(1);
  const { file, broken } = longFile();
  expect((await text(await files.open(file))).length).toBe(5 * PART.length);
  expect(broken).toEqual([]);
});

test('of many files so many are open at once, and each that ends gives its place to another', async () => {
  const files = new LongFiles(2);
  const [first, second, third] = [longFile(), longFile(), longFile()];
  const readers = [await files.open(first.file), await files.open(second.file)];
  await expect(files.open(third.file)).rejects.toMatchObject({ code: 'exports_busy' });
  await text(readers[0]!);
  const later = await files.open(third.file);
  expect((await Promise.all([text(readers[1]!), text(later)])).map(({ length }) => length)).toEqual([
    5 * PART.length,
    5 * PART.length,
  ]);
});

test('a file that is not read is ended, and one whose reader has gone; both give their place back', async () => {
  const files = new LongFiles(1, 20);
  const unread = longFile();
  await files.open(unread.file);
  await unread.over;
  const left = longFile();
  const patient = new LongFiles(1);
  (await patient.open(left.file)).destroy();
  await left.over;
  expect([unread.broken, left.broken]).toEqual([['Unread'], ['Unread']]);
  for (const each of [files, patient]) expect(await text(await each.open(longFile(0).file))).toBe('');
});

test('a file that cannot begin takes no place', async () => {
  const files = new LongFiles(1);
  const refused = { ...longFile().file, begin: () => Promise.reject(new Error('may not')) };
  await expect(files.open(refused)).rejects.toThrow('may not');
  expect(await text(await files.open(longFile(0).file))).toBe('');
});

test('a failure while it is written breaks the file off, so that half of it is not taken for the whole', async () => {
  const files = new LongFiles(1);
  const broken: unknown[] = [];
  const file = await files.open({
    begin: () => Promise.resolve(),
    write: async (part) => {
      await part('first');
      throw new Error('gone');
    },
    onBroken: (error) => void broken.push(error),
  });
  await expect(text(file)).rejects.toThrow();
  expect(broken).toHaveLength(1);
});
