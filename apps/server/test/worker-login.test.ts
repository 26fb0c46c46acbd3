import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/platform/db/migrate.ts';
import { cloneDatabase } from './database.ts';
import { makeRealLogins } from './real-logins.ts';
import { join } from 'node:path';

const DENIED = /permission denied|must be owner/;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let logins: Awaited<ReturnType<typeof makeRealLogins>>;
let owner: pg.Client;
let worker: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  logins = await makeRealLogins(database.url);
  owner = new pg.Client({ connectionString: database.url });
  worker = new pg.Client({ connectionString: logins.urls.DATABASE_WORKER_URL });
  await Promise.all([owner.connect(), worker.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()]);
  await logins.drop();
  await database.drop();
});

/** The rights of the worker's login on the tables of the queue and of the step before the processes. */
const GRANTS: Readonly<Record<string, string>> = {
  'graphile_worker._private_job_queues': 'select, insert, update',
  'graphile_worker._private_jobs': 'select, insert, update, delete',
  'graphile_worker._private_known_crontabs': 'select, insert, update',
  'graphile_worker._private_tasks': 'select, insert',
  'graphile_worker.jobs': 'select',
  'graphile_worker.migrations': 'select',
  'public.applied_versions': 'select',
  'public.schema_migrations': 'select',
};

async function grants(): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string; grants: string }>(
    `select n.nspname || '.' || c.relname as name, string_agg(p, ', ' order by place) as grants
     from pg_class c join pg_namespace n on n.oid = c.relnamespace,
       unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) with ordinality p (p, place)
     where c.relkind in ('r', 'v')
       and (n.nspname = 'graphile_worker'
         or c.relname in ('key_ring', 'schema_migrations', 'applied_versions', 'applied_functions'))
       and has_table_privilege('mohlat_worker', c.oid, p)
     group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.grants]));
}

describe("LEND-24: the worker's login", () => {
  test('may do with the queue what the queue needs, and only read what the step before the processes wrote', async () => {
    expect(await grants()).toEqual(GRANTS);
  });

  test('has the same after the step is run again, and after a table of the queue was closed to it', async () => {
    const root = join(import.meta.dirname, '../../../db');
    await owner.query('revoke all on all tables in schema graphile_worker from mohlat_worker');
    await owner.query('drop policy mohlat_worker on graphile_worker._private_jobs');
    await migrate(database.url, root);
    await migrate(database.url, root);
    expect(await grants()).toEqual(GRANTS);
    await worker.query("select graphile_worker.add_job('x')");
    expect((await worker.query('delete from graphile_worker._private_jobs')).rowCount).toBe(1);
  });

  test('reads the sealed key of the hashes, and cannot change it', async () => {
    expect((await worker.query('select purpose, key_sealed from key_ring')).rows).toEqual([]);
    for (const sql of [
      "insert into key_ring (purpose, key_sealed) values ('fingerprint', 'x')",
      "update key_ring set key_sealed = 'x'",
      'delete from key_ring',
    ])
      await expect(worker.query(sql), sql).rejects.toThrow(DENIED);
  });

  test('reads no password, session or factor, posts no journal by itself, and neither lays nor opens the schema', async () => {
    for (const sql of [
      'select password_hash from auth.users',
      'select 1 from auth.sessions',
      'select 1 from auth.factors',
      'insert into journals default values',
      'insert into postings default values',
      'insert into applied_versions (version) values (1)',
      'delete from schema_migrations',
      'create table mine (id integer)',
      'create function graphile_worker.mine() returns void language sql as $$ select $$',
      'alter table graphile_worker._private_jobs disable row level security',
      'drop policy mohlat_worker on graphile_worker._private_jobs',
      'delete from graphile_worker.migrations',
      'set role mohlat_books',
      'set role mohlat_auth',
    ])
      await expect(worker.query(sql), sql).rejects.toThrow(DENIED);
    await expect(
      worker.query("select audit_staff(now(), 'x', 'x', null, null, null, null, null, null)"),
    ).rejects.toThrow(/nobody of the staff/);
  });
});
