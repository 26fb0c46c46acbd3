import { z } from 'zod';
import { closeInbox } from '#features/webhooks/index.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { takeReKycSteps } from './kyc.rekyc.ts';
import { claimDueSessions } from './kyc.video-provider.repo.ts';
import { lookAtVideo, type VideoProviderDeps } from './kyc.video-provider.service.ts';

const LOOK_TASK = 'kyc.video_look';
const CLAIM_LIMIT = 200;
const CLAIM_SECONDS = 60;

/** Background work of the identity checks. */
export function kycJobs(deps: VideoProviderDeps): Job[] {
  return [
    job(
      LOOK_TASK,
      z.object({ sessionId: z.uuid() }),
      async ({ sessionId }) => void (await lookAtVideo(deps, sessionId, 'turn')),
      'aside',
    ),
    job(
      'kyc.video_hint',
      z.object({ sessionId: z.string(), happenedAt: z.coerce.date().optional() }),
      async ({ sessionId, happenedAt }) => {
        // The reference is what a stranger with the provider's key, or the provider by mistake, may have sent.
        const isOurs =
          z.uuid().safeParse(sessionId).success && (await lookAtVideo(deps, sessionId, 'news', happenedAt));
        const outcome = isOurs ? 'enquired' : 'unmatched';
        const now = deps.clock.now();
        await deps.worker.plain((tx) => closeInbox(tx, 'cashfree_vrs', sessionId, outcome, now));
      },
      'aside',
    ),
  ];
}

/** Video sessions whose next look is due get a job; KYCs that come to their end take the next step. */
export async function sweepKyc(deps: VideoProviderDeps): Promise<number> {
  const now = deps.clock.now();
  const looks = await deps.worker.plain(async (tx) => {
    const due = await claimDueSessions(tx, now, new Date(now.getTime() + CLAIM_SECONDS * 1000), CLAIM_LIMIT);
    const jobs = due.map(({ sessionId }) => ({ payload: { sessionId }, key: `video:${sessionId}` }));
    await tx.enqueueEach(LOOK_TASK, jobs, { attemptsMax: 3 });
    return due.length;
  });
  return looks + (await takeReKycSteps(deps));
}
