import type { Log } from '#platform/log/log.ts';

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

/** Looks run beside each other, a few at a time and each of them once at a time: a slow one holds up itself alone. */
export function startSweeper(sweeps: Sweeps, log: Log, everyMs = EVERY_MS): Sweeper {
  const places = new Places(AT_ONCE_MAX);
  const lines = Object.entries(sweeps).map(([name, sweep]) => new Line(() => look(name, sweep, places, log)));
  const timer = setInterval(() => {
    for (const line of lines) line.tick();
  }, everyMs);
  for (const line of lines) line.tick();
  return {
    now: async () => {
      await Promise.all(lines.map((line) => line.again()));
    },
    stop: async () => {
      clearInterval(timer);
      places.close();
      await Promise.all(lines.map((line) => line.end()));
    },
  };
}

async function look(name: string, sweep: () => Promise<number>, places: Places, log: Log): Promise<void> {
  await places.take(async () => {
    const from = performance.now();
    try {
      await sweep();
    } catch (error) {
      log.warn({ sweep: name, reason: error instanceof Error ? error.name : 'unknown' }, 'sweep failed');
    }
    const tookMs = Math.round(performance.now() - from);
    if (tookMs > SLOW_MS) log.warn({ sweep: name, tookMs }, 'sweep took long');
  });
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

  /** What came after a look had begun may have been missed by it: another one follows. */
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

/** Lets so many work at a time; the others wait in the order they came. */
class Places {
  #free: number;
  #isClosed = false;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      if (!this.#isClosed) await work();
    } finally {
      const next = this.#waiting.shift();
      // Handed over, so that nobody who comes meanwhile takes it.
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Nobody begins any more. */
  close(): void {
    this.#isClosed = true;
  }
}
