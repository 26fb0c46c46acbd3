import type { AuditAction } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { staysOpen } from '#features/open-account.ts';
import type { Tx } from '#platform/db/database.ts';
import { handlerOf, type ReviewHandler } from './reviews.handlers.ts';
import * as repo from './reviews.repo.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock'> & {
  readonly handlers: readonly ReviewHandler[];
};

/** Does what follows from a verdict, unless it was done already. */
export async function applyVerdict(deps: SettleDeps, userId: string, reviewId: string): Promise<void> {
  await deps.worker.forUser(userId, (tx) => applyIn(tx, deps, userId, reviewId));
}

/**
 * The same within the transaction that wrote the verdict. On an account that was closed meanwhile it has no effect: a PAN that it verified
 * would be held again, and kept from the person's next account. Rule: LEND-24
 */
export async function applyIn(
  tx: Tx,
  { clock, handlers }: Pick<SettleDeps, 'clock' | 'handlers'>,
  userId: string,
  reviewId: string,
): Promise<void> {
  // Before the lock of the review, as where the account's data is erased.
  const isOpen = await staysOpen(tx, userId);
  const row = await repo.lockUnapplied(tx, userId, reviewId);
  if (!row) return;
  const now = clock.now();
  if (!isOpen) return repo.markApplied(tx, userId, reviewId, now);
  const decision = row.status === 'approved' ? 'approve' : 'reject';
  await handlerOf(handlers, row.kind).apply(
    tx,
    { userId, reviewId, subjectId: row.subject_id },
    { decision, reason: row.reason, reasonCode: row.reason_code },
    now,
  );
  await repo.markApplied(tx, userId, reviewId, now);
}

/** Withdraws an open review on whose verdict nothing hangs any more. */
export async function withdrawIfMoot(
  { worker, clock, handlers }: SettleDeps,
  userId: string,
  reviewId: string,
): Promise<void> {
  await worker.forUser(userId, async (tx) => {
    const row = await repo.lockOpen(tx, userId, reviewId);
    if (!row) return;
    const subject = { userId, reviewId, subjectId: row.subject_id };
    const isMoot = await handlerOf(handlers, row.kind).dropIfMoot?.(tx, subject);
    if (!isMoot) return;
    const now = clock.now();
    await repo.withdraw(tx, userId, reviewId, now);
    await tx.call('select audit_system($1, $2, $3, $4, $5, $6, $7, $8)', [
      now,
      'system',
      'review.withdrawn' satisfies AuditAction,
      'review',
      reviewId,
      userId,
      JSON.stringify({ kind: row.kind, before: 'open', after: 'withdrawn' }),
      null,
    ]);
  });
}
