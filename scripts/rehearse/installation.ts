import pg from 'pg';
import type { RemoteControl } from '../../apps/server/test/control.ts';
import { type LocalPostgres, type Options, startPostgres } from '../postgres.ts';
import { pause } from './rehearsal.ts';

const ANSWERED_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;

/** The product with everything it needs, in however many processes, over a database that can be taken away. */
export interface Installation extends RemoteControl {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly databasePort: number;
  /** As the database's owner; gone with the database, and back with it. */
  readonly sql: pg.Pool;
  /** Every time one of the product's processes ended unasked, in words. */
  readonly ends: readonly string[];
  /** The product's processes of now, or those that start them. */
  pids(): readonly number[];
  /** A fast shutdown: every session is ended, and its port is closed afterwards. */
  stopDatabase(): Promise<void>;
  /** Resolves when it answers again, at the same address. */
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A database of a rehearsal's own. */
export interface OwnDatabase {
  readonly url: string;
  readonly port: number;
  readonly sql: pg.Pool;
  stop(): Promise<void>;
  start(): Promise<void>;
  discard(): Promise<void>;
}

/** Starts a database in a folder of its own, which is thrown away with it. */
export async function ownDatabase(
  dataDir: string,
  isDurable: boolean,
  more: Pick<Options, 'data' | 'settings'> = {},
): Promise<OwnDatabase> {
  let running: LocalPostgres = await startPostgres({ dataDir, isDurable, ...more });
  const { url } = running;
  const port = Number(new URL(url).port);
  const sql = openPool(url);
  return {
    url,
    port,
    sql,
    stop: () => running.stop(),
    start: async () => {
      running = await startPostgres({ dataDir, isDurable, port, ...more });
    },
    discard: async () => {
      await sql.end();
      await running.discard();
    },
  };
}

/** Connections as the database's owner; they go with the database, and new ones come when it is back. */
export function openPool(url: string): pg.Pool {
  const sql = new pg.Pool({ connectionString: url, max: 2 });
  sql.on('error', () => {});
  sql.on('connect', (client) => void client.on('error', () => {}));
  return sql;
}

/** Resolves when the database answers a statement without an error. */
export async function untilAnswered(sql: pg.Pool, statement = 'select 1'): Promise<void> {
  const until = Date.now() + ANSWERED_WITHIN_MS;
  while (Date.now() < until) {
    const isAnswered = await sql.query(statement).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('the database does not answer');
}
