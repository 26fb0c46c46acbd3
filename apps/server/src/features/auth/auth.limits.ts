import type { Database } from '#platform/db/database.ts';
import { createLimiter } from '#platform/limits/limiter.ts';
import type { Log } from '#platform/log/log.ts';
import { AuthError } from './auth.errors.ts';
import {
  ANONYMOUS_SECONDS,
  BUCKETS,
  BUCKET_SECONDS,
  type AuthSettings,
  type Bucket,
} from './auth.settings.ts';

/** Counts a call of an address. Throws over_request_rate_limit when it had its share of the window. */
export type CountCall = (bucket: Bucket, address: string) => Promise<void>;

export function createCallCounter(settings: AuthSettings, db: Database, log: Log): CountCall {
  const limiters = new Map(
    BUCKETS.map((bucket, index) => [
      bucket,
      createLimiter(
        {
          schema: 'auth',
          table: 'rate_limits',
          name: bucket,
          callsMax: settings.callsPerWindow[bucket],
          windowSeconds: bucket === 'anonymous' ? ANONYMOUS_SECONDS : BUCKET_SECONDS,
          sweeps: index === 0,
        },
        db,
        log,
      ),
    ]),
  );
  return async (bucket, address) => {
    const retryAfterSeconds = await limiters.get(bucket)?.(address);
    if (retryAfterSeconds !== undefined)
      throw new AuthError('over_request_rate_limit', { retryAfterSeconds });
  };
}
