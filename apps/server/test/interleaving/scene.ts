import { openProduct, type Product } from './product.ts';
import { seeded } from '@mohlat/lending/simulate';
import { interrupted, type Named, shuffled } from './orders.ts';
import type { Played } from './stage.ts';

/** One payment or loan as it stands before a play, with what may be done to it at the same time. */
export interface Subject {
  readonly acts: Readonly<Record<string, () => Promise<unknown>>>;
  /** Brings it to its end, as the product does by itself when nothing goes wrong any more; then says what is wrong with it. */
  findings(): Promise<string[]>;
}

export interface Scene {
  readonly name: string;
  readonly acts: readonly string[];
  prepare(product: Product): Promise<Subject>;
}

export interface Found {
  readonly scene: string;
  readonly acts: readonly string[];
  readonly order: string;
  readonly trace: readonly string[];
  readonly findings: readonly string[];
}

const YOUNG_MS = 20 * 365 * 86_400_000;

/** So many gates have most handlers at most. */
const GATES = 24;

/** An answer that a handler may give when others were there at the same time: a refusal, or "again later". */
function isAnswer(error: unknown): boolean {
  return error === undefined || (error instanceof Error && ['DomainError', 'LeaseLost'].includes(error.name));
}

/** Plays a scene's acts in one order after another; each play has a subject of its own, and is judged when it is over. */
export class Plays {
  #product: Product;
  #begunAt: number;
  readonly found: Found[] = [];
  count = 0;

  constructor(product: Product) {
    this.#product = product;
    this.#begunAt = product.server.now();
  }

  get product(): Product {
    return this.#product;
  }

  /** A long run lives decades, and people of the sandbox, all born in 1990, are too old for credit after thirty years. */
  async #stayYoung(): Promise<void> {
    if (this.#product.server.now() - this.#begunAt < YOUNG_MS) return;
    await this.#product.close();
    this.#product = await openProduct();
    this.#begunAt = this.#product.server.now();
  }

  async play(scene: Scene, acts: readonly string[], { name, order }: Named): Promise<Played> {
    await this.#stayYoung();
    const subject = await scene.prepare(this.#product);
    const played = await this.#product.stage.play(
      acts.map((act) => ({ name: act, run: subject.acts[act]! })),
      order,
    );
    this.count += 1;
    const thrown = played.errors.flatMap((error, index) =>
      isAnswer(error) ? [] : [`${acts[index]!} threw ${String(error)}`],
    );
    const findings = [...thrown, ...(await subject.findings()), ...(await this.#product.broken())];
    if (findings.length > 0)
      this.found.push({ scene: scene.name, acts, order: name, trace: played.trace, findings });
    return played;
  }

  /** Every order of two acts in which each is interrupted at most once. */
  async pair(scene: Scene, acts: readonly [string, string]): Promise<void> {
    for (const lead of [0, 1])
      for (let stop = 1, most = Infinity; stop <= most; stop += 1)
        for (let until = 1, untilMost = Infinity; until <= untilMost; until += 1) {
          const { passed } = await this.play(scene, acts, interrupted(lead, stop, until));
          [most, untilMost] = [passed[lead]!, passed[1 - lead]!];
        }
  }

  /** Two acts of the scene by lot, and by lot one of their orders in which each is interrupted at most once. */
  async two(scene: Scene, seed: number): Promise<void> {
    const random = seeded(seed);
    const acts = [0, 1].map(() => random.pick(scene.acts));
    await this.play(scene, acts, interrupted(random.int(0, 1), random.int(1, GATES), random.int(1, GATES)));
  }

  /** Three acts of the scene and their order by lot. */
  async three(scene: Scene, seed: number): Promise<void> {
    const random = seeded(seed);
    const acts = [0, 1, 2].map(() => random.pick(scene.acts));
    await this.play(scene, acts, shuffled(seed));
  }
}

export interface Pair {
  readonly scene: Scene;
  readonly acts: readonly [string, string];
}

/** Every two acts of each scene, each also beside itself. */
export function pairsOf(scenes: readonly Scene[]): Pair[] {
  return scenes.flatMap((scene) =>
    scene.acts.flatMap((one, index) =>
      scene.acts.slice(index).map((other): Pair => ({ scene, acts: [one, other] })),
    ),
  );
}

/** Describes each finding, with the order that replays it. */
export function told(found: readonly Found[]): string[] {
  return found.map(
    ({ scene, acts, order, trace, findings }) =>
      `${scene}: ${acts.join(' + ')}, order ${order}\n  ${findings.join('\n  ')}\n  ${trace.join(' | ')}`,
  );
}
