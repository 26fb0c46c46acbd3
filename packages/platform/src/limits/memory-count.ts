/** Callers that are told apart at a time; beyond, a new one is refused. Each is a key of 43 characters and two numbers. */
const KEYS_MAX = 50_000;

/**
 * Counts calls in the memory of one process, in fixed windows of `windowSeconds` that begin with a caller's first call. For when
 * the database cannot count: fail closed, and bounded however many callers come.
 */
export class MemoryCount {
  readonly #callsMax: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, { endsAt: number; calls: number }>();

  constructor(callsMax: number, windowSeconds: number) {
    this.#callsMax = callsMax;
    this.#windowMs = windowSeconds * 1000;
  }

  /** Counts a call. Answers undefined, or the seconds to wait. */
  count(key: string, now = performance.now()): number | undefined {
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : this.#open(key, now);
    if (!window) return Math.ceil(this.#windowMs / 1000);
    window.calls += 1;
    return window.calls <= this.#callsMax ? undefined : Math.ceil((window.endsAt - now) / 1000);
  }

  #open(key: string, now: number) {
    // In order of their beginnings, so that the ended ones stand first.
    this.#windows.delete(key);
    for (const [other, { endsAt }] of this.#windows) {
      if (endsAt > now) break;
      this.#windows.delete(other);
    }
    if (this.#windows.size >= KEYS_MAX) return undefined;
    const window = { endsAt: now + this.#windowMs, calls: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
