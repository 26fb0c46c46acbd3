import { gathered } from '@mohlat/platform/db/gathered.ts';
import type { Database } from '@mohlat/platform/db/transactions.ts';
import { LRUCache } from 'lru-cache';
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

/**
 * The accounts that are asked for, with their versions. A version names the transaction and the place of each row, which no two states
 * of a row share while one server runs; after a fail-over or a restore another one does, which the time of its start tells. Rows that
 * are known in this version are not sent again. One value of JSON: sixty columns would cost the driver as much again as the round trip.
 */
const ACCOUNTS_SQL = `
  select asked.place, seen.version, case when seen.version is distinct from asked.known then json_build_object(
    'user', (select row_to_json(one) from (select ${USER} from auth.users where id = u.id) one),
    'session', (select row_to_json(one) from (select ${SESSION} from auth.sessions where user_id = u.id and id = s.id) one),
    'identities', (select coalesce(json_agg(row_to_json(one)), '[]')
      from (select ${IDENTITY} from auth.identities where user_id = u.id order by created_at, id) one),
    'factors', (select coalesce(json_agg(row_to_json(one)), '[]')
      from (select ${SHOWN_FACTOR} from auth.factors where user_id = u.id order by created_at, id) one)) end as account
  from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as asked(user_id, session_id, known, place)
  join auth.users u on u.id = asked.user_id and u.deleted_at is null
  left join auth.sessions s on s.user_id = asked.user_id and s.id = asked.session_id
  cross join lateral (select concat_ws(' ', pg_postmaster_start_time(), u.xmin, u.ctid, s.xmin, s.ctid,
    (select string_agg(concat_ws(' ', xmin, ctid), ' ' order by id) from auth.identities where user_id = u.id), '/',
    (select string_agg(concat_ws(' ', xmin, ctid), ' ' order by id) from auth.factors where user_id = u.id)) as version) seen`;

type Row = Readonly<Record<string, unknown>>;
interface AccountRow {
  readonly user: Row;
  readonly session: Row | null;
  readonly identities: readonly Row[];
  readonly factors: readonly Row[];
}

/** Accounts whose rows this process knows; each is a few kilobytes. */
const KNOWN_MAX = 1000;

/** An account that is asked for, and one session of it. */
interface AccountRef {
  readonly userId: string;
  readonly sessionId: string | undefined;
}

interface Known {
  readonly version: string;
  readonly account: Account;
}

/**
 * Reads an account and one of its sessions, of one instant: an account that is banned, deleted or signed out is read so from the
 * commit on. Undefined where there is no such account. Both ids are UUIDs.
 */
export type ReadAccount = (userId: string, sessionId: string | undefined) => Promise<Account | undefined>;

/** Makes the reader: all that is asked in one turn is one statement, and what is unchanged since is neither sent nor parsed again. */
export function createAccountReader(db: Pick<Database, 'once'>): ReadAccount {
  const known = new LRUCache<string, Known>({ max: KNOWN_MAX });
  const keyOf = ({ userId, sessionId }: AccountRef) => `${userId} ${sessionId}`;
  const read = gathered<AccountRef, Account | undefined>(async (asked) => {
    const before = asked.map((ref) => known.get(keyOf(ref)));
    const rows = await db.once<{ place: string; version: string; account: AccountRow | null }>(ACCOUNTS_SQL, [
      asked.map(({ userId }) => userId),
      asked.map(({ sessionId }) => sessionId ?? null),
      before.map((one) => one?.version ?? null),
    ]);
    const found: (Account | undefined)[] = asked.map(() => undefined);
    for (const { place, version, account: row } of rows) {
      const index = Number(place) - 1;
      const account = row === null ? before[index]!.account : accountOf(row);
      found[index] = account;
      if (row !== null) known.set(keyOf(asked[index]!), { version, account });
    }
    return found;
  });
  return (userId, sessionId) => read({ userId, sessionId });
}

function accountOf({ user, session, identities, factors }: AccountRow): Account {
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
  const [row] = await db.once<Session>(
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
