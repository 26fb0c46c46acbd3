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
import { openDisk } from './disk.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const RECORD = 'anchors/2026-11-19.json';

/** A folder of files with a record and two people's recordings, as the product left it, and one for copies of it. */
async function openFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [files, copies] = [join(folder, 'files'), join(folder, 'copies')];
  const write = (name: string, text: string) => {
    const path = join(files, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
    utimesSync(path, NOON, NOON);
  };
  const disk = await openDisk({ env: {}, dataDir: folder });
  for (const name of [RECORD, 'asha/one', 'ravi/two']) write(name, `bytes of ${name}`);
  const list = (place: string) =>
    readdirSync(place, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(place, name)).isFile() && !name.startsWith('.erased/'))
      .toSorted();
  return {
    folder,
    files,
    copies,
    write,
    /** As the sweep of the product does. */
    erase: (name: string) => disk.delete(name),
    /** As a disk that forgets, or a wrong move, does. */
    remove: (name: string) => rmSync(join(files, name), { recursive: true }),
    found: () => list(files),
    kept: () => list(join(copies, 'kept')),
    open: () => openFileCopies({ files, copies, erasedDays: 8 }),
  };
}

test('given files on a disk that burned, when the copies are put back, each is there with its bytes and closed for others', async () => {
  const { files, remove, open, kept, write } = await openFolders();
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
  const { write, open, copies } = await openFolders();
  write('asha/long', 'the beginn');
  const running = open();
  await running.keep(NOON);
  write('asha/long', 'the beginning and the end');
  await running.keep(hoursLater(1));
  expect(readFileSync(join(copies, 'kept/asha/long'), 'utf8')).toBe('the beginning and the end');
});

test('given a file that is not whole yet, it is not copied', async () => {
  const { write, open, kept } = await openFolders();
  write('.parts/half', 'the beginn');
  await open().keep(NOON);
  expect(kept()).toEqual([RECORD, 'asha/one', 'ravi/two']);
});

test('given a file that was erased, it is put back only to an instant before that, and is gone after nine days', async () => {
  const { erase, open, kept, found } = await openFolders();
  const copies = open();
  await copies.keep(NOON);
  await erase('asha/one');
  expect(await copies.keep(hoursLater(2))).toMatchObject({ lost: 0 });
  expect(kept()).toEqual([RECORD, 'ravi/two']);

  expect(await copies.putBack(undefined)).toBe(0);
  expect(await copies.putBack(hoursLater(3))).toBe(0);
  expect(await copies.putBack(hoursLater(1))).toBe(1);
  expect(found()).toContain('asha/one');

  await erase('asha/one');
  await copies.keep(hoursLater(2 + 9 * 24));
  expect(await copies.putBack(hoursLater(1))).toBe(0);
});

