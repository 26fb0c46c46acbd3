import type { Store } from './store.ts';

const POLL_LIMIT_MS = 25_000;

/** `followers` wait for the next move at this moment. */
type ClockState = { now: string; offsetMs: number; version: number; followers: number };

export type Clock = {
  now(): number;
  /** The machine's own time, for what a jump of the clock must not touch. */
  realNow(): number;
  state(): ClockState;
  /** Moves the clock, then waits until every follower that was listening has come back, for the limit at most. */
  move(target: { now: number | null } | { advanceMs: number }): Promise<ClockState>;
  /** Answers once the version is above `seen`, or after the poll limit. */
  next(seen: number, isGone: (leave: () => void) => void): Promise<ClockState>;
  onMove(listener: () => void): void;
  /** Back to real time, as a new version. */
  reset(): void;
  close(): void;
};

type Waiter = { finish(): void };

/** Counts the followers that came back with the version they were told of. */
function createAcknowledgements(limitMs: number) {
  const open = new Set<{ version: number; missing: number; done(): void }>();
  return {
    wait(version: number, missing: number): Promise<void> {
      if (missing === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const entry = {
          version,
          missing,
          done: () => {
            clearTimeout(limit);
            open.delete(entry);
            resolve();
          },
        };
        const limit = setTimeout(() => entry.done(), limitMs);
        open.add(entry);
      });
    },
    seen(version: number) {
      for (const entry of open) {
        if (version < entry.version) continue;
        entry.missing -= 1;
        if (entry.missing <= 0) entry.done();
      }
    },
    close() {
      for (const entry of open) entry.done();
    },
  };
}

/**
 * A clock with an offset to real time, kept in the store so that a restart stays in the same time. A move waits for a follower
 * that does not come back for `acknowledgeMs`, in real milliseconds.
 */
export function createClock(store: Store, acknowledgeMs: number): Clock {
  let offsetMs = Number(store.readSetting('clock_offset') ?? 0);
  let version = Number(store.readSetting('clock_version') ?? 1);
  const waiters = new Set<Waiter>();
  const acknowledgements = createAcknowledgements(acknowledgeMs);
  const listeners: (() => void)[] = [];

  const state = (): ClockState => ({
    now: new Date(Date.now() + offsetMs).toISOString(),
    offsetMs,
    version,
    followers: waiters.size,
  });
  const release = (): number => {
    const waiting = [...waiters];
    waiters.clear();
    for (const waiter of waiting) waiter.finish();
    return waiting.length;
  };
  const apply = (offset: number): number => {
    offsetMs = offset;
    version += 1;
    store.writeSetting('clock_offset', String(offsetMs));
    store.writeSetting('clock_version', String(version));
    return release();
  };

  return {
    now: () => Date.now() + offsetMs,
    realNow: () => Date.now(),
    state,
    async move(target) {
      const offset =
        'advanceMs' in target
          ? offsetMs + target.advanceMs
          : target.now === null
            ? 0
            : target.now - Date.now();
      const waiting = apply(Math.round(offset));
      await acknowledgements.wait(version, waiting);
      for (const listener of listeners) listener();
      return state();
    },
    next(seen, isGone) {
      acknowledgements.seen(seen);
      if (version > seen) return Promise.resolve(state());
      return new Promise((resolve) => {
        const waiter = {
          finish: () => {
            clearTimeout(limit);
            waiters.delete(waiter);
            resolve(state());
          },
        };
        const limit = setTimeout(() => waiter.finish(), POLL_LIMIT_MS);
        waiters.add(waiter);
        isGone(() => waiter.finish());
      });
    },
    onMove: (listener) => void listeners.push(listener),
    reset: () => void apply(0),
    close: () => {
      release();
      acknowledgements.close();
    },
  };
}
