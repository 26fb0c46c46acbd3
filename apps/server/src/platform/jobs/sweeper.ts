import type { Log } from '#platform/log/log.ts';
import { Semaphore } from '#platform/pools/semaphore.ts';

const EVERY_MS = 3000;
/** So many look at a time: each takes a connection of the worker's pool, and jobs need most of those. */
const AT_ONCE_MAX = 4;
/** A look that takes longer is told to the log. */
const SLOW_MS = 3000;

/** Cheap looks for work that is due, by name. Each answers how much it found; none may rely on another's having been first. */
export type Sweeps = Readonly<Record<string, () => Promise<number>>>;

/** Repeats cheap looks for work that is due: what a killed process left behind is found here, not in its queue. */
export interface Sweeper {
  /** Looks at once, for instance because the clock has moved; over when every look that began after this call is. */
  now(): Promise<void>;
  stop(): Promise<void>;
}

/** When looks come by themselves. */
export interface Sweeping {
  readonly everyMs: number;
  /** Whether the first looks come at the start, and not after the first while. */
  readonly isAtOnce: boolean;
}

const USUAL: Sweeping = { everyMs: EVERY_MS, isAtOnce: true };

/** Looks run beside each other, a few at a time and each of them once at a time: a slow one holds up itself alone. */
export function startSweeper(sweeps: Sweeps, log: Log, { everyMs, isAtOnce } = USUAL): Sweeper {
  // Each look waits at most once, so the queue is bounded by the list of looks.
  const permits = new Semaphore({ permits: AT_ONCE_MAX, queueMax: Infinity });
  let isStopping = false;
  const lines = Object.entries(sweeps).map(
    ([name, sweep]) =>
      new Line(() => permits.run(name, async () => (isStopping ? undefined : look(name, sweep, log)))),
  );
  const tick = () => {
    for (const line of lines) line.tick();
  };
  const timer = setInterval(tick, everyMs);
  if (isAtOnce) tick();
  return {
    now: async () => {
      await Promise.all(lines.map((line) => line.again()));
    },
    stop: async () => {
      clearInterval(timer);
      isStopping = true;
      await Promise.all(lines.map((line) => line.end()));
    },
  };
}

async function look(name: string, sweep: () => Promise<number>, log: Log): Promise<void> {
  const from = performance.now();
  try {
    await sweep();
  } catch (error) {
    log.warn({ sweep: name, reason: error instanceof Error ? error.name : 'unknown' }, 'sweep failed');
  }
  const tookMs = Math.round(performance.now() - from);
  if (tookMs > SLOW_MS) log.warn({ sweep: name, tookMs }, 'sweep took long');
}

/** One sweep: under way once at a time. */
class Line {
  readonly #look: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#look = work;
  }

  /** Looks, unless it is at it. */
  tick(): void {
    if (!this.#running) void this.#run();
  }

  /** Looks again after the look under way, which may have missed work that came after it had begun. */
  again(): Promise<void> {
    if (!this.#running) return this.#run();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#run();
    });
    return this.#next;
  }

  async end(): Promise<void> {
    await (this.#next ?? this.#running);
  }

  #run(): Promise<void> {
    this.#running = this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}
