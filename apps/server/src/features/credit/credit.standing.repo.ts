import type { CreditState } from '@mohlat/contract';
import type { CreditHold } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';

export interface StandingRow {
  readonly state: CreditState;
  readonly state_reason: CreditHold | null;
  readonly limit_paise: number;
  readonly report_on: string | null;
  readonly days_overdue: number;
  readonly is_identity_verified: boolean;
}

/**
 * Accounts whose written state may no longer be true, over all users: overdue or stale and still active, on hold and
 * nothing overdue, verified again. Found by small indexes, never by reading every account. In the order of their ids,
 * from the one after `after`: an account that cannot be settled keeps nobody behind it waiting.
 */
export async function findUnsettled(
  tx: Tx,
  today: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from (
       select c.user_id from credit_accounts c
       join loans l on l.user_id = c.user_id and l.status in ('active', 'npa')
       join instalments i on i.user_id = l.user_id and i.loan_id = l.id and i.is_active and i.due_on < $1
         and i.paid_principal_paise + i.paid_fee_paise + i.paid_interest_paise
           < i.principal_paise + i.fee_paise + i.interest_paise
       where c.state = 'active'
       union
       select c.user_id from credit_accounts c where c.state = 'active' and c.report_on < $1::date - 90
       union
       select c.user_id from credit_accounts c join kyc_records k on k.user_id = c.user_id
       where c.state = 'active' and k.lapsed_at is not null
       union
       select c.user_id from credit_accounts c join kyc_records k on k.user_id = c.user_id
       where c.state = 'blocked_due' and (
           days_overdue(c.user_id, $1) not between 1 and 30 or c.report_on < $1::date - 90 or k.lapsed_at is not null
         )
         or c.state = 'suspended' and (
           c.state_reason = 'kyc_lapse' and k.lapsed_at is null and k.pan_status = 'verified' and k.aadhaar_status = 'verified'
           or c.state_reason = 'report_stale' and c.report_on >= $1::date - 90
           or c.state_reason in ('kyc_lapse', 'report_stale') and days_overdue(c.user_id, $1) > 30
         )
     ) due
     where $3::uuid is null or user_id > $3
     order by user_id limit $2`,
    [today, limit, after ?? null],
  );
  return rows.map((row) => row.user_id);
}

/** One account with what its state follows from, locked. */
export async function lockStanding(tx: Tx, userId: string, today: string): Promise<StandingRow | undefined> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  const [row] = await tx.call<StandingRow & Record<string, unknown>>(
    `select c.state, c.state_reason, c.limit_paise, c.report_on, days_overdue(c.user_id, $2) as days_overdue,
            k.pan_status = 'verified' and k.aadhaar_status = 'verified' and k.lapsed_at is null as is_identity_verified
     from credit_accounts c join kyc_records k on k.user_id = c.user_id where c.user_id = $1`,
    [userId, today],
  );
  return row;
}

/** Accounts whose half-yearly review has come and whose owner was not told yet. Rule: LEND-P3. */
export async function findReviewsDue(tx: Tx, today: string, limit: number): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from credit_accounts
     where review_on <= $1 and review_told_at is null and state in ('active', 'blocked_due', 'suspended') limit $2`,
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
