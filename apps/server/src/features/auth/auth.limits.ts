import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { AuthError } from './auth.errors.ts';
import { BUCKETS, BUCKET_SECONDS, type AuthSettings, type Bucket } from './auth.settings.ts';

/** Counts a call of an address. Throws over_request_rate_limit when it had its share of the window. */
export type CountCall = (bucket: Bucket, address: string) => Promise<void>;

/** Counts in PostgreSQL, so that several copies of the server count together. It counts in the machine's time. */
export function createCallCounter(settings: AuthSettings, db: Database, log: Log): CountCall {
  // The library speaks to a pg client; one statement is all it ever runs.
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await db.once(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  const limiters = new Map(
    BUCKETS.map((bucket, index) => [
      bucket,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'rate_limits',
        tableCreated: true,
        // One of them sweeps for all.
        clearExpiredByTimeout: index === 0,
        keyPrefix: bucket,
        points: settings.callsPerWindow[bucket],
        duration: BUCKET_SECONDS,
        // A flood is refused from memory and costs the database nothing.
        inMemoryBlockOnConsumed: settings.callsPerWindow[bucket] + 1,
      }),
    ]),
  );
  return async (bucket, address) => {
    try {
      await limiters.get(bucket)!.consume(address);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) {
        throw new AuthError('over_request_rate_limit', {
          retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000),
        });
      }
      // Counting protects sign-in; it must not be what takes it down.
      log.warn({ bucket, reason: String(refused) }, 'calls could not be counted');
    }
  };
}
