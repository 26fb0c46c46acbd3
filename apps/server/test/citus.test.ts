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
  for (const statement of plan.statements) await client.query(statement);
  expect(await listKeys()).toEqual(before);
  expect(plan.keys.length).toBeGreaterThan(80);
});

/**
 * Statements that take locked rows of many people at once, by the table they look at: a cluster refuses them where the rows lie on
 * several nodes. Each becomes a plain look at what is due and one guarded update of one person's row. Nothing is added; what is
 * mended goes from here.
 */
const LEFT: readonly string[] = [];

test('no statement takes locked rows of many people but those that are known', () => {
  const found = globSync(['apps/server/src/**/*.ts', 'packages/auth/src/**/*.ts', 'db/functions/*.sql'], {
    cwd: ROOT,
  })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split(/\bskip locked\b/)
        .slice(0, -1)
        .map((before) => ({
          file,
          statement: before.slice(before.search(/\bfrom [\w${}.]+(?![\s\S]*\bfrom )/)),
        })),
    )
    .filter(({ statement }) => !/(?<![.\w])user_id = (?:p_|v_|\$)/.test(statement))
    .map(({ file, statement }) => ({ file, table: /^from ([\w${}.]+)/.exec(statement)?.[1] ?? '' }))
    .filter(({ table }) => table.startsWith('$') || plan.distributed.includes(table))
    .map(({ file, table }) => `${file}: ${table}`);
  expect(found.toSorted()).toEqual(LEFT);
});

/**
 * Places that name the person of a transaction by a function's call, which a cluster does not pass on to their node. Accepting is one
 * function call and its own transaction, made to run on that node as a whole; the other decides for staff.
 */
const NAMED_BY_CALL = [
  'apps/server/src/features/reconciliation/reconciliation.approvals.ts',
  'db/functions/accept_payment.sql',
];

test('no transaction names its person by a call but those that are known', () => {
  const found = globSync(['apps/server/src/**/*.ts', 'packages/auth/src/**/*.ts', 'db/functions/*.sql'], {
    cwd: ROOT,
  }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      readFileSync(join(ROOT, file), 'utf8').includes("set_config('app.user_id'"),
  );
  expect(found.toSorted()).toEqual(NAMED_BY_CALL);
});
