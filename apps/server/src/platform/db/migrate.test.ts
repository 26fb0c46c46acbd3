import { cpSync, mkdtempSync, rmSync, readdirSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { untilWaiting } from '#test/racing.ts';
import { migrate } from './migrate.ts';

const ROOT = resolve(import.meta.dirname, '../../../../../db');
const NEW_RULE = `create or replace function which_version() returns text language sql as $$ select 'new' $$;`;
const OLD_RULE = NEW_RULE.replace('new', 'old');
let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mohlat-migrate-'));
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The SQL of this version with one function more; `older` lacks the newest migration, and its function says so. */
function sqlOf(version: 'older' | 'newer'): string {
  const root = join(folder, version);
  cpSync(ROOT, root, { recursive: true });
  const newest = readdirSync(join(root, 'migrations')).sort().at(-1)!;
  if (version === 'older') rmSync(join(root, 'migrations', newest));
  writeFileSync(join(root, 'functions', 'which_version.sql'), version === 'older' ? OLD_RULE : NEW_RULE);
  return root;
}

async function version(): Promise<string> {
  const { rows } = await client.query<{ is: string }>('select which_version() as is');
  return rows[0]!.is;
}

test('an older process that starts again beside a newer schema leaves the newer functions', async () => {
  const [older, newer] = [sqlOf('older'), sqlOf('newer')];
  await migrate(database.url, newer);
  expect(await version()).toBe('new');
  await migrate(database.url, older);
  expect(await version()).toBe('new');
  await migrate(database.url, newer);
  expect(await version()).toBe('new');
});

test('a process of before this rule is stopped as it starts, before it puts a function back', async () => {
  await migrate(database.url, sqlOf('newer'));
  // Does as a process from before the rule: each function whose text is another one, then the note of it, in one transaction.
  const putBack = async () => {
    await client.query('begin');
    try {
      await client.query(OLD_RULE);
      await client.query(
        `insert into applied_functions (file, hash) values ('which_version.sql', 'of the older text')
         on conflict (file) do update set hash = excluded.hash`,
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };
  await expect(putBack()).rejects.toThrow(/newer version/);
  expect(await version()).toBe('new');
});

test('a function changed in a later version is applied, with a migration or without', async () => {
  const newer = sqlOf('newer');
  await migrate(database.url, newer);
  const file = join(newer, 'functions', 'which_version.sql');
  writeFileSync(file, readFileSync(file, 'utf8').replace('new', 'newest'));
  await migrate(database.url, newer);
  expect(await version()).toBe('newest');
});

test('where one changed function cannot be made, none of the others is', async () => {
  const newer = sqlOf('newer');
  await migrate(database.url, newer);
  const file = join(newer, 'functions', 'which_version.sql');
  writeFileSync(file, readFileSync(file, 'utf8').replace('new', 'newest'));
  writeFileSync(join(newer, 'functions', 'zz_broken.sql'), 'create function that is none');
  await expect(migrate(database.url, newer)).rejects.toThrow('zz_broken.sql');
  expect(await version()).toBe('new');
});

test('given a table that a long transaction reads, when a migration wants it alone, then other readers are served meanwhile', async () => {
  const root = sqlOf('newer');
  writeFileSync(
    join(root, 'migrations', '9999_wants_it_alone.sql'),
    'alter table cards add column nick text;',
  );
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from cards limit 1');
    const migrated = migrate(database.url, root);
    await untilWaiting(client, 1);
    await reader.query('select 1 from cards limit 1');
    await client.query('commit');
    await migrated;
    const { rows } = await client.query(
      "select 1 from information_schema.columns where table_name = 'cards' and column_name = 'nick'",
    );
    expect(rows).toHaveLength(1);
  } finally {
    await reader.end();
  }
});

test('no migration takes writers out of a table and then its readers: a transaction that reads, then writes, would be a deadlock', () => {
  const folder = join(ROOT, 'migrations');
  const both = readdirSync(folder)
    .filter((file) => file > '0540')
    .filter((file) => {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll(/--.*/g, '');
      return /\bcreate (?:unique )?index\b/i.test(text) && /\bdrop index\b/i.test(text);
    });
  expect(both).toEqual([]);
});
