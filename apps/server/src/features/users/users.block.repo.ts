import { type BusinessDate, istDate } from '@mohlat/money';
import { type BlockRow, findBlock } from '#features/account-block.ts';
import type { Tx } from '#platform/db/database.ts';

export interface NamedBlock extends BlockRow {
  readonly blocker_name: string | null;
}

/** The block of an account that lasts, with the name of who wrote it. */
export async function findNamedBlock(tx: Tx, userId: string): Promise<NamedBlock | undefined> {
  const block = await findBlock(tx, userId);
  if (!block) return undefined;
  const [row] = await tx.call<{ name: string | null }>(
    'select name from staff_register where staff_id = $1',
    [block.blocked_by],
  );
  return { ...block, blocker_name: row?.name ?? null };
}

/** Whether the member of staff who acts here judges accounts. */
export async function isRisk(tx: Tx): Promise<boolean> {
  const [row] = await tx.call<{ is_risk: boolean }>("select app_staff_has('risk') as is_risk");
  return row?.is_risk === true;
}

export async function countSessions(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.call<{ count: string }>('select count(*) from staff_sessions where user_id = $1', [
    userId,
  ]);
  return Number(row?.count);
}

export interface NewBlock {
  readonly by: string;
  readonly reason: string;
  readonly isFraud: boolean;
}

/** Shuts the account. A block that still stands here, while the auth server's own door let the person in again, is written again. */
export async function block(tx: Tx, userId: string, about: NewBlock, now: Date): Promise<void> {
  await writeBlock(tx, userId, about, now);
  await tx.call('select auth.block($1, $2)', [userId, now]);
}

/**
 * Writes down why an account is shut, over what is written of a block that stands. A mark of fraud stays, for that is taken back by
 * two, and is set on what proved the account, which outlives its data. One whose days have ended, because the auth server's own door let the
 * person in again, gives way to a new one, whose days begin. Days of a block without fraud are facts of the loan book: no late
 * charge comes of them, and its last such day is the one on which it is marked as fraud or lifted.
 * Rule: LEND-24, LEND-L3, LEND-D11
 */
export async function writeBlock(
  tx: Tx,
  userId: string,
  { by, reason, isFraud }: NewBlock,
  now: Date,
): Promise<void> {
  await tx.call(
    `update account_blocks set lifted_at = $2
     where user_id = $1 and lifted_at is null and not is_fraud and excused_until_on is not null`,
    [userId, now],
  );
  await tx.call(
    `insert into account_blocks as b (user_id, reason, blocked_by, blocked_at, is_fraud, excused_from_on)
     values ($1, $2, $3, $4, $5, case when not $5 then $6::date end)
     on conflict (user_id) where lifted_at is null do update
       set reason = excluded.reason, blocked_by = excluded.blocked_by, blocked_at = excluded.blocked_at,
           is_fraud = b.is_fraud or excluded.is_fraud,
           excused_until_on = coalesce(b.excused_until_on, case when $5 then $6::date end)`,
    [userId, reason, by, now, isFraud, istDate(now.getTime())],
  );
  if (isFraud) await tx.call('select mark_fraud($1)', [userId]);
}

/**
 * Ends the days without late charges of a block that stands, where the auth server's own door lets its person in again: from then on they
 * can pay in the app. A later day than one that is written changes nothing, and nor does an act that is older than the block, which
 * shuts the person out again. Rule: LEND-L3, LEND-14
 */
export async function endExcusedDays(
  tx: Tx,
  userId: string,
  { lastOn, actedAt }: { readonly lastOn: BusinessDate; readonly actedAt?: string | undefined },
): Promise<void> {
  await tx.call(
    `update account_blocks set excused_until_on = least(excused_until_on, $2::date)
     where user_id = $1 and lifted_at is null and excused_from_on is not null and not is_fraud
       and ($3::timestamptz is null or blocked_at <= $3)`,
    [userId, lastOn, actedAt ?? null],
  );
}

/** Also where it was blocked by the auth server's own door, which leaves no row here. */
export async function unblock(tx: Tx, userId: string, approvalId: string, now: Date): Promise<void> {
  await tx.call(
    'update account_blocks set lifted_at = $3, approval_id = $2 where user_id = $1 and lifted_at is null',
    [userId, approvalId, now],
  );
  await tx.call('select unmark_fraud($1)', [userId]);
  await tx.call('select auth.unblock($1, $2)', [userId, now]);
}
