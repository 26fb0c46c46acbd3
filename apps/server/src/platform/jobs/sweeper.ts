import type { Log } from '#platform/log/log.ts';

const EVERY_MS = 3000;

/** Repeats cheap looks for work that is due: what a killed process left behind is found here, not in its queue. */
export interface Sweeper {
  /** Looks at once, for instance because the clock has moved. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

export function startSweeper(sweeps: readonly (() => Promise<number>)[], log: Log): Sweeper {
  let running: Promise<void> = Promise.resolve();
  const look = () => {
    running = running.then(async () => {
      for (const sweep of sweeps) {
        try {
          await sweep();
        } catch (error) {
          log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'sweep failed');
        }
      }
    });
    return running;
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  void look();
  return {
    now: look,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
