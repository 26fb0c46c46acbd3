import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { AuthParts } from './auth.parts.ts';
import { deleteIdentities } from './auth.providers.repo.ts';
import { deleteCodes, listCodes, listIdentities, type StoredCode, updateUser } from './auth.repo.ts';
import type { CodeKind } from './auth.rules.ts';
import { providersOf, type User, wordsWithout } from './auth.user.ts';

/** The codes of a change that waits. */
const KINDS_OF_WAITING = {
  new_email: ['email_change_current', 'email_change_new'],
  new_phone: ['phone_change'],
} as const satisfies Record<string, readonly CodeKind[]>;

/** Ends the changes of contact that wait. The caller holds the user's lock. */
export async function endChanges(tx: Tx, userId: string): Promise<void> {
  await deleteCodes(tx, userId, [...KINDS_OF_WAITING.new_email, ...KINDS_OF_WAITING.new_phone]);
}

/** The address or number that waits for its proof; null where none does: a change is over with the last code sent for it. */
export async function waitingContact(
  tx: Tx,
  user: User,
  column: keyof typeof KINDS_OF_WAITING,
  now: Date,
): Promise<string | null> {
  const codes = await listCodes(tx, user.id, KINDS_OF_WAITING[column], now);
  const isWaiting = codes.some(
    ({ kind, address }) => kind === 'email_change_current' || address === user[column],
  );
  return isWaiting ? user[column] : null;
}

/** Stands in the place of a code's hash when it was used: no hash is as long. */
const spent = (userId: string, kind: CodeKind) => Buffer.from(`spent ${userId} ${kind}`);

/**
 * Uses up the code of one side of a change whose other side has yet to agree. Its row stays as long as it would have been good: the
 * change waits with it, and it says which side agreed.
 */
export async function spendCode(tx: Tx, userId: string, kind: CodeKind): Promise<void> {
  await tx.call('update auth.one_time_codes set token_hash = $3 where user_id = $1 and kind = $2', [
    userId,
    kind,
    spent(userId, kind),
  ]);
}

/** Whether a code was used by a side of a change that waits for the other: nothing that is typed equals it any more. */
export function isSpent(userId: string, { kind, token_hash: hash }: StoredCode): boolean {
  return hash.equals(spent(userId, kind));
}

/** Whether this side of a change has agreed, and waits for the other. */
export async function hasAgreed(tx: Tx, { id }: User, kind: CodeKind, now: Date): Promise<boolean> {
  const [code] = await listCodes(tx, id, [kind], now);
  return code !== undefined && isSpent(id, code);
}

/** The codes of a change are sent again so often at most: anybody may ask without a session, and a change is not to wait for ever. */
const RESENDS_MAX = 5;

/** Counts the times the codes of a change that waits were sent again; undefined once they may not be sent again. */
export async function resendsOf(
  tx: Tx,
  userId: string,
  column: keyof typeof KINDS_OF_WAITING,
): Promise<number | undefined> {
  const [row] = await tx.call<{ resends: number }>(
    `select coalesce(max(resent_count), 0)::integer as resends from auth.one_time_codes where user_id = $1 and kind = any($2)`,
    [userId, KINDS_OF_WAITING[column]],
  );
  const resends = row?.resends ?? 0;
  return resends < RESENDS_MAX ? resends : undefined;
}

/** Writes down that the codes of a change went out again; beginning it again counts from nothing. */
export async function countResend(
  tx: Tx,
  userId: string,
  column: keyof typeof KINDS_OF_WAITING,
  resends: number,
): Promise<void> {
  await tx.call('update auth.one_time_codes set resent_count = $3 where user_id = $1 and kind = any($2)', [
    userId,
    KINDS_OF_WAITING[column],
    resends + 1,
  ]);
}

/**
 * Frees a contact that another user has claimed and not proven. An account that is no more than that claim goes; one that has
 * another contact, or that was ever signed in to, stays without it and what names it, and its open streams hear of it. False where it
 * is proven there: then it is theirs.
 */
export async function freeContact(
  tx: Tx,
  { host, machineClock }: Pick<AuthParts, 'host' | 'machineClock'>,
  userId: string,
  column: 'email' | 'phone',
  value: string,
): Promise<boolean> {
  const [holder] = await tx.call<
    Pick<User, 'id' | 'app_metadata' | 'user_metadata'> & { is_proven: boolean; is_kept: boolean }
  >(
    `select id, app_metadata, user_metadata, ${column}_confirmed_at is not null as is_proven,
       num_nonnulls(email, phone) > 1 or num_nonnulls(email_confirmed_at, phone_confirmed_at, last_sign_in_at) > 0 as is_kept
     from auth.users where ${column} = $2 and id <> $1 for update`,
    [userId, value],
  );
  if (holder === undefined) return true;
  if (holder.is_proven) return false;
  if (holder.is_kept) {
    await deleteCodes(tx, holder.id);
    const left = (await listIdentities(tx, holder.id)).filter(({ provider }) => provider !== column);
    const providers = providersOf(left);
    await deleteIdentities(tx, holder.id, providers.providers);
    const change = {
      [column]: null,
      app_metadata: { ...holder.app_metadata, ...providers },
      user_metadata: wordsWithout(holder, column, value),
    };
    await updateUser(tx, holder.id, change, machineClock.now());
    await host.announce(tx, holder.id);
  } else await tx.call('delete from auth.users where id = $1', [holder.id]);
  return true;
}
