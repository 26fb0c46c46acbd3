import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '#platform/config/config.ts';
import { asRole } from './pool.ts';

/** The advisory lock of a session that lays the schema, or looks at it while nobody does. */
export const LAYING_LOCK = 715_001;
/** One that lays it may be waited for this long. */
const PATIENCE_MS = 60_000;
/** SQL functions of packages that own tables; ours may call them. */
const OF_PACKAGES = [join(import.meta.dirname, '../../../../../packages/auth/functions')];
const LOCK_NOT_HAD = '55P03';
/** No table of that name, no right to read it, no such schema: an older release laid the database, or none did. */
const NOT_LAID = new Set(['42P01', '42501', '3F000']);

/** A text of SQL that is applied when it differs from what was applied of it. */
export interface FunctionFile {
  readonly file: string;
  readonly text: string;
  readonly hash: string;
}

/** The names of the migrations in a folder of SQL, in their order. */
export function migrationsOf(root: string): string[] {
  return readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}

/** The files of functions, in the order in which they are applied. */
export function functionsOf(root: string): FunctionFile[] {
  return [...OF_PACKAGES, join(root, 'functions')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort(byDependency)
      .map((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        return { file, text, hash: createHash('sha256').update(text).digest('hex') };
      }),
  );
}

/** SQL-language functions are checked when made, so what they call must stand first. */
const FIRST = [
  'account_code.sql',
  'enqueue_job.sql',
  'ledger_post.sql',
  'transfers.sql',
  'freeze.sql',
  'payment_facts.sql',
  'settlement_owner.sql',
];

function byDependency(a: string, b: string): number {
  const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return rank(a) - rank(b) || a.localeCompare(b);
}

/** A name for all that this version lays: migrations, functions and the queue's own tables. */
function versionOf(root: string): string {
  const hash = createHash('sha256');
  for (const name of migrationsOf(root)) hash.update(`${name}\n`);
  for (const one of functionsOf(root)) hash.update(`${one.file} ${one.hash}\n`);
  const queue = join(dirname(createRequire(import.meta.url).resolve('graphile-worker')), '../package.json');
  hash.update((JSON.parse(readFileSync(queue, 'utf8')) as { version: string }).version);
  return hash.digest('hex');
}

/** Notes that this version has laid the schema. Where newer ones had done so, their functions are gone with it, and so are their notes. */
export async function noteVersion(client: pg.ClientBase, root: string): Promise<void> {
  await client.query(
    `with again as (
       delete from applied_versions where nth > (select nth from applied_versions where version = $1)
     )
     insert into applied_versions (version) values ($1) on conflict do nothing`,
    [versionOf(root)],
  );
}

/**
 * Looks whether the schema is of this version or of a newer one, for a process that cannot lay it. One that lays it meanwhile is
 * waited for. Answers whether it is newer. Throws ConfigError, with the way out, where it is neither.
 */
export async function assertLaid(databaseUrl: string, root: string): Promise<{ readonly isNewer: boolean }> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: asRole('mohlat_worker'),
    application_name: 'mohlat_schema',
  });
  // One that is lost fails its statement; the event alone must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${PATIENCE_MS}; set statement_timeout = 0`);
    await client.query('select pg_advisory_lock_shared($1)', [LAYING_LOCK]);
    return await look(client, root);
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    if (code === LOCK_NOT_HAD)
      throw new ConfigError(
        'the schema is being laid, for longer than a minute: start this process after it',
      );
    if (NOT_LAID.has(code)) throw notLaid('it was laid by no release, or by one of before this way');
    throw error;
  } finally {
    await client.end();
  }
}

async function look(client: pg.ClientBase, root: string): Promise<{ readonly isNewer: boolean }> {
  const known = migrationsOf(root);
  const { rows } = await client.query<{ is_laid: boolean; missing: string[]; is_newer: boolean }>(
    `select exists (select 1 from applied_versions where version = $2) as is_laid,
       array(select n from unnest($1::text[]) n where n not in (select name from schema_migrations) order by n) as missing,
       exists (select 1 from schema_migrations where name <> all ($1)) as is_newer`,
    [known, versionOf(root)],
  );
  const { is_laid: isLaid, missing, is_newer: isNewer } = rows[0]!;
  if (missing.length > 0) throw notLaid(`it lacks ${missing.length} migrations, the first ${missing[0]}`);
  if (!isLaid && !isNewer) throw notLaid('its functions or its queue are of another release');
  return { isNewer };
}

function notLaid(why: string): ConfigError {
  return new ConfigError(
    `the database is older than this version (${why}): run \`npm run migrate\` with the owner's address first`,
  );
}
