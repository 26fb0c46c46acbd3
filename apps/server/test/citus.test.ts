import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Distribution, planDistribution } from '../../../db/citus/distribute.ts';
import { cloneDatabase } from './database.ts';

// The plan for the database on the nodes of a Citus cluster, tested without one. `npm run rehearse -- shards` runs it on one.
const ROOT = join(import.meta.dirname, '../../..');

let database: { url: string; drop(): Promise<void> };
let client: pg.Client;
let plan: Distribution;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  plan = await planDistribution(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Key {
  readonly table: string;
  readonly name: string;
  readonly target: string;
}

async function listKeys(): Promise<Key[]> {
  const { rows } =
    await client.query<Key>(`select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) as table,
      conname as name, confrelid::regclass::text as target
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`);
  return rows;
}

test('every table with a user_id is spread by it, and no other', async () => {
  const { rows } = await client.query<{ name: string }>(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`);
  expect(plan.distributed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(plan.distributed[0]).toBe('payments');
  expect(plan.distributed.length).toBeGreaterThan(60);
});

test('what is spread or copied refers to what is spread or copied, and a copy to copies alone', async () => {
  const keys = await listKeys();
  const spread = new Set([...plan.distributed, ...plan.copied]);
  const tableOf = ({ table }: Key) => table.split(' ')[0]!;
  expect(keys.filter((key) => spread.has(tableOf(key)) && !spread.has(key.target))).toEqual([]);
  const isAway = (name: string) => plan.distributed.includes(name);
  expect(keys.filter((key) => !isAway(tableOf(key)) && isAway(key.target))).toEqual([]);
  expect(
    keys.filter((key) => plan.copied.includes(tableOf(key)) && !plan.copied.includes(key.target)),
  ).toEqual([]);
});

test('given the statements, when they have run, every key that was taken away is there again', async () => {
  const before = await listKeys();
  await client.query(
    'create function create_reference_table(text) returns void language sql as $$ select $$',
  );
  await client.query(
    'create function create_distributed_table(text, text, colocate_with text default null) returns void language sql as $$ select $$',
  );
  await client.query(
    'create function create_distributed_function(text) returns void language sql as $$ select $$',
  );
  await client.query(
    'create function run_command_on_all_nodes(text) returns void language sql as $$ select $$',
  );
  // A role is the server's and not the database's: other tests use it.
  for (const statement of plan.statements.filter((one) => !one.startsWith('alter role')))
    await client.query(statement);
  expect(await listKeys()).toEqual(before);
  expect(plan.keys.length).toBeGreaterThan(80);
});

/** Sources that talk to the database. */
const sources = () =>
  globSync(['apps/server/src/**/*.ts', 'packages/auth/src/**/*.ts', 'db/functions/*.sql'], { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Locks of one person's rows by another name than a parameter's; and of no row, to see whether the database may be written. */
const KNOWN_LOCKS = [
  'apps/server/src/platform/http/operations.ts: idempotency_keys',
  'db/functions/payment_transitions.sql: journals',
];

test('no statement locks rows of many people: a cluster refuses that where they lie on several nodes', () => {
  const found = sources()
    .flatMap(({ file, text }) =>
      text
        .split(/\bfor (?:update|key share)\b(?! is)/)
        .slice(0, -1)
        .map((before) => ({
          file,
          statement: before.slice(before.search(/\bfrom [\w${}.%]+(?![\s\S]*\bfrom )/)),
        })),
    )
    .filter(({ statement }) => !/(?<![\w])user_id = (?:p_|v_|\$)/.test(statement))
    .map(({ file, statement }) => ({ file, table: /^from ([\w${}.]+)/.exec(statement)?.[1] ?? '' }))
    .filter(({ table }) => table.startsWith('$') || plan.distributed.includes(table))
    .map(({ file, table }) => `${file}: ${table}`);
  expect(found.toSorted()).toEqual(KNOWN_LOCKS);
});

test('no function in SQL itself reads rows of people: a cluster does not plan its parameters', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
     where l.lanname = 'sql' and p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and p.prosrc ~ ('\\m(from|join|update|into)\\s+(public\\.)?(' || $1 || ')\\M') order by 1`,
    [plan.distributed.join('|')],
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});

test('no function writes rows of people with its owner’s rights but those whose rights the layout changes', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and p.prosrc ~ ('\\m(insert into|update|delete from)\\s+(public\\.)?(' || $1 || ')\\M') order by 1`,
    [plan.distributed.join('|')],
  );
  const changed = plan.statements.flatMap(
    (statement) => /^alter function (\w+)\(.*security invoker$/.exec(statement)?.[1] ?? [],
  );
  expect(rows.map(({ name }) => name).filter((name) => !changed.includes(name))).toEqual([]);
});

/** A function's call stays on the coordinator; `name_person` and the opening of a transaction say it as a statement. */
test('no transaction names its person by a call', () => {
  expect(sources().filter(({ text }) => text.includes("set_config('app.user_id'"))).toEqual([]);
});

test('no call of name_person is a whole statement: a cluster passes its setting on from within a query alone', () => {
  const calls = sources().flatMap(({ file, text }) =>
    [...text.matchAll(/(?:select|perform) name_person\([^)]*\)[^;'`]*/g)].map(([call]) => `${file}: ${call}`),
  );
  expect(calls).not.toEqual([]);
  expect(calls.filter((call) => !call.trimEnd().endsWith(' from (values (1)) as once'))).toEqual([]);
});
