import type pg from 'pg';
import { layNodes, layTables } from '../../db/citus/lay.ts';
import { planTables } from '../../db/citus/distribute.ts';
import { proveCleanBooks } from './proof.ts';
import type { Check } from './rehearsal.ts';

/** The logins by which the nodes are reached. */
const LOGINS = ['mohlat_api', 'mohlat_worker', 'mohlat_auth', 'mohlat_staff', 'mohlat_books'];

/**
 * Lays a filled database over the nodes. No process of the product may be at work meanwhile; those that run lose their connections, and open
 * new ones, which have the settings of the cluster.
 */
export async function proveMove(
  sql: pg.ClientBase,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<Check[]> {
  const tables = await planTables(sql);
  const names = [...tables.distributed, ...tables.copied];
  const before = await readAll(sql, names);
  const books = await proveCleanBooks({ databaseUrl });
  const from = performance.now();
  await layTables(sql);
  await layNodes(sql);
  for (const role of LOGINS) await sql.query(`alter role ${role} login`);
  const seconds = (performance.now() - from) / 1000;
  say(`Laying it over the nodes took ${seconds.toFixed(0)} s.`);
  await sql.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const after = await readAll(sql, names);
  const rows = [...before.values()].reduce((sum, one) => sum + one.rows, 0);
  const changed = names.filter(
    (name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)),
  );
  const left = await listLeft(sql, tables.distributed);
  return [
    { ...books, what: 'the books are clean before the move' },
    {
      what: 'each row of a filled database is moved as it was',
      figure: `${rows} rows of ${names.length} tables, changed: ${changed.join(', ') || 'none'}`,
      isGood: rows > 0 && changed.length === 0,
    },
    {
      what: 'no row of people is left behind on the coordinator',
      figure: left.join(', ') || 'none',
      isGood: left.length === 0,
    },
    { ...(await proveCleanBooks({ databaseUrl })), what: 'the books are clean after the move' },
  ];
}

interface Content {
  readonly rows: number;
  readonly sum: string;
}

/** Counts the rows of each table, with a sum over what stands in them that does not depend on their order. */
async function readAll(sql: pg.ClientBase, names: readonly string[]): Promise<ReadonlyMap<string, Content>> {
  const contents = new Map<string, Content>();
  for (const name of names) {
    const { rows } = await sql.query<Content>(
      `select count(*)::integer as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`,
    );
    contents.set(name, rows[0]!);
  }
  return contents;
}

/** Tables whose file on the coordinator still holds rows; a partition's is its own. */
async function listLeft(sql: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select n.name from unnest($1::text[]) n (name), pg_partition_tree(n.name::regclass) p
     group by n.name having sum(pg_relation_size(p.relid)) > 0 order by 1`,
    [names],
  );
  return rows.map(({ name }) => name);
}
