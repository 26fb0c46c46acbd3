import type { BusinessDate } from '@mohlat/money';
import { settleStanding } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { KycRisk } from '../kyc.rules.ts';

interface ReKycRow {
  readonly pan_verified_at: Date | null;
  readonly aadhaar_verified_at: Date | null;
  readonly risk: KycRisk;
  readonly rekyc_due_on: BusinessDate | null;
  readonly rekyc_step_on: string | null;
  readonly lapsed_at: Date | null;
}

/** The dates of a KYC; a check that is not verified has none. */
export async function findReKyc(tx: Tx, userId: string): Promise<ReKycRow | undefined> {
  const [row] = await tx.call<ReKycRow>(
    `select case when pan_status = 'verified' then pan_verified_at end as pan_verified_at,
            case when aadhaar_status = 'verified' then aadhaar_verified_at end as aadhaar_verified_at,
            risk, rekyc_due_on, rekyc_step_on, lapsed_at
     from kyc_records where user_id = $1`,
    [userId],
  );
  return row;
}

export async function saveReKycDates(
  tx: Tx,
  userId: string,
  dates: { readonly dueOn: string; readonly stepOn: string },
): Promise<void> {
  await tx.call(
    `update kyc_records set rekyc_due_on = $2, rekyc_step_on = $3, rekyc_noticed_at = null, lapsed_at = null
     where user_id = $1`,
    [userId, dates.dueOn, dates.stepOn],
  );
}

/** People whose KYC has a step to take on or before a day, oldest first; then those never dated. */
export async function findDueSteps(
  tx: Tx,
  today: string,
  { without, limit }: { readonly without: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `(select user_id from kyc_records where rekyc_step_on <= $1 and user_id <> all($3::uuid[])
      order by rekyc_step_on limit $2)
     union all
     (select user_id from kyc_records
      where rekyc_due_on is null and is_identity_known(pan_status, aadhaar_status)
        and pan_verified_at is not null and aadhaar_verified_at is not null
        and user_id <> all($3::uuid[]) limit $2)`,
    [today, limit, without],
  );
  return rows.map((row) => row.user_id);
}

export async function markNoticed(tx: Tx, userId: string, nextStepOn: string, now: Date): Promise<void> {
  await tx.call('update kyc_records set rekyc_noticed_at = $2, rekyc_step_on = $3 where user_id = $1', [
    userId,
    now,
    nextStepOn,
  ]);
}

/** The KYC no longer holds: the credit line rests, and its owner is told of that by the notice of the lapse. Rule: LEND-14 SUSPENDED. */
export async function markLapsed(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.call('update kyc_records set lapsed_at = $2, rekyc_step_on = null where user_id = $1', [
    userId,
    now,
  ]);
  await settleStanding(tx, [userId], now);
  await tx.call(
    `update credit_accounts set hold_told = 'kyc_lapse' where user_id = $1 and state_reason = 'kyc_lapse'`,
    [userId],
  );
}

/** Ends the rest of an account that rested only because its KYC had lapsed. Rule: LEND-14. */
export async function endKycRest(tx: Tx, userId: string, now: Date): Promise<void> {
  await settleStanding(tx, [userId], now);
}
