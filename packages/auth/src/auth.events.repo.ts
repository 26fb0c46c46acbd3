import type { Tx } from '@mohlat/platform/db/transactions.ts';

/** Events of an account that have a row each time they happen. */
type SingleEvent =
  | 'signed_up'
  | 'signed_in'
  | 'signed_out'
  | 'code_sent'
  | 'confirmed'
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'refresh_token_reused'
  | 'factor_enrolled'
  | 'factor_verified'
  | 'factor_removed'
  | 'factor_locked'
  | 'second_factor_passed'
  | 'recovery_codes_made'
  | 'invited'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'change_undone';

/**
 * Events that anybody, or a program, may repeat without end. A day and session has one row of each, with its count and the latest
 * address. Guessing therefore cannot fill the table.
 */
const COUNTED = [
  'token_refreshed',
  'password_refused',
  'code_refused',
  'factor_asked',
  'factor_code_used_again',
  'factor_refused',
  'sign_up_repeated',
  'details_changed',
] as const;
type CountedEvent = (typeof COUNTED)[number];

interface Happened<What> {
  readonly userId: string;
  readonly what: What;
  readonly sessionId?: string;
  readonly ip: string | null;
}

/** The origin of a sign-in, as far as the client tells it. */
export interface Origin {
  readonly ip: string | null;
  /** The browser's own name of itself, as a hash; null where it has none. */
  readonly deviceHash: Buffer | null;
  /** Browser and system. */
  readonly device: string | null;
}

/** Writes an event down. Nothing that was typed or handed out is part of it. */
export async function insertEvent(
  tx: Tx,
  event: Happened<SingleEvent> & Partial<Origin>,
  now: Date,
): Promise<void> {
  await tx.call(
    `insert into auth.events (user_id, what, session_id, ip, at, device_hash, device)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      event.userId,
      event.what,
      event.sessionId ?? null,
      event.ip,
      now,
      event.deviceHash ?? null,
      event.device ?? null,
    ],
  );
}

/** A counted event that the day has already. */
export const COUNTED_AGAIN = `on conflict (user_id, what, counted_on, session_id) where counted_on is not null
       do update set times = events.times + 1, last_at = excluded.last_at, ip = excluded.ip`;

/** Counts an event of the day; answers how often it happened in it. Nothing happens where there is no such account. */
export async function countEvent(tx: Tx, event: Happened<CountedEvent>, now: Date): Promise<number> {
  const [row] = await tx.call<{ times: number }>(
    `insert into auth.events (user_id, what, session_id, ip, at, last_at, counted_on)
     select u.id, $2, $3, $4, $5, $5, ($5::timestamptz at time zone 'UTC')::date from auth.users u where u.id = $1
     ${COUNTED_AGAIN}
     returning times`,
    [event.userId, event.what, event.sessionId ?? null, event.ip, now],
  );
  return row?.times ?? 0;
}

/**
 * Whether a row of a sign-in came from the origin that $2 to $5 tell. A browser that gave a name is known by that alone: others of
 * its kind share its address with it, in a household and behind a mobile network.
 */
const FROM_HERE = `(coalesce(device_hash = $2, false)
         or (device_hash is null and ip = $3::inet and at > $4 and coalesce(device, $5, '') = coalesce($5, '')))`;

/**
 * Whether an account that signed in before has done so neither from a browser of this name, nor since then from this
 * address with such a browser that gave none. Sign-ins of before browsers were written down count by their address. Undefined where
 * there never was a sign-in.
 */
export async function isFromNewDevice(
  tx: Tx,
  userId: string,
  { ip, deviceHash, device }: Origin,
  since: Date,
): Promise<boolean | undefined> {
  const [row] = await tx.call<{ is_known: boolean | null }>(
    `select bool_or${FROM_HERE} as is_known
     from auth.events where user_id = $1 and what = 'signed_in'`,
    [userId, deviceHash, ip, since, device],
  );
  return typeof row?.is_known === 'boolean' ? !row.is_known : undefined;
}

/**
 * Whether an account was signed in to from here as its owner does it: where a second factor stands behind it, with that factor
 * shown. A password alone makes no device the owner's, or a stranger who has it would share what is kept for the owner.
 */
export async function isOwnersDevice(
  tx: Tx,
  userId: string,
  { ip, deviceHash, device }: Origin,
  since: Date,
): Promise<boolean> {
  const rows = await tx.call(
    `select 1 from auth.events where user_id = $1 and what = 'signed_in' and ${FROM_HERE}
       and (session_id in (select session_id from auth.events
           where user_id = $1 and what in ('second_factor_passed', 'factor_verified'))
         or not exists (select from auth.factors
           where user_id = $1 and status = 'verified' and factor_type <> 'recovery_code'))
     limit 1`,
    [userId, deviceHash, ip, since, device],
  );
  return rows.length > 0;
}
