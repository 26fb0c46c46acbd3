import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

/** int8 is money or a count: a value beyond the safe range must fail loudly, never be rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error('an int8 beyond the safe range reached the server');
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return parseInt8;
    // A business date stays the text it is; a Date object would drag a time zone in.
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format) as unknown;
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** The longest waits for the database, in milliseconds. */
export interface Patience {
  /** For a connection to become free. */
  readonly connectMs?: number;
  /** For a lock while a person waits for the answer; a job waits as long as its statement may take. */
  readonly lockMs?: number;
  /** For one statement; jobs and requests alike are far quicker. */
  readonly statementMs?: number;
  /** For the next statement of a transaction. */
  readonly idleMs?: number;
  /** For a database to say that it gave a statement up; then it is gone without a word. */
  readonly silenceMs?: number;
}

export interface PoolOptions extends Patience {
  readonly max: number;
  /** Connections work under it; without one they work as their login, and wait as long as the database lets them. */
  readonly role?: string | undefined;
  /** The name under which the database shows the connections. */
  readonly name: string;
  /** Whether a lock is waited for as long as a statement may take. */
  readonly waitsForLocks?: boolean;
}

const CONNECT_MS = 5000;
/** A connection that is opened again has every plan to make again. */
const UNUSED_MS = 5 * 60_000;
export const LOCK_MS = 3000;
const STATEMENT_MS = 30_000;
const SILENCE_MS = 5000;
/** A transaction that waits for us this long waits for a process that hangs, and holds its locks meanwhile. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/** Opens a pool; int8 arrives as a number, and a date as its text. */
export function openPool(
  databaseUrl: string,
  {
    max,
    role,
    name,
    waitsForLocks = false,
    connectMs = CONNECT_MS,
    lockMs = LOCK_MS,
    statementMs = STATEMENT_MS,
    idleMs = IDLE_IN_TRANSACTION_MS,
    silenceMs = SILENCE_MS,
  }: PoolOptions,
): pg.Pool {
  const settings = {
    role,
    // Where people wait for the answer: what needs one round trip has none left to set it.
    ...(waitsForLocks ? {} : { lock_timeout: lockMs }),
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleMs,
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    types,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: UNUSED_MS,
    keepAlive: true,
    // Statements that do not wait for the answer to the one before go out together (pipelining).
    pipeline: true,
    ...(role
      ? {
          query_timeout: statementMs + silenceMs,
          options: Object.entries(settings)
            .map(([setting, value]) => `-c ${setting}=${value}`)
            .join(' '),
        }
      : {}),
  });
  // A connection lost while idle is replaced at the next use; unheard, the event would end the process.
  pool.on('error', () => {});
  // One lost within a transaction fails its next statement; the event alone must not end the process either.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}
