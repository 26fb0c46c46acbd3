import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { untilWaiting } from '#test/racing.ts';
import { makeRealLogins } from '#test/real-logins.ts';
import { assertLaid, LAYING_LOCK } from './laid.ts';
import { migrate } from './migrate.ts';

const ROOT = resolve(import.meta.dirname, '../../../../../db');
let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let logins: Awaited<ReturnType<typeof makeRealLogins>>;
let owner: pg.Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mohlat-laid-'));
  database = await cloneDatabase();
  logins = await makeRealLogins(database.url);
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await logins.drop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The SQL of a release whose functions alone are other ones, or whose migrations are as well. */
function releaseOf(name: string, migration?: string): string {
  const root = join(folder, name);
  cpSync(ROOT, root, { recursive: true });
  writeFileSync(
    join(root, 'functions', 'which_version.sql'),
    `create or replace function which_version() returns text language sql as $$ select '${name}' $$;`,
  );
  if (migration) writeFileSync(join(root, 'migrations', migration), 'select 1;');
  return root;
}
const look = (root: string) => assertLaid(logins.urls.DATABASE_WORKER_URL, root);

test('given a schema that its own release laid, then a process starts on it', async () => {
  expect(await look(ROOT)).toEqual({ isNewer: false });
});

test('given a schema that lacks a migration, then a process says which, and what is to be done', async () => {
  await expect(look(releaseOf('next', '9998_next.sql'))).rejects.toThrow(
    /older than this version \(it lacks 1 migrations, the first 9998_next\): run `npm run migrate` with the owner's address first/,
  );
});

test('given functions of another release, then a process starts once its own are laid, and so does one of before', async () => {
  const next = releaseOf('next');
  await expect(look(next)).rejects.toThrow(/its functions or its queue are of another release/);
  await migrate(database.url, next);
  expect(await look(next)).toEqual({ isNewer: false });
  // During a rolling upgrade one of before may end and be started again.
  expect(await look(ROOT)).toEqual({ isNewer: false });
});

test('given that the functions of before are laid again, then a process of the newer release does not start on them', async () => {
  const next = releaseOf('next');
  await migrate(database.url, next);
  await migrate(database.url, ROOT);
  await expect(look(next)).rejects.toThrow(/of another release/);
  await migrate(database.url, next);
  expect(await look(next)).toEqual({ isNewer: false });
});

test('given a schema of a newer release that never met this one, then a process starts, as one with the address does', async () => {
  await owner.query('delete from applied_versions');
  await expect(look(ROOT)).rejects.toThrow(/of another release/);
  await migrate(database.url, releaseOf('newer', '9999_newer.sql'));
  expect(await look(ROOT)).toEqual({ isNewer: true });
});

test('given a schema that is laid at the moment, then a process waits for the end of it', async () => {
  await owner.query('select pg_advisory_lock($1)', [LAYING_LOCK]);
  const looked = look(ROOT);
  await untilWaiting(owner, 1);
  await owner.query('select pg_advisory_unlock($1)', [LAYING_LOCK]);
  expect(await looked).toEqual({ isNewer: false });
});

test('given a schema of before this way, then a process says what is to be done', async () => {
  await owner.query('revoke select on schema_migrations from mohlat_worker');
  await expect(look(ROOT)).rejects.toThrow(/of before this way\): run `npm run migrate`/);
});
