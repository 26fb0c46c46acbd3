import { pause } from '../rehearsal.ts';

const LOOK_EVERY_MS = 500;
const MINUTES_MAX = 5;

/** Looks until something is so. Throws after some minutes, with the name of the thing: a cause that never comes about would be waited for in vain. */
export async function waitUntil(
  awaited: string,
  isSo: () => Promise<boolean>,
  minutesMax = MINUTES_MAX,
): Promise<void> {
  const until = performance.now() + minutesMax * 60_000;
  while (!(await isSo())) {
    if (performance.now() >= until) throw new Error(`waited ${minutesMax} minutes in vain for ${awaited}`);
    await pause(LOOK_EVERY_MS);
  }
}
