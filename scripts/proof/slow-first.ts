import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTime } from './outcomes.ts';

const LIST = join(import.meta.dirname, 'slow-first.json');
/** A shorter file does not matter: it ends with its neighbours wherever it stands. */
const SLOW_SECONDS = 10;

/** The slow test files, the slowest first, as they were last measured. A fresh clone has no times of its own. */
export function readSlowFirst(): readonly string[] {
  return JSON.parse(readFileSync(LIST, 'utf8')) as string[];
}

/** Writes the list again from the times of a whole run, without the times: they differ each time. */
export function writeSlowFirst(times: readonly FileTime[]): number {
  const slow = slowFirst(times);
  writeFileSync(LIST, `${JSON.stringify(slow, undefined, 2)}\n`);
  return slow.length;
}

export function slowFirst(times: readonly FileTime[]): readonly string[] {
  return times
    .filter(({ seconds }) => seconds >= SLOW_SECONDS)
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ file }) => file);
}
