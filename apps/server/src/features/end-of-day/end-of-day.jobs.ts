import { z } from 'zod';
import { type Job, job } from '#platform/jobs/worker.ts';
import { type EndOfDayDeps, isRunDue, lastClosable, runEndOfDay, takeUpBusy } from './end-of-day.service.ts';

const TASK = 'end-of-day.run';
/** Workers that share a run. One that has a run under way ends another at once, so that each of them has its own. */
const AT_ONCE = 4;
const RUNS = Array.from({ length: AT_ONCE }, (_, index) => ({ payload: {}, key: `${TASK}:${index + 1}` }));

export function endOfDayJobs(deps: EndOfDayDeps): Job[] {
  return [
    job(
      TASK,
      z.object({}),
      async () => {
        const result = await runEndOfDay(deps, lastClosable(deps.clock));
        deps.log.info(
          { days: result.days.length, closed: result.closedCount, parked: result.parkedCount },
          'end of day',
        );
      },
      'alone',
    ),
  ];
}

/**
 * Asks for the run whenever a day may be closed and is not: after midnight, after a machine was down, after the trial clock
 * moved, and some minutes after the database was too busy for a loan. Several workers share a run.
 */
export async function sweepEndOfDay({
  worker,
  clock,
}: Pick<EndOfDayDeps, 'worker' | 'clock'>): Promise<number> {
  const throughOn = lastClosable(clock);
  return worker.plain(async (tx) => {
    await takeUpBusy(tx, clock.now());
    if (!(await isRunDue(tx, throughOn))) return 0;
    await tx.enqueueAgain(TASK, RUNS, { attemptsMax: 5 });
    return 1;
  });
}
