import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { CodeKind, Metadata, Pkce } from './auth.rules.ts';
import type { Identity, User } from './auth.user.ts';

export const USER = `id, audience, role, email, phone, password_hash, email_confirmed_at, phone_confirmed_at,
  invited_at, confirmation_sent_at, recovery_sent_at, reauthentication_sent_at, new_email, email_change_sent_at,
  email_change_accepted_count, new_phone, phone_change_sent_at, app_metadata, user_metadata, is_anonymous,
  last_sign_in_at, banned_until, guarded_at, deleted_at, is_restorable, deleted_email_hash, deleted_phone_hash,
  created_at, updated_at`;

/** As many as an address gets codes of in a day: no live code is hidden by those of others. */
const WAITING_MAX = 40;

/** The user of an address. Locks the row when it is about to change. */
export async function findUserByAddress(
  tx: Tx,
  column: 'email' | 'phone',
  address: string,
  lock: 'lock' | 'look' = 'look',
): Promise<User | undefined> {
  const rows = await tx.call<User>(
    `select ${USER} from auth.users where ${column} = $1 and deleted_at is null
     ${lock === 'lock' ? 'for no key update' : ''}`,
    [address],
  );
  return rows[0];
}

/** The kind of code that proves an address while it waits. */
const KIND_OF_WAITING = { new_email: 'email_change_new', new_phone: 'phone_change' } as const;

/**
 * Locks the users who may prove an address by a typed code: the one who has it, or those for whom it waits. Of these who got
 * the newest code comes first: an older, abandoned request hides none.
 */
