import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sha256 } from '../crypto/vault.ts';
import type { Database } from '../db/transactions.ts';
import { errorName } from '../http/error-name.ts';
import type { Log } from '../log.ts';

export interface LimiterOptions {
  /** Table of the counts: `key varchar(255) primary key, points integer, expire bigint`. */
  readonly schema: string;
  readonly table: string;
  /** The name of the count; several limiters share a table under different names. */
  readonly name: string;
  readonly callsMax: number;
  readonly windowSeconds: number;
  /** Whether this one clears what has expired; one for each table is enough. */
  readonly sweeps: boolean;
}

/**
 * Counts a call under a key, of which only a hash is kept. Gives undefined, or the seconds to wait when the window is used up.
 */
export type Limiter = (key: string) => Promise<number | undefined>;

/**
 * Counts in PostgreSQL, so that several copies of the server count together, and in the machine's time. While the database
 * cannot count, each process counts for itself with the same limit: an outage opens no door to guessing.
 */
export function createLimiter(options: LimiterOptions, db: Pick<Database, 'once'>, log: Log): Limiter {
  const limiter = new RateLimiterPostgres({
    // The library speaks to a pg client; one statement is all it ever runs.
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const rows = await db.once(text, values);
        return { rows, rowCount: rows.length };
      },
    },
    storeType: 'client',
    schemaName: options.schema,
    tableName: options.table,
    tableCreated: true,
    clearExpiredByTimeout: options.sweeps,
    keyPrefix: options.name,
    points: options.callsMax,
    duration: options.windowSeconds,
    // A flood is refused from memory and costs the database nothing.
    inMemoryBlockOnConsumed: options.callsMax + 1,
  });
  const ownCount = new MemoryCount(options.callsMax, options.windowSeconds);
  return async (key) => {
    // A hash has one length whatever was sent: a key too long for its column would not be counted.
    const counted = sha256(key).toString('base64url');
    try {
      await limiter.consume(counted);
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.ceil(refused.msBeforeNext / 1000);
      log.warn({ limit: options.name, reason: errorName(refused) }, 'calls are counted in memory');
      return ownCount.count(counted);
    }
  };
}

/** Callers that are told apart at a time; beyond, a new one is refused. Each is a key of 43 characters and two numbers. */
const KEYS_MAX = 50_000;

/**
 * Counts calls in the memory of one process, in fixed windows of `windowSeconds` that begin with a caller's first call. For when
 * the database cannot count: fail closed, and bounded however many callers come.
 */
export class MemoryCount {
  readonly #callsMax: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, { endsAt: number; calls: number }>();

  constructor(callsMax: number, windowSeconds: number) {
    this.#callsMax = callsMax;
    this.#windowMs = windowSeconds * 1000;
  }

  /** Counts a call. Answers undefined, or the seconds to wait. */
  count(key: string, now = performance.now()): number | undefined {
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : this.#open(key, now);
    if (!window) return Math.ceil(this.#windowMs / 1000);
    window.calls += 1;
    return window.calls <= this.#callsMax ? undefined : Math.ceil((window.endsAt - now) / 1000);
  }

  #open(key: string, now: number) {
    // In order of their beginnings, so that the ended ones stand first.
    this.#windows.delete(key);
    for (const [other, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#windows.delete(other);
    }
    if (this.#windows.size >= KEYS_MAX) return undefined;
    const window = { endsAt: now + this.#windowMs, calls: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
