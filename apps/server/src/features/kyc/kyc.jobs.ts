import { z } from 'zod';
import { closeInbox } from '#features/webhooks/index.ts';
import { type DueRow, enqueueDue } from '#platform/jobs/due.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { claimOlderDocuments } from './document-claims.ts';
import { hashOlderMobiles } from './mobile-hashes.ts';
import { losePan, PAN_LOST_TASK } from './pan/lost.ts';
import { takeReKycSteps } from './rekyc/rekyc.ts';
import { lookAtVideo, type VideoProviderDeps } from './video/provider.service.ts';

const LOOK_TASK = 'kyc.video_look';

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
      PAN_LOST_TASK,
      z.object({
        userId: z.uuid(),
        isDropped: z.boolean().default(false),
        droppedAt: z.coerce.date().optional(),
      }),
      (lost) => losePan(deps, lost),
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
        await deps.worker.single((tx) => closeInbox(tx, 'cashfree_vrs', sessionId, outcome, now));
      },
      'aside',
    ),
  ];
}

/** Video sessions whose next look is due get a job; KYCs that come to their end take the next step; what an older process left undone is done. */
export function createKycSweep(deps: VideoProviderDeps): () => Promise<number> {
  const turns = createTurns(deps, 'kyc');
  const claimTurns = createTurns(deps, 'kyc claims');
  const mobileTurns = createTurns(deps, 'kyc mobiles');
  return async () => {
    const looks = await enqueueDue(deps.worker, LOOKS, deps.clock.now());
    const steps = await takeReKycSteps(deps, turns);
    const claims = await claimOlderDocuments(deps, claimTurns);
    return looks + steps + claims + (await hashOlderMobiles(deps, mobileTurns));
  };
}

const LOOKS = {
  table: 'video_sessions',
  column: 'next_look_at',
  task: LOOK_TASK,
  job: ({ id }: DueRow) => ({ payload: { sessionId: id }, key: `video:${id}` }),
} as const;
