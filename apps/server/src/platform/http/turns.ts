/**
 * Keeps what is held in memory whole within bounds: so many at once in the process, and one of a person. The others wait
 * in the order they came.
 */
export class Turns {
  readonly #max: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];
  /** By person, the last that is done or waits. */
  readonly #lastOf = new Map<string, Promise<unknown>>();

  constructor(max: number) {
    this.#max = max;
  }

  /** `admit` runs when it is the person's turn, before a place in the process is waited for; it throws to refuse. */
  async take<T>(userId: string, admit: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    const run = async () => {
      await admit();
      return this.#inPlace(work);
    };
    const mine = (this.#lastOf.get(userId) ?? Promise.resolve()).then(run);
    const over = mine.catch(() => undefined);
    this.#lastOf.set(userId, over);
    try {
      return await mine;
    } finally {
      if (this.#lastOf.get(userId) === over) this.#lastOf.delete(userId);
    }
  }

  async #inPlace<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#max) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed over, so that nobody who comes meanwhile takes it.
      if (next) next();
      else this.#taken -= 1;
    }
  }
}
