import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Distribution, planTables } from '../../../db/citus/distribute.ts';
import { planNodes } from '../../../db/citus/nodes.ts';
import { makeRelease } from '../../../scripts/rehearse/shards-release.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { cloneDatabase } from './database.ts';

// The plan for the database on the nodes of a Citus cluster, tested without one. `npm run rehearse -- shards` runs it on one.
const ROOT = join(import.meta.dirname, '../../..');

/** Citus's catalogue and functions, as far as the layout asks and calls them. They note what was laid, and lay nothing. */
const STANDING_IN = `
  create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char");
  create table pg_dist_object (classid oid, objid oid, distribution_argument_index integer);
  create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  create function shard_name(regclass, bigint) returns text language sql as $$ select $1 || '_' || $2 $$;
  create table truncated (name text);
  create function refuse_triggers(p_table regclass) returns void language plpgsql as $$
  begin
    -- Rows are copied by writing them: a trigger would run, and one that looks at all of them ends the copy.
    if exists (select from pg_trigger where tgrelid = p_table and not tgisinternal and tgenabled <> 'D') then
      raise exception 'a trigger of % is awake', p_table;
    end if;
  end $$;
  create function create_reference_table(text) returns void language sql as
    $$ select refuse_triggers($1::regclass); insert into pg_dist_partition values ($1::regclass, 'n', 't');
       insert into pg_dist_shard values ($1::regclass, 7, null) $$;
  create function create_distributed_table(text, text, colocate_with text default null) returns void language sql as
    $$ select refuse_triggers($1::regclass); insert into pg_dist_partition values ($1::regclass, 'h', 's');
       insert into pg_dist_shard values ($1::regclass, 7, '0') $$;
  create function truncate_local_data_after_distributing_table(text) returns void language sql as
    $$ insert into truncated values ($1) $$;
  create function know_locals() returns event_trigger language plpgsql as $$
  begin
    if current_setting('citus.enable_local_reference_table_foreign_keys', true) = 'off' then return; end if;
    insert into pg_dist_partition select distinct k.conrelid, 'n'::"char", 's'::"char"
    from pg_constraint k join pg_dist_partition d on d.logicalrelid = k.confrelid and d.repmodel = 't'
    where not exists (select from pg_dist_partition x where x.logicalrelid = k.conrelid);
  end $$;
  create event trigger know_locals on ddl_command_end when tag in ('ALTER TABLE') execute function know_locals();
  create function refuse_beside() returns event_trigger language plpgsql as $$
  begin
    -- The text is handed on to the nodes whole.
    if current_query() ~ ';\\s*\\S' then raise exception 'cannot insert multiple commands into a prepared statement'; end if;
  end $$;
  create event trigger refuse_beside on ddl_command_start when tag in ('CREATE INDEX') execute function refuse_beside();
  create function create_distributed_function(text) returns void language sql as
    $$ insert into pg_dist_object values ('pg_proc'::regclass, $1::regprocedure) $$;
  create function create_distributed_function(text, text, colocate_with text) returns void language sql as
    $$ insert into pg_dist_object values ('pg_proc'::regclass, $1::regprocedure, 0) $$;
  create function run_command_on_all_nodes(p_command text) returns void language plpgsql as
    $$ begin execute p_command; end $$`;

let database: { url: string; drop(): Promise<void> };
let client: pg.Client;
let plan: Distribution;
let nodes: string[];
let keysBefore: Key[];
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(STANDING_IN);
  plan = await planTables(client);
  nodes = await planNodes(client, plan);
  keysBefore = await listKeys();
  await lay();
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

async function planAll(): Promise<string[]> {
  const { statements } = await planTables(client);
  return [...statements, ...(await planNodes(client, plan))];
}

/** Runs what is left to do. A role is the server's and not the database's: other tests use it. */
async function lay(): Promise<void> {
  for (const statement of (await planTables(client)).statements)
    if (!statement.startsWith('alter role')) await client.query(statement);
  for (const statement of await planNodes(client, plan)) await client.query(statement);
}

test('given the statements, when they have run, every key is there again and nothing is left to do', async () => {
  expect(await listKeys()).toEqual(keysBefore);
  expect(plan.keys.length).toBeGreaterThan(80);
  expect(await planAll()).toEqual([]);
});

test('given a laid database, when a release changes its functions and tables, they are laid again', async () => {
  const root = makeRelease();
  try {
    await migrate(database.url, root);
    expect(await planAll()).toEqual([]);
    const { rows } = await client.query(
      "select conname from pg_constraint where conrelid = 'of_people'::regclass and contype = 'f'",
    );
    expect(rows).toHaveLength(2);
    expect((await planTables(client)).distributed).toContain('of_people');
    const { rows: looks } = await client.query(
      "select prosrc as body from pg_proc where proname = 'of_people_stay'",
    );
    expect(looks).toEqual([{ body: expect.stringContaining('beside(tg_relid') }]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('given rows to move, when a table is laid, its triggers rest and no row stays behind', async () => {
  const at = (start: string) => plan.statements.findIndex((one) => one.startsWith(start));
  const order = [at('begin'), at('alter role'), at('select create_'), at('commit')];
  expect(order.toSorted((a, b) => a - b)).toEqual(order);
  expect(order.at(-1)).toBe(plan.statements.length - 1);
  const { rows: left } = await client.query(
    `select logicalrelid::text from pg_dist_partition where partmethod = 'h' or repmodel = 't'
     except select name from truncated`,
  );
  expect(left).toEqual([{ logicalrelid: 'auth.staff_key' }]);
  const { rows: asleep } = await client.query("select tgname from pg_trigger where tgenabled = 'D'");
  expect(asleep).toEqual([]);
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

test('given a laid database, an acceptance of a part names no table by the name that it has in the whole cluster', async () => {
  const { rows } = await client.query<{ name: string; body: string }>(
    "select proname as name, prosrc as body from pg_proc where pronamespace = to_regnamespace('at_7') order by 1",
  );
  expect(rows.map(({ name }) => name)).toContain('accept_quote');
  const spread = [...plan.distributed, ...plan.copied].join('|');
  const found = rows.flatMap(({ name, body }) =>
    [
      ...body
        .replaceAll(/--.*/g, '')
        .matchAll(new RegExp(`(?:from|join|update|into|,) (?:${spread})\\b`, 'g')),
    ].map(([text]) => `${name}: ${text}`),
  );
  // A day is opened for the whole cluster.
  expect(found).toEqual(['ledger_write: into business_days']);
});

test('given a laid database, all that an acceptance of a part calls over rows of people is made for the part', async () => {
  const { rows } = await client.query<{ name: string; caller: string }>(
    `select distinct p.proname as name, a.proname as caller from pg_proc a
     join pg_proc p on p.pronamespace = 'public'::regnamespace and a.prosrc ~ ('\\m' || p.proname || '\\(')
       and p.prosrc ~ ('\\m(from|join|update|into)\\s+(' || $1 || ')\\M')
     where a.pronamespace = to_regnamespace('at_7')
       and not exists (select from pg_proc m where m.pronamespace = a.pronamespace and m.proname = p.proname)`,
    [[...plan.distributed, ...plan.copied].join('|')],
  );
  expect(rows).toEqual([]);
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
  const changed = nodes.flatMap(
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
