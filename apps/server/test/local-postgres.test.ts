import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isPostgres } from '../../../scripts/postgres-processes.ts';
import { makeDataDir, settle } from '../../../scripts/postgres-place.ts';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');

test('a process number left in a file is taken for the database only while it is one', async () => {
  expect(isPostgres(process.pid)).toBe(false);
  for (const none of [0, 1, -1, Number.NaN, 2 ** 22 + 1]) expect(isPostgres(none)).toBe(false);
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  expect(isPostgres(rows[0]?.pid ?? 0)).toBe(true);
  await client.end();
});

test('the data of the product lie in a folder others cannot list', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mohlat-data-')), 'data');
  makeDataDir(folder);
  expect(statSync(folder).mode & 0o066).toBe(0);
});

test('given a folder without a database, when a command opens it, the command says so, makes none and fails', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mohlat-none-')), 'data');
  for (const name of ['backup.ts', 'books.ts']) {
    const { status, stdout } = spawnSync(process.execPath, [join(SCRIPTS, name)], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      encoding: 'utf8',
    });
    expect(stdout).toContain(`There is no database in ${folder}`);
    expect(status).toBe(2);
  }
  expect(existsSync(folder)).toBe(false);
});

test('given a database of another account, when it is opened, it is refused and none is made elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-other-'));
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '18');
  const { uid } = statSync(folder);
  expect(() => settle(folder, { uid: uid + 1, gid: uid + 1 })).toThrow('belongs to another account');
  expect(existsSync(join(folder, 'postgres-place'))).toBe(false);
});
