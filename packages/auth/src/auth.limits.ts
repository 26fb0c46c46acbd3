import type { Database } from '@mohlat/platform/db/transactions.ts';
import { siteOf } from '@mohlat/platform/http/client-address.ts';
import { createLimiter } from '@mohlat/platform/limits/limiter.ts';
import type { Log } from '@mohlat/platform/log.ts';
import { AuthError } from './auth.errors.ts';
import {
  ANONYMOUS_SECONDS,
  BUCKETS,
  BUCKET_SECONDS,
  type AuthSettings,
  type Bucket,
} from './auth.settings.ts';

/** As many /64 of one /48 may use their whole share: the ratio of Let's Encrypt's limits on new accounts (10 and 500). */
const SITE_SHARES = 50;

/** Counts a call of an address, and of the /48 around it. Throws over_request_rate_limit when it had its share of the window. */
export type CountCall = (bucket: Bucket, address: string) => Promise<void>;

export function createCallCounter(settings: AuthSettings, db: Database, log: Log): CountCall {
  const limitersOf = (shares: number) =>
    new Map(
      BUCKETS.map((bucket, index) => [
        bucket,
        createLimiter(
          {
            schema: 'auth',
            table: 'rate_limits',
            name: bucket,
            callsMax: settings.callsPerWindow[bucket] * shares,
            windowSeconds: bucket === 'anonymous' ? ANONYMOUS_SECONDS : BUCKET_SECONDS,
            sweeps: index === 0 && shares === 1,
          },
          db,
          log,
        ),
      ]),
    );
  const [perAddress, perSite] = [limitersOf(1), limitersOf(SITE_SHARES)];
  return async (bucket, address) => {
    const site = siteOf(address);
    const waits = await Promise.all([
      perAddress.get(bucket)?.(address),
      site === undefined ? undefined : perSite.get(bucket)?.(site),
    ]);
    const retryAfterSeconds = Math.max(...waits.map((seconds) => seconds ?? 0));
    if (retryAfterSeconds > 0) throw new AuthError('over_request_rate_limit', { retryAfterSeconds });
  };
}