export async function lockUsersOfAddress(
  tx: Tx,
  column: 'email' | 'phone' | keyof typeof KIND_OF_WAITING,
  address: string,
  now: Date,
): Promise<User[]> {
  if (column === 'email' || column === 'phone') {
    const user = await findUserByAddress(tx, column, address, 'lock');
    return user ? [user] : [];
  }
  const waiting = await tx.call<{ id: string }>(
    `select u.id from auth.users u
     join auth.one_time_codes c on c.user_id = u.id and c.kind = $2 and c.address = $1 and c.expires_at > $3
     where u.${column} = $1 and u.deleted_at is null
     order by c.created_at desc, u.id desc limit ${WAITING_MAX}`,
    [address, KIND_OF_WAITING[column], now],
  );
  const ids = waiting.map(({ id }) => id);
  // In one order for everybody, so that two who verify at once do not wait for each other.
  const users = await tx.call<User>(
    `select ${USER} from auth.users where id = any($1) and ${column} = $2 and deleted_at is null
     order by id for no key update`,
    [ids, address],
  );
  return users.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export async function findUser(
  tx: Tx,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<User | undefined> {
  const rows = await tx.call<User>(
    `select ${USER} from auth.users where id = $1 and deleted_at is null ${lock === 'lock' ? 'for no key update' : ''}`,
    [id],
  );
  return rows[0];
}

export interface NewUser {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string | null;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  /** The mark of the browser it signed up on. */
  readonly deviceHash?: Buffer | null;
}

/** Stores a new user; false when another user has the address. */
export async function insertUser(tx: Tx, user: NewUser, now: Date): Promise<boolean> {
  const rows = await tx.call(
    `insert into auth.users (id, email, phone, password_hash, app_metadata, user_metadata, sign_up_device_hash,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $8, $7, $7) on conflict do nothing returning id`,
    [
      user.id,
      user.email,
      user.phone,
      user.passwordHash,
      json(user.appMetadata),
      json(user.userMetadata),
      now,
      user.deviceHash ?? null,
    ],
  );
  return rows.length === 1;
}

/** Columns of auth.users that services change; `undefined` leaves one as it is. */
export type UserChange = Partial<Omit<User, 'id' | 'created_at' | 'updated_at'>> & {
  /** Written and never read here, so that no answer shows it. */
  readonly sign_up_device_hash?: Buffer | null;
};

/** Changes a user and returns the row as it is then. */
export async function updateUser(tx: Tx, id: string, change: UserChange, now: Date): Promise<User> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const sets = entries.map(([column], index) => `${column} = $${index + 3}`);
  const values = entries.map(([column, value]) => (column.endsWith('_metadata') ? json(value) : value));
  const rows = await tx.call<User>(
    `update auth.users set ${[...sets, 'updated_at = $2'].join(', ')} where id = $1 returning ${USER}`,
    [id, now, ...values],
  );
  return rows[0]!;
}

export const IDENTITY = `id, user_id, provider, provider_subject, identity_data, last_sign_in_at, created_at, updated_at`;

export async function listIdentities(tx: Tx, userId: string): Promise<Identity[]> {
  return await tx.call<Identity>(
    `select ${IDENTITY} from auth.identities where user_id = $1 order by created_at, id`,
    [userId],
  );
}

export interface NewIdentity {
  readonly userId: string;
  readonly id: string;
  readonly provider: string;
  /** The id under which the provider knows the person; left out for an address here, whose id is the account's. */
  readonly subject?: string;
  readonly data: Metadata;
}

/** Stores an identity. */
export async function insertIdentity(tx: Tx, identity: NewIdentity, now: Date): Promise<void> {
  await tx.call(
    `insert into auth.identities (user_id, id, provider, provider_subject, identity_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [
      identity.userId,
      identity.id,
      identity.provider,
      identity.subject ?? identity.userId,
      json(identity.data),
      now,
    ],
  );
}

/** Merges into the data of the user's identity with this provider; false when there is none. */
export async function mergeIdentityData(
  tx: Tx,
  userId: string,
  provider: string,
  data: Metadata,
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = $4
     where user_id = $1 and provider = $2 returning id`,
    [userId, provider, json(data), now],
  );
  return rows.length > 0;
}

export async function markIdentityUsed(tx: Tx, userId: string, provider: string, now: Date): Promise<void> {
  await tx.call('update auth.identities set last_sign_in_at = $3 where user_id = $1 and provider = $2', [
    userId,
    provider,
    now,
  ]);
}

/** One row of auth.one_time_codes. */
export interface StoredCode {
  readonly user_id: string;
  readonly kind: CodeKind;
  readonly address: string;
  readonly token_hash: Buffer;
  readonly is_pkce: boolean;
  /** The hash of who asked. */
  readonly asked_by_hash: Buffer | null;
  /** Whether it has ten digits. */
  readonly is_long: boolean;
  readonly expires_at: Date;
  /** The sign-up it confirms; null where it proves the address alone. */
  readonly sign_up_id: string | null;
}

/** Puts a code in the place of the one before it. */
export async function replaceCode(
  tx: Tx,
  code: Omit<StoredCode, 'sign_up_id'> & {
    /** A code to sign in with was asked for: while it can be used, no password that comes after it is known to be theirs. */
    readonly drops_password: boolean;
  },
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into auth.one_time_codes
       (user_id, kind, address, token_hash, is_pkce, drops_password, drops_password_until, expires_at, created_at,
        tries_from, asked_by_hash, long_hash)
     values ($1, $2, $3, $4, $5, $6, case when $6 then $7::timestamptz end, $7, $8, $8, $9, case when $10 then $4::bytea end)
     on conflict (user_id, kind) do update set address = excluded.address, token_hash = excluded.token_hash,
       is_pkce = excluded.is_pkce, expires_at = excluded.expires_at,
       asked_by_hash = excluded.asked_by_hash, long_hash = excluded.long_hash,
       created_at = excluded.created_at, resent_count = 0, drops_password = one_time_codes.drops_password or excluded.drops_password,
       drops_password_until = greatest(one_time_codes.drops_password_until, excluded.drops_password_until)`,
    [
      code.user_id,
      code.kind,
      code.address,
      code.token_hash,
      code.is_pkce,
      code.drops_password,
      code.expires_at,
      now,
      code.asked_by_hash,
      code.is_long,
    ],
  );
}

/** The live codes of a user: the newest of each kind, and those of the sign-ups that wait. The caller holds the user's lock. */
export async function listCodes(
  tx: Tx,
  userId: string,
  kinds: readonly CodeKind[],
  now: Date,
): Promise<StoredCode[]> {
  return await tx.call<StoredCode>(
    `select c.user_id, c.kind, c.address, c.token_hash, c.is_pkce, c.asked_by_hash,
       coalesce(c.long_hash = c.token_hash, false) as is_long, c.expires_at, s.id as sign_up_id
     from auth.one_time_codes c left join auth.sign_ups s on s.user_id = c.user_id and s.token_hash = c.token_hash
     where c.user_id = $1 and c.kind = any($2) and c.expires_at > $3
     union all
     select s.user_id, s.kind, s.address, s.token_hash, s.is_pkce, s.asked_by_hash,
       coalesce(s.long_hash = s.token_hash, false), s.expires_at, s.id
     from auth.sign_ups s join auth.one_time_codes c on c.user_id = s.user_id and c.kind = s.kind
     where s.user_id = $1 and s.kind = any($2) and s.expires_at > $3 and s.token_hash <> c.token_hash`,
    [userId, kinds, now],
  );
}

/** Whether a code to sign in with, asked for before the account was ever proven, can still be used. */
export async function isCodeAskedFor(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx.call(
    'select 1 from auth.one_time_codes where user_id = $1 and drops_password_until > $2 limit 1',
    [userId, now],
  );
  return rows.length > 0;
}

/** Finds the user whose link it is; the row is read again under the user's lock. */
export async function findCodeOwner(tx: Tx, tokenHash: Buffer): Promise<string | undefined> {
  const rows = await tx.call<{ user_id: string }>(
    `select user_id from auth.one_time_codes where token_hash = $1
     union all select user_id from auth.sign_ups where token_hash = $1 limit 1`,
    [tokenHash],
  );
  return rows[0]?.user_id;
}

/**
 * Voids codes of a user: all of them, or the named kinds; the sign-ups they would confirm; and the change of contact whose last code
 * goes. The caller holds the user's lock.
 */
export async function deleteCodes(tx: Tx, userId: string, kinds?: readonly CodeKind[]): Promise<void> {
  await tx.call(
    `with sign_ups as (delete from auth.sign_ups where user_id = $1 and ($2::text[] is null or kind = any($2))),
     changes as (
       update auth.users u set
         new_email = case when stays.email then u.new_email end,
         email_change_accepted_count = case when stays.email then u.email_change_accepted_count else 0 end,
         new_phone = case when stays.phone then u.new_phone end
       from (
         select coalesce(bool_or(kind in ('email_change_current', 'email_change_new')), false) as email,
           coalesce(bool_or(kind = 'phone_change'), false) as phone
         from auth.one_time_codes where user_id = $1 and not ($2::text[] is null or kind = any($2))
       ) stays
       where u.id = $1 and (u.new_email is not null and not stays.email or u.new_phone is not null and not stays.phone))
     delete from auth.one_time_codes where user_id = $1 and ($2::text[] is null or kind = any($2))`,
    [userId, kinds ?? null],
  );
}

/** One row of auth.flow_states. */
export interface FlowState {
  readonly user_id: string;
  readonly id: string;
  readonly method: string;
  readonly challenge: string;
  readonly challenge_method: Pkce['method'];
  readonly issued_at: Date;
  /** Set where the sign-in was elsewhere, with what that provider gave. */
  readonly provider: string | null;
  readonly provider_tokens_sealed: Buffer | null;
  /** Set where the account elsewhere waits to be linked, with the session that asked for it. */
  readonly identity_sealed: Buffer | null;
  readonly linking_session_id: string | null;
}

/** Notes a flow begun with a challenge; those not finished in a day go. */
export async function insertFlowState(
  tx: Tx,
  flow: { readonly userId: string; readonly id: string; readonly method: string; readonly pkce: Pkce },
  now: Date,
): Promise<void> {
  await tx.call(
    `with old as (delete from auth.flow_states where user_id = $1 and created_at < $6::timestamptz - interval '2 days')
     insert into auth.flow_states (user_id, id, method, challenge, challenge_method, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [flow.userId, flow.id, flow.method, flow.pkce.challenge, flow.pkce.method, now],
  );
}

/** Hands the code of the user's newest waiting flow of this method out; false when there is none. */
export async function issueFlowCode(
  tx: Tx,
  userId: string,
  method: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `update auth.flow_states set code_hash = $3, issued_at = $4
     where user_id = $1 and id = (
       select id from auth.flow_states where user_id = $1 and method = $2 and code_hash is null
       order by created_at desc, id desc limit 1
     ) returning id`,
    [userId, method, codeHash, now],
  );
  return rows.length === 1;
}

