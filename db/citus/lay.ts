import type pg from 'pg';
import { listLaid, planTables } from './distribute.ts';
import { planNodes } from './nodes.ts';

type Sql = Pick<pg.ClientBase, 'query'>;

async function runAll(sql: Sql, statements: readonly string[]): Promise<number> {
  for (const statement of statements) await sql.query(statement);
  return statements.length;
}

/** Lays the tables that do not lie on the nodes yet, with their rows, in one transaction of their own. */
export const layTables = async (sql: Sql): Promise<number> => runAll(sql, (await planTables(sql)).statements);

/** Gives functions, triggers and logins what they need on the nodes, where it is not there; in one transaction with the functions. */
export const layNodes = async (sql: Sql): Promise<number> =>
  runAll(sql, await planNodes(sql, await planTables(sql)));

/** Whether the database lies on the nodes of a cluster, so that what a release brings has to be laid over them, too. */
export const isLaid = async (sql: Sql): Promise<boolean> => (await listLaid(sql)).size > 0;
