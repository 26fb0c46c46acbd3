import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isPostgres } from '../../../scripts/postgres-processes.ts';
import { makeDataDir } from '../../../scripts/postgres-place.ts';

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
