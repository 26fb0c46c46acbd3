import type { listUsers, QueryOf } from '@mohlat/contract';
import { ACCOUNT_FACT, type AccountFact } from '#features/lending/index.ts';
import { readCursor } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UserSearch } from './users.rules.ts';

export interface UserRow extends AccountFact {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** The number the person's Aadhaar is linked to. */
  readonly mobile_sealed: Buffer | null;
  readonly pan_masked: string | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly is_banned: boolean;
  readonly is_staff: boolean;
  readonly has_kyc: boolean;
  readonly lapsed_at: Date | null;
  readonly credit_state: string | null;
  readonly limit_paise: number;
  readonly used_paise: number;
}

type ByMobile = Extract<UserSearch, { by: 'mobile' | 'mobile_end' }>;
/** A search with what may be compared with a column: a PAN, and the mobile of an Aadhaar, by its keyed hash. */
export type Wanted =
  | Exclude<UserSearch, { by: 'pan' } | ByMobile>
  | { readonly by: 'pan'; readonly hash: Buffer }
  | (ByMobile & { readonly hash: Buffer });

/** Accounts that are not active: among them are all that have something overdue (LEND-14). */
const OVERDUE = `select h.user_id from credit_accounts h
  where h.state in ('blocked_due', 'suspended', 'revoked') and h.days_past_due > 0`;
const HAS_KYC = `coalesce(is_identity_known(k.pan_status, k.aadhaar_status), false)`;

const COLUMNS = (
  now: string,
) => `a.id, p.full_name as name, a.email, a.phone, p.mobile_sealed, p.pan_masked, a.created_at,
  a.deleted_at, coalesce(a.banned_until > ${now}, false) as is_banned, a.is_staff is true as is_staff, ${HAS_KYC} as has_kyc, k.lapsed_at,
  nullif(c.state, 'none') as credit_state, coalesce(c.limit_paise, 0) as limit_paise,
  coalesce(c.used_paise + c.reserved_paise, 0) as used_paise,
  ${ACCOUNT_FACT}`;
const FROM = `from staff_accounts a left join profiles p on p.user_id = a.id
  left join kyc_records k on k.user_id = a.id left join credit_accounts c on c.user_id = a.id`;
/** A page of accounts, newest first; one row too many. */
export async function listRows(
  tx: Tx,
  wanted: Wanted | undefined,
  { state, kyc, isOverdue, from, to, reached, limit, cursor }: Omit<QueryOf<typeof listUsers>, 'search'>,
  now: Date,
): Promise<UserRow[]> {
  const values: unknown[] = [now];
  const param = (value: unknown) => `$${values.push(value)}`;
  const after = readCursor(cursor);
  const conditions = [
    ...(wanted ? [matching(wanted, param)] : []),
    ...(state ? [STATE[state]] : []),
    ...(kyc ? [KYC[kyc]] : []),
    ...(isOverdue === undefined ? [] : [`a.id ${isOverdue ? '' : 'not '}in (${OVERDUE})`]),
    ...(from ? [`a.created_at >= ${param(from)}::date::timestamp at time zone 'Asia/Kolkata'`] : []),
    ...(to ? [`a.created_at < (${param(to)}::date + 1)::timestamp at time zone 'Asia/Kolkata'`] : []),
    ...(reached ? [REACHED[reached]] : []),
    ...(after ? [`(a.created_at, a.id) < (${param(after.at)}, ${param(after.id)}::uuid)`] : []),
  ];
  const page = `select ${COLUMNS('$1')} ${FROM} where ${['true', ...conditions].join(' and ')}
    order by a.created_at desc, a.id desc limit ${param(limit + 1)}`;
  return tx.call<UserRow>(page, values);
}

export async function findRow(tx: Tx, id: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await tx.call<UserRow>(`select ${COLUMNS('$1')} ${FROM} where a.id = $2`, [now, id]);
  return row;
}

const STATE = {
  active: 'a.deleted_at is null and (a.banned_until is null or a.banned_until <= $1)',
  blocked: 'a.deleted_at is null and a.banned_until > $1',
  closed: 'a.deleted_at is not null',
} as const;

const KYC = {
  open: `not ${HAS_KYC}`,
  complete: 'does_identity_hold(k.pan_status, k.aadhaar_status, k.lapsed_at)',
  lapsed: `${HAS_KYC} and k.lapsed_at is not null`,
} as const;

const HAS_LIMIT = `${HAS_KYC} and coalesce(c.limit_paise, 0) > 0`;
/** As people_reached counts them: each step is one of those before it. */
const REACHED = {
  signed_up: 'a.deleted_at is null',
  kyc_complete: `a.deleted_at is null and ${HAS_KYC}`,
  limit_given: `a.deleted_at is null and ${HAS_LIMIT}`,
  first_bill_paid: `a.deleted_at is null and ${HAS_LIMIT} and exists (select from loans l where l.user_id = a.id)`,
} as const;

function matching(wanted: Wanted, param: (value: unknown) => string): string {
  switch (wanted.by) {
    case 'id':
      return `a.id = ${param(wanted.id)}::uuid`;
    case 'email':
      return `a.email = ${param(wanted.email)}`;
    // Found first: walking the accounts by when they joined would look at most of them for a few.
    case 'mobile':
      return `a.id = any (array(select e.id from staff_accounts e where e.phone = ${param(`91${wanted.digits}`)}
        union all select m.user_id from profiles m where m.mobile_hash = ${param(wanted.hash)}))`;
    case 'mobile_end':
      // The end of the number that is shown, and of no other.
      return `a.id = any (array(select e.id from staff_accounts e where right(e.phone, 4) = ${param(wanted.digits)}
        union all select m.user_id from profiles m where m.mobile_end_hash = ${param(wanted.hash)}))
        and (right(a.phone, 4) = ${param(wanted.digits)} or coalesce(a.phone, '') = '')`;
    case 'pan':
      return `a.id in (select o.user_id from profiles o where o.pan_hash = ${param(wanted.hash)})`;
    case 'words': {
      const beginning = param(beginningWith(wanted.words));
      return `a.id in (select n.user_id from profiles n where lower(n.full_name) like ${beginning}
          or string_to_array(lower(n.full_name), ' ') @> ${param(wanted.words.split(' '))}::text[])`;
    }
  }
}

/** A pattern for what begins like this; its own signs stand for themselves. */
function beginningWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
