import { accountsIn } from '#ledger/accounts-in.ts';
import { lockOpening } from '#features/open-account.ts';
import { CHARGES, INSTALMENTS, IS_OWED, list } from '#features/lending/index.ts';
import { findExcess } from '#features/refunds/index.ts';
import { REFUND_UNDER_WAY } from '@mohlat/lending';
import { type LoanState, outstandingOf, REVIEWED_HOLDS, sumPaise } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { claimPeople } from '#platform/jobs/due.ts';
import type { FileStore } from '#platform/files/files.ts';
import type { Fate, HeldTable, Standing } from '#features/personal-data.ts';
import { isStaffAccount } from './privacy.repo.ts';
import { type Forfeits, type History, isOfApplication, type Obligations } from './erasure.rules.ts';
import type { PeriodName } from './retention.periods.ts';

export interface Filled {
  /** Tables with rows that outlive the closing. */
  readonly kept: ReadonlySet<string>;
  /** Tables with rows that go with it. */
  readonly erased: ReadonlySet<string>;
}

/**
 * Where a person's rows are and what would become of them. What this role may not read is machinery, and nothing a
 * person is told of.
 */
export async function findFilled(
  tx: Tx,
  held: readonly HeldTable[],
  userId: string,
  standing: Standing,
): Promise<Filled> {
  const readable = await tx.call<{ name: string }>(
    `select name from unnest($1::text[]) name where has_column_privilege(name, 'user_id', 'select')`,
    [held.map(({ table }) => table)],
  );
  const names = new Set(readable.map(({ name }) => name));
  const looks = held
    .filter(({ table }) => names.has(table))
    .map(({ table, fate }) => {
      const mine = fate[standing];
      const goes = mine === 'erase' ? 'true' : (mine.eraseWhere ?? 'false');
      return `select '${table}' as name, bool_or(${goes}) as goes, bool_or(not (${goes})) as stays
      from ${table} t where t.user_id = $1`;
    });
  const rows = await tx.call<{ name: string; goes: boolean | null; stays: boolean | null }>(
    looks.join(' union all '),
    [userId],
  );
  return {
    kept: new Set(rows.filter(({ stays }) => stays === true).map(({ name }) => name)),
    erased: new Set(rows.filter(({ goes }) => goes === true).map(({ name }) => name)),
  };
}

/**
 * The account's own locks, in their order: nothing is closed a second time, accepted, assessed or verified meanwhile. The first one
 * holds also of a person who has no row yet. Rule: LEND-C5.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await lockOpening(tx, userId);
  await tx.call('select 1 from profiles where user_id = $1 for update', [userId]);
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
}

/** True of a repayment whose money may still come: it is looked after, or a mandate's debit, which its presentation looks after. */
const IS_MOVING = `(status = 'unknown' or status = 'initiated' and (next_enquiry_at is not null or channel = 'mandate'))`;

/** Finds the payments under way, the money owed by the person, the money owed to them and the disputes that may bring debt back. */
export async function findObligations(tx: Tx, userId: string): Promise<Obligations> {
  const [row] = await tx.call<Record<string, number>>(
    `select
       (select count(*) from payments where user_id = $1 and (bill_status in ('accepted', 'submitted', 'unknown') or needs_review))
         + (select count(*) from repayments where user_id = $1 and ${IS_MOVING})
         as moving,
       (select coalesce(sum(amount_paise), 0)::bigint from payments
         where user_id = $1 and (bill_status in ('accepted', 'submitted', 'unknown') or needs_review))
         + (select coalesce(sum(amount_paise), 0)::bigint from repayments
            where user_id = $1 and ${IS_MOVING}) as moving_paise,
       back.count as back, back.paise as back_paise
     from (
       select count(*) as count, coalesce(sum(amount_paise), 0)::bigint as paise from refunds
       where user_id = $1 and ${oneOf('status', REFUND_UNDER_WAY)}
     ) back`,
    [userId],
  );
  const owed = await tx.call<LoanState>(
    `select ${list(INSTALMENTS)} as instalments, ${list(CHARGES)} as charges from loans l where l.user_id = $1 and ${IS_OWED}`,
    [userId],
  );
  const { duePaise } = await findExcess(tx, userId);
  const [disputed] = await tx.call<{ count: number; paise: number }>(
    'select disputes as count, disputed_paise as paise from disputes_open()',
  );
  const number = (name: string) => row?.[name] ?? 0;
  return {
    staff_account: { count: (await isStaffAccount(tx, userId)) ? 1 : 0, amountPaise: 0 },
    payment_under_way: { count: number('moving'), amountPaise: number('moving_paise') },
    money_owed: { count: owed.length, amountPaise: sumPaise(owed.map((loan) => outstandingOf(loan))) },
    refund_due: {
      count: number('back') + duePaise.length,
      amountPaise: number('back_paise') + sumPaise(duePaise),
    },
    dispute_open: { count: disputed?.count ?? 0, amountPaise: disputed?.paise ?? 0 },
  };
}

