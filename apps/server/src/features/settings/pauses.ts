import type { Pausable } from '@mohlat/contract';
import type { Tx } from '#platform/db/database.ts';

/**
 * True while staff have paused a capability: nothing of it begins. Read without a lock, as late as it can be: what has begun is on
 * its way. Rule: LEND-18
 */
export async function isPaused(tx: Tx, capability: Pausable): Promise<boolean> {
  const rows = await tx.call('select 1 from capability_pauses where capability = $1 and ended_at is null', [
    capability,
  ]);
  return rows.length > 0;
}
