import pg from 'pg';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';
import { fullJitterMs, pauseUnless } from '#platform/outbound/back-off.ts';
import { asRole, type DatabaseRole } from './pool.ts';

/** One direct connection that lives as long as its process and is opened again whenever it is lost. */
export interface KeptConnection {
  /** The connection, while it stands. */
  current(): pg.Client | undefined;
  /** The connection, as soon as it stands. Rejects when it is closed meanwhile. */
  opened(): Promise<pg.Client>;
  close(): Promise<void>;
}

interface Options {
  readonly databaseUrl: string;
  /** The role it works under; without one it works as its login. */
  readonly role?: DatabaseRole;
  /** The connection's name in the database and in the log. */
  readonly name: string;
  readonly log: Log;
  /** Prepares each new connection before anybody is given it; a throw counts as a failed try. */
  readonly onOpen: (client: pg.Client) => Promise<void>;
  readonly onLost?: () => void;
}

const CONNECT_MS = 5000;
/** The last of the exponential steps: a database that is back is found again within this time. */
const BACK_OFF = { baseMs: 100, capMs: 2000 } as const;
/** The driver's own sentence for it. */
const TERMINATED = 'Connection terminated';
const HEARTBEAT_MS = 10_000;
/** An answer of the heartbeat that takes longer never comes: the other side is gone without a word. */
const SILENCE_MS = 10_000;
/**
 * The heartbeat goes one way, and the database learns of a machine that lost its power by TCP alone, after two hours. It ends a session
 * without heartbeats by itself, and with it the locks that say whose worker lives.
 */
const IDLE_BOUND = `set idle_session_timeout = '${3 * HEARTBEAT_MS}ms'`;

/**
 * Keeps one connection with one loop: a connection is opened, waited for until its end, and opened again after a pause with
 * exponential back-off and jitter. A failure has several signs (the rejected connect, `error`, `end`); none of them starts
 * anything by itself, so that there is never more than one try.
 */
export function keepConnection(options: Options): KeptConnection {
  const { log, name } = options;
  const closing = new AbortController();
  let open: pg.Client | undefined;
  let next = Promise.withResolvers<pg.Client>();
  next.promise.catch(() => {});

  /** Opens the connection once and stays until it ends. Throws when it could not be opened. */
  async function hold(onOpen: () => void): Promise<void> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: name,
      ...(options.role ? { options: asRole(options.role) } : {}),
      keepAlive: true,
      keepAliveInitialDelayMillis: HEARTBEAT_MS,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: SILENCE_MS,
      // Several ask it at the same time, and the driver's own queue goes with its next version.
      pipeline: true,
    });
    client.on('error', () => {});
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const end = () => void client.end().catch(() => {});
    closing.signal.addEventListener('abort', end, { once: true });
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      // A connection that is ended while it opens says so by its end alone.
      await Promise.race([client.connect(), ended.then(() => Promise.reject(new Error(TERMINATED)))]);
      await client.query(IDLE_BOUND);
      await options.onOpen(client);
      heartbeat = setInterval(() => void client.query('select 1').catch(end), HEARTBEAT_MS);
      open = client;
      next.resolve(client);
      onOpen();
      await ended;
    } finally {
      clearInterval(heartbeat);
      closing.signal.removeEventListener('abort', end);
      if (open) {
        open = undefined;
        next = Promise.withResolvers<pg.Client>();
        next.promise.catch(() => {});
      }
      end();
    }
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted;) {
      try {
        await hold(() => {
          failures = 0;
        });
        if (!closing.signal.aborted) {
          log.warn({ connection: name }, 'database connection lost');
          options.onLost?.();
        }
      } catch (error) {
        log.warn({ connection: name, reason: errorName(error) }, 'database connection could not be opened');
      }
      failures += 1;
      await pauseUnless(closing.signal, fullJitterMs(failures, BACK_OFF));
    }
  }
  const kept = keep();

  return {
    current: () => open,
    opened: () => next.promise,
    async close() {
      closing.abort();
      await kept;
      next.reject(new Error(TERMINATED));
    },
  };
}
