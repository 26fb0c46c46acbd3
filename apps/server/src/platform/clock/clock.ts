import { errorName } from '#platform/http/error-name.ts';
import { type BusinessDate, istDate } from '@mohlat/money';
import type { Log } from '#platform/log/log.ts';

export { machineClock, type MachineClock } from '@mohlat/platform/clock/machine-clock.ts';

/** The only source of time for what the product promises. Rules receive what it says as an argument. */
export interface Clock {
  now(): Date;
  /** The Indian business date of now. Rule: LEND-T1. */
  today(): BusinessDate;
  /** The offset of this clock ahead of the machine's, in milliseconds. */
  offsetMs(): number;
  /** Waits a moment before the next look at something; at most a few seconds, for the worker that waits does nothing else. */
  pause(ms: number): Promise<void>;
}

export interface TrialClock extends Clock {
  /** Begins to follow the sandbox; resolves once its time is known. It asks for the next move when `onMove` is over. */
  follow(sandboxUrl: string, onMove: (move: ClockMove) => Promise<void>): Promise<void>;
  /** The version of the sandbox's clock up to which it has followed, `onMove` included. */
  version(): number;
  stop(): void;
}

export interface ClockMove {
  readonly version: number;
  readonly movedByMs: number;
}

/** Waits by the machine's time. */
export function machinePause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A clock that shows the machine's time until it is told to follow the sandbox's. */
export function createClock(log: Log, pause: Clock['pause'] = machinePause): TrialClock {
  let offset = 0;
  let version = 0;
  const stopping = new AbortController();

  async function read(url: string): Promise<{ offsetMs: number; version: number }> {
    const response = await fetch(url, { signal: stopping.signal });
    if (!response.ok) throw new Error(`the trial clock answered ${response.status}`);
    return (await response.json()) as { offsetMs: number; version: number };
  }

  async function keepFollowing(sandboxUrl: string, onMove: (move: ClockMove) => Promise<void>) {
    while (!stopping.signal.aborted) {
      try {
        const answer = await read(`${sandboxUrl}/control/clock/next?seen=${version}`);
        const movedByMs = answer.offsetMs - offset;
        offset = answer.offsetMs;
        // The next question is also the acknowledgement the sandbox waits for: it says that jobs have moved, too.
        if (movedByMs !== 0)
          await onMove({ version: answer.version, movedByMs }).catch((error) =>
            log.error({ error }, 'shifting jobs failed'),
          );
        version = answer.version;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn({ reason: errorName(error) }, 'trial clock not reachable');
        await machinePause(500);
      }
    }
  }

  return {
    now: () => new Date(Date.now() + offset),
    today: () => istDate(Date.now() + offset),
    offsetMs: () => offset,
    pause,
    async follow(sandboxUrl, onMove) {
      const first = await read(`${sandboxUrl}/control/clock`);
      offset = first.offsetMs;
      version = first.version;
      void keepFollowing(sandboxUrl, onMove);
    },
    version: () => version,
    stop: () => stopping.abort(),
  };
}
