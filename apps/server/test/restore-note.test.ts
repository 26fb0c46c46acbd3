import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from './database.ts';

const RESTORE = join(import.meta.dirname, '../../../scripts/restore.ts');
const INSTANT = '2026-03-31T15:00:00.000Z';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

test('given a database of one’s own, when its restore is noted, it is told to be backed up by its own means', async () => {
  const { status, stdout } = spawnSync(process.execPath, [RESTORE, '--note', INSTANT], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    encoding: 'utf8',
  });
  expect(stdout).toContain('its own means');
  expect(stdout).not.toContain('npm run backup');
  expect(status).toBe(0);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ through_at: Date }>('select through_at from restores');
  await client.end();
  expect(rows).toEqual([{ through_at: new Date(INSTANT) }]);
});
