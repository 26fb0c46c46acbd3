import type { ListPlace } from '#platform/db/cursor.ts';
import type { Tx } from '#platform/db/database.ts';
import { query } from '#platform/db/query.ts';

const COLUMNS = [
  'id',
  'account_name',
  'masked_number',
  'ifsc',
  'bank_name',
  'branch',
  'city',
  'status',
  'reason',
  'name_at_bank',
  'is_default',
  'created_at',
] as const;

const live = (userId: string) =>
  query
    .selectFrom('bank_accounts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null);

/** Serialises changes to one person's accounts (advisory lock): how many there are, and which is the default. */
export async function lockAccounts(tx: Tx, userId: string): Promise<void> {
  await tx.call('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bank-accounts:${userId}`]);
}

/** One row more than asked for says whether there are others. */
export async function listAccounts(
  tx: Tx,
  userId: string,
  page: { readonly after: ListPlace | undefined; readonly limit: number },
) {
  let rows = live(userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  const { after } = page;
  if (after) {
    rows = rows.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(after.at, after.id)),
    );
  }
  return tx.rows(rows);
}
export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

export async function findAccount(tx: Tx, userId: string, id: string): Promise<AccountRow | undefined> {
  return tx.find(live(userId).where('id', '=', id));
}

/** The linked account of the same IFSC and number. */
export async function findTwin(tx: Tx, userId: string, fingerprint: Buffer): Promise<AccountRow | undefined> {
  return tx.find(live(userId).where('fingerprint', '=', fingerprint));
}

export async function countAccounts(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.call<{ count: number }>(
    'select count(*)::int as count from bank_accounts where user_id = $1 and removed_at is null',
    [userId],
  );
  return row?.count ?? 0;
}

export interface NewAccount {
  readonly id: string;
  readonly accountName: string;
  readonly sealed: Buffer;
  readonly fingerprint: Buffer;
  /** The same for everybody: tells that one account stands behind two people. */
  readonly holderHash: Buffer;
  readonly masked: string;
  readonly ifsc: string;
  readonly bankName: string;
  readonly branch: string;
  readonly city: string;
}

export async function addAccount(
  tx: Tx,
  userId: string,
  account: NewAccount,
  times: { readonly now: Date; readonly nextLookAt: Date },
): Promise<AccountRow> {
  const [row] = await tx.call<AccountRow>(
    `insert into bank_accounts (user_id, id, account_name, number_sealed, fingerprint, masked_number, ifsc, bank_name,
       branch, city, status, round_started_at, next_look_at, created_at, holder_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', $11, $12, $11, $13)
     returning ${COLUMNS.join(', ')}`,
    [
      userId,
      account.id,
      account.accountName,
      account.sealed,
      account.fingerprint,
      account.masked,
      account.ifsc,
      account.bankName,
      account.branch,
      account.city,
      times.now,
      times.nextLookAt,
      account.holderHash,
    ],
  );
  return row!;
}

/**
 * The account is gone from every list, and its number from the database; that it was linked stays known by its keyed hash,
 * or a friend could be brought by taking it off. The oldest verified one takes its place. Rule: LEND-24 (referral).
 */
export async function removeAccount(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  await tx.call(
    `update bank_accounts set removed_at = $3, is_default = false, number_sealed = null, fingerprint = null,
       next_look_at = null
     where user_id = $1 and id = $2 and removed_at is null`,
    [userId, id, now],
  );
  await electDefault(tx, userId);
}

/** Whether another account would become the default in the place of this one. */
export async function hasHeir(tx: Tx, userId: string, id: string): Promise<boolean> {
  const others = live(userId).where('status', '=', 'verified').where('id', '!=', id).limit(1);
  return (await tx.find(others)) !== undefined;
}

/** The oldest verified account becomes the default, where there is none. */
export async function electDefault(tx: Tx, userId: string): Promise<void> {
  await tx.call(
    `update bank_accounts set is_default = true
     where user_id = $1 and id = (
       select id from bank_accounts where user_id = $1 and status = 'verified' and removed_at is null
         and not exists (select 1 from bank_accounts where user_id = $1 and is_default)
       order by created_at, id limit 1)`,
    [userId],
  );
}

export async function setDefault(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.call('update bank_accounts set is_default = false where user_id = $1 and is_default', [userId]);
  await tx.call('update bank_accounts set is_default = true where user_id = $1 and id = $2', [userId, id]);
}

/** A new round of asking the bank. */
export async function startRound(
  tx: Tx,
  userId: string,
  id: string,
  times: { readonly now: Date; readonly nextLookAt: Date },
): Promise<void> {
  await tx.call(
    `update bank_accounts set status = 'pending', reason = null, round = round + 1, round_started_at = $3,
       next_look_at = $4
     where user_id = $1 and id = $2 and status = 'unverified'`,
    [userId, id, times.now, times.nextLookAt],
  );
}
