import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

/**
 * Lets one account be closed by one request at a time (advisory lock, until the transaction ends), and what writes the first row of
 * a person comes either before the closing or after it. Taken before every other lock of the account.
 */
export async function lockOpening(tx: Tx, userId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`account:${userId}`]);
}

/** Whether the account is open, and stays so until the transaction ends. */
export async function staysOpen(tx: Tx, userId: string): Promise<boolean> {
  await lockOpening(tx, userId);
  const [row] = await tx.call('select 1 from account_closures where user_id = $1', [userId]);
  return row === undefined;
}

/**
 * Keeps the account open until the transaction ends. A request that began before the account was closed would otherwise leave rows
 * that are never erased. Throws session_ended. Rule: LEND-24
 */
export async function keepOpen(tx: Tx, userId: string): Promise<void> {
  if (!(await staysOpen(tx, userId))) throw new DomainError('session_ended');
}

/**
 * Refuses what a stranger's session may want of an account that waits for its owner, after a change of it was taken back. Throws
 * account_guarded. Before the first row is written: the function reads with its owner's rights, which a cluster then refuses (decision 121).
 */
export async function refuseGuarded(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx.call<{ guarded: boolean }>('select auth.is_guarded($1) as guarded', [userId]);
  if (row?.guarded === true) throw new DomainError('account_guarded');
}
