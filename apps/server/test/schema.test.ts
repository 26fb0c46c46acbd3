import { allowedLines, CHART, transferRows, TRANSFERS } from '@mohlat/lending';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HELD_TABLES, SEALED_PLACES } from '../src/features/all.ts';
import { contextColumns, nameOf } from '../src/platform/crypto/sealed-places.ts';
import { cloneDatabase } from './database.ts';

let database: { url: string; drop(): Promise<void> };
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A table that breaks a rule, and how. */
interface Breach {
  readonly table: string;
  readonly rule: string;
  readonly detail: string;
}

const OWNED = `select c.oid, c.relname from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

/** Columns of an index or a key, in order, as names. */
const NAMES = (table: string, numbers: string) =>
  `(select array_agg(x.attname::text order by n.place) from unnest(${numbers}::int2[]) with ordinality n(num, place)
    join pg_attribute x on x.attrelid = ${table} and x.attnum = n.num)`;

const RULES: Record<string, string> = {
  'primary key begins with user_id': `
    select o.relname as table, coalesce(array_to_string(${NAMES('o.oid', 'k.conkey')}, ', '), 'none') as detail
    from (${OWNED}) o left join pg_constraint k on k.conrelid = o.oid and k.contype = 'p'
    where k.oid is null or (${NAMES('o.oid', 'k.conkey')})[1] <> 'user_id'`,
  'row-level security is enabled and forced': `
    select o.relname as table, format('enabled %s, forced %s', c.relrowsecurity, c.relforcerowsecurity) as detail
    from (${OWNED}) o join pg_class c on c.oid = o.oid where not (c.relrowsecurity and c.relforcerowsecurity)`,
  'the API sees its own user only, the worker sees all': `
    select o.relname as table, coalesce(string_agg(p.polname || ' ' || coalesce(pg_get_expr(p.polqual, p.polrelid), 'none'), '; '), 'none') as detail
    from (${OWNED}) o left join pg_policy p on p.polrelid = o.oid
    group by o.oid, o.relname
    having not coalesce(bool_or('mohlat_api'::regrole = any (p.polroles) and p.polcmd = '*'
        and pg_get_expr(p.polqual, p.polrelid) = '(user_id = app_user_id())'
        and pg_get_expr(p.polwithcheck, p.polrelid) = '(user_id = app_user_id())'), false)
      or not coalesce(bool_or('mohlat_worker'::regrole = any (p.polroles) and p.polcmd = '*'), false)
      or coalesce(bool_or(('mohlat_api'::regrole = any (p.polroles) or 0::oid = any (p.polroles))
        and pg_get_expr(p.polqual, p.polrelid) is distinct from '(user_id = app_user_id())'), false)`,
  'a foreign key between such tables carries user_id on both sides': `
    select o.relname as table, k.conname || ' to ' || r.relname as detail
    from (${OWNED}) o join pg_constraint k on k.conrelid = o.oid and k.contype = 'f' join (${OWNED}) r on r.oid = k.confrelid
    where not exists (select 1 from unnest(k.conkey, k.confkey) as t(here, there)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = t.here and a.attname = 'user_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = t.there and b.attname = 'user_id')`,
  'a unique index contains user_id': `
    select o.relname as table, i.indexrelid::regclass::text as detail
    from (${OWNED}) o join pg_index i on i.indrelid = o.oid and i.indisunique
    where not 'user_id' = any (coalesce(${NAMES('o.oid', 'i.indkey')}, '{}'))`,
  'user_id is a uuid and never null': `
    select o.relname as table, format_type(a.atttypid, null) as detail
    from (${OWNED}) o join pg_attribute a on a.attrelid = o.oid and a.attname = 'user_id'
    where a.atttypid <> 'uuid'::regtype or not a.attnotnull`,
};

async function findBreaches(): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const [rule, sql] of Object.entries(RULES)) {
    const { rows } = await client.query<{ table: string; detail: string }>(sql);
    found.push(...rows.map(({ table, detail }) => ({ table, rule, detail })));
  }
  return found;
}

test('every user-owned table keeps the rules that let it be spread over machines and hide its rows', async () => {
  expect(await findBreaches()).toEqual([]);
  const { rows } = await client.query(OWNED);
  expect(rows.length).toBeGreaterThan(20);
});

const PROTECTED = (name: string) => `select protect_user_table('${name}');`;

