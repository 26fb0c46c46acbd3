import type { Database } from '@mohlat/platform/db/transactions.ts';
import { COUNTED_AGAIN } from './auth.events.repo.ts';
import type { ShownFactor } from './auth.factor.ts';
import { IDENTITY, USER } from './auth.repo.ts';
import { SESSION, type Session } from './auth.sessions.repo.ts';
import type { Identity, User } from './auth.user.ts';

/** An account with all that it is shown with, and one session of it, as one statement reads them. */
export interface Account {
  readonly user: User;
  /** Undefined where the account has no such session. */
  readonly session: Session | undefined;
  readonly identities: readonly Identity[];
  readonly factors: readonly ShownFactor[];
}

const SHOWN_FACTOR = `id, status, friendly_name, factor_type, phone, credential, last_challenged_at, created_at, updated_at`;

/** One value of JSON: sixty columns would cost the driver as much again as the round trip. */
const ACCOUNT_SQL = `
  select json_build_object(
    'user', (select row_to_json(u) from (select ${USER}) u),
    'session', (select row_to_json(s) from (select ${SESSION} from auth.sessions where user_id = $1 and id = $2) s),
    'identities', (select coalesce(json_agg(row_to_json(i)), '[]')
      from (select ${IDENTITY} from auth.identities where user_id = $1 order by created_at, id) i),
    'factors', (select coalesce(json_agg(row_to_json(f)), '[]')
      from (select ${SHOWN_FACTOR} from auth.factors where user_id = $1 order by created_at, id) f)) as account
  from auth.users where id = $1 and deleted_at is null`;

type Row = Readonly<Record<string, unknown>>;
interface AccountRow {
  readonly user: Row;
  readonly session: Row | null;
  readonly identities: readonly Row[];
  readonly factors: readonly Row[];
}

/**
 * Reads an account and one of its sessions in one round trip, of one instant: an account that is banned, deleted or signed out is
 * read so from the commit on. Undefined where there is no such account.
 */
export async function readAccount(
  db: Pick<Database, 'once'>,
  userId: string,
  sessionId: string | undefined,
): Promise<Account | undefined> {
  const [row] = await db.once<{ account: AccountRow }>(ACCOUNT_SQL, [userId, sessionId ?? null]);
  if (!row) return undefined;
  const { user, session, identities, factors } = row.account;
  return {
    user: asRead<User>(user),
    session: session === null ? undefined : asRead<Session>(session),
    identities: identities.map((identity) => asRead<Identity>(identity)),
    factors: factors.map((factor) => asRead<ShownFactor>(factor)),
  };
}

/** Names of columns whose values JSON carries as text: instants, and bytes. */
const INSTANT = /_(?:at|until|after)$/;
const BYTES = /_(?:sealed|hash)$/;
const HEX = '\\x';

/** A row of JSON as the driver would give it. */
function asRead<T>(row: Row): T {
  const fields = Object.entries(row).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    if (INSTANT.test(name)) return [name, new Date(value)];
    const isBytes = BYTES.test(name) && value.startsWith(HEX);
    return [name, isBytes ? Buffer.from(value.slice(HEX.length), 'hex') : value];
  });
  return Object.fromEntries(fields) as T;
}

/** A session about to move to its next refresh token, as it was read. */
export interface Rotation {
  readonly session: Session;
  /** When it is over, unless it is refreshed again; null for never. */
  readonly notAfter: Date | null;
  readonly ip: string;
}

/**
 * Moves a session to its next refresh token and counts that in the day, in one round trip. Undefined, and nothing is written,
 * where the session was refreshed or ended since it was read, or its account banned or deleted.
 */
export async function rotateUnchanged(
  db: Pick<Database, 'once'>,
  { session, notAfter, ip }: Rotation,
  now: Date,
): Promise<Session | undefined> {
  const [row] = await db.once<Session & Record<string, unknown>>(
    `with rotated as (
       update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = $4, not_after = $5
       where user_id = $1 and id = $2 and refresh_counter = $3
         and exists (select from auth.users u where u.id = $1 and u.deleted_at is null
                       and (u.banned_until is null or u.banned_until <= $4))
       returning ${SESSION}),
     counted as (
       insert into auth.events (user_id, what, session_id, ip, at, last_at, counted_on)
       select user_id, 'token_refreshed', id, $6, $4, $4, ($4::timestamptz at time zone 'UTC')::date from rotated
       ${COUNTED_AGAIN})
     select * from rotated`,
    [session.user_id, session.id, session.refresh_counter, now, notAfter, ip],
  );
  return row;
}
