import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from './database.ts';
import { FUNCTIONS, GRANTS, LOGINS, type Login } from './login-grants.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let owner: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const WHOLE = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];
const BY_COLUMN = ['select', 'insert', 'update', 'references'];

/** Reads the rights of a login on each relation there is, in the words of a grant: `select, update (a, b)`. */
async function grantsOf(login: Login): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string; grants: string }>(
    `with relation as (
       select c.oid, case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     ), held as (
       select name, place, privilege as words from relation, unnest($2::text[]) with ordinality p (privilege, place)
       where has_table_privilege($1, oid, privilege)
       union all
       select name, array_position($2, privilege), privilege || ' (' || (
         select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
         where a.attrelid = relation.oid and a.attnum > 0 and not a.attisdropped
           and has_column_privilege($1, a.attrelid, a.attnum, privilege)) || ')'
       from relation, unnest($3::text[]) privilege
       where has_any_column_privilege($1, oid, privilege) and not has_table_privilege($1, oid, privilege)
     )
     select name, string_agg(words, ', ' order by place) as grants from held group by name order by name`,
    [login, WHOLE, BY_COLUMN],
  );
  return Object.fromEntries(rows.map(({ name, grants }) => [name, grants]));
}

/** Functions of ours that act with the owner's rights, by the login that may call them. */
async function doorsOf(login: Login): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct case n.nspname when 'public' then '' else n.nspname || '.' end || p.proname as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and has_schema_privilege($1, n.oid, 'usage')
       and has_function_privilege($1, p.oid, 'execute') and p.prosecdef order by 1`,
    [login],
  );
  return rows.map(({ name }) => name);
}

describe.each(LOGINS)('LEND-24: the login %s', (login) => {
  test('may do with every table what is written down here, and nothing else', async () => {
    expect(await grantsOf(login)).toEqual(GRANTS[login]);
  });

  test("may call the functions with the owner's rights that are written down here, and no other", async () => {
    expect(await doorsOf(login)).toEqual(FUNCTIONS[login]);
  });

  test('changes whole rows of no table of the product', async () => {
    const whole = Object.entries(await grantsOf(login)).filter(([, grants]) => /update(,|$)/.test(grants));
    expect(whole.filter(([name]) => !name.startsWith('auth.'))).toEqual([]);
  });

  test('makes no object, owns none and reads no sequence', async () => {
    const { rows } = await owner.query(
      `select n.nspname from pg_namespace n where has_schema_privilege($1, n.oid, 'create') and n.nspname !~ '^pg_toast'
       union all select c.relname from pg_class c where c.relowner = $1::regrole
       union all select c.relname from pg_class c
         where case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage, select, update') end`,
      [login],
    );
    expect(rows).toEqual([]);
  });
});

describe('LEND-24: background work asked for by a login that serves requests', () => {
  const ask = async (login: Login, task: string, key: string | null = null) => {
    await owner.query(`begin; set local role ${login}`);
    try {
      await owner.query("select enqueue_job($1, '{}', null, $2)", [task, key]);
      await owner.query('reset role');
      const { rows } = await owner.query<{ task: string }>(
        'select task_identifier as task from graphile_worker.jobs',
      );
      return rows.map((row) => row.task);
    } finally {
      await owner.query('rollback');
    }
  };
  const named = () => {
    const text = readFileSync(join(import.meta.dirname, '../../../db/functions/enqueue_job.sql'), 'utf8');
    return [...text.slice(text.indexOf('all (array['), text.indexOf('])')).matchAll(/'([\w.]+)'/g)].map(
      ([, task]) => task!,
    );
  };

  test('is one of the named tasks', async () => {
    expect(named().length).toBeGreaterThan(10);
    for (const login of ['mohlat_api', 'mohlat_auth'] as const)
      for (const task of named()) expect(await ask(login, task)).toEqual([task]);
  });

  test.each(['mohlat_api', 'mohlat_auth'] as const)('is refused to %s for any other', async (login) => {
    for (const task of [
      'end_of_day',
      'privacy_retention',
      'books_prove',
      'reviews.apply',
      'payments.unwind',
      'x',
    ])
      await expect(ask(login, task), task).rejects.toThrow(/permission denied/);
    await expect(ask('mohlat_staff', named()[0]!)).rejects.toThrow(/permission denied/);
  });

  test('takes the place of no waiting job of another task', async () => {
    await owner.query("select enqueue_job('payments.enquire', '{}', null, 'enquire:one')");
    await expect(ask('mohlat_api', 'payments.hint', 'enquire:one')).rejects.toThrow(/permission denied/);
    await owner.query("delete from graphile_worker._private_jobs where key = 'enquire:one'");
  });

  test.each(['mohlat_api', 'mohlat_auth'] as const)('has no other door for %s', async (login) => {
    for (const sql of [
      "select graphile_worker.add_job('payments.submit')",
      "select enqueue_any('end_of_day', '{}', null, null, 1, 0)",
    ]) {
      await owner.query(`begin; set local role ${login}`);
      await expect(owner.query(sql), sql).rejects.toThrow(/permission denied/);
      await owner.query('rollback');
    }
  });
});
