import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { PARTS, placeWhole } from './whole.ts';

/** The outcome of a round of copying. */
export interface Round {
  readonly at: string;
  readonly copied: number;
  /** Copies without a file, in a folder that is not the one they were made of: there nothing is taken for erased. */
  readonly lost: number;
}

/** Copies of the folder of files, on another disk. */
export interface FileCopies {
  /** Copies what is new, sets aside what was erased, and removes what was erased long ago. */
  keep(now: Date): Promise<Round>;
  /** Puts back what the folder lacks, to the end or to an instant. Answers how many files. */
  putBack(at: Date | undefined): Promise<number>;
  /** The last round that came to its end; undefined before the first. */
  lastRound(): Promise<Round | undefined>;
}

export interface FileCopiesDeps {
  /** The folder of files, as `openDisk` makes it. */
  readonly files: string;
  readonly copies: string;
  /** So long a copy stays that was erased: longer than an instant goes back to which the database can be restored. */
  readonly erasedDays: number;
}

/** Records of closed days are written once and never removed: a folder without one of them is not the folder that was copied. */
const RECORDS = 'anchors/';
/** A write that is still under way is quicker than this. */
const SETTLED_MS = 60_000;
const DAY_MS = 86_400_000;

/** Opens the copies. The folder of files may lie on a disk that can only be read, unless something is put back. */
export function openFileCopies({ files, copies, erasedDays }: FileCopiesDeps): FileCopies {
  const [kept, erased, part, told] = ['kept', 'erased', 'part', 'round.json'].map((name) =>
    join(copies, name),
  ) as [string, string, string, string];
  // A file is written once: what was found whole needs no second look.
  const known = new Set<string>();

  async function copyNew(names: readonly string[], there: ReadonlySet<string>, now: Date): Promise<number> {
    let copied = 0;
    for (const name of names) {
      if (known.has(name) && there.has(name)) continue;
      const from = await statOf(join(files, name));
      // The sweep may have removed it meanwhile.
      if (from === undefined) continue;
      if ((await statOf(join(kept, name)))?.size !== from.size) {
        await copyWhole(join(files, name), join(kept, name), part);
        copied += 1;
      }
      if (now.getTime() - from.mtimeMs > SETTLED_MS) known.add(name);
    }
    return copied;
  }

  async function setAside(gone: readonly string[], now: Date): Promise<void> {
    for (const name of gone) {
      // A restore asks when it was erased.
      await utimes(join(kept, name), now, now);
      await mkdir(dirname(join(erased, name)), { recursive: true, mode: 0o700 });
      await rename(join(kept, name), join(erased, name));
      known.delete(name);
    }
  }

  async function removeOld(now: Date): Promise<void> {
    for (const name of await list(erased)) {
      const found = await statOf(join(erased, name));
      if (found && now.getTime() - found.mtimeMs > erasedDays * DAY_MS) await rm(join(erased, name));
    }
  }

  return {
    async keep(now) {
      await mkdir(kept, { recursive: true, mode: 0o700 });
      const names = await list(files);
      const all = await list(kept);
      const copied = await copyNew(names, new Set(all), now);
      const present = new Set(names);
      const gone = all.filter((name) => !present.has(name));
      const isOther = gone.some((name) => name.startsWith(RECORDS)) || (names.length === 0 && all.length > 0);
      // Before the first record nothing tells an erased file from a lost one.
      if (!isOther && all.some((name) => name.startsWith(RECORDS))) await setAside(gone, now);
      await removeOld(now);
      const round = { at: now.toISOString(), copied, lost: isOther ? gone.length : 0 };
      await placeWhole(told, part, () => writeFile(part, JSON.stringify(round)));
      return round;
    },
    async putBack(at) {
      let count = 0;
      for (const folder of at === undefined ? [kept] : [kept, erased])
        for (const name of await list(folder)) {
          const [copy, present] = [await statOf(join(folder, name)), await statOf(join(files, name))];
          if (copy === undefined || copy.size === present?.size) continue;
          if (folder === erased && copy.mtimeMs <= at!.getTime()) continue;
          await copyWhole(join(folder, name), join(files, name), join(files, PARTS, 'put-back'));
          count += 1;
        }
      return count;
    },
    async lastRound() {
      const text = await readFile(told, 'utf8').catch(absent);
      return text === undefined ? undefined : (JSON.parse(text) as Round);
    },
  };
}

/** Copies beside the place and moves there whole: what was cut off has no name of a file. */
async function copyWhole(from: string, to: string, part: string): Promise<void> {
  try {
    await placeWhole(to, part, () => copyFile(from, part));
  } catch (error) {
    // The sweep may have removed it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent);
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.startsWith(`${PARTS}${sep}`))
    .toSorted();
}

const statOf = (path: string) => stat(path).catch(absent);

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
