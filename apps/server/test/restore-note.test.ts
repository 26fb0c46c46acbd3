import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from './database.ts';

const RESTORE = join(import.meta.dirname, '../../../scripts/restore.ts');
const INSTANT = '2026-03-31T15:00:00.000Z';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

const note = (env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [RESTORE, '--note', INSTANT], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
    encoding: 'utf8',
  });

async function noted() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ through_at: Date }>('select through_at from restores');
  await client.end();
  return rows;
}

test('given a database of one’s own, when its restore is noted, it is told to be backed up by its own means', async () => {
  const { status, stdout } = note({});
  expect(stdout).toContain('its own means');
  expect(stdout).not.toContain('npm run backup');
  expect(status).toBe(0);
  expect(await noted()).toEqual([{ through_at: new Date(INSTANT) }]);
});

test('given a database of one’s own and no DATA_DIR, when its restore is noted, no files are looked at', () => {
  const { status, stdout } = note({});
  // The folder of this checkout holds the files of another database.
  expect(stdout).not.toContain('.data');
  expect(stdout).toContain('No files were looked at: DATA_DIR names no folder.');
  expect(status).toBe(0);
});

test('given a bucket without its name, when a restore is noted, the command says so and notes nothing', async () => {
  const { status, stdout } = note({ FILES: 's3' });
  expect([status, stdout]).toEqual([2, expect.stringContaining('FILES_S3_BUCKET is missing')]);
  expect(await noted()).toEqual([]);
});

test('given a record of a day that the database has not signed, when the restore is noted, it is moved aside and told', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-note-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const anchors = join(dataDir, 'files/anchors');
  mkdirSync(anchors, { recursive: true });
  writeFileSync(join(anchors, '2026-04-01.json'), '{}');
  const { status, stdout } = note({ DATA_DIR: dataDir });
  expect([status, stdout]).toEqual([0, expect.stringContaining('2026-04-01.')]);
  const [left, ...others] = readdirSync(anchors);
  expect([left, others]).toEqual([expect.stringMatching(/^left-\d{8}T\d{6}Z$/), []]);
  expect(readdirSync(join(anchors, left!))).toEqual(['2026-04-01.json']);
});