const VIOLATIONS: [string, string][] = [
  [
    'primary key begins with user_id',
    `create table wrong (id uuid not null, user_id uuid not null, primary key (id, user_id)); ${PROTECTED('wrong')}`,
  ],
  ['primary key begins with user_id', `create table wrong (user_id uuid not null); ${PROTECTED('wrong')}`],
  [
    'row-level security is enabled and forced',
    `create table wrong (user_id uuid primary key); ${PROTECTED('wrong')} alter table wrong no force row level security;`,
  ],
  [
    'row-level security is enabled and forced',
    `create table wrong (user_id uuid primary key); ${PROTECTED('wrong')} alter table wrong disable row level security;`,
  ],
  [
    'the API sees its own user only, the worker sees all',
    `create table wrong (user_id uuid primary key); ${PROTECTED('wrong')} drop policy all_rows on wrong;`,
  ],
  [
    'the API sees its own user only, the worker sees all',
    `create table wrong (user_id uuid primary key); ${PROTECTED('wrong')} create policy extra on wrong to mohlat_api using (true);`,
  ],
  [
    'the API sees its own user only, the worker sees all',
    `create table wrong (user_id uuid primary key); ${PROTECTED('wrong')} create policy extra on wrong using (true);`,
  ],
  [
    'a foreign key between such tables carries user_id on both sides',
    `create table other (user_id uuid, id uuid, primary key (user_id, id)); ${PROTECTED('other')}
     create table wrong (user_id uuid, id uuid, owner_id uuid, other_id uuid, primary key (user_id, id),
       foreign key (owner_id, other_id) references other (user_id, id)); ${PROTECTED('wrong')}`,
  ],
  [
    'a unique index contains user_id',
    `create table wrong (user_id uuid primary key, email text); ${PROTECTED('wrong')} create unique index on wrong (email);`,
  ],
  [
    'a unique index contains user_id',
    `create table wrong (user_id uuid primary key, email text); ${PROTECTED('wrong')} create unique index on wrong (lower(email));`,
  ],
  ['user_id is a uuid and never null', `create table wrong (user_id text primary key);`],
];

describe('the check itself reports', () => {
  test.each(VIOLATIONS)('%s (%#)', async (rule, sql) => {
    await client.query('begin');
    try {
      await client.query(sql);
      const breaches = await findBreaches();
      expect(breaches.map((one) => one.rule)).toContain(rule);
      expect(breaches.every((one) => one.table === 'wrong')).toBe(true);
    } finally {
      await client.query('rollback');
    }
  });

  test('nothing about a table that keeps the rules', async () => {
    await client.query('begin');
    try {
      await client.query(
        `create table fine (user_id uuid not null, id uuid not null, card_id uuid, primary key (user_id, id),
           foreign key (user_id, card_id) references cards (user_id, id)); ${PROTECTED('fine')}`,
      );
      expect(await findBreaches()).toEqual([]);
    } finally {
      await client.query('rollback');
    }
  });
});

test('every tracked table of the books is append-only or written by the books alone', async () => {
  const { rows } = await client.query<{ table: string; role: string; right: string }>(
    `select table_name as table, grantee as role, privilege_type as right from information_schema.role_table_grants
     where table_schema = 'public' and table_name in ('journals', 'postings', 'account_balances')
       and grantee in ('mohlat_api', 'mohlat_worker', 'mohlat_auth', 'mohlat_staff', 'PUBLIC') and privilege_type <> 'SELECT'`,
  );
  expect(rows).toEqual([]);
});

test('staff see rows only while a member of staff acts, and write verdicts alone', async () => {
  const { rows: policies } = await client.query<{ table: string; cmd: string; using: string }>(
    `select polrelid::regclass::text as table, polcmd as cmd, pg_get_expr(polqual, polrelid) as using
     from pg_policy where 'mohlat_staff'::regrole = any (polroles) or 0::oid = any (polroles)`,
  );
  expect(policies.length).toBeGreaterThan(1);
  expect(policies.filter((one) => !one.using.includes('app_staff_id() IS NOT NULL'))).toEqual([]);
  expect(policies.filter((one) => one.cmd !== 'r').map((one) => one.table)).toEqual(['reviews']);
  const { rows: writes } = await client.query<{ table: string; right: string }>(
    `select distinct table_name as table, privilege_type as right from information_schema.column_privileges
     where grantee = 'mohlat_staff' and privilege_type <> 'SELECT'`,
  );
  expect(writes).toEqual([{ table: 'reviews', right: 'UPDATE' }]);
  const { rows: sealed } = await client.query(
    `select table_name, column_name from information_schema.column_privileges
     where grantee = 'mohlat_staff' and (column_name like '%sealed' or column_name like '%hash')`,
  );
  expect(sealed).toEqual([]);
});

test('no application role may bypass row-level security, log in or own a table', async () => {
  const { rows } = await client.query(
    `select rolname from pg_roles where rolname like 'mohlat\\_%' and rolname in ('mohlat_api', 'mohlat_worker', 'mohlat_books', 'mohlat_auth', 'mohlat_staff')
       and (rolbypassrls or rolsuper or rolcanlogin or rolcreaterole)`,
  );
  expect(rows).toEqual([]);
  const owned = await client.query(
    `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner
     where c.relkind = 'r' and r.rolname in ('mohlat_api', 'mohlat_worker', 'mohlat_books', 'mohlat_auth', 'mohlat_staff')`,
  );
  expect(owned.rows).toEqual([]);
});

interface ByteColumn {
  readonly table: string;
  readonly column: string;
}