/** Finds the rupees that end with the account: unused rewards, and excess that no rail can send. Rule: LEND-24 (rewards) */
export async function findForfeits(tx: Tx, userId: string): Promise<Forfeits> {
  const [row] = await tx.call<{ rewards: number }>(
    `select coalesce(-sum(balance_paise), 0)::bigint as rewards from account_balances
     where user_id = $1 and account in ${accountsIn('REWARDS')} and balance_paise < 0`,
    [userId],
  );
  const { remainderPaise } = await findExcess(tx, userId);
  return { rewardsPaise: row?.rewards ?? 0, remainderPaise };
}

/** Finds the facts that decide how much the law keeps of a person. */
export async function findHistory(
  tx: Tx,
  userId: string,
): Promise<History & { readonly isBarred: boolean; readonly hasClaim: boolean }> {
  const [row] = await tx.call<{
    had_limit: boolean;
    has_paid: boolean;
    was_assessed: boolean;
    has_verified: boolean;
    is_barred: boolean;
    has_claim: boolean;
  }>(
    `select
       coalesce(c.state in ('active', 'blocked_due', 'suspended', 'revoked', 'closed'), false)
         or exists (select 1 from credit_account_log
           where user_id = $1 and (from_limit_paise > 0 or to_limit_paise > 0)) as had_limit,
       exists (select 1 from payments where user_id = $1) as has_paid,
       exists (select 1 from credit_assessments where user_id = $1) as was_assessed,
       coalesce('verified' in (k.pan_status, k.aadhaar_status), false) as has_verified,
       coalesce(c.state in ('declined', 'revoked')
         or c.state = 'suspended' and (c.state_reason is null or ${oneOf('c.state_reason', REVIEWED_HOLDS)})
         or c.limit_cap_paise is not null, false) as is_barred,
       coalesce('verified' in (k.pan_status, k.aadhaar_status), false) as has_claim
     from (select 1) one
     left join credit_accounts c on c.user_id = $1
     left join kyc_records k on k.user_id = $1`,
    [userId],
  );
  return {
    hadLimit: row!.had_limit,
    hasPaid: row!.has_paid,
    wasAssessed: row!.was_assessed,
    hasVerified: row!.has_verified,
    isBarred: row!.is_barred,
    hasClaim: row!.has_claim,
  };
}

export interface Closure {
  readonly standing: Standing;
  readonly answer: object;
  readonly closed_at: Date;
}

export async function findClosure(tx: Tx, userId: string): Promise<Closure | undefined> {
  const [row] = await tx.call<Closure>(
    'select standing, answer, closed_at from account_closures where user_id = $1',
    [userId],
  );
  return row;
}

/** Closes credit, lets PAN and document go from a moment on and writes down what the person was told. */
export async function closeAccount(
  tx: Tx,
  userId: string,
  closure: Closure,
  claimReleasedFrom: Date,
): Promise<void> {
  await tx.call(
    `insert into account_closures (user_id, standing, answer, closed_at) values ($1, $2, $3, $4)`,
    [userId, closure.standing, JSON.stringify(closure.answer), closure.closed_at],
  );
  await tx.call(
    `update credit_accounts set state = 'closed', limit_paise = 0, pull_id = null, pull_key_at = null,
       pull_started_at = null, updated_at = $2
     where user_id = $1`,
    [userId, closure.closed_at],
  );
  await tx.call('select release_identity($1)', [claimReleasedFrom]);
  await tx.call('select auth.close_account($1, $2)', [userId, closure.closed_at]);
}

interface Erasing {
  readonly files: FileStore;
  /** In an order in which a row comes after the rows it hangs on. */
  readonly held: readonly HeldTable[];
  readonly now: Date;
}

/** Erases at once whatever no law keeps of a closed account. Run twice, it finds nothing to do. */
export async function eraseAtOnce(tx: Tx, { files, held, now }: Erasing, userId: string): Promise<void> {
  const [closure] = await tx.call<{ standing: Standing }>(
    'select standing from account_closures where user_id = $1 and erased_at is null for update',
    [userId],
  );
  if (!closure) return;
  await files.eraseAll(tx, userId, closure.standing === 'visitor' ? undefined : 'video_part');
  for (const { table, fate } of held.toReversed())
    for (const statement of goneOf(table, fate[closure.standing])) await tx.call(statement, [[userId]]);
  await tx.call('select forget_link_tokens($1)', [userId]);
  await tx.call('select forget_messages($1)', [userId]);
  await tx.call('update account_closures set erased_at = $2 where user_id = $1', [userId, now]);
}

/** The statements that erase or empty rows now, whatever becomes of them at the end of their time. */
function goneOf(table: string, fate: Fate): string[] {
  const mine = `from ${table} t where t.user_id = any ($1)`;
  if (fate === 'erase') return [`delete ${mine}`];
  return [
    ...(fate.eraseWhere ? [`delete ${mine} and ${fate.eraseWhere}`] : []),
    ...(fate.blank ? [`update ${table} set ${fate.blank} where user_id = any ($1)`] : []),
  ];
}

