import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that lasts longer, in milliseconds, yields to the event loop. */
const SLICE_MS = 10;

/** Runs the work item by item, in order, and yields to the event loop between slices. */
export async function eachInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
