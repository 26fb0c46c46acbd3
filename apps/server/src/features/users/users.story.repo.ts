import type { Kyc, UserDetail } from '@mohlat/contract';
import { IS_AGAINST_READER } from '#features/approvals/index.ts';
import { CONSENT_UNTIL } from '#features/kyc/index.ts';
import { readNewest } from '@mohlat/platform/db/newest.ts';
import type { Tx } from '#platform/db/database.ts';

type KycStatus = Kyc['pan']['status'];

export interface ProfileRow {
  readonly date_of_birth: string | null;
  readonly address_sealed: Buffer | null;
  readonly pan_sealed: Buffer | null;
  readonly monthly_income_paise: number | null;
}

export interface AccountRow {
  readonly email: string | null;
  readonly phone: string | null;
  readonly is_email_confirmed: boolean;
  readonly is_phone_confirmed: boolean;
  readonly last_sign_in_at: Date | null;
}

export interface ChecksRow {
  readonly pan_status: KycStatus;
  readonly pan_name: string | null;
  readonly pan_category: string | null;
  readonly pan_reason: string | null;
  readonly pan_verified_at: Date | null;
  readonly aadhaar_status: KycStatus;
  readonly consent_until: Date | null;
  readonly aadhaar_last4: string | null;
  readonly aadhaar_name: string | null;
  readonly aadhaar_reason: string | null;
  readonly aadhaar_verified_at: Date | null;
  readonly video_status: KycStatus;
  readonly video_reason: string | null;
  readonly video_reason_code: string | null;
  readonly video_verified_at: Date | null;
  readonly risk: string;
}

export interface CreditRow {
  readonly state_reason: string | null;
  readonly limit_paise: number;
  readonly used_paise: number;
  readonly reserved_paise: number;
  readonly score: number | null;
}

async function one<R extends object>(
  tx: Tx,
  sql: string,
  values: readonly unknown[],
): Promise<R | undefined> {
  const [row] = await tx.call<R>(sql, values);
  return row;
}

export const findProfile = (tx: Tx, userId: string) =>
  one<ProfileRow>(
    tx,
    `select date_of_birth, address_sealed, pan_sealed, monthly_income_paise
     from profiles where user_id = $1`,
    [userId],
  );

export const findAccount = (tx: Tx, userId: string) =>
  one<AccountRow>(
    tx,
    `select email, phone, is_email_confirmed, is_phone_confirmed, last_sign_in_at from staff_accounts where id = $1`,
    [userId],
  );

export const findChecks = (tx: Tx, userId: string) =>
  one<ChecksRow>(
    tx,
    `select pan_status, pan_name, pan_category, pan_reason, pan_verified_at, aadhaar_status, aadhaar_last4, aadhaar_name,
       aadhaar_reason, aadhaar_verified_at, ${CONSENT_UNTIL} as consent_until, video_status, video_reason, video_reason_code, video_verified_at, risk
     from kyc_records k where user_id = $1`,
    [userId],
  );

export const findCredit = (tx: Tx, userId: string) =>
  one<CreditRow>(
    tx,
    `select state_reason, limit_paise, used_paise, reserved_paise, score
     from credit_accounts where user_id = $1 and state <> 'none'`,
    [userId],
  );

/** So many entries of each list are shown with the account itself, and how many more there are; the timeline has the rest. */
const SHOWN = 50;

export const listAttempts = (tx: Tx, userId: string) =>
  readNewest<{ kind: string; outcome: string; at: Date }>(
    tx,
    {
      select: 'select id, kind, outcome, at from kyc_attempts where user_id = $1',
      order: 'at desc, id desc',
      max: SHOWN,
    },
    [userId],
  );

export const listBankAccounts = (tx: Tx, userId: string) =>
  tx.call<UserDetail['checks']['bankAccounts'][number]>(
    `select id, masked_number as masked, bank_name as "bankName", status, name_at_bank as "nameAtBank", reason
     from bank_accounts where user_id = $1 and removed_at is null order by created_at desc, id desc`,
    [userId],
  );

