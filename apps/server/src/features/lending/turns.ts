import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work gives way to whatever else the process has to do after so long, in milliseconds. */
const SLICE_MS = 10;

/** Does one after the other, in their order, giving way between them. */
export async function eachInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
