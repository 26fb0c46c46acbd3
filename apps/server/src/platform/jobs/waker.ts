import { machinePause } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';

const GAP_MS = 10;

/** Tells sleeping workers that jobs wait. */
export interface Waker {
  /** Says it soon, and once for all who ask meanwhile; never throws. */
  wake(): void;
}

/**
 * Wakes the workers after commits, not within them: PostgreSQL lets only one transaction that notifies commit at a time. The first
 * call is said at once; those that come within the next 10 ms, or while it is under way, are said together. What is lost with the
 * process costs a job one second, for every worker also looks by itself.
 */
export function createWaker(api: Pick<Database, 'once'>, log: Log): Waker {
  let isUnderWay = false;
  let askedCount = 0;

  async function say(): Promise<void> {
    isUnderWay = true;
    while (askedCount > 0) {
      const count = askedCount;
      askedCount = 0;
      // The form is the queue's own: so many of its slots look for a job.
      const text = JSON.stringify({ count });
      try {
        await api.once("select pg_notify('jobs:insert', $1)", [text]);
      } catch (error) {
        log.debug({ reason: errorName(error) }, 'workers were not told of a job: they look by themselves');
      }
      await machinePause(GAP_MS);
    }
    isUnderWay = false;
  }

  return {
    wake() {
      askedCount += 1;
      if (!isUnderWay) void say();
    },
  };
}
