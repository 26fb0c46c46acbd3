import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { settleStanding } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { createTurns, type Turns } from '#platform/jobs/turns.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { tellHeld, tellReleased, tellReviewDue } from './credit.notices.ts';
import * as repo from './credit.standing.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'> & { readonly notifier: Notifier };

const LOOK_EVERY_MS = 60_000;
const BATCH = 200;

/**
 * Writes down what ended or began with a report's age or an identity, and tells of half-yearly reviews. Arrears are no part
 * of it: the close of a day and a settlement write them. Looks once a minute, and at once when the day has changed.
 * Rule: LEND-14, LEND-P3.
 */
export function createStandingSweep(deps: Deps): () => Promise<number> {
  const settling = createTurns(deps, 'credit standing');
  const telling = createTurns(deps, 'credit reviews');
  let last = { on: '', atMs: Number.NEGATIVE_INFINITY };
  return async () => {
    const today = deps.clock.today();
    const atMs = deps.clock.now().getTime();
    if (last.on === today && Math.abs(atMs - last.atMs) < LOOK_EVERY_MS) return 0;
    const settled = await settleAll(deps, settling, today);
    const told = await tellReviews(deps, telling, today);
    last = { on: today, atMs };
    return settled + told;
  };
}

async function settleAll(deps: Deps, turns: Turns, today: string): Promise<number> {
  const { worker, clock } = deps;
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const page = { after, without: turns.resting(), limit: BATCH };
    const due = await worker.plain((tx) => repo.findUnsettled(tx, today, page));
    const isThrough = await turns.takeTogether(
      due,
      (userId) => userId,
      async (lot) => {
        count += await worker.plain((tx) => settleStanding(tx, lot, clock.now()));
      },
    );
    if (!isThrough || due.length < BATCH) return count;
    after = due.at(-1);
  }
}

/** Tells owners whose account rests, is free again or has ended; enqueued with the change. Rule: LEND-14, LEND-P1. */
export function creditJobs(deps: Deps): Job[] {
  return [
    // Asked for by processes of the version before (decision 080), one release long.
    job('credit.settle', z.object({ userId: z.string() }), async ({ userId }) => {
      await deps.worker.forUser(userId, (tx) => settleStanding(tx, [userId], deps.clock.now()));
    }),
    job('credit.tell_standing', z.object({ userId: z.string() }), async ({ userId }) => {
      const now = deps.clock.now();
      await deps.worker.forUser(userId, async (tx) => {
        const untold = await repo.claimUntold(tx, userId);
        if (untold && untold.hold !== null) await tellHeld(deps, tx, userId, untold.hold, now);
        else if (untold?.state === 'active') await tellReleased(deps, tx, userId, now);
        await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
      });
    }),
  ];
}

async function tellReviews(deps: Deps, turns: Turns, today: string): Promise<number> {
  const page = { without: turns.resting(), limit: BATCH };
  const due = await deps.worker.plain((tx) => repo.findReviewsDue(tx, today, page));
  let count = 0;
  await turns.take(
    due,
    (userId) => userId,
    (userId) =>
      deps.worker.forUser(userId, async (tx) => {
        if (!(await repo.claimReview(tx, userId, deps.clock.now()))) return;
        await tellReviewDue(deps, tx, userId, deps.clock.now());
        count += 1;
      }),
  );
  return count;
}