/** The flow whose code was handed out. Locks it when it is about to be spent; the caller holds the user's lock then. */
export async function findFlowByCode(
  tx: Tx,
  codeHash: Buffer,
  lock: 'lock' | 'look' = 'look',
): Promise<FlowState | undefined> {
  const rows = await tx.call<FlowState>(
    `select user_id, id, method, challenge, challenge_method, issued_at, provider, provider_tokens_sealed,
       identity_sealed, linking_session_id
     from auth.flow_states where code_hash = $1 ${lock === 'lock' ? 'for update' : ''}`,
    [codeHash],
  );
  return rows[0];
}

/** Ends every flow of a user that was begun with a challenge. */
export async function deleteAllFlows(tx: Tx, userId: string): Promise<void> {
  await tx.call('delete from auth.flow_states where user_id = $1', [userId]);
}

/** Ends those flows of a user whose code was handed out; the links of mails not opened yet stay good. */
export async function deleteIssuedFlows(tx: Tx, userId: string): Promise<void> {
  await tx.call('delete from auth.flow_states where user_id = $1 and code_hash is not null', [userId]);
}

/** Gives the flows of a user whose code was not handed out yet to another: the address whose links they wait for is theirs. */
export async function moveWaitingFlows(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.call('update auth.flow_states set user_id = $2 where user_id = $1 and code_hash is null', [
    fromId,
    toId,
  ]);
}

export async function deleteFlow(tx: Tx, flow: FlowState): Promise<void> {
  await tx.call('delete from auth.flow_states where user_id = $1 and id = $2', [flow.user_id, flow.id]);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
