/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 to just below 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

const STEP = 0x6d2b79f5;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + STEP) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    int,
    pick<T>(list: readonly T[]): T {
      const one = list[int(0, list.length - 1)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
    chance: (probability) => next() < probability,
  };
}
