import { standingOn } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Notifier } from '#features/notifications/index.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { tellHeld, tellReleased, tellReviewDue } from './credit.notices.ts';
import { changeAccount } from './credit.repo.ts';
import * as repo from './credit.standing.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'> & { readonly notifier: Notifier };

const LOOK_EVERY_MS = 60_000;
const BATCH = 200;

/**
 * Writes down where accounts stand and tells their owners. Nothing waits for it: who may pay is asked of what is
 * overdue and of the report's age themselves. Looks once a minute, and at once when the day has changed.
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

async function settleAll(deps: Deps, today: ReturnType<Deps['clock']['today']>): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const page = { after, limit: BATCH };
    const due = await deps.worker.plain((tx) => repo.findUnsettled(tx, today, page));
    count += await inTurn(deps, due, (userId) => settleOne(deps, userId, today));
    if (due.length < BATCH) return count;
    after = due.at(-1);
  }
}

async function settleOne(
  deps: Deps,
  userId: string,
  today: ReturnType<Deps['clock']['today']>,
): Promise<boolean> {
  const now = deps.clock.now();
  return deps.worker.forUser(userId, async (tx) => {
    const row = await repo.lockStanding(tx, userId, today);
    if (!row) return false;
    const { state, hold } = standingOn(
      {
        state: row.state,
        hold: row.state_reason,
        dpd: row.days_overdue,
        isIdentityVerified: row.is_identity_verified,
        reportOn: row.report_on,
      },
      today,
    );
    if (state === row.state && hold === row.state_reason) return false;
    await changeAccount(tx, userId, { state, hold, limitPaise: row.limit_paise, limitConsentId: null }, now);
    if (hold !== null) await tellHeld(deps, tx, userId, hold, now);
    else if (state === 'active') await tellReleased(deps, tx, userId, now);
    await tx.call(ANNOUNCE, [userId, 'kyc', userId]);
    return true;
  });
}

async function tellReviews(deps: Deps, today: string): Promise<number> {
  const due = await deps.worker.plain((tx) => repo.findReviewsDue(tx, today, BATCH));
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
      const reason = error instanceof Error ? error.name : 'unknown';
      log.error({ userId, reason }, 'a credit account could not be settled');
    }
  }
  return count;
}
