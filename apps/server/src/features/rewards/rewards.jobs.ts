import type { Span } from '@mohlat/lending';
import { addDays, formatRupees, paise } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { announceEach } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DueRow } from '#platform/jobs/due.ts';
import { createTurns, type Turns } from '#platform/jobs/turns.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import * as looks from './rewards.looks.repo.ts';
import * as repo from './rewards.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'log'>;

const TASK = 'rewards.keep';
const PEOPLE_AT_ONCE = 500;
const ROWS_AT_ONCE = 500;
/** Money is heard of late for so long; what was paid on time and comes to light within it is still rewarded. */
const LOOK_BACK_DAYS = 60;

export function rewardJobs(deps: Deps): Job[] {
  const turns = rewardTurns(deps);
  return [job(TASK, z.object({}), () => keepRewards(deps, turns), 'alone')];
}

/** People who earn, and what is looked at again, rest apart: no one's earning waits for a reward that cannot end. */
export const rewardTurns = (deps: Pick<Deps, 'clock' | 'log'>) => ({
  earning: createTurns(deps, 'rewards earned'),
  keeping: createTurns(deps, 'rewards kept'),
});

/** Asks for the run when a business day was closed since the last one. */
export function sweepRewards({ worker }: Pick<Deps, 'worker'>): Promise<number> {
  return worker.plain(async (tx) => {
    if ((await repo.findDayToKeep(tx)) === undefined) return 0;
    await tx.enqueueAgain(TASK, [{ payload: {}, key: TASK }], { attemptsMax: 5 });
    return 1;
  });
}

/**
 * After a day is closed: makes rewards of what rewards had paid for nothing, takes back what no longer stands, that included, lets
 * the old expire, and gives what was earned. Every step finds the same again; killed anywhere, it is simply run again.
 * Rule: LEND-24 (rewards), LEND-22 step 8.
 */
export async function keepRewards(deps: Deps, turns = rewardTurns(deps)): Promise<void> {
  const { worker, clock, log } = deps;
  const now = clock.now();
  const found = await worker.single((tx) => repo.findDayToKeep(tx));
  if (found === undefined) return;
  const { day } = found;
  const today = clock.today();
  await untilDone(deps, turns.keeping, {
    list: looks.listHeld,
    work: (tx, rows) => repo.giveBack(tx, rows, now),
  });
  const clawedBack = await untilDone(deps, turns.keeping, {
    list: looks.listDoubted,
    work: (tx, rows) => repo.clawBack(tx, rows, now),
  });
  const expired = await untilDone(deps, turns.keeping, {
    list: (tx, page) => looks.listOld(tx, today, page),
    work: (tx, rows) => repo.expire(tx, rows, today, now),
  });
  const earned = await earnThrough(deps, turns.earning, spanOf(found), now);
  await worker.single((tx) => repo.markDayKept(tx, day, now));
  log.info({ day, earned, expired, lookedAt: clawedBack }, 'rewards');
}

/** A step of the run: finds rows of so many, and does its work on a lot of them; answers how many it did. */
interface Step {
  readonly list: (tx: Tx, page: looks.Page) => Promise<DueRow[]>;
  readonly work: (tx: Tx, rows: readonly DueRow[]) => Promise<number>;
}

/** A row that fails holds up none behind it; a step that stopped is left to the next day's run, so that no other earning waits. */
async function untilDone({ worker }: Deps, turns: Turns, { list, work }: Step): Promise<number> {
  let total = 0;
  for (;;) {
    const rows = await worker.plain((tx) => list(tx, { without: turns.resting(), limit: ROWS_AT_ONCE }));
    let count = 0;
    const isThrough = await turns.takeTogether(
      rows,
      ({ id }) => id,
      async (lot) => {
        count += await worker.plain((tx) => work(tx, lot));
      },
    );
    total += count;
    if (!isThrough || count === 0 || rows.length < ROWS_AT_ONCE) return total;
  }
}

/** Counted from the first day that was not kept: however long no day was closed, what was earned meanwhile is within the span. */
function spanOf({ day, keptOn }: repo.DayToKeep): Span {
  const firstOn = keptOn === null ? day : addDays(keptOn, 1);
  return { from: addDays(firstOn, -LOOK_BACK_DAYS), to: day };
}

/**
 * Gives people what they earned. One who fails is looked at again with every day that is closed while it lies within the span.
 * Throws where ten in a row fail: the day is not kept, and the queue runs the job again.
 */
async function earnThrough(deps: Deps, turns: Turns, span: Span, now: Date): Promise<number> {
  const { worker } = deps;
  let count = 0;
  for (let place: looks.Place | undefined = looks.firstPlace(span); place;) {
    const at: looks.Place = place;
    const page = { without: turns.resting(), limit: PEOPLE_AT_ONCE };
    const { people, next } = await worker.plain((tx) => looks.listPeople(tx, span, at, page));
    const isThrough = await turns.takeTogether(
      people,
      (userId) => userId,
      async (lot) => {
        count += await worker.plain((tx) => earnFor(tx, lot, span, now));
      },
    );
    if (!isThrough) throw new Error('rewards: ten people in a row could not be given theirs');
    place = next;
  }
  return count;
}

async function earnFor(tx: Tx, people: readonly string[], span: Span, now: Date): Promise<number> {
  const earned = await repo.earn(tx, people, span, now);
  await announceEach(tx, earned.map(earnedNotice), now);
  return earned.length;
}

function earnedNotice({ userId, amountPaise }: repo.Earned) {
  return {
    userId,
    kind: 'service' as const,
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
