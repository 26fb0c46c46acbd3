import type pg from 'pg';

export interface NotedRestore {
  readonly restoredAt: Date;
  /** When the newest transaction that is there was committed. */
  readonly throughAt: Date;
  /** When the base copy was finished; undefined where the database's own means were used. */
  readonly copyAt: Date | undefined;
}

/**
 * Notes for staff that the database was put back: their page _Restores_ says what to read again. Answers false where the
 * database stands as it did before there was such a page; it can be noted once the product has started.
 */
export async function noteRestore(
  client: Pick<pg.ClientBase, 'query'>,
  restore: NotedRestore,
): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('restores') is not null as exists",
  );
  if (!rows[0]!.exists) return false;
  await client.query('insert into restores (restored_at, through_at, copy_at) values ($1, $2, $3)', [
    restore.restoredAt,
    restore.throughAt,
    restore.copyAt ?? null,
  ]);
  return true;
}
