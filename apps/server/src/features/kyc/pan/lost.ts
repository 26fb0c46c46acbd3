import type { AuditAction } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { lockProfile } from '#features/me/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import * as repo from '../kyc.repo.ts';
import { kycPage, panLostNotice } from '../kyc.notices.ts';

/** The job by which an account learns that its PAN is proved on another one. */
export const PAN_LOST_TASK = 'kyc.pan_lost';

/**
 * Keeps a PAN that is verified by its name alone, now that a document proves its holder: claims it, and has it taken from the accounts
 * that show no document. False, and the PAN is refused here, where another account has proved it first. The caller holds the person's
 * lock. Rule: LEND-D10.
 */
export async function keepPan(tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  if (await repo.claimIdentity(tx, hash, now)) return true;
  await drop(tx, userId, now);
  // Under no key: the job of an account that proves the same PAN at that moment (tell_unproven) would take its place.
  await tx.enqueue(PAN_LOST_TASK, { userId, isDropped: true, droppedAt: now.toISOString() });
  return false;
}

/** The PAN is refused from now on; another one may be tried. */
async function drop(tx: Tx, userId: string, now: Date): Promise<void> {
  await repo.dropPan(tx, userId, now);
  await repo.logAttempt(tx, userId, { kind: 'pan', outcome: 'pan_in_use' }, now);
}

/** A PAN that gives way; `isDropped` where it was refused already, when its person showed a document. */
export interface Loss {
  readonly userId: string;
  readonly isDropped: boolean;
  readonly droppedAt?: Date | undefined;
}

/**
 * Takes a PAN from an account that has shown no document, where another account has proved it, and tells its owner: they may be the
 * right one. What was compared with the name on that PAN, such as a bank account, is to be compared anew. Nothing happens where the
 * account has proved itself meanwhile, or the PAN is free again, unless it was refused already; who has verified one since then knows.
 * Rule: LEND-D10.
 */
export async function losePan(
  {
    worker,
    clock,
    config,
    notifier,
  }: Pick<FeatureContext, 'worker' | 'clock' | 'config'> & {
    readonly notifier: Notifier;
  },
  { userId, isDropped, droppedAt }: Loss,
): Promise<void> {
  await worker.forUser(userId, async (tx) => {
    const now = clock.now();
    await lockProfile(tx, userId);
    const held = await repo.findKyc(tx, userId);
    if (!held?.pan_hash || held.credit_state === 'closed') return;
    const isVerified = held.pan_status === 'verified';
    if (!isDropped) {
      if (!isVerified || held.is_identity_known || (await repo.claimIdentity(tx, held.pan_hash, now))) return;
      await drop(tx, userId, now);
    }
    const lostAt = (droppedAt ?? now).toISOString();
    await tx.enqueue('bank_accounts.name_lost', { userId, lostAt }, { key: `name_lost:${userId}` });
    const isSuperseded = isDropped && isVerified;
    if (!isSuperseded) await notifier.notify(tx, userId, panLostNotice(kycPage(config.publicUrl)), now);
    const heldBy = isSuperseded ? null : await repo.findHolder(tx, held.pan_hash);
    await tx.call('select audit_system($1, $2, $3, $4, $5, $5, $6, $7)', [
      now,
      'system',
      'kyc.pan_lost' satisfies AuditAction,
      'account',
      userId,
      JSON.stringify({ before: 'verified', after: 'rejected', heldBy }),
      null,
    ]);
    await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
  });
}
