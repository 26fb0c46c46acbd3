import type { Closed } from '@mohlat/contract';
import { HELD_TABLES } from '../src/features/all.ts';
import type { TestServer } from './harness.ts';
import { type Person, until } from './person.ts';

export const idOf = async (person: Person): Promise<string> =>
  (await person.ok<{ id: string }>('GET', '/me')).id;

/** Counts the rows that each table holds of a person; tables without any are left out. */
export async function rowsOf(server: TestServer, userId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    HELD_TABLES.map(async ({ table }) => {
      const { rowCount } = await server.sql.query(`select 1 from ${table} where user_id = $1`, [userId]);
      return [table, rowCount ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Closes an account and waits until what may not be kept is gone. */
export async function close(person: Person): Promise<Closed> {
  const answer = await person.ok<Closed>('DELETE', '/me', { confirm: 'DELETE' });
  await until(async () => {
    const { rows } = await person.server.sql.query<{ erased_at: Date | null }>(
      'select erased_at from account_closures where closed_at = $1',
      [answer.closedAt],
    );
    return rows[0]?.erased_at ?? undefined;
  });
  return answer;
}

/** Runs the nightly job now. */
export async function retain(server: TestServer): Promise<void> {
  await server.sql.query(`select enqueue_job('privacy_retention', '{}')`);
  await until(async () => {
    const { rows } = await server.sql.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'privacy_retention'`,
    );
    return rows.length === 0 ? true : undefined;
  });
}
