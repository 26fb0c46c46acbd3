import type pg from 'pg';
import type { TestServer } from '#test/harness.ts';
import { untilWaiting } from '#test/racing.ts';

/** The row that makes an account a closed one. */
export function closeAccount(client: pg.PoolClient, userId: string): Promise<unknown> {
  return client.query(
    "insert into account_closures (user_id, standing, answer, closed_at) values ($1, 'visitor', '{}', now())",
    [userId],
  );
}

/** Closes an account while a request that writes to a table waits to go on; answers what the request came to. */
export async function afterClosing<T>(
  server: TestServer,
  userId: string,
  table: string,
  send: () => Promise<T>,
): Promise<T> {
  const client = await server.sql.connect();
  let late: Promise<T>;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`account:${userId}`]);
    await closeAccount(client, userId);
    // Without the lock of the account it would wait here, and go on as soon as it may.
    await client.query(`savepoint before; lock table ${table} in exclusive mode`);
    late = send();
    await untilWaiting(client);
    await client.query('rollback to savepoint before');
  } finally {
    await client.query('commit');
    client.release();
  }
  return late;
}
