import { daysPastDue, isLive, overdueAt } from '@mohlat/lending';
import { addDays, type BusinessDate, istDate } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { loadBorrowers, settleStanding } from '#features/lending/index.ts';
import type { Notifier } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { errorName } from '#platform/http/error-name.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { tellHeld, tellReleased, tellReviewDue } from './credit.notices.ts';
import type { OverdueNow } from './credit.reasons.ts';
import * as repo from './credit.standing.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'> & { readonly notifier: Notifier };

const LOOK_EVERY_MS = 60_000;
const BATCH = 200;

/**
 * Writes down what ended or began with a report's age, an identity or a dispute, and tells of half-yearly reviews. Arrears are no part
 * of it: the close of a day and a settlement write them. Looks once a minute, and at once when the day has changed.
 * Rule: LEND-14, LEND-P3.
 */
export function createStandingSweep(deps: Deps): () => Promise<number> {
  let last = { on: '', atMs: Number.NEGATIVE_INFINITY };
  return async () => {
    const today = deps.clock.today();
    const atMs = deps.clock.now().getTime();
    if (last.on === today && Math.abs(atMs - last.atMs) < LOOK_EVERY_MS) return 0;
    const settled = await settleAll(deps, today);
    const told = await tellReviews(deps, today);
    last = { on: today, atMs };
    return settled + told;
  };
}

async function settleAll(deps: Deps, today: BusinessDate): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const page = { after, limit: BATCH };
    const due = await deps.worker.single((tx) => repo.findUnsettled(tx, today, page));
    count += await settlePage(deps, due);
    if (due.length < BATCH) return count;
    after = due.at(-1);
  }
}

/** All at once; where one of them cannot be settled, one after the other. */
async function settlePage(deps: Deps, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const now = deps.clock.now();
  try {
    return await deps.worker.plain((tx) => settleStanding(tx, userIds, now));
  } catch (error) {
    deps.log.warn(
      { peopleCount: userIds.length, reason: errorName(error) },
      'credit standing: a page failed',
    );
    return inTurn(deps, userIds, (userId) =>
      deps.worker.forUser(userId, async (tx) => (await settleStanding(tx, [userId], now)) > 0),
    );
  }
}

/** Tells owners whose account rests, is free again or has ended; enqueued with the change. Rule: LEND-14, LEND-P1. */
export function creditJobs(deps: Deps): Job[] {
  return [
    job('credit.tell_standing', z.object({ userId: z.string() }), async ({ userId }) => {
      const now = deps.clock.now();
      await deps.worker.forUser(userId, async (tx) => {
        const untold = await repo.claimUntold(tx, userId);
        if (untold && untold.hold !== null)
          await tellHeld(
            deps,
            tx,
            userId,
            { hold: untold.hold, overdue: await overdueOf(tx, userId, now) },
            now,
          );
        else if (untold?.state === 'active') await tellReleased(deps, tx, userId, now);
        await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
      });
    }),
  ];
}

/** The overdue part of a person's loans at the last close. */
async function overdueOf(tx: Tx, userId: string, now: Date): Promise<OverdueNow> {
  const yesterday = addDays(istDate(now.getTime()), -1);
  const [borrower] = await loadBorrowers(tx, [userId]);
  const loans = borrower?.loans.filter(isLive) ?? [];
  const days = Math.max(0, ...loans.map((loan) => daysPastDue(loan, yesterday)));
  return { ...overdueAt(loans, yesterday), days };
}

async function tellReviews(deps: Deps, today: string): Promise<number> {
  const due = await deps.worker.single((tx) => repo.findReviewsDue(tx, today, BATCH));
  return inTurn(deps, due, (userId) =>
    deps.worker.forUser(userId, async (tx) => {
      const isOurs = await repo.claimReview(tx, userId, deps.clock.now());
      if (isOurs) await tellReviewDue(deps, tx, userId, deps.clock.now());
      return isOurs;
    }),
  );
}

/**
 * One after the other, each in a transaction of its own; answers how many did something. One that fails is told to the
 * log and left to the next sweep.
 */
async function inTurn(
  { log }: Pick<Deps, 'log'>,
  userIds: readonly string[],
  work: (userId: string) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const userId of userIds) {
    try {
      if (await work(userId)) count += 1;
    } catch (error) {
      log.error({ userId, reason: errorName(error) }, 'a credit account could not be settled');
    }
  }
  return count;
}
