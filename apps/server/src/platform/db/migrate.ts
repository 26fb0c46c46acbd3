import { join } from 'node:path';
import { runMigrations as runQueueMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { CHANGING } from '../../../../../db/citus/distribute.ts';
import { isLaid, layNodes, layTables } from '../../../../../db/citus/lay.ts';
import { machinePause } from '#platform/clock/clock.ts';
import { fullJitterMs } from '#platform/outbound/back-off.ts';
import { type FunctionFile, functionsOf, LAYING_LOCK, migrationsOf, noteVersion } from './laid.ts';
import { splitSql } from './split-sql.ts';

/** The time that a migration waits for a table, and all who want it wait behind it. */
const LOCK_MS = 2000;
/** A lock not had in time, and a deadlock. */
const NOT_NOW = new Set(['55P03', '40P01']);
const TRIES = 60;
const BACK_OFF = { baseMs: 100, capMs: 5000 } as const;
/**
 * Brings a database to the present: the queue's own tables, then our migrations, then every SQL function
 * whose text changed. Any number of processes may call it at once; one works, the others wait. A database of a newer version
 * keeps its functions: they serve this version too. Answers whether it is one. On a cluster, what is new of it is laid on the nodes.
 */
export async function migrate(databaseUrl: string, root: string): Promise<{ readonly isNewer: boolean }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'mohlat_migrate' });
  // One that is lost fails its statement; the event alone must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LAYING_LOCK]);
    await runQueueMigrations({ connectionString: databaseUrl });
    const isSpread = await isLaid(client);
    if (isSpread) await client.query(CHANGING);
    await runMigrations(client, join(root, 'migrations'));
    await untilHad(client, () => grantQueue(client));
    const isNewer = !(await knowsEveryMigration(client, root));
    if (!isNewer && isSpread) await layTables(client);
    if (!isNewer) await applyFunctions(client, functionsOf(root), isSpread);
    if (!isNewer) await noteVersion(client, root);
    return { isNewer };
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LAYING_LOCK]).catch(() => {});
    await client.end();
  }
}

/** Runs what is new, each file in a transaction of its own. */
async function runMigrations(client: pg.Client, dir: string): Promise<void> {
  await untilHad(client, () =>
    runner({
      dbClient: oneByOne(client),
      dir,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      noLock: true,
      log: () => {},
    }),
  );
}

/**
 * Does what wants tables alone. It waits briefly for a lock and is then tried again: readers of the table queue behind one that waits.
 * Throws 55P03 or 40P01 after the last try.
 */
async function untilHad(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}`);
  for (let tries = 1; ; tries += 1)
    try {
      await work();
      break;
    } catch (error) {
      const { code = '' } = error as { readonly code?: string };
      if (!NOT_NOW.has(code) || tries === TRIES) throw error;
      await client.query('rollback');
      await machinePause(fullJitterMs(tries, BACK_OFF));
    }
  await client.query('reset lock_timeout');
}

/**
 * Sends each statement of a migration by itself. A cluster hands the text in which an index is made on to its nodes whole, and they
 * refuse one with several statements.
 */
function oneByOne(client: pg.Client): pg.Client {
  const query = async (text: string, values?: unknown[]) => {
    if (values !== undefined) return client.query(text, values);
    let last: pg.QueryResult | undefined;
    for (const statement of splitSql(text)) last = await client.query(statement);
    return last;
  };
  return Object.assign(Object.create(client) as pg.Client, { query });
}

/** Tells the database how far this version knows it (see migration 0148), and whether that is all of it. */
async function knowsEveryMigration(client: pg.Client, root: string): Promise<boolean> {
  const known = migrationsOf(root);
  await client.query("select set_config('mohlat.migrations_known', $1, false)", [known.at(-1) ?? '']);
  const { rows } = await client.query<{ is_known: boolean }>(
    'select coalesce(bool_and(name = any($1)), true) as is_known from schema_migrations',
    [known],
  );
  return rows[0]?.is_known ?? true;
}

/**
 * Changed files in one transaction: an older process meets the functions of one version, never a file of each, and never those of one
 * PostgreSQL on a cluster.
 */
async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[],
  isSpread: boolean,
): Promise<void> {
  await client.query(
    'create table if not exists applied_functions (file text primary key, hash text not null)',
  );
  const applied = new Map<string, string>(
    (await client.query<{ file: string; hash: string }>('select file, hash from applied_functions')).rows.map(
      (row) => [row.file, row.hash],
    ),
  );
  await client.query('begin');
  try {
    for (const one of files) if (applied.get(one.file) !== one.hash) await applyFile(client, one);
    if (isSpread) await layNodes(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function applyFile(client: pg.Client, { file, text, hash }: FunctionFile): Promise<void> {
  try {
    await client.query(text);
    await client.query(
      'insert into applied_functions (file, hash) values ($1, $2) on conflict (file) do update set hash = excluded.hash',
      [file, hash],
    );
  } catch (error) {
    throw new Error(`functions/${file}: ${String(error)}`, { cause: error });
  }
}

/** The rights on each table of the queue that its library uses as it takes, ends and adds jobs (graphile-worker 0.18). */
const QUEUE_TABLES = {
  migrations: ['select'],
  jobs: ['select'],
  _private_jobs: ['select', 'insert', 'update', 'delete'],
  _private_tasks: ['select', 'insert'],
  // Read `for update`, which asks for the right to change a row.
  _private_job_queues: ['select', 'insert', 'update'],
  _private_known_crontabs: ['select', 'insert', 'update'],
} as const;
/** They act with the caller's rights. */
const QUEUE_FUNCTIONS = ['add_job', 'add_jobs', 'force_unlock_workers'];

const MISSING_GRANTS = `
  with wanted as (
    select c.oid, c.relname, c.relrowsecurity, jsonb_array_elements_text(given.value) as privilege
    from jsonb_each($1::jsonb) given
    join pg_class c on c.oid = to_regclass('graphile_worker.' || quote_ident(given.key))
  )
  select 'grant usage on schema graphile_worker to mohlat_worker' as statement
  where not has_schema_privilege('mohlat_worker', 'graphile_worker', 'usage')
  union all
  select format('create policy mohlat_worker on graphile_worker.%I to mohlat_worker using (true) with check (true)', relname)
  from (select distinct oid, relname from wanted where relrowsecurity) closed
  where not exists (select 1 from pg_policy where polrelid = closed.oid and polname = 'mohlat_worker')
  union all
  select format('grant %s on graphile_worker.%I to mohlat_worker', privilege, relname)
  from wanted where not has_table_privilege('mohlat_worker', oid, privilege)
  union all
  select format('grant execute on function %s to mohlat_worker', p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'graphile_worker'::regnamespace and p.proname = any ($2) and not p.prosecdef
    and not has_function_privilege('mohlat_worker', p.oid, 'execute')`;

/**
 * Gives the worker's login what the queue needs and no more: the library grants nothing and closes its tables to all but their owner.
 * Says only what is missing, each in a transaction of its own, for a policy wants its table alone. A table or function that the library
 * of another version does not have is passed over. Throws 55P03 where a table is not had within the lock time-out.
 */
async function grantQueue(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(MISSING_GRANTS, [
    JSON.stringify(QUEUE_TABLES),
    QUEUE_FUNCTIONS,
  ]);
  for (const { statement } of rows) await client.query(statement);
}
