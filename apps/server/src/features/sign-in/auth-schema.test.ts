import pg from 'pg';
import { migrateAuth } from '@mohlat/auth';
import { emptyDatabase, withClient } from '@mohlat/auth/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';

/** This product's migrations made the tables before the auth server was a package; both ways have to lead to the same. */
let ours: Awaited<ReturnType<typeof cloneDatabase>>;
let bare: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  [ours, bare] = await Promise.all([cloneDatabase(), emptyDatabase()]);
  await withClient(bare.databaseUrl, async (client) => {
    await migrateAuth(client);
    await client.query("select auth.grant_server('mohlat_auth')");
  });
});
afterAll(async () => {
  await ours.drop();
  await bare.drop();
});

async function read(databaseUrl: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line).sort();
  } finally {
    await client.end();
  }
}

/** Ids that the database makes differ: ours are sorted by when they were made. */
const COLUMNS = `select concat_ws(' ', c.relname, c.relpersistence, a.attname, format_type(a.atttypid, a.atttypmod),
    a.attnotnull, case when a.atttypid = 'uuid'::regtype then (d.oid is not null)::text else pg_get_expr(d.adbin, d.adrelid) end) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'`;
const CONSTRAINTS = `select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) as line from pg_constraint
  where connamespace = 'auth'::regnamespace and contype <> 'n' and conrelid <> 0`;
const INDEXES = `select indexdef as line from pg_indexes where schemaname = 'auth'`;
const TABLE_GRANTS = `select concat_ws(' ', table_name, privilege_type) as line from information_schema.role_table_grants
  where table_schema = 'auth' and grantee = 'mohlat_auth'`;
const COLUMN_GRANTS = `select concat_ws(' ', table_name, column_name, privilege_type) as line
  from information_schema.role_column_grants where table_schema = 'auth' and grantee = 'mohlat_auth'`;
const FUNCTIONS = `select pg_get_functiondef(oid) as line from pg_proc where pronamespace = 'auth'::regnamespace`;

/** This product alone has these: staff, referrals and what the database lets it know of an account. */
const OURS = /staff_acts|users_(?:referred|banned|deleted|by_\w+)/;

test.each([
  ['columns', COLUMNS],
  ['constraints', CONSTRAINTS],
  ['indexes', INDEXES],
  ['grants on tables', TABLE_GRANTS],
  ['grants on columns', COLUMN_GRANTS],
])('%s of the package are those of this product', async (_what, sql) => {
  const own = (await read(ours.url, sql)).filter((line) => !OURS.test(line));
  expect(own).toEqual(await read(bare.databaseUrl, sql));
});

test('the package’s functions are this product’s too', async () => {
  expect(await read(ours.url, FUNCTIONS)).toEqual(
    expect.arrayContaining(await read(bare.databaseUrl, FUNCTIONS)),
  );
});
