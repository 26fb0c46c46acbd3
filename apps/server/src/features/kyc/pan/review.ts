import { type AuditAction, type KycReasonCode } from '@mohlat/contract';
import { istDate, maskPan } from '@mohlat/money';
import { lockProfile, takeNameOfPan } from '#features/me/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import {
  matchFact,
  openReview,
  type ReviewHandler,
  type ReviewSubject,
  type Verdict,
} from '#features/reviews/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { kycPage, nameRenewedNotice, panNotice } from '../kyc.notices.ts';
import * as reviews from './review.repo.ts';
import { settleReKyc } from '../rekyc/rekyc.ts';
import * as repo from '../kyc.repo.ts';
import { isDueAgain, strangeLetterOf } from '../kyc.rules.ts';

type Deps = Pick<FeatureContext, 'clock' | 'config' | 'vault'> & { readonly notifier: Notifier };

/** A PAN whose holder has nearly the profile's name. */
export interface NearPan {
  readonly pan: string;
  readonly hash: Buffer;
  readonly fullName: string;
  readonly nameOnPan: string;
  readonly category: string | undefined;
  /** Undefined where the names could not be compared. */
  readonly namePercent: number | undefined;
}

/**
 * Puts a near name before a person, with the facts of this moment. One that is looked at already stays as it is; a try under
 * another name is kept beside it, and comes before a person once the earlier name is decided.
 */
export async function askPerson(
  tx: Tx,
  vault: Vault,
  userId: string,
  near: NearPan,
  now: Date,
): Promise<void> {
  const open = await reviews.findOpenPanReview(tx, userId);
  if (open?.full_name === near.fullName) return;
  const id = newId();
  const { pan, hash, ...facts } = near;
  const sealed = vault.seal(pan, `pan_review:${id}`);
  const review = { id, panSealed: sealed, panHash: hash, panMasked: maskPan(pan), ...facts };
  await reviews.insertPanReview(tx, userId, review, now);
  if (!open) await openReview(tx, { userId, kind: 'pan', subjectId: id }, now);
}

/** Reviews a near match of names on a PAN: shows the facts to compare and applies the verdict. Rule: LEND-24. */
export function panReviewHandler(deps: Deps): ReviewHandler {
  const { vault } = deps;
  return {
    kind: 'pan',
    async facts(tx, { userId, subjectId }) {
      const row = await reviews.findPanReview(tx, userId, subjectId);
      if (!row) return [];
      const held = await repo.findKyc(tx, userId);
      const letter = row.pan_sealed
        ? strangeLetterOf(vault.open(row.pan_sealed, `pan_review:${row.id}`))
        : undefined;
      const onAadhaar = held?.aadhaar_status === 'verified' ? held.aadhaar_name : null;
      return [
        { code: 'full_name', value: row.full_name },
        { code: 'name_on_pan', value: row.name_on_pan },
        // A yes gives the profile the name that the PAN has by now.
        ...(isRenewal(held, deps.clock.now())
          ? [{ code: 'name_before_renewal', value: held?.pan_name ?? '' }]
          : []),
        ...matchFact(row.name_percent),
        { code: 'pan', value: row.pan_masked },
        // The mask hides it, and it is why a person looks. Rule: LEND-3 (PAN)
        ...(letter === undefined ? [] : [{ code: 'pan_fourth_letter', value: letter }]),
        ...(onAadhaar ? [{ code: 'name_on_aadhaar', value: onAadhaar }] : []),
      ];
    },
    fileId: () => Promise.resolve(undefined),
    apply: (tx, subject, verdict, now) => applyVerdict(deps, tx, subject, verdict, now),
    async dropIfMoot(tx, { userId }) {
      await lockProfile(tx, userId);
      if (isAwaited(await repo.findKyc(tx, userId), deps.clock.now())) return false;
      await reviews.dropPansBut(tx, userId, null);
      return true;
    },
  };
}

/** A verified PAN that is done again, under its other name. */
function isRenewal(held: repo.KycRow | undefined, now: Date): boolean {
  return (
    held?.pan_status === 'verified' &&
    isDueAgain(held.rekyc_due_on, held.pan_verified_at, istDate(now.getTime()))
  );
}

/** Whether a verdict about the names still decides anything. */
function isAwaited(held: repo.KycRow | undefined, now: Date): boolean {
  return held?.pan_status === 'pending' || isRenewal(held, now);
}

