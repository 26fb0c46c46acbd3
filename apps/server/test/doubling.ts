import type pg from 'pg';

/** A row of a table that is to stand there more often: where it is, and what differs in copy `n`, as SQL for a JSON object. */
export interface Doubled {
  readonly table: string;
  readonly where?: string;
  readonly changed: string;
}

/** SQL of a JSON object: a new id, and an instant so many minutes older. */
export const older = (column: string, more = '') =>
  `jsonb_build_object('id', gen_random_uuid(), '${column}', date_trunc('milliseconds', old.${column}) - n * interval '1 minute'${more})`;

/**
 * Copies rows as no feature would: triggers and foreign keys are off, for a list is only read. Each table has to have the row, or the
 * copy would quietly be none.
 */
export async function double(sql: pg.Pool, rows: readonly Doubled[], copies = 2): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const { table, where = 'true', changed } of rows) {
      const { rows: found } = await client.query<{ names: string }>(
        `select string_agg(attname, ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const { names } = found[0]!;
      const { rowCount } = await client.query(
        `insert into ${table} (${names})
         select ${names.replaceAll(/\w+/g, 'made.$&')}
         from (select * from ${table} where ${where} limit 1) old,
           generate_series(1, ${copies}) n,
           lateral jsonb_populate_record(null::${table}, to_jsonb(old) || ${changed}) made`,
      );
      if (rowCount !== copies) throw new Error(`${table} has no row to copy`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
