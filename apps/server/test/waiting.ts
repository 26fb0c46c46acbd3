import { sleep } from '@mohlat/platform/waiting.testing.ts';

export { poll } from '@mohlat/platform/waiting.testing.ts';

/** A product under test, as far as waiting for it goes. */
export interface World {
  /** Looks for due work and waits until none is left; answers whether any was found. */
  drain(): Promise<boolean>;
  /** Says in a few lines where work stands. */
  report(): Promise<string>;
}

/** Between two looks at a world that has nothing to do: what it waits for then is a timer of the machine. */
const IDLE_MS = [10, 20, 40, 80, 160, 320, 640] as const;
/** So often in a row a world is seen at rest before a wait is in vain; a slow machine takes longer for as many. */
const RESTS_MAX = 120;
/** Longer than any process outside this one takes on a slow machine; Vitest gives a test up after that. */
export const OUTSIDE_MS = 560_000;

const worlds = new Set<World>();
let draining: Promise<boolean> | undefined;

/** Makes waits look after a world while it stands: the answer takes it away again. */
export function watch(world: World): () => void {
  worlds.add(world);
  return () => void worlds.delete(world);
}

/** Drains every world of this process; one drain at a time (single flight). Answers whether any work was found. */
function drainAll(): Promise<boolean> {
  draining ??= Promise.all([...worlds].map((world) => world.drain()))
    .then((found) => found.includes(true))
    .finally(() => {
      draining = undefined;
    });
  return draining;
}

/**
 * Waits until `look` answers something. Between two looks the worlds of this process do what is due, so that nothing waits
 * for a sweep or a poll. It is in vain when the worlds have been at rest for many looks in a row, however long that takes;
 * then the error says what was waited for and what is left to do.
 */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const outsideUntil = performance.now() + OUTSIDE_MS;
  let rests = 0;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    // The work of other processes can only be waited for.
    if (worlds.size === 0 ? performance.now() > outsideUntil : rests > RESTS_MAX)
      throw new Error(`waited in vain for ${inOneLine(look)}\n${await reports()}`);
    const idleMs = IDLE_MS[Math.min(rests, IDLE_MS.length - 1)]!;
    // Work may be held up by the test itself, by a lock for instance: the next look does not wait for it.
    const drained = await Promise.race([drainAll().catch(() => true), sleep(idleMs).then(() => undefined)]);
    if (drained === true) rests = 0;
    else if (drained === false) {
      rests += 1;
      await sleep(idleMs);
    }
  }
}

/** Waits until all work that is due in this process's worlds is done: sweeps, jobs, webhooks. */
export async function drained(): Promise<void> {
  while (await drainAll());
}

/** Shortens the text of a look for the first line of a failure. */
function inOneLine(look: () => unknown): string {
  return look.toString().replace(/\s+/g, ' ').slice(0, 250);
}

async function reports(): Promise<string> {
  return (await Promise.all([...worlds].map((world) => world.report()))).join('\n');
}

/** The product's pauses between two looks, a twentieth as long. */
export function shortPause(ms: number): Promise<void> {
  return sleep(ms / 20);
}
