import type { Tx } from '#platform/db/database.ts';

/**
 * The rows that a transaction has read of each of these tables, by whatever way: of the table itself, or entries of its indexes.
 * Rows that an index leads to are not counted, for of a page that was vacuumed meanwhile an index may need none.
 */
export async function countRead(tx: Pick<Tx, 'call'>, tables: readonly string[]): Promise<readonly number[]> {
  const read = await tx.call<{ rows: number }>(
    `select (t.seq_tup_read + coalesce(sum(pg_stat_get_xact_tuples_returned(i.indexrelid)), 0))::integer as rows
     from pg_stat_xact_user_tables t left join pg_index i on i.indrelid = t.relid
     where t.relname = any ($1::text[]) group by t.relname, t.seq_tup_read order by t.relname`,
    [tables],
  );
  if (read.length < tables.length) throw new Error(`Not all of these are tables: ${tables.join(', ')}`);
  return read.map(({ rows }) => rows);
}

/** The most rows that the work read of one of these tables. */
export async function mostRead(
  tx: Tx,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await countRead(tx, tables);
  await work();
  return Math.max(...(await countRead(tx, tables)).map((rows, place) => rows - before[place]!));
}
