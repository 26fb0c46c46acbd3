import { type Newest, readNewest } from '@mohlat/platform/db/newest.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { AuthHost } from './auth.host.ts';

/** One way of authentication a session went through. */
export interface AmrEntry {
  readonly method: string;
  readonly timestamp: number;
  /** The provider's name, where it was another provider. */
  readonly provider?: string;
  /** A new address or number proved itself here. Who holds that need not be who owns the account: it is no sign-in. */
  readonly isChange?: true;
  /** The factor was brought in this very session: who has the session has it too, and proves nothing by it. */
  readonly isOwn?: true;
}

/** One row of auth.sessions. */
export interface Session {
  readonly user_id: string;
  readonly id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly amr: readonly AmrEntry[];
  readonly refresh_key_sealed: Buffer;
  readonly refresh_counter: number;
  readonly refreshed_at: Date | null;
  readonly not_after: Date | null;
  /** Until then a new password may be chosen here without the present one. */
  readonly recovers_until: Date | null;
  /** Wrong recovery codes since the last right one, and when the latest was given. */
  readonly wrong_codes: number;
  readonly wrong_code_at: Date | null;
  readonly created_at: Date;
}

export const SESSION = `user_id, id, aal, amr, refresh_key_sealed, refresh_counter, refreshed_at, not_after, recovers_until,
  wrong_codes, wrong_code_at, created_at`;

export interface NewSession {
  readonly userId: string;
  readonly id: string;
  readonly amr: readonly AmrEntry[];
  readonly refreshKeySealed: Buffer;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly recoversUntil: Date | null;
  /** When it is over, unless it is refreshed; null for never. */
  readonly notAfter: Date | null;
}

export async function insertSession(tx: Tx, session: NewSession, now: Date): Promise<Session> {
  const rows = await tx.call<Session>(
    `insert into auth.sessions (user_id, id, amr, refresh_key_sealed, user_agent, ip, recovers_until, not_after,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${SESSION}`,
    [
      session.userId,
      session.id,
      JSON.stringify(session.amr),
      session.refreshKeySealed,
      session.userAgent,
      session.ip,
      session.recoversUntil,
      session.notAfter,
      now,
    ],
  );
  return rows[0]!;
}

/** A session that has not run out. Locks it when it is about to change. */
export async function findSession(
  tx: Tx,
  userId: string,
  id: string,
  lock: 'lock' | 'look' = 'look',
): Promise<Session | undefined> {
  const rows = await tx.call<Session>(
    `select ${SESSION} from auth.sessions where user_id = $1 and id = $2 ${lock === 'lock' ? 'for update' : ''}`,
    [userId, id],
  );
  return rows[0];
}

/** Whether the person signed in again after this session began. */
export async function hasNewerSession(tx: Tx, { user_id, id, created_at }: Session): Promise<boolean> {
  const rows = await tx.call(
    'select 1 from auth.sessions where user_id = $1 and id <> $2 and created_at > $3 limit 1',
    [user_id, id, created_at],
  );
  return rows.length > 0;
}

/** Moves the session to its next refresh token, until when it is over. The caller holds its lock. */
export async function rotateSession(
  tx: Tx,
  session: Session,
  notAfter: Date | null,
  now: Date,
): Promise<number> {
  const rows = await tx.call<{ refresh_counter: number }>(
    `update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = $3, not_after = $4
     where user_id = $1 and id = $2 returning refresh_counter`,
    [session.user_id, session.id, now, notAfter],
  );
  return rows[0]!.refresh_counter;
}

/** A new password was chosen: the session recovers no more. */
export async function endRecovery(tx: Tx, session: Session): Promise<void> {
  await tx.call('update auth.sessions set recovers_until = null where user_id = $1 and id = $2', [
    session.user_id,
    session.id,
  ]);
}

/** Notes how many wrong recovery codes a session gave. The caller holds its lock. */
export async function noteWrongCodes(
  tx: Tx,
  { user_id, id }: Session,
  count: number,
  now: Date,
): Promise<void> {
  await tx.call(
    'update auth.sessions set wrong_codes = $3, wrong_code_at = $4 where user_id = $1 and id = $2',
    [user_id, id, count, now],
  );
}

/** Ends sessions of a user: one, all but one, or all. Their open streams hear of it when it is committed. */
export async function deleteSessions(
  tx: Tx,
  { host }: { readonly host: AuthHost },
  userId: string,
  which: { readonly only: string } | { readonly except: string } | 'all',
): Promise<void> {
  if (which === 'all') await tx.call('delete from auth.sessions where user_id = $1', [userId]);
  else if ('only' in which)
    await tx.call('delete from auth.sessions where user_id = $1 and id = $2', [userId, which.only]);
  else await tx.call('delete from auth.sessions where user_id = $1 and id <> $2', [userId, which.except]);
  await host.announce(tx, userId);
}

/** A session as its owner is shown it. */
export type ListedSession = Pick<Session, 'id' | 'created_at' | 'refreshed_at'> & {
  readonly user_agent: string | null;
};

/** Where a list of sessions goes on: behind the caller's own, or behind another one by when that was used. */
export interface SessionPlace {
  readonly usedAt: Date | null;
  readonly id: string;
}

/** A page of the sessions of a person that still live, this one first, then the one used last. */
export async function listLiveSessions(
  tx: Tx,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { limit, after }: { readonly limit: number; readonly after?: SessionPlace | undefined },
  now: Date,
): Promise<Newest<ListedSession>> {
  return readNewest(
    tx,
    {
      select: `select id, user_agent, created_at, refreshed_at from auth.sessions
       where user_id = $1 and (not_after is null or not_after > $3)
         and ($5::uuid is null or id <> $2 and ($4::timestamptz is null or (coalesce(refreshed_at, created_at), id) < ($4, $5)))`,
      order: 'id = $2 desc, coalesce(refreshed_at, created_at) desc, id desc',
      max: limit,
    },
    [userId, sessionId, now, after?.usedAt ?? null, after?.id ?? null],
  );
}
