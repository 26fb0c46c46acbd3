import type { CreditState } from '@mohlat/contract';
import {
  type BusinessDate,
  type CreditHold,
  oldestReportOn,
  PAYING_STATES,
  STANDING_STATES,
} from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';

/**
 * Accounts whose written state may no longer be true because of the report's age, the identity or a dispute, over all users;
 * arrears are written down by the close of each day. A dispute is written down with its account, but not by a process of the version before. Found by small indexes, never by reading every account. In the order of their
 * ids, from the one after `after`.
 */
export async function findUnsettled(
  tx: Tx,
  today: BusinessDate,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from (
       select c.user_id from credit_accounts c
       where ${oneOf('c.state', PAYING_STATES)} and c.report_on < $1::date
       union
       select c.user_id from credit_accounts c join kyc_records k on k.user_id = c.user_id
       where ${oneOf('c.state', PAYING_STATES)} and k.lapsed_at is not null
       union
       select c.user_id from credit_accounts c join kyc_records k on k.user_id = c.user_id
       where c.state = 'suspended' and (
         c.state_reason = 'kyc_lapse' and does_identity_hold(k.pan_status, k.aadhaar_status, k.lapsed_at)
         or c.state_reason = 'report_stale' and c.report_on >= $1::date)
       union
       select c.user_id from chargebacks b join credit_accounts c on c.user_id = b.user_id
       where b.status <> 'won' and b.looked_at is null and (${oneOf('c.state', PAYING_STATES)}
         or c.state = 'suspended' and c.state_reason in ('kyc_lapse', 'report_stale'))
       union
       select c.user_id from credit_accounts c
       where c.state = 'suspended' and c.state_reason = 'dispute' and c.taken_back_at is null and not exists (
         select 1 from chargebacks b where b.user_id = c.user_id and b.status <> 'won' and b.looked_at is null)
     ) due
     where $3::uuid is null or user_id > $3
     order by user_id limit $2`,
    [oldestReportOn(today), limit, after ?? null],
  );
  return rows.map((row) => row.user_id);
}

export interface Untold {
  readonly state: CreditState;
  readonly hold: CreditHold | null;
}

/**
 * Where an account stands, if its owner was not told of it yet; marks it as told. Undefined when there is nothing to tell,
 * also where a rest began and ended before anybody could be told.
 */
export async function claimUntold(tx: Tx, userId: string): Promise<Untold | undefined> {
  const [row] = await tx.call<Untold>(
    `update credit_accounts set hold_told = state_reason
     where user_id = $1 and hold_told is distinct from state_reason and state <> 'closed'
     returning state, state_reason as hold`,
    [userId],
  );
  return row;
}

/** Accounts whose half-yearly review has come and whose owner was not told yet. Rule: LEND-P3. */
export async function findReviewsDue(tx: Tx, today: string, limit: number): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from credit_accounts
     where review_on <= $1 and review_told_at is null and ${oneOf('state', STANDING_STATES)}
     order by review_on, user_id limit $2`,
    [today, limit],
  );
  return rows.map((row) => row.user_id);
}

/** True for the one who tells; false when another worker has. */
export async function claimReview(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx.call(
    'update credit_accounts set review_told_at = $2 where user_id = $1 and review_told_at is null returning 1',
    [userId, now],
  );
  return rows.length > 0;
}
