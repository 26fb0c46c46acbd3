import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { USER, type UserChange, updateUser } from './auth.repo.ts';
import type { Metadata } from './auth.rules.ts';
import type { User } from './auth.user.ts';

export interface UserPage {
  readonly users: readonly User[];
  readonly total: number;
}

/** A page of accounts that are there, by when they were made; `filter` is looked for in addresses and names. */
export async function listUsers(
  tx: Tx,
  page: { readonly offset: number; readonly limit: number; readonly isOldestFirst: boolean },
  filter: string,
): Promise<UserPage> {
  const where = `deleted_at is null and ($1 = '' or strpos(lower(concat_ws(' ', email, phone,
    user_metadata ->> 'full_name')), lower($1)) > 0)`;
  const direction = page.isOldestFirst ? 'asc' : 'desc';
  const users = await tx.call<User>(
    `select ${USER} from auth.users where ${where} order by created_at ${direction}, id ${direction} limit $2 offset $3`,
    [filter, page.limit, page.offset],
  );
  const [row] = await tx.call<{ total: string }>(`select count(*) as total from auth.users where ${where}`, [
    filter,
  ]);
  return { users, total: Number(row?.total ?? 0) };
}

export interface GivenUser {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly role: string | undefined;
  readonly audience: string | undefined;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
}

/** Stores an account as it is given. Throws at an address or id that is taken. */
export async function insertGivenUser(
  tx: Tx,
  user: GivenUser,
  change: UserChange,
  { joinedAt, now }: { readonly joinedAt: Date; readonly now: Date },
): Promise<User> {
  await tx.call(
    `insert into auth.users
       (id, email, phone, password_hash, app_metadata, user_metadata, role, audience, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, coalesce($7, 'authenticated'), coalesce($8, 'authenticated'), $9, $9)`,
    [
      user.id,
      user.email,
      user.phone,
      user.passwordHash,
      JSON.stringify(user.appMetadata),
      JSON.stringify(user.userMetadata),
      user.role ?? null,
      user.audience ?? null,
      joinedAt,
    ],
  );
  return updateUser(tx, user.id, change, now);
}

/** An account as the service sees it: soft-deleted ones are there too. */
export async function findKeptUser(
  tx: Tx,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<User | undefined> {
  const rows = await tx.call<User>(
    `select ${USER} from auth.users
     where id = $1 and (deleted_at is null or is_restorable) ${lock === 'lock' ? 'for no key update' : ''}`,
    [id],
  );
  return rows[0];
}

/** Keyed hashes that a soft-deleted account shows in place of its contacts; all null after a plain delete. */
export type Remains = Pick<User, 'is_restorable' | 'deleted_email_hash' | 'deleted_phone_hash'>;

/**
 * Takes everything away that could sign in or tell who it was; the row stays, so that what hangs on it stays true. The
 * caller announces it.
 */
export async function emptyUser(tx: Tx, id: string, remains: Remains, now: Date): Promise<void> {
  for (const table of [
    'sessions',
    'one_time_codes',
    'sign_ups',
    'undo_links',
    'flow_states',
    'identities',
    'factors',
  ])
    await tx.call(`delete from auth.${table} where user_id = $1`, [id]);
  await updateUser(
    tx,
    id,
    {
      email: null,
      phone: null,
      new_email: null,
      new_phone: null,
      password_hash: null,
      user_metadata: {},
      sign_up_device_hash: null,
      app_metadata: {},
      role: 'authenticated',
      audience: 'authenticated',
      deleted_at: now,
      ...remains,
    },
    now,
  );
}
