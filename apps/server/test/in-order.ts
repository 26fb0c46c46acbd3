import type pg from 'pg';
import { untilWaiting } from './racing.ts';

/** A row, by the statement that finds it. */
interface Row {
  readonly text: string;
  readonly values: readonly string[];
}

/** Holds the first row, has `beside` wait for it, and takes the second, which may not be locked by then. */
export async function inOrder(
  owner: pg.Pool,
  first: Row,
  second: Row,
  beside: () => Promise<unknown>,
): Promise<void> {
  const client: pg.PoolClient = await owner.connect();
  try {
    await client.query('begin');
    await client.query(`${first.text} for update`, [...first.values]);
    const other = beside();
    other.catch(() => {});
    await untilWaiting(client);
    await client.query(`${second.text} for update nowait`, [...second.values]);
    await client.query('commit');
    await other;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
