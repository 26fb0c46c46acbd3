import type { TimeoutProvider } from '@tanstack/react-query';

/** The longest delay that a browser's timer takes. */
const DELAY_MAX_MS = 2 ** 31 - 1;

interface Timeout {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * Coalesces the timeouts of the query cache into one timer of the browser. Each query sets a timeout for when it is stale and one for
 * when it is forgotten, most of them in the moment in which a page is drawn; a timer each held a cheap phone up. Delays in
 * milliseconds. Intervals are the browser's own.
 */
export function createCoalescedTimers(): TimeoutProvider<number> {
  const timeouts = new Map<number, Timeout>();
  let lastId = 0;
  let armed: { readonly dueMs: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  /** Sees to it that the timer rings by then; it rings in vain for what has been cleared since. */
  function arm(dueMs: number): void {
    if (armed && armed.dueMs <= dueMs) return;
    clearTimeout(armed?.timer);
    const delayMs = Math.min(Math.max(dueMs - performance.now(), 0), DELAY_MAX_MS);
    armed = { dueMs, timer: setTimeout(ring, delayMs) };
  }

  function ring(): void {
    armed = undefined;
    const nowMs = performance.now();
    const due = [...timeouts].filter(([, { dueMs }]) => dueMs <= nowMs);
    for (const [id] of due) timeouts.delete(id);
    if (timeouts.size > 0) arm(Math.min(...[...timeouts.values()].map(({ dueMs }) => dueMs)));
    runAll(due.map(([, { run }]) => run));
  }

  return {
    setTimeout(run, delayMs) {
      const dueMs = performance.now() + delayMs;
      lastId += 1;
      timeouts.set(lastId, { dueMs, run });
      arm(dueMs);
      return lastId;
    },
    clearTimeout(id) {
      if (id !== undefined) timeouts.delete(id);
    },
    setInterval: (run, delayMs) => Number(setInterval(run, delayMs)),
    clearInterval: (id) => clearInterval(id),
  };
}

/** Answers a scheduler: what is put in during one turn runs together in the next, so that React draws it once. */
export function createTurnScheduler(): (run: () => void) => void {
  let waiting: (() => void)[] = [];
  return (run) => {
    waiting.push(run);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const due = waiting;
      waiting = [];
      runAll(due);
    }, 0);
  };
}

/** One that fails does not keep the others from running. */
function runAll(due: readonly (() => void)[]): void {
  for (const run of due)
    try {
      run();
    } catch (error) {
      reportError(error);
    }
}
