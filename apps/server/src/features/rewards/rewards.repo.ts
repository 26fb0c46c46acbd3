import type { QueryOf, listRewards } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { pageOf, readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';

export interface RewardRow {
  readonly id: string;
  readonly kind: 'cashback' | 'returned' | 'referral';
  readonly amount_paise: number;
  readonly state: 'available' | 'expired' | 'clawed_back';
  readonly is_used: boolean;
  readonly loan_id: string | null;
  readonly number: number | null;
  readonly earned_at: Date;
  readonly expires_on: BusinessDate;
  readonly spendable_on: BusinessDate | null;
  readonly bank_name: string | null;
  readonly last4: string | null;
}

/** One that can be put into a repayment now. */
const USABLE = `r.state = 'available' and not r.is_used and r.expires_on > $2::date
  and coalesce(r.spendable_on, '-infinity') <= $2::date`;

/** A page of rewards with the sum of all that can be used, as they are at one moment. */
export async function listRewardRows(
  tx: Tx,
  userId: string,
  page: QueryOf<typeof listRewards>,
  today: BusinessDate,
) {
  const after = readCursor(page.cursor);
  const rows = await tx.call<{ usable_paise: number } & (RewardRow | { readonly id: null })>(
    `select s.paise as usable_paise, x.*
     from (select coalesce(sum(r.amount_paise), 0)::bigint as paise from rewards r where r.user_id = $1 and ${USABLE}) s
     left join (
       select r.id, r.kind, r.amount_paise, r.state, r.is_used, r.loan_id, r.number, r.earned_at, r.expires_on, r.spendable_on, c.bank_name, c.last4
       from rewards r
       left join payments p on p.user_id = r.user_id and p.id = r.loan_id
       left join cards c on c.user_id = p.user_id and c.id = p.card_id
       where r.user_id = $1 and ($3::timestamptz is null or (r.earned_at, r.id) < ($3, $4::uuid)) and (not $5 or ${USABLE})
       order by r.earned_at desc, r.id desc limit $6
     ) x on true
     order by x.earned_at desc, x.id desc`,
    [userId, today, after?.at ?? null, after?.id ?? null, page.usable, page.limit + 1],
  );
  const usablePaise = rows[0]?.usable_paise ?? 0;
  const shown = rows.filter((row) => row.id !== null);
  return { usablePaise, ...pageOf(shown, page.limit, (row) => ({ at: row.earned_at, id: row.id })) };
}

/** What is earned by the settings of an instant. */
export async function findTerms(tx: Tx, now: Date) {
  const [row] = await tx.call<{ bps: number; cap: number }>(
    `select (s.content -> 'rewards' ->> 'cashbackBps')::integer as bps,
       (s.content -> 'rewards' ->> 'monthlyCapPaise')::bigint as cap
     from settings s where s.effective_at <= $1 order by s.effective_at desc, s.version desc limit 1`,
    [now],
  );
  return { cashbackBps: row?.bps ?? 0, monthlyMaxPaise: row?.cap ?? 0 };
}

/** The amounts of those of some rewards that can be used, locked. */
export async function lockUsable(
  tx: Tx,
  userId: string,
  rewardIds: readonly string[],
  today: BusinessDate,
): Promise<number[]> {
  const rows = await tx.call<{ amount_paise: number }>(
    `select r.amount_paise from rewards r where r.user_id = $1 and r.id = any ($3::uuid[]) and ${USABLE}
     order by r.id for update`,
    [userId, today, rewardIds],
  );
  return rows.map((row) => row.amount_paise);
}

export async function bind(
  tx: Tx,
  userId: string,
  rewardIds: readonly string[],
  repaymentId: string,
): Promise<void> {
  await tx.call('update rewards set repayment_id = $3 where user_id = $1 and id = any ($2::uuid[])', [
    userId,
    rewardIds,
    repaymentId,
  ]);
}

/** What the rewards bound to a repayment are still worth, in paise; they are locked. */
export async function lockBoundRewards(
  tx: Tx,
  userId: string,
  repaymentId: string,
  today: BusinessDate,
): Promise<number> {
  const rows = await tx.call<{ amount_paise: number }>(
    `select r.amount_paise from rewards r where r.user_id = $1 and r.repayment_id = $3 and ${USABLE} order by r.id for update`,
    [userId, today, repaymentId],
  );
  return rows.reduce((sum, row) => sum + row.amount_paise, 0);
}

/** The rewards bound to a repayment have paid. */
export async function spendRewards(tx: Tx, userId: string, repaymentId: string): Promise<void> {
  await tx.call('update rewards set is_used = true where user_id = $1 and repayment_id = $2', [
    userId,
    repaymentId,
  ]);
}

/** The newest closed day after which rewards were not looked after yet, and the one up to which they were. */
export async function findDayToKeep(tx: Tx): Promise<BusinessDate | undefined> {
  const [row] = await tx.call<{ day: BusinessDate | null }>(
    `select max(day_on) as day from business_days where closed_at is not null
       and day_on > coalesce((select max(day_on) from reward_days), '-infinity')`,
  );
  return row?.day ?? undefined;
}

export async function markDayKept(tx: Tx, day: BusinessDate, now: Date): Promise<void> {
  await tx.call('insert into reward_days (day_on, kept_at) values ($1, $2) on conflict do nothing', [
    day,
    now,
  ]);
}

/** People after one, in order, of whom something fell due, or was closed, in a span of days. */
export async function listPeople(
  tx: Tx,
  span: { readonly from: BusinessDate; readonly to: BusinessDate },
  afterUserId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from (
       (select user_id from instalments where is_active and due_on between $1 and $2 and user_id > $3)
       union
       (select user_id from loans where closed_on between $1 and $2 and user_id > $3)
     ) due order by user_id limit $4`,
    [span.from, span.to, afterUserId, limit],
  );
  return rows.map((row) => row.user_id);
}

export interface Earned {
  readonly userId: string;
  readonly amountPaise: number;
}

export async function earn(
  tx: Tx,
  userIds: readonly string[],
  span: { readonly from: BusinessDate; readonly to: BusinessDate },
  now: Date,
): Promise<Earned[]> {
  const rows = await tx.call<{ user_id: string; paise: number }>(
    `select user_id, sum(amount_paise)::bigint as paise from rewards_earn($1, $2, $3, $4) group by user_id`,
    [userIds, span.from, span.to, now],
  );
  return rows.map((row) => ({ userId: row.user_id, amountPaise: row.paise }));
}

/** Takes back what no longer stands; answers how many were looked at. */
export const clawBack = (tx: Tx, now: Date, limit: number) =>
  count(tx, 'select rewards_claw_back($1, $2) as count', [now, limit]);

export const giveBack = (tx: Tx, now: Date, limit: number) =>
  count(tx, 'select rewards_give_back($1, $2) as count', [now, limit]);

export const expire = (tx: Tx, today: BusinessDate, now: Date, limit: number) =>
  count(tx, 'select rewards_expire($1, $2, $3) as count', [today, now, limit]);

async function count(tx: Tx, sql: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.call<{ count: number }>(sql, values);
  return row?.count ?? 0;
}