async function byteColumns(): Promise<ByteColumn[]> {
  const { rows } = await client.query<ByteColumn>(
    `select case when table_schema = 'public' then table_name else table_schema || '.' || table_name end as table,
       column_name as column
     from information_schema.columns where data_type = 'bytea'
       and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  );
  return rows;
}

test('every sealed column has its line in its feature, so that a change of the master key reaches it', async () => {
  const sealed = (await byteColumns()).filter(({ column }) => column.endsWith('_sealed'));
  const declared = SEALED_PLACES.filter(({ member }) => member === undefined);
  expect(declared.map(nameOf).toSorted()).toEqual(
    sealed.map((one) => `${one.table}.${one.column}`).toSorted(),
  );
});

test('every table with rows of a person has its line in its feature, so that it is exported and erased', async () => {
  const { rows } = await client.query<{ relname: string }>(OWNED);
  expect(HELD_TABLES.map(({ table }) => table).toSorted()).toEqual(
    rows.map(({ relname }) => relname).toSorted(),
  );
});

test('bytes are sealed, a hash, a fingerprint, a salt or a signature, and named so', async () => {
  const others = (await byteColumns()).filter(
    ({ column }) => !/(^|_)(sealed|hash|fingerprint|salt|signature)$/.test(column),
  );
  expect(others).toEqual([]);
});

test.each(SEALED_PLACES.map((place) => [nameOf(place), place] as const))(
  '%s can be sealed again: its table has a primary key, its context its columns, its role may write',
  async (_, place) => {
    const { rows: key } = await client.query(
      'select 1 from pg_index where indrelid = $1::regclass and indisprimary',
      [place.table],
    );
    expect(key).toHaveLength(1);
    for (const name of [place.column, ...contextColumns(place)]) {
      const { rows: found } = await client.query(
        'select 1 from pg_attribute where attrelid = $1::regclass and attname = $2 and not attisdropped',
        [place.table, name],
      );
      expect(found, name).toHaveLength(1);
    }
    if (place.role === undefined) return;
    const { rows: may } = await client.query<{ reads: boolean; writes: boolean }>(
      `select has_table_privilege($1, $2, 'select') as reads, has_column_privilege($1, $2, $3, 'update') as writes`,
      [place.role, place.table, place.column],
    );
    expect(may[0]).toEqual({ reads: true, writes: true });
  },
);

test('LEND-15: the accounts of the database are those of the chart', async () => {
  const { rows } = await client.query<object>(
    'select code, name, kind, tracked, either_sign, of_loan from accounts order by code',
  );
  const chart = Object.values(CHART).map((one) => ({
    code: one.code,
    name: one.title,
    kind: one.code[0],
    tracked: one.isTracked,
    either_sign: one.mayStandOn === 'either side',
    of_loan: one.isOfLoan,
  }));
  expect(rows).toEqual(chart.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
});

test('LEND-15: functions of the database name accounts as the chart does, and spell no code', async () => {
  const { rows } = await client.query<{ name: string; code: string | null }>(
    'select name, account_code(name) as code from unnest($1::text[]) as name',
    [Object.keys(CHART)],
  );
  expect(rows).toEqual(Object.entries(CHART).map(([name, { code }]) => ({ name, code })));
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace and proname <> 'account_code'`,
  );
  const asked = functions.flatMap(({ body }) =>
    [...body.matchAll(/account_code\('(\w+)'\)/g)].map((match) => match[1]),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !(name! in CHART))).toEqual([]);
  const spelt = functions.filter(({ body }) => /'[ALIEQM]\d{3}'/.test(body));
  expect(spelt.map(({ name }) => name)).toEqual([]);
});

/** A quoted word that begins as transfers do. */
const TRANSFER_NAME =
  /'(bill_(?:held|sent|refused)\w*|(?:limit|receipt|float|loss|debt|difference)_\w+|(?:rail|bank)_(?:took|gave|owes|refunded|charged|row)\w*)'/g;

test('LEND-16: the transfers of the database are those of the chart, and its functions name no others', async () => {
  const { rows } = await client.query('select name, kind, debit, credit from transfers order by name');
  expect(rows).toEqual(transferRows().toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  const { rows: functions } = await client.query<{ body: string }>(
    `select prosrc as body from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'transfer_lines|ledger_transfer'`,
  );
  const named = new Set(
    functions.flatMap(({ body }) => [...body.matchAll(TRANSFER_NAME)].map((match) => match[1]!)),
  );
  // The functions that accept, send and settle name these: an empty search would prove nothing.
  expect([...named]).toEqual(expect.arrayContaining(['bill_held', 'bill_sent', 'bill_refused']));
  expect([...named].filter((name) => !(name in TRANSFERS))).toEqual([]);
});

test('LEND-16: the journals the database allows are those of the chart', async () => {
  const { rows } = await client.query<{ kind: string; account: string; side: string }>(
    'select kind, account, side from allowed_journals',
  );
  const textOf = (line: { kind: string; account: string; side: string }) =>
    `${line.kind}: ${line.side} ${line.account}`;
  expect(rows.map(textOf).toSorted()).toEqual(allowedLines().map(textOf).toSorted());
});
