import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** Any number of processes may start at once; one works, the others wait. */
const LOCK = 715_003;
const ROOT = join(import.meta.dirname, '..');

/**
 * Brings the schema `auth` of a database to the present, for a product that has no migrations of its own for it: what was not
 * applied yet, in order, then the functions. The client is the owner of the schema.
 */
export async function migrateAuth(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    await client.query(
      'create table if not exists auth_migrations (name text primary key, run_at timestamptz not null)',
    );
    const { rows } = await client.query<{ name: string }>('select name from auth_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    for (const name of sqlIn('migrations').filter((one) => !applied.has(one))) {
      await inTransaction(client, async () => {
        await client.query(textOf('migrations', name));
        await client.query('insert into auth_migrations (name, run_at) values ($1, now())', [name]);
      });
    }
    await inTransaction(client, async () => {
      for (const name of sqlIn('functions')) await client.query(textOf('functions', name));
    });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

function sqlIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

function textOf(folder: string, name: string): string {
  return readFileSync(join(ROOT, folder, name), 'utf8');
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
