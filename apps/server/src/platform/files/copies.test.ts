import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFileCopies } from './copies.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const RECORD = 'anchors/2026-11-19.json';

/** A folder of files with a record and two people's recordings, and one for copies of it. */
function openFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [files, copies] = [join(folder, 'files'), join(folder, 'copies')];
  const write = (name: string, text: string) => {
    const path = join(files, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
    utimesSync(path, NOON, NOON);
  };
  for (const name of [RECORD, 'asha/one', 'ravi/two']) write(name, `bytes of ${name}`);
  const list = (place: string) =>
    readdirSync(place, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(place, name)).isFile())
      .toSorted();
  return {
    folder,
    files,
    copies,
    write,
    remove: (name: string) => rmSync(join(files, name), { recursive: true }),
    found: () => list(files),
    kept: () => list(join(copies, 'kept')),
    open: () => openFileCopies({ files, copies, erasedDays: 8 }),
  };
}

test('given files on a disk that burned, when the copies are put back, each is there with its bytes and closed for others', async () => {
  const { files, remove, open, kept, write } = openFolders();
  const copies = open();
  expect(await copies.keep(NOON)).toMatchObject({ copied: 3, lost: 0 });
  write('asha/three', 'later');
  expect(await copies.keep(hoursLater(1))).toMatchObject({ copied: 1 });
  expect(await copies.keep(hoursLater(2))).toMatchObject({ copied: 0 });

  remove('.');
  expect(await open().putBack(undefined)).toBe(4);
  for (const name of kept())
    expect(readFileSync(join(files, name), 'utf8')).toBe(
      name === 'asha/three' ? 'later' : `bytes of ${name}`,
    );
  expect(statSync(join(files, 'asha/one')).mode & 0o777).toBe(0o600);
  expect(await open().putBack(undefined)).toBe(0);
});

test('given a file that was cut off while it was written, the next round copies it whole', async () => {
  const { write, open, copies } = openFolders();
  write('asha/long', 'the beginn');
  const running = open();
  await running.keep(NOON);
  write('asha/long', 'the beginning and the end');
  await running.keep(hoursLater(1));
  expect(readFileSync(join(copies, 'kept/asha/long'), 'utf8')).toBe('the beginning and the end');
});

test('given a file that is not whole yet, it is not copied', async () => {
  const { write, open, kept } = openFolders();
  write('.parts/half', 'the beginn');
  await open().keep(NOON);
  expect(kept()).toEqual([RECORD, 'asha/one', 'ravi/two']);
});

test('given a file that was erased, it is put back only to an instant before that, and is gone after nine days', async () => {
  const { remove, open, kept, found } = openFolders();
  const copies = open();
  await copies.keep(NOON);
  remove('asha/one');
  await copies.keep(hoursLater(2));
  expect(kept()).toEqual([RECORD, 'ravi/two']);

  expect(await copies.putBack(undefined)).toBe(0);
  expect(await copies.putBack(hoursLater(3))).toBe(0);
  expect(await copies.putBack(hoursLater(1))).toBe(1);
  expect(found()).toContain('asha/one');

  remove('asha/one');
  await copies.keep(hoursLater(2 + 9 * 24));
  expect(await copies.putBack(hoursLater(1))).toBe(0);
});

test.each([
  ['is empty', '.'],
  ['lacks a record of a closed day', 'anchors'],
])(
  'given a folder of files that %s, nothing is taken for erased, and the round says what is lost',
  async (_what, gone) => {
    const { remove, write, open, kept } = openFolders();
    await open().keep(NOON);
    remove(gone);
    if (gone === 'anchors') remove('asha/one');
    expect(await open().keep(hoursLater(1))).toMatchObject({ lost: gone === '.' ? 3 : 2 });
    expect(kept()).toEqual([RECORD, 'asha/one', 'ravi/two']);
    write('asha/new', 'handed in since');
    await open().keep(hoursLater(2));
    expect(kept()).toContain('asha/new');
  },
);

test('given copies and no round for a quarter of an hour, the check fails; the command puts them back', async () => {
  const { folder, remove, found, open, copies } = openFolders();
  const run = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../keep-files.ts'), ...args],
      { encoding: 'utf8', env: { ...process.env, DATA_DIR: folder, FILES_COPIES: copies } },
    );
    return { status, stdout };
  };
  expect(run('check')).toEqual({ status: 1, stdout: expect.stringContaining('ended never') });
  await open().keep(NOON);
  expect(run('check')).toEqual({ status: 1, stdout: expect.stringContaining(NOON.toISOString()) });
  await open().keep(new Date(8.64e15));
  expect(run('check').status).toBe(0);
  remove('asha');
  expect(run('restore')).toEqual({ status: 0, stdout: '1 files were put back.\n' });
  expect(found()).toContain('asha/one');
  expect(run('restore', 'yesterday').status).toBe(1);
});
