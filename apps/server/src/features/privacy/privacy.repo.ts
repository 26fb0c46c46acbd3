import type { ConsentPurpose } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';

export interface ConsentRow {
  readonly purpose: string;
  readonly version: string;
  readonly wording: string;
  readonly given_at: Date;
  readonly withdrawn_at: Date | null;
  readonly times: number;
}

/** The latest agreement for each purpose, an open one before withdrawn ones, and how many there were. */
export async function listConsents(tx: Tx, userId: string): Promise<ConsentRow[]> {
  return tx.call<ConsentRow>(
    `select distinct on (purpose) purpose, version, wording, given_at, withdrawn_at,
       (count(*) over (partition by purpose))::int as times
     from consents where user_id = $1
     order by purpose, withdrawn_at desc nulls first, given_at desc, id desc`,
    [userId],
  );
}

/** Takes a consent back, however often it was given. */
export async function withdrawConsent(
  tx: Tx,
  userId: string,
  purpose: ConsentPurpose,
  now: Date,
): Promise<void> {
  await tx.call(
    'update consents set withdrawn_at = $3 where user_id = $1 and purpose = $2 and withdrawn_at is null',
    [userId, purpose, now],
  );
}

export interface Access {
  readonly what: 'export_json' | 'export_pdf' | 'account_closed';
  readonly ip: string;
  readonly requestId: string;
}

/** Writes down that a person's data was copied or their account closed. */
export async function logAccess(tx: Tx, userId: string, access: Access, now: Date): Promise<void> {
  await tx.call(
    `insert into access_log (user_id, what, actor, ip, request_id, at) values ($1, $2, 'self', $3, $4, $5)`,
    [userId, access.what, access.ip, access.requestId, now],
  );
}

/**
 * Keeps a person's rows from being erased while they are read: what erases takes the account's lock first. False when
 * the account is closed already.
 */
export async function holdErasure(tx: Tx, userId: string): Promise<boolean> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for key share', [userId]);
  const closed = await tx.call('select 1 from account_closures where user_id = $1', [userId]);
  return closed.length === 0;
}

/** Whether the account that this transaction acts for is a member of staff's. */
export async function isStaffAccount(tx: Tx, userId: string): Promise<boolean> {
  const [account] = await tx.call<{ is_staff: boolean }>(
    "select a.app_metadata ->> 'is_admin' is not distinct from 'true' as is_staff from auth.account($1) a",
    [userId],
  );
  return account?.is_staff === true;
}

/** Every row a table holds of a person, as the database has them. The table is one of our own list. */
export async function listRows(tx: Tx, table: string, userId: string): Promise<Record<string, unknown>[]> {
  return tx.call(`select * from ${table} where user_id = $1`, [userId]);
}

/** Reads the rows that the sign-in tables hold of a person. */
export async function findSignInData(
  tx: Tx,
  userId: string,
): Promise<Record<'account' | 'identities' | 'factors' | 'sessions' | 'events', Record<string, unknown>[]>> {
  const [row] = await tx.call<{
    held: Record<'account' | 'identities' | 'factors' | 'sessions' | 'events', Record<string, unknown>[]>;
  }>('select auth.held($1) as held', [userId]);
  return row!.held;
}

/** When the person behind this session last proved who they are. */
export async function findSignIn(tx: Tx, userId: string, sessionId: string): Promise<Date | undefined> {
  const [row] = await tx.call<{ at: Date | null }>('select auth.signed_in_at($1, $2) as at', [
    userId,
    sessionId,
  ]);
  return row?.at ?? undefined;
}
