import type { FeatureContext } from '#features/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { handlerOf, type ReviewHandler } from './reviews.handlers.ts';
import * as repo from './reviews.repo.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock'> & {
  readonly handlers: readonly ReviewHandler[];
};

/** Does what follows from a verdict, if nobody has yet. */
export async function applyVerdict(deps: SettleDeps, userId: string, reviewId: string): Promise<void> {
  await deps.worker.forUser(userId, (tx) => applyIn(tx, deps, userId, reviewId));
}

/** The same within the transaction that wrote the verdict. */
export async function applyIn(
  tx: Tx,
  { clock, handlers }: Pick<SettleDeps, 'clock' | 'handlers'>,
  userId: string,
  reviewId: string,
): Promise<void> {
  const row = await repo.lockUnapplied(tx, userId, reviewId);
  if (!row) return;
  const now = clock.now();
  const decision = row.status === 'approved' ? 'approve' : 'reject';
  await handlerOf(handlers, row.kind).apply(
    tx,
    { userId, reviewId, subjectId: row.subject_id },
    { decision, reason: row.reason, reasonCode: row.reason_code },
    now,
  );
  await repo.markApplied(tx, userId, reviewId, now);
}