/** Erases what has been kept for a period of closed accounts whose time is over. */
export async function eraseKept(
  tx: Tx,
  held: readonly HeldTable[],
  userIds: readonly string[],
  standing: Standing,
  period: PeriodName,
): Promise<void> {
  for (const { table, fate } of held.toReversed()) {
    const mine = fate[standing];
    if (mine === 'erase' || mine.keep !== period || mine.atEnd === 'archive') continue;
    const last =
      mine.atEnd === 'erase' ? mine.atEnd : { ...mine.atEnd, keep: period, atEnd: 'archive' as const };
    for (const statement of goneOf(table, last)) await tx.call(statement, [userIds]);
  }
}

/** The people a turn erased, by their count, and whether another turn finds no one. */
export interface Carried {
  readonly gone: number;
  readonly isDone: boolean;
}

/** True where nothing of a person waits for a verdict, and nothing was asked for in the last year; `c` is their account. */
const ASKED_FOR_NOTHING = `
    -- Not while a bank account is compared with their name: what it is compared with would be gone, and so would the review.
    not exists (select 1 from bank_accounts b
      where b.user_id = c.user_id and b.removed_at is null and b.status in ('pending', 'review'))
    -- Nor while staff have something to look at, or their verdict has yet to take effect.
    and not exists (select 1 from reviews r
      where r.user_id = c.user_id and (r.status = 'open' or r.applied_at is null))
    and not exists (select 1 from income_evidence e
      where e.user_id = c.user_id and (e.status = 'pending' or e.decided_at > $1::timestamptz - interval '12 months'))
    and not exists (select 1 from video_sessions v
      where v.user_id = c.user_id
        and (v.status in ('sending', 'open') or v.created_at > $1::timestamptz - interval '12 months'))
    and not exists (select 1 from video_recordings v
      where v.user_id = c.user_id and v.created_at > $1::timestamptz - interval '12 months')
    and not exists (select 1 from aadhaar_sessions a
      where a.user_id = c.user_id and a.status = 'waiting' and a.expires_at > $1::timestamptz)
    and not exists (select 1 from kyc_attempts k
      where k.user_id = c.user_id and k.at > $1::timestamptz - interval '12 months')
    and not exists (select 1 from credit_assessments s
      where s.user_id = c.user_id and s.at > $1::timestamptz - interval '12 months')
    -- Nor while the bureau is being asked for them anew.
    and coalesce(c.pull_started_at < $1::timestamptz - interval '1 hour', true)`;

const REFUSED = `select c.user_id from credit_accounts c
  where c.state = 'declined'
    and not exists (select 1 from payments p where p.user_id = c.user_id)
    and not exists (select 1 from account_closures a where a.user_id = c.user_id)
    and ${ASKED_FOR_NOTHING}`;

/**
 * Refused a year ago, nothing paid and nothing asked for since: the application goes and the account begins again.
 */
export async function eraseRefused(tx: Tx, { files, held, now }: Erasing, limit: number): Promise<Carried> {
  const seen = await tx.call<{ user_id: string }>(`${REFUSED} limit $2`, [now, limit]);
  const free = await claimPeople(
    tx,
    'credit_accounts',
    seen.map((row) => row.user_id),
  );
  const due = await tx.call<{ user_id: string }>(`${REFUSED} and c.user_id = any ($2::uuid[])`, [now, free]);
  const userIds = due.map((row) => row.user_id);
  if (userIds.length === 0) return { gone: 0, isDone: true };
  // Before what they are known by is gone: a fraud's claims are marked as they are let go.
  await tx.call('select release_identities($1, $2)', [userIds, now]);
  for (const userId of userIds) await files.eraseAll(tx, userId);
  await askNames(tx, userIds, now);
  for (const { table } of held.filter(isOfApplication).toReversed()) {
    // A consent beyond the application stands: the linked bank accounts stand, too.
    const but = table === 'consents' ? ` and purpose not in ('marketing_messages', 'bank_verification')` : '';
    await tx.call(`delete from ${table} where user_id = any ($1)${but}`, [userIds]);
  }
  return { gone: userIds.length, isDone: seen.length < limit };
}

/** Bank accounts stay, but the name they were compared with goes: each waits for the next one, as where a PAN is lost. */
async function askNames(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  const named = await tx.call<{ user_id: string }>(
    `select distinct user_id from bank_accounts where user_id = any ($1) and status = 'verified'`,
    [userIds],
  );
  const jobs = named.map(({ user_id: userId }) => ({
    payload: { userId, lostAt: now.toISOString() },
    key: `name_lost:${userId}`,
  }));
  await tx.enqueueEach('bank_accounts.name_lost', jobs, { attemptsMax: 25 });
}
