import { seeded } from '@mohlat/lending/simulate';
import type { Order } from './stage.ts';

/** An order with the words that bring it back. */
export interface Named {
  readonly name: string;
  readonly order: Order;
}

/**
 * One of two goes first and stops before its gate `stop`; the other goes on until its gate `until`; then the first ends, then
 * the other. With every `stop` and every `until` these are all orders of two in which each is interrupted at most once.
 */
export function interrupted(lead: number, stop: number, until: number): Named {
  const other = 1 - lead;
  let phase = 0;
  return {
    name: `${lead}.${stop}.${until}`,
    order(held, passed) {
      if (phase === 0 && (passed[lead]! >= stop || !held.includes(lead))) phase = 1;
      if (phase === 1 && (passed[other]! >= until || !held.includes(other))) phase = 2;
      const wanted = phase === 1 ? other : lead;
      return held.includes(wanted) ? wanted : held[0]!;
    },
  };
}

/** Chooses by lot at every gate; the same seed chooses the same. */
export function shuffled(seed: number): Named {
  const random = seeded(seed);
  return { name: `seed ${seed}`, order: (held) => random.pick(held) };
}

/** A player by its place, and the gate before which it stops; without one it goes to its end. */
export type Step = readonly [player: number, gate?: string];

/** One player after another, each as far as is said. */
export function scripted(steps: readonly Step[]): Named {
  let at = 0;
  return {
    name: steps.map(([player, gate]) => `${player} to ${gate ?? 'the end'}`).join(', '),
    order(held, _passed, gates) {
      for (; at < steps.length; at += 1) {
        const [player, gate] = steps[at]!;
        if (held.includes(player) && gates[player] !== gate) return player;
      }
      return held[0]!;
    },
  };
}
