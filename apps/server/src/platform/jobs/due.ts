import type { Database, Tx } from '#platform/db/database.ts';
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
  /** SQL over the row: those that are looked at at all. */
  readonly only?: string;
  /** Rows taken in one sweep; the next sweep goes on. */
  readonly limit?: number;
  /** Since when it waits; without it, since its look was due. */
  readonly since?: 'created_at';
  /** The next look, should the job of this one be lost. A minute later, unless a table says otherwise. */
  readonly nextLookAt?: (since: Date, now: Date) => Date;
}

interface Looks extends Due {
  readonly task: string;
  readonly job: (row: DueRow) => { readonly payload: object; readonly key: string };
  readonly priority?: number;
}

const LIMIT = 200;
const LEASE_MS = 60_000;
const afterLease = (_since: Date, now: Date) => new Date(now.getTime() + LEASE_MS);

/**
 * Gives each row whose next look is due a job, those that wait longest first; answers how many. The rows are leased: their
 * next look is put off by a minute, so that several workers share the list, and what a killed worker left behind is due again.
 * A row whose job runs stays due: that job may not have seen what made it so, and no other is added beside it.
 * Rule: LEND-C9.
 */
export async function enqueueDue(
  worker: Pick<Database, 'plain' | 'single'>,
  { task, job, priority, ...due }: Looks,
  now: Date,
): Promise<number> {
  // Mostly nothing is due.
  const seen = await worker.single((tx) => listDue(tx, due, now));
  if (seen.length === 0) return 0;
  return worker.plain(async (tx) => {
    const keyOf = ({ userId, name }: Seen) => job({ userId, id: name }).key;
    const running = await tx.listUnderWay(task, seen.map(keyOf));
    const idle = seen.filter((row) => !running.has(keyOf(row)));
    const rows = await claimDue(tx, due, idle, now);
    await tx.enqueueAgain(task, rows.map(job), {
      attemptsMax: 3,
      ...(priority === undefined ? {} : { priority }),
    });
    return rows.length;
  });
}

interface Seen extends DueRow {
  readonly name: string;
  readonly since: Date;
}

function listDue(
  tx: Tx,
  { table, column, name = 'id', only = 'true', limit = LIMIT, since }: Due,
  now: Date,
): Promise<Seen[]> {
  return tx.call<Seen>(
    `select user_id as "userId", id, ${name} as name, ${since ?? column} as since from ${table}
     where ${only} and ${column} <= $1 order by ${column} limit $2`,
    [now, limit],
  );
}

async function claimDue(
  tx: Tx,
  { table, column, only = 'true', nextLookAt = afterLease }: Due,
  idle: readonly Seen[],
  now: Date,
): Promise<readonly DueRow[]> {
  const free = await claimRows(tx, table, idle);
  if (free.length === 0) return [];
  const taken = await tx.call<{ id: string }>(
    `update ${table} t set ${column} = free.next_at
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as free (user_id, id, next_at)
     where t.user_id = free.user_id and t.id = free.id and ${only} and t.${column} <= $1 returning t.id`,
    [
      now,
      free.map(({ userId }) => userId),
      free.map(({ id }) => id),
      free.map((row) => nextLookAt(row.since, now)),
    ],
  );
  const ids = new Set(taken.map(({ id }) => id));
  return free.filter(({ id }) => ids.has(id)).map(({ userId, name: id }) => ({ userId, id }));
}

/**
 * Locks those rows of a look that are not locked, and answers them in its order. The look was a plain read: the statement that
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

/** The same of rows that a person has one of: locks those that are not locked, and answers their people. */
export async function claimPeople(
  tx: Tx,
  table: 'account_closures' | 'credit_accounts',
  seen: readonly string[],
): Promise<readonly string[]> {
  if (seen.length === 0) return [];
  const rows = await tx.call<{ user_id: string }>(
    table === 'credit_accounts'
      ? 'select people_claim($1::uuid[]) as user_id'
      : `select user_id from rows_claim('${table}', $1::uuid[])`,
    [seen],
  );
  return rows.map((row) => row.user_id);
}