test.each([
  ['is empty', '.'],
  ['lacks a record of a closed day', 'anchors'],
])(
  'given a folder of files that %s, nothing is taken for erased, and the round says what is lost',
  async (_what, gone) => {
    const { remove, write, open, kept } = await openFolders();
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

test('given files that went without being erased, then their copies stay however long it takes, and are put back', async () => {
  const { remove, erase, open, kept, found } = await openFolders();
  await open().keep(NOON);
  remove('asha');
  await erase('ravi/two');
  const names = ['asha/one'];
  expect(await open().keep(hoursLater(1))).toMatchObject({ lost: 1, names });
  expect(await open().keep(hoursLater(30 * 24))).toMatchObject({ lost: 1, names });
  expect(kept()).toEqual([RECORD, 'asha/one']);
  expect(await open().putBack(undefined)).toBe(1);
  expect(found()).toEqual([RECORD, 'asha/one']);
  expect(await open().keep(hoursLater(31 * 24))).toMatchObject({ lost: 0 });
});

test('given an erasure that broke off after its marker, then its file is copied until it goes', async () => {
  const { files, remove, open, kept } = await openFolders();
  await open().keep(NOON);
  mkdirSync(join(files, '.erased/asha'), { recursive: true });
  writeFileSync(join(files, '.erased/asha/one'), '');
  expect(await open().keep(hoursLater(1))).toMatchObject({ lost: 0 });
  expect(kept()).toContain('asha/one');
  remove('asha/one');
  expect(await open().keep(hoursLater(2))).toMatchObject({ lost: 0 });
  expect(kept()).not.toContain('asha/one');
});

test('given a file that was put back after its erasure, when it is lost, then its old marker says nothing', async () => {
  const { erase, remove, open, kept } = await openFolders();
  const copies = open();
  await copies.keep(NOON);
  await erase('asha/one');
  await copies.keep(hoursLater(2));
  expect(await copies.putBack(hoursLater(1))).toBe(1);
  await copies.keep(hoursLater(3));
  remove('asha/one');
  expect(await copies.keep(hoursLater(4))).toMatchObject({ lost: 1 });
  expect(kept()).toContain('asha/one');
});

test('given the first round after the upgrade, then what the version before erased is set aside, and later losses are not', async () => {
  const { copies: folder, files, remove, open, kept } = await openFolders();
  await open().keep(NOON);
  // As the version before left it: no word of markers, and none made.
  rmSync(join(files, '.erased'), { recursive: true });
  writeFileSync(join(folder, 'round.json'), JSON.stringify({ at: NOON.toISOString(), copied: 3, lost: 0 }));
  remove('asha/one');
  expect(await open().keep(hoursLater(1))).toMatchObject({ lost: 0 });
  expect(kept()).toEqual([RECORD, 'ravi/two']);
  mkdirSync(join(files, '.erased'));
  await open().keep(hoursLater(2));
  rmSync(join(files, '.erased'), { recursive: true });
  remove('ravi/two');
  expect(await open().keep(hoursLater(3))).toMatchObject({ lost: 1 });
  expect(kept()).toContain('ravi/two');
});

test('given a lost file that staff know as erased, when they say so, then its copy is set aside', async () => {
  const { remove, open, kept } = await openFolders();
  await open().keep(NOON);
  remove('asha/one');
  remove('ravi/two');
  expect(await open().sayErased(['asha/one', 'asha/other', RECORD], hoursLater(1))).toBe(1);
  expect(await open().keep(hoursLater(2))).toMatchObject({ lost: 1, names: ['ravi/two'] });
  expect(kept()).toEqual([RECORD, 'ravi/two']);
});

test('given copies and no round for a quarter of an hour, the check fails; the command puts them back', async () => {
  const { folder, remove, found, open, copies } = await openFolders();
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
  // Its clock was set back since.
  await open().keep(new Date(8.64e15));
  expect(run('check').status).toBe(1);
  await open().keep(new Date());
  expect(run('check').status).toBe(0);
  remove('asha');
  expect(run('restore')).toEqual({ status: 0, stdout: '1 files were put back.\n' });
  expect(found()).toContain('asha/one');
  expect(run('restore', 'yesterday').status).toBe(1);
});

test('given a record that a restore left, when its day is signed anew, then the copies have both, and neither comes back in the other’s place', async () => {
  const { files, write, open, kept, found, remove } = await openFolders();
  const copies = open();
  await copies.keep(NOON);
  const left = RECORD.replace('anchors/', 'anchors/left-20261120T130000Z/');
  write(left, `bytes of ${RECORD}`);
  remove(RECORD);
  // Before any round has seen it.
  expect(await open().putBack(undefined)).toBe(0);
  expect(found()).not.toContain(RECORD);
  // As long as the one that was left.
  write(RECORD, `BYTES of ${RECORD}`);
  expect(await copies.keep(hoursLater(1))).toMatchObject({ copied: 1, lost: 0 });
  expect(kept()).toEqual([RECORD, left, 'asha/one', 'ravi/two']);

  remove('.');
  expect(await open().putBack(undefined)).toBe(4);
  expect(readFileSync(join(files, RECORD), 'utf8')).toBe(`BYTES of ${RECORD}`);
  expect(readFileSync(join(files, left), 'utf8')).toBe(`bytes of ${RECORD}`);
});
