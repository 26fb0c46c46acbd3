import type { Clock } from '#platform/clock/clock.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';

const MINUTE_MS = 60_000;
const REST_MAX_MS = 60 * MINUTE_MS;
/** So many failures one after the other are no fault of the rows: the rest waits for the next look. */
const IN_A_ROW_MAX = 10;
/** The rests are kept in memory and go with each look's query as one list. */
const RESTS_MAX = 1000;

/** Takes the rows of a sweep one after the other. A failing row backs off, exponentially, and does not stop the sweep. */
export interface Turns {
  /** Names of the rows that failed and rest: left out of the next list, so that they cannot fill it. */
  resting(): string[];
  /**
   * Answers how many succeeded. One that fails is told to the log, and rests for a minute, then two, an hour at most. Stops after ten
   * failures in a row. While a thousand rows have failed, only those of them are taken whose rest is over.
   */
  take<T>(
    rows: readonly T[],
    nameOf: (row: T) => string,
    work: (row: T) => Promise<unknown>,
  ): Promise<number>;
}

interface Rest {
  readonly failures: number;
  readonly untilMs: number;
}

/** The rests are this process's own: another one, or the next, may try a row sooner. */
export function createTurns(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  what: string,
): Turns {
  const rests = new Map<string, Rest>();
  let isFull = false;
  const noteFull = (): void => {
    if (!isFull && rests.size >= RESTS_MAX)
      log.error({ what, count: rests.size }, 'a sweep takes no new rows');
    isFull = rests.size >= RESTS_MAX;
  };
  const fail = (name: string, error: unknown): void => {
    const failures = (rests.get(name)?.failures ?? 0) + 1;
    const restMs = Math.min(REST_MAX_MS, MINUTE_MS * 2 ** (failures - 1));
    rests.set(name, { failures, untilMs: clock.now().getTime() + restMs });
    log.error({ what, id: name, failures, reason: errorName(error) }, 'a row of a sweep failed');
  };
  return {
    resting() {
      const nowMs = clock.now().getTime();
      // A row that is gone is not taken again: its failures must not be kept for ever.
      for (const [name, { untilMs }] of rests) if (untilMs + REST_MAX_MS < nowMs) rests.delete(name);
      return [...rests].filter(([, { untilMs }]) => untilMs > nowMs).map(([name]) => name);
    },
    async take(rows, nameOf, work) {
      let count = 0;
      let failedInARow = 0;
      for (const row of rows) {
        const name = nameOf(row);
        noteFull();
        if (isFull && !rests.has(name)) continue;
        try {
          await work(row);
          rests.delete(name);
          count += 1;
          failedInARow = 0;
        } catch (error) {
          fail(name, error);
          failedInARow += 1;
          if (failedInARow === IN_A_ROW_MAX) break;
        }
      }
      return count;
    },
  };
}