/** The verified PAN stands as it was, or has its new name and date, and the profile its name. Rule: LEND-24. */
async function renew(
  deps: Deps,
  tx: Tx,
  userId: string,
  { review, verdict }: { readonly review: reviews.PanReviewRow; readonly verdict: Verdict },
  now: Date,
): Promise<void> {
  const isApproved = verdict.decision === 'approve';
  const outcome = isApproved ? 'verified' : 'pan_name_rejected';
  await repo.logAttempt(tx, userId, { kind: 'pan', outcome }, now);
  await reviews.dropPanOf(tx, userId, review.id);
  const link = kycPage(deps.config.publicUrl);
  if (isApproved) {
    await repo.renewPan(tx, userId, now, review.name_on_pan);
    await takeNameOfPan(tx, userId, review.name_on_pan, now);
    await tx.call('select audit_system($1, $2, $3, $4, $5, $5, $6, $7)', [
      now,
      'system',
      'kyc.name_renewed' satisfies AuditAction,
      'account',
      userId,
      JSON.stringify({ review: review.id }),
      null,
    ]);
    await settleReKyc(tx, userId, now);
  }
  const notice = isApproved
    ? nameRenewedNotice(review.name_on_pan, link)
    : panNotice('pan_name_rejected', verdict.reason, link);
  await deps.notifier.notify(tx, userId, notice, now);
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
}

async function applyVerdict(
  deps: Deps,
  tx: Tx,
  { userId, subjectId }: ReviewSubject,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  await lockProfile(tx, userId);
  const held = await repo.findKyc(tx, userId);
  const review = await reviews.findPanReview(tx, userId, subjectId);
  // The person may have found a way of their own meanwhile: another PAN, the right name. Or they tried once more before
  // this verdict took effect, and the later try waits for its own.
  const isMoot = !isAwaited(held, now) || (await reviews.findOpenPanReview(tx, userId)) !== undefined;
  if (isMoot || !held || !review?.pan_sealed) {
    if (held && isAwaited(held, now)) await reviews.dropPanOf(tx, userId, subjectId);
    else await reviews.dropPansBut(tx, userId, null);
    return;
  }
  if (isRenewal(held, now)) return renew(deps, tx, userId, { review, verdict }, now);
  const isOfThisName = held.full_name === review.full_name;
  const later = isOfThisName ? undefined : await reviews.findLaterTry(tx, userId, review.id, held.full_name);
  await reviews.dropPansBut(tx, userId, later ?? review.id);
  if (later !== undefined) {
    // A verdict about the earlier name decides nothing: a person looks at the one that was asked about since.
    await openReview(tx, { userId, kind: 'pan', subjectId: later }, now);
    return;
  }
  const outcome = isOfThisName ? await judge(tx, review, verdict, now) : 'not_started';
  const code = typeof outcome === 'object' ? outcome.code : undefined;
  const status = typeof outcome === 'object' ? 'rejected' : outcome;
  await repo.logAttempt(tx, userId, { kind: 'pan', outcome: code ?? status }, now);
  if (status === 'verified') {
    const pan = deps.vault.open(review.pan_sealed, `pan_review:${review.id}`);
    const sealed = deps.vault.seal(pan, `pan:${userId}`);
    await repo.savePan(tx, userId, { sealed, hash: review.pan_hash, masked: review.pan_masked });
  }
  const name = status === 'verified' ? review.name_on_pan : undefined;
  const category = review.category ?? undefined;
  await repo.savePanVerdict(tx, userId, { status, name, category, ...(code ? { reason: code } : {}) }, now);
  await reviews.dropPanOf(tx, userId, review.id);
  if (status === 'verified') {
    await repo.tellUnproven(tx, review.pan_hash);
    await settleReKyc(tx, userId, now);
  }
  if (status !== 'not_started')
    await deps.notifier.notify(
      tx,
      userId,
      panNotice(code, verdict.reason, kycPage(deps.config.publicUrl)),
      now,
    );
  await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
}

async function judge(
  tx: Tx,
  review: reviews.PanReviewRow,
  verdict: Verdict,
  now: Date,
): Promise<'verified' | { readonly code: KycReasonCode }> {
  if (verdict.decision === 'reject') return { code: 'pan_name_rejected' };
  return (await repo.claimIdentity(tx, review.pan_hash, now)) ? 'verified' : { code: 'pan_in_use' };
}
