import { AsyncLocalStorage } from 'node:async_hooks';
import { poll } from '../waiting.ts';

/** One handler of the product, begun once. */
export interface Act {
  readonly name: string;
  run(): Promise<unknown>;
}

/**
 * Chooses who goes on: one of `held`, the players that stand at a gate, by their places. `passed` counts the gates of each
 * player, `gates` says at which each stands or stood last.
 */
export type Order = (held: readonly number[], passed: readonly number[], gates: readonly string[]) => number;

export interface Played {
  /** The handlers that passed which gate, in order. */
  readonly trace: readonly string[];
  /** The number of gates that each player passed. */
  readonly passed: readonly number[];
  /** The error that each act threw; undefined where it ended well. */
  readonly errors: readonly unknown[];
}

interface Player {
  readonly name: string;
  state: 'running' | 'held' | 'done';
  gate: string;
  passed: number;
  goOn: () => void;
  error?: unknown;
}

/**
 * Runs several handlers in one process, one at a time, in an order that is chosen at every gate. A gate stands at each
 * provider call and at each transaction's begin and commit: between two of them nothing outside the process happens.
 * A player that waits for a database lock is passed over until its holder lets go.
 */
export class Stage {
  readonly #current = new AsyncLocalStorage<Player>();
  readonly #lockWaiters: () => Promise<number>;
  #changed: () => void = () => {};

  /** `lockWaiters`: how many transactions wait for a lock now. */
  constructor(lockWaiters: () => Promise<number>) {
    this.#lockWaiters = lockWaiters;
  }

  /** Holds the player that comes here until it is chosen; who is no player passes. */
  async gate(name: string): Promise<void> {
    const player = this.#current.getStore();
    if (!player) return;
    await new Promise<void>((goOn) => {
      Object.assign(player, { state: 'held', gate: name, goOn });
      this.#changed();
    });
  }

  async play(acts: readonly Act[], order: Order): Promise<Played> {
    const players = acts.map(({ name }): Player => ({
      name,
      state: 'running',
      gate: '',
      passed: 0,
      goOn: () => {},
    }));
    const ended = acts.map((act, index) => this.#start(act, players[index]!));
    const trace: string[] = [];
    for (;;) {
      await this.#untilStill(players);
      const held = players.flatMap(({ state }, index) => (state === 'held' ? [index] : []));
      if (held.length === 0) break;
      const chosen = order(
        held,
        players.map(({ passed }) => passed),
        players.map(({ gate }) => gate),
      );
      const player = players[chosen]!;
      trace.push(`${player.name}: ${player.gate}`);
      Object.assign(player, { state: 'running', passed: player.passed + 1 });
      player.goOn();
    }
    await Promise.all(ended);
    return {
      trace,
      passed: players.map(({ passed }) => passed),
      errors: players.map(({ error }) => error),
    };
  }

  #start(act: Act, player: Player): Promise<void> {
    return this.#current.run(player, async () => {
      try {
        await act.run();
      } catch (error) {
        player.error = error;
      }
      player.state = 'done';
      this.#changed();
    });
  }

  /** Until every player stands at a gate, is done, or waits for a lock that one who stands at a gate holds. */
  async #untilStill(players: readonly Player[]): Promise<void> {
    for (;;) {
      const running = players.filter(({ state }) => state === 'running').length;
      if (running === 0) return;
      const isAnyHeld = running < players.filter(({ state }) => state !== 'done').length;
      let isNews = false;
      const news = new Promise<void>((resolve) => {
        this.#changed = () => {
          isNews = true;
          resolve();
        };
      });
      // Without anybody at a gate the lock is let go by the database, which ends one of two that wait for each other.
      const blocked = isAnyHeld ? this.#untilBlocked(running, () => isNews) : new Promise<void>(() => {});
      await Promise.race([news, blocked]);
      if (!isNews) return;
    }
  }

  /** Until so many wait for a lock, or something else has happened; most are at the next gate before the first question. */
  async #untilBlocked(running: number, isNews: () => boolean): Promise<void> {
    let looks = 0;
    await poll(async () => {
      looks += 1;
      return isNews() || (looks > 1 && (await this.#lockWaiters()) >= running);
    });
  }
}