export interface LimitChangeRow {
  readonly at: Date;
  readonly toState: string;
  readonly toLimitPaise: number;
  readonly reason: string | null;
}

export const listLimitChanges = (tx: Tx, userId: string) =>
  readNewest<LimitChangeRow>(
    tx,
    {
      select: `select id, at, to_state as "toState", to_limit_paise as "toLimitPaise", reason
       from credit_account_log where user_id = $1`,
      order: 'at desc, id desc',
      max: SHOWN,
    },
    [userId],
  );

export const listConsents = (tx: Tx, userId: string) =>
  readNewest<{ purpose: string; version: string; given_at: Date; withdrawn_at: Date | null }>(
    tx,
    {
      select: 'select id, purpose, version, given_at, withdrawn_at from consents where user_id = $1',
      order: 'given_at desc, id desc',
      max: SHOWN,
    },
    [userId],
  );

export const listSessions = (tx: Tx, userId: string) =>
  readNewest<{
    id: string;
    created_at: Date;
    refreshed_at: Date | null;
    user_agent: string | null;
    ip: string | null;
    aal: string;
  }>(
    tx,
    {
      select:
        'select id, created_at, refreshed_at, user_agent, abbrev(ip) as ip, aal from staff_sessions where user_id = $1',
      order: 'coalesce(refreshed_at, created_at) desc, id',
      max: SHOWN,
    },
    [userId],
  );

/** Those that wait stand before those that were decided, so that no number of these hides one of them. */
export const listReviews = (tx: Tx, userId: string) =>
  readNewest<{
    id: string;
    kind: UserDetail['reviews'][number]['kind'];
    status: UserDetail['reviews'][number]['status'];
    created_at: Date;
    decided_at: Date | null;
  }>(
    tx,
    {
      select: 'select id, kind, status, created_at, decided_at from reviews where user_id = $1',
      order: `status = 'open' desc, created_at desc, id desc`,
      max: SHOWN,
    },
    [userId],
  );

export const listOpenApprovals = (tx: Tx, userId: string, now: Date) =>
  tx.call<{ id: string; kind: UserDetail['openApprovals'][number]['kind']; proposed_at: Date }>(
    `select id, kind, proposed_at from approvals a where status = 'open' and expires_at > $2 and subject_id = $1 and not (${IS_AGAINST_READER})
     order by proposed_at, id`,
    [userId, now],
  );

export async function findReferralCode(tx: Tx, userId: string): Promise<string | null> {
  const row = await one<{ code: string }>(tx, 'select code from referral_codes where user_id = $1', [userId]);
  return row?.code ?? null;
}

export interface FriendRow {
  readonly id: string;
  readonly name: string | null;
  readonly at: Date;
  readonly rewardPaise: number | null;
}

/** Names are asked for apart: a friend may lie on another node of a cluster (decision 121). */
export async function listFriends(tx: Tx, userId: string) {
  const friends = await readNewest<Omit<FriendRow, 'name'>>(
    tx,
    {
      select: `select r.referred_id as id, r.created_at as at, r.reward_amount_paise as "rewardPaise"
       from referrals r where r.user_id = $1`,
      order: 'at desc, id desc',
      max: SHOWN,
    },
    [userId],
  );
  const rows = await tx.call<{ user_id: string; full_name: string | null }>(
    'select user_id, full_name from profiles where user_id = any ($1::uuid[])',
    [friends.items.map(({ id }) => id)],
  );
  const names = new Map(rows.map((row) => [row.user_id, row.full_name]));
  return {
    ...friends,
    items: friends.items.map((friend): FriendRow => ({ ...friend, name: names.get(friend.id) ?? null })),
  };
}

export async function countPayments(tx: Tx, userId: string): Promise<number> {
  const row = await one<{ count: number }>(
    tx,
    'select count(*)::integer as count from payments where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}
