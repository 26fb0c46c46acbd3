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
  return tx.call<DueRow>(
    `update ${table} t set ${column} = $2
     from (select user_id, id from ${table} where ${column} <= $1 order by ${column} limit $3
           for update skip locked) due
     where t.user_id = due.user_id and t.id = due.id
     returning t.user_id as "userId", t.${name} as id`,
    [now, new Date(now.getTime() + LEASE_MS), limit],
  );
}
