import type { Tx } from '#platform/db/database.ts';

/**
 * The most rows that the work read of one of these tables, by whatever way: of the table itself, or entries of its indexes.
 * Rows that an index leads to are not counted, for of a page that was vacuumed meanwhile an index may need none.
 */
export async function mostRead(
  tx: Tx,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const count = () =>
    tx.call<{ rows: number }>(
      `select (t.seq_tup_read + coalesce(sum(pg_stat_get_xact_tuples_returned(i.indexrelid)), 0))::integer as rows
       from pg_stat_xact_user_tables t left join pg_index i on i.indrelid = t.relid
       where t.relname = any ($1::text[]) group by t.relname, t.seq_tup_read order by t.relname`,
      [tables],
    );
  const before = await count();
  if (before.length < tables.length) throw new Error(`Not all of these are tables: ${tables.join(', ')}`);
  await work();
  return Math.max(...(await count()).map(({ rows }, place) => rows - before[place]!.rows));
}
