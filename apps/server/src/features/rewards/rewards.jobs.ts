import type { Span } from '@mohlat/lending';
import { addDays, type BusinessDate, formatRupees, paise } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { announceEach } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { DatabaseUnavailable } from '#platform/db/unavailable.ts';
import { errorName } from '#platform/http/error-name.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import * as repo from './rewards.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'log'>;

const TASK = 'rewards.keep';
const PEOPLE_AT_ONCE = 500;
const ROWS_AT_ONCE = 500;
/** Money is heard of late for so long; what was paid on time and comes to light within it is still rewarded. */
const LOOK_BACK_DAYS = 60;
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function rewardJobs(deps: Deps): Job[] {
  return [job(TASK, z.object({}), () => keepRewards(deps), 'alone')];
}

/** Asks for the run when a business day was closed since the last one. */
export function sweepRewards({ worker }: Pick<Deps, 'worker'>): Promise<number> {
  return worker.plain(async (tx) => {
    if ((await repo.findDayToKeep(tx)) === undefined) return 0;
    await tx.enqueueAgain(TASK, [{ payload: {}, key: TASK }], { attemptsMax: 5 });
    return 1;
  });
}

/**
 * After a day is closed: takes back what no longer stands, makes rewards of what rewards had paid for nothing, lets the old
 * expire, and gives what was earned. Every step finds the same again; killed anywhere, it is simply run anew.
 * Rule: LEND-24 (rewards), LEND-22 step 8.
 */
export async function keepRewards(deps: Deps): Promise<void> {
  const { worker, clock, log } = deps;
  const now = clock.now();
  const day = await worker.plain((tx) => repo.findDayToKeep(tx));
  if (day === undefined) return;
  const clawedBack = await untilDone(deps, 'clawBack', (tx) => repo.clawBack(tx, now, ROWS_AT_ONCE));
  await untilDone(deps, 'giveBack', (tx) => repo.giveBack(tx, now, ROWS_AT_ONCE));
  const expired = await untilDone(deps, 'expire', (tx) => repo.expire(tx, clock.today(), now, ROWS_AT_ONCE));
  const earned = await earnThrough(deps, day, now);
  await worker.plain((tx) => repo.markDayKept(tx, day, now));
  log.info({ day, earned, expired, lookedAt: clawedBack }, 'rewards');
}

/** A step that fails is told to the log and left to the next day's run: nobody's earning waits for it. */
async function untilDone(
  { worker, log }: Deps,
  step: string,
  work: (tx: Tx) => Promise<number>,
): Promise<number> {
  let total = 0;
  try {
    for (let done = ROWS_AT_ONCE; done === ROWS_AT_ONCE; total += done) done = await worker.plain(work);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    log.error({ step, reason: errorName(error) }, 'rewards: a step failed');
  }
  return total;
}

async function earnThrough(deps: Deps, day: BusinessDate, now: Date): Promise<number> {
  const span = { from: addDays(day, -LOOK_BACK_DAYS), to: day };
  let count = 0;
  for (let after = NOBODY; ;) {
    const people = await deps.worker.plain((tx) => repo.listPeople(tx, span, after, PEOPLE_AT_ONCE));
    const last = people.at(-1);
    if (last === undefined) return count;
    count += await earnFor(deps, people, span, now);
    after = last;
  }
}

/**
 * Gives some people what they earned, all at once; where that fails, each half by itself, down to the person at fault. They are told
 * to the log, and looked at again with every day that is closed while it lies within the span. Answers how many earned.
 */
async function earnFor(deps: Deps, people: readonly string[], span: Span, now: Date): Promise<number> {
  const { worker, log } = deps;
  try {
    return await worker.plain(async (tx) => {
      const earned = await repo.earn(tx, people, span, now);
      await announceEach(tx, earned.map(earnedNotice), now);
      return earned.length;
    });
  } catch (error) {
    // No person is at fault for a database that went away: the queue runs the job again.
    if (error instanceof DatabaseUnavailable) throw error;
    const [userId] = people;
    if (people.length === 1) {
      log.error({ userId, reason: errorName(error) }, 'rewards: a person is left out');
      return 0;
    }
    const middle = Math.ceil(people.length / 2);
    const first = await earnFor(deps, people.slice(0, middle), span, now);
    return first + (await earnFor(deps, people.slice(middle), span, now));
  }
}

function earnedNotice({ userId, amountPaise }: repo.Earned) {
  return {
    userId,
    type: 'reward' as const,
    icon: 'gift',
    title: `You earned ${formatRupees(paise(amountPaise))}`,
    description: 'Cashback for repaying on time. Use it in your next repayment.',
    inHindi: {
      title: `आपने ${formatRupees(paise(amountPaise))} कमाए`,
      description: 'समय पर चुकाने का कैशबैक। अगली बार चुकाते समय इसका इस्तेमाल करें।',
    },
    link: '/dashboard/rewards',
  };
}
