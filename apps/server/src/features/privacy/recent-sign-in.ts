import type { FeatureContext } from '#features/context.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { findSignIn } from './privacy.repo.ts';

const RECENT_MS = 60 * 60 * 1000;

/**
 * Whether the person proved who they are within the last hour. What is open on a lost phone, or was stolen with a token,
 * neither copies everything that is held nor closes the account.
 */
export async function isSignInRecent(
  { machineClock }: Pick<FeatureContext, 'machineClock'>,
  tx: Tx,
  { userId, sessionId }: Actor,
): Promise<boolean> {
  const at = await findSignIn(tx, userId, sessionId);
  return at !== undefined && machineClock.now().getTime() - at.getTime() < RECENT_MS;
}
