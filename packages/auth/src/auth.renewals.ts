import { AuthError } from './auth.errors.ts';
import type { CountCall } from './auth.limits.ts';
import type { Caller } from './auth.parts.ts';

const NOT_GENUINE: ReadonlySet<string> = new Set(['refresh_token_not_found', 'validation_failed']);

/**
 * Counts a renewal by a token that is none among the calls of its address: who sends many of those keeps nobody beside them from
 * going on, and is soon refused a log-in. All renewals of an address have a bound of their own, before they are looked at (`refresh`).
 * Throws over_request_rate_limit.
 */
export async function countFalse<Result>(
  countCall: CountCall,
  { ip }: Caller,
  renew: () => Promise<Result>,
): Promise<Result> {
  return renew().catch(async (error: unknown) => {
    if (error instanceof AuthError && NOT_GENUINE.has(error.code)) await countCall('token', ip);
    throw error;
  });
}
