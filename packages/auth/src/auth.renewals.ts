import { AuthError } from './auth.errors.ts';
import type { CountCall } from './auth.limits.ts';
import type { Caller } from './auth.parts.ts';
import { readRefreshToken } from './auth.refresh-tokens.ts';

const NOT_GENUINE: ReadonlySet<string> = new Set(['refresh_token_not_found', 'validation_failed']);

/**
 * Counts a renewal for its session, and one by a token that is none for its address: who sends many of those keeps nobody beside them
 * from going on. Throws over_request_rate_limit; the token that was given stays good then.
 */
export async function countRenewal<Result>(
  countCall: CountCall,
  token: string,
  { ip }: Caller,
  renew: () => Promise<Result>,
): Promise<Result> {
  const renewed = await renew().catch(async (error: unknown) => {
    if (error instanceof AuthError && NOT_GENUINE.has(error.code)) await countCall('token', ip);
    throw error;
  });
  const sessionId = readRefreshToken(token)?.sessionId;
  if (sessionId !== undefined) await countCall('token', `session ${sessionId}`);
  return renewed;
}
