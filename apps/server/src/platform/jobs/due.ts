import type { Tx } from '#platform/db/database.ts';
import type { DB } from '#platform/db/types.gen.ts';

/** A row whose next look is due. */
export interface DueRow {
  readonly userId: string;
  readonly id: string;
}

/** Where a table says when a row wants its next look. */
interface Due {
  readonly table: keyof DB;
  readonly column: 'next_look_at' | 'next_enquiry_at';
  /** The column that names the row to its job. */
  readonly name?: 'id' | 'dispute_ref';
  /** Rows taken in one sweep; the next sweep goes on. */
  readonly limit?: number;
}

interface Looks extends Due {
  readonly task: string;
  readonly job: (row: DueRow) => { readonly payload: object; readonly key: string };
  readonly priority?: number;
}

const LIMIT = 200;
const LEASE_MS = 60_000;

/**
 * Gives each row whose next look is due a job, those that wait longest first; answers how many. The rows are leased: their
 * next look is put off by a minute, so that several workers share the list, and what a killed worker left behind is due again.
 * Rule: LEND-C9.
 */
export async function enqueueDue(tx: Tx, { task, job, priority, ...due }: Looks, now: Date): Promise<number> {
  const rows = await claimDue(tx, due, now);
  await tx.enqueueAgain(task, rows.map(job), {
    attemptsMax: 3,
    ...(priority === undefined ? {} : { priority }),
  });
  return rows.length;
}

async function claimDue(
  tx: Tx,
  { table, column, name = 'id', limit = LIMIT }: Due,
  now: Date,
): Promise<readonly DueRow[]> {
  const seen = await tx.call<DueRow & Record<string, unknown> & { readonly name: string }>(
    `select user_id as "userId", id, ${name} as name from ${table} where ${column} <= $1 order by ${column} limit $2`,
    [now, limit],
  );
  const free = await claimRows(tx, table, seen);
  if (free.length === 0) return [];
  const taken = await tx.call<{ id: string }>(
    `update ${table} t set ${column} = $2 from unnest($3::uuid[], $4::uuid[]) as free (user_id, id)
     where t.user_id = free.user_id and t.id = free.id and t.${column} <= $1 returning t.id`,
    [now, new Date(now.getTime() + LEASE_MS), free.map(({ userId }) => userId), free.map(({ id }) => id)],
  );
  const ids = new Set(taken.map(({ id }) => id));
  return free.filter(({ id }) => ids.has(id)).map(({ userId, name: id }) => ({ userId, id }));
}

/**
 * Locks those rows of a look that nobody holds, and answers them in its order. The look was a plain read: the statement that
 * follows asks again whether a row is still as it was seen. Rule: LEND-C9, decision 121.
 */
export async function claimRows<R extends DueRow>(
  tx: Tx,
  table: string,
  seen: readonly R[],
): Promise<readonly R[]> {
  if (seen.length === 0) return [];
  const rows = await tx.call<{ user_id: string; id: string }>(
    'select user_id, id from rows_claim($1, $2::uuid[], $3::uuid[])',
    [table, seen.map(({ userId }) => userId), seen.map(({ id }) => id)],
  );
  const free = new Set(rows.map(({ user_id: userId, id }) => `${userId} ${id}`));
  return seen.filter(({ userId, id }) => free.has(`${userId} ${id}`));
}
