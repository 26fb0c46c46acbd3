import { KYC_REASONS } from '@mohlat/contract';
import { maskAadhaar, maskBirth } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { ReviewHandler } from '#features/reviews/index.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { lockProfile } from '#features/me/index.ts';
import { videoNotice } from '../kyc.notices.ts';
import { findKyc } from '../kyc.repo.ts';
import * as repo from './video.repo.ts';
import { locationContext } from './video.service.ts';

type Deps = Pick<FeatureContext, 'vault' | 'config'> & { readonly notifier: Notifier };

/** Reviews a recording: shows the facts to compare and applies the verdict. Rule: LEND-24. */
export function createVideoReview({ vault, config, notifier }: Deps): ReviewHandler {
  return {
    kind: 'video',
    // Support tells a person where their step stands, and needs neither for that.
    veils: { date_of_birth: maskBirth, place: () => null },
    async facts(tx, { userId, subjectId }) {
      const [recording, held] = [await repo.findRecording(tx, userId, subjectId), await findKyc(tx, userId)];
      if (!recording || !held) throw new DomainError('not_found');
      const place = JSON.parse(vault.open(recording.location_sealed, locationContext(userId))) as Place;
      const facts: Readonly<Record<string, string | null>> = {
        phrase: recording.phrase,
        full_name: held.full_name,
        date_of_birth: held.date_of_birth,
        pan: held.pan_masked,
        name_on_pan: held.pan_name,
        aadhaar: held.aadhaar_last4 && maskAadhaar(held.aadhaar_last4),
        name_on_aadhaar: held.aadhaar_name,
        recorded_at: recording.recorded_at.toISOString(),
        place: `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`,
      };
      return Object.entries(facts).flatMap(([code, value]) => (value ? [{ code, value }] : []));
    },
    fileId: async (tx, { userId, subjectId }) => (await repo.findRecording(tx, userId, subjectId))?.file_id,
    async apply(tx, { userId }, { decision, reason, reasonCode }, now) {
      await lockProfile(tx, userId);
      const code = reasonCode ?? (reason ? null : 'video_unusable');
      const text = reason ?? KYC_REASONS[code ?? 'video_unusable'].en;
      const outcome =
        decision === 'approve'
          ? ({ status: 'verified' } as const)
          : ({ status: 'rejected', reason: text, reasonCode: code } as const);
      // Verified meanwhile in a call at the provider: this verdict comes too late to say anything.
      if (!(await repo.saveRecordedStatus(tx, userId, outcome, now))) return;
      const remarks = reason ?? KYC_REASONS[reasonCode ?? 'video_unusable'].en;
      const notice = videoNotice(
        decision === 'approve' ? { kind: 'approved' } : { kind: 'rejected', code: 'video_unusable', remarks },
        `${config.publicUrl}/dashboard/kyc-verification`,
      );
      if (notice) await notifier.notify(tx, userId, notice, now);
      await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
    },
    async dropIfMoot(tx, { userId }) {
      await lockProfile(tx, userId);
      return (await findKyc(tx, userId))?.video_status === 'verified';
    },
  };
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
