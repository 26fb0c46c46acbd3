import { DomainError } from '../http/domain-error.ts';
import { aside } from './outside.ts';

interface Bounds {
  /** Pieces of work that run at the same time. */
  readonly permits: number;
  /** Those of one key that run at the same time; as many as there are permits unless said otherwise. */
  readonly permitsPerKey?: number;
  /** Pieces of work that wait, of all keys together. */
  readonly queueMax: number;
  /** Those of one key that wait; as many as wait at all unless said otherwise. */
  readonly queuePerKeyMax?: number;
}

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Busy) => void;
}

/** A permit of a semaphore, held from when it is got until it is released. */
export interface Permit {
  /**
   * Runs work that only waits for somebody else. The permit is given back meanwhile and taken again before this answers: before all
   * that wait, and never refused, since its work was begun. Of several pieces at once the last one takes it again.
   */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Gives it back for good. A second call changes nothing. */
  release(): void;
}

const AGAIN_SECONDS = 2;

/** There is no room for more of this work: nothing of it was begun, and the same call may work in a moment. */
export class Busy extends DomainError<'busy'> {
  override readonly name = 'Busy';

  constructor() {
    super('busy', { retryAfterSeconds: AGAIN_SECONDS });
  }
}

/**
 * A semaphore with a bounded, fair queue. A key names who asks: a person, a client address. Permits that come free go to the
 * keys by turns (fair queueing). When the queue is full, the newest of the key that has the most waiting is refused (longest
 * queue drop), so that a flood under one key displaces only its own requests.
 */
export class Semaphore {
  readonly #permits: number;
  readonly #permitsPerKey: number;
  readonly #queueMax: number;
  readonly #queuePerKeyMax: number;
  /** The number of running pieces of work, by key; a key with none has no entry. */
  readonly #running = new Map<string, number>();
  /** The waiting pieces of work, by key, the key whose turn is next first; a key with none has no entry. */
  readonly #queues = new Map<string, Waiting[]>();
  /** Begun work that wants its permit back. */
  readonly #returning: { readonly key: string; readonly start: () => void }[] = [];
  #runningCount = 0;
  #waitingCount = 0;

  constructor({ permits, permitsPerKey = permits, queueMax, queuePerKeyMax = queueMax }: Bounds) {
    this.#permits = permits;
    this.#permitsPerKey = permitsPerKey;
    this.#queueMax = queueMax;
    this.#queuePerKeyMax = queuePerKeyMax;
  }

  /** Runs work once there is a permit for it. Throws busy, and what the work throws. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(key);
    try {
      return await work();
    } finally {
      this.#release(key);
    }
  }

  /** As `run`, for a wait within a request: the request's own permit, where it has one, is given back until it is its turn here. */
  async takeTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    await aside(async () => this.#acquire(key));
    try {
      return await work();
    } finally {
      this.#release(key);
    }
  }

  /** Waits for a permit. Throws busy. */
  async hold(key: string): Promise<Permit> {
    await this.#acquire(key);
    return createPermit(
      () => this.#release(key),
      () => this.#regain(key),
    );
  }

  /** Whether work of a key would run or wait; where others would make room for it, too. */
  hasRoom(key: string): boolean {
    if (this.#mayRun(key)) return true;
    const mine = this.#queues.get(key)?.length ?? 0;
    if (mine >= this.#queuePerKeyMax) return false;
    return this.#waitingCount < this.#queueMax || (this.#longest()?.[1].length ?? 0) > mine + 1;
  }

  #acquire(key: string): Promise<void> | undefined {
    if (this.#mayRun(key)) return this.#take(key);
    const mine = this.#queues.get(key) ?? [];
    if (mine.length >= this.#queuePerKeyMax) throw new Busy();
    if (this.#waitingCount >= this.#queueMax && !this.#displace(mine.length)) throw new Busy();
    return new Promise((start, refuse) => {
      mine.push({ start, refuse });
      this.#queues.set(key, mine);
      this.#waitingCount += 1;
    });
  }

  #mayRun(key: string): boolean {
    return this.#runningCount < this.#permits && (this.#running.get(key) ?? 0) < this.#permitsPerKey;
  }

  #take(key: string): undefined {
    this.#runningCount += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  async #regain(key: string): Promise<void> {
    if (this.#mayRun(key)) return this.#take(key);
    return new Promise((start) => this.#returning.push({ key, start }));
  }

  /** Refuses the newest of the longest queue. False when none is longer than one with a newcomer would be. */
  #displace(lengthOfMine: number): boolean {
    const longest = this.#longest();
    if (!longest || longest[1].length <= lengthOfMine + 1) return false;
    const [key, queue] = longest;
    this.#remove(key, queue, () => queue.pop())?.refuse(new Busy());
    return true;
  }

  #longest(): [string, Waiting[]] | undefined {
    let longest: [string, Waiting[]] | undefined;
    for (const one of this.#queues) if (one[1].length > (longest?.[1].length ?? 0)) longest = one;
    return longest;
  }

  #remove(key: string, queue: Waiting[], take: () => Waiting | undefined): Waiting | undefined {
    const taken = take();
    this.#waitingCount -= 1;
    if (queue.length === 0) this.#queues.delete(key);
    return taken;
  }

  #release(key: string): void {
    this.#runningCount -= 1;
    const left = this.#running.get(key)! - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
    const first = this.#returning.findIndex((one) => this.#mayRun(one.key));
    const [back] = first === -1 ? [] : this.#returning.splice(first, 1);
    if (back) {
      this.#take(back.key);
      return back.start();
    }
    for (const [next, queue] of this.#queues) {
      if (!this.#mayRun(next)) continue;
      // It goes to the end, behind the other keys.
      this.#queues.delete(next);
      this.#queues.set(next, queue);
      this.#take(next);
      this.#remove(next, queue, () => queue.shift())?.start();
      return;
    }
  }
}

function createPermit(giveBack: () => void, takeAgain: () => Promise<void>): Permit {
  let [isHeld, isOver, lentTo] = [true, false, 0];
  let regaining: Promise<void> | undefined;
  const letGo = () => {
    if (isHeld) giveBack();
    isHeld = false;
  };
  const regain = async () => {
    await takeAgain();
    regaining = undefined;
    isHeld = true;
    // Meanwhile its holder may have gone, or waits for somebody else again.
    if (isOver || lentTo > 0) letGo();
  };
  return {
    async lend(work) {
      lentTo += 1;
      letGo();
      try {
        return await work();
      } finally {
        lentTo -= 1;
        if (!isOver && !isHeld && lentTo === 0) await (regaining ??= regain());
      }
    },
    release() {
      isOver = true;
      letGo();
    },
  };
}
