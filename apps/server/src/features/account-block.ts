import type { Tx } from '#platform/db/database.ts';

const nameOf = (userId: string) => `account-block:${userId}`;

/** Lets one thing at a time happen to whether an account is blocked (advisory lock, until the transaction ends). */
export async function lockBlock(tx: Tx, userId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [nameOf(userId)]);
}

/**
 * True of an account that staff have blocked. Waits for a block that is being written, and holds up one that comes until the
 * transaction ends: what is begun in it is on its way. A ban by the auth server's own door shuts its person out of signing in, often
 * for hours, and is no block of the account: what the person has agreed to goes on. Rule: PAY-24
 */
export async function isBlocked(tx: Tx, userId: string): Promise<boolean> {
  await tx.call('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [nameOf(userId)]);
  return (await findBlock(tx, userId)) !== undefined;
}

export interface BlockRow {
  readonly reason: string;
  readonly blocked_at: Date;
  readonly blocked_by: string;
  readonly is_fraud: boolean;
}

/** The block of an account that lasts. */
export async function findBlock(tx: Tx, userId: string): Promise<BlockRow | undefined> {
  const [row] = await tx.call<BlockRow>(
    `select reason, blocked_at, blocked_by, is_fraud from account_blocks where user_id = $1 and lifted_at is null`,
    [userId],
  );
  return row;
}

/**
 * SQL: empties a block of a closed account whose time is over. Its days without late charges stay in the books, beside the loans: a
 * dispute that is decided later lives the days again. Rule: LEND-24, LEND-L3
 */
export const EMPTIED_BLOCK = `reason = '', blocked_by = '00000000-0000-0000-0000-000000000000', is_fraud = false`;

/** SQL condition: a block `t` without days that the loans of its person are booked by. */
export const HAS_NO_DAYS =
  '(t.excused_from_on is null or not exists (select from loans l where l.user_id = t.user_id))';
