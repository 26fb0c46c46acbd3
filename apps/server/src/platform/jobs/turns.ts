import { MINUTE_MS } from '@mohlat/money';
import type { Clock } from '#platform/clock/clock.ts';
import { DatabaseUnavailable } from '#platform/db/unavailable.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';

const REST_MAX_MS = 60 * MINUTE_MS;
/** So many failures one after the other are no fault of the rows: the rest waits for the next look. */
const IN_A_ROW_MAX = 10;
/** The rests are kept in memory and go with each look's query as one list. */
const RESTS_MAX = 1000;

/** A way to work through what a sweep found, some of it at once. */
export interface Lots {
  readonly count: number;
  /** So many at once, at most. */
  readonly most: number;
  /** Does a lot: so many, from a place on. Done together, or not at all. */
  readonly work: (from: number, count: number) => Promise<unknown>;
  /** Leaves the one at a place out, whose work failed by itself. */
  readonly putAside: (from: number, error: unknown) => Promise<unknown> | void;
}

/**
 * Works in lots; a lot that fails is done in smaller ones, down to the row at fault, which is put aside. Answers false where it stopped:
 * after ten failures in a row. No row is at fault for a database that went away: that is thrown.
 */
export async function inLots({ count, most, work, putAside }: Lots): Promise<boolean> {
  let failedInARow = 0;
  let size = most;
  for (let from = 0; from < count;) {
    const lot = Math.min(size, count - from);
    try {
      await work(from, lot);
      from += lot;
      size = Math.min(lot * 2, most);
      failedInARow = 0;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      size = Math.ceil(lot / 2);
      if (lot > 1) continue;
      await putAside(from, error);
      from += 1;
      failedInARow += 1;
      if (failedInARow === IN_A_ROW_MAX) return false;
    }
  }
  return true;
}

/** Takes the rows of a sweep. A failing row backs off, exponentially, and does not stop the sweep. */
export interface Turns {
  /** Names of the rows that failed and rest: left out of the next list, so that they cannot fill it. */
  resting(): string[];
  /**
   * One after the other; answers how many succeeded. One that fails is told to the log, and rests for a minute, then two, an hour at
   * most. Stops after ten failures in a row. While a thousand rows have failed, only those of them are taken whose rest is over.
   */
  take<T>(
    rows: readonly T[],
    nameOf: (row: T) => string,
    work: (row: T) => Promise<unknown>,
  ): Promise<number>;
  /** The same with all at once, and in smaller lots where that fails. Answers false where it stopped. */
  takeTogether<T>(
    rows: readonly T[],
    nameOf: (row: T) => string,
    work: (rows: readonly T[]) => Promise<unknown>,
  ): Promise<boolean>;
}

interface Rest {
  readonly failures: number;
  readonly fromMs: number;
  readonly restMs: number;
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
    rests.set(name, { failures, fromMs: clock.now().getTime(), restMs });
    log.error({ what, id: name, failures, reason: errorName(error) }, 'a row of a sweep failed');
  };
  const takeLots = <T>(
    rows: readonly T[],
    nameOf: (row: T) => string,
    most: number,
    work: (rows: readonly T[]) => Promise<unknown>,
  ): Promise<boolean> =>
    inLots({
      count: rows.length,
      most,
      async work(from, count) {
        noteFull();
        const lot = rows.slice(from, from + count).filter((row) => !isFull || rests.has(nameOf(row)));
        if (lot.length === 0) return;
        await work(lot);
        for (const row of lot) rests.delete(nameOf(row));
      },
      putAside: (from, error) => fail(nameOf(rows[from]!), error),
    });
  return {
    resting() {
      const nowMs = clock.now().getTime();
      // A row that is gone is not taken again: its failures must not be kept for ever.
      for (const [name, { fromMs, restMs }] of rests)
        if (fromMs + restMs + REST_MAX_MS < nowMs) rests.delete(name);
      // A clock that was set back since the failure does not prolong a rest.
      return [...rests]
        .filter(([, { fromMs, restMs }]) => fromMs <= nowMs && nowMs < fromMs + restMs)
        .map(([name]) => name);
    },
    async take(rows, nameOf, work) {
      let count = 0;
      await takeLots(rows, nameOf, 1, async ([row]) => {
        await work(row!);
        count += 1;
      });
      return count;
    },
    takeTogether: (rows, nameOf, work) => takeLots(rows, nameOf, rows.length, work),
  };
}
