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
        const rows = await db.once(withoutFlush(text), values);
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
  /** Counts several calls of one key; answers for each the seconds to wait. */
  const count = async (key: string, calls: number): Promise<readonly (number | undefined)[]> => {
    try {
      await limiter.consume(key, calls);
      return Array.from({ length: calls }, () => undefined);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) {
        log.warn({ limit: options.name, reason: errorName(refused) }, 'calls are counted in memory');
        return Array.from({ length: calls }, () => ownCount.count(key));
      }
      const waitSeconds = Math.ceil(refused.msBeforeNext / 1000);
      // None was counted where the window was known to be used up.
      const before = refused.consumedPoints === 0 ? Infinity : refused.consumedPoints - calls;
      return Array.from({ length: calls }, (_, index) =>
        before + index < options.callsMax ? undefined : waitSeconds,
      );
    }
  };
  const counted = new CountedTogether(count);
  // A hash has one length whatever was sent: a key too long for its column would not be counted.
  return (key) => counted.ask(sha256(key).toString('base64url'));
}

const INSERT = /^\s*insert\b/i;

/**
 * The count, committed without waiting for the disk: everybody of one address would wait for each flush of it. A database that
 * crashes forgets the counts of its last second; one that lives shows them from the commit on.
 */
function withoutFlush(text: string): string {
  if (!INSERT.test(text)) return text;
  const count = text.trim().replace(/;$/, '');
  return `with counted as (${count}) select points, expire from counted, set_config('synchronous_commit', 'off', true)`;
}

interface Call<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Counts the calls of one key that come while an earlier count of it is under way in one statement: each would wait for the same row,
 * and for the disk each time. Calls of different keys do not wait for each other.
 */
class CountedTogether<Answer> {
  readonly #count: (key: string, calls: number) => Promise<readonly Answer[]>;
  /** The calls that wait, of each key with a count under way. */
  readonly #waiting = new Map<string, Call<Answer>[]>();

  constructor(count: (key: string, calls: number) => Promise<readonly Answer[]>) {
    this.#count = count;
  }

  ask(key: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = { resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(call);
      else void this.#run(key, [call]);
    });
  }

  async #run(key: string, calls: readonly Call<Answer>[]): Promise<void> {
    this.#waiting.set(key, []);
    try {
      const answers = await this.#count(key, calls.length);
      for (const [index, call] of calls.entries()) call.resolve(answers[index]!);
    } catch (error) {
      for (const call of calls) call.reject(error);
    }
    const waiting = this.#waiting.get(key) ?? [];
    if (waiting.length > 0) void this.#run(key, waiting);
    else this.#waiting.delete(key);
  }
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
