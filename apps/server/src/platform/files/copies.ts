import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ERASED, PARTS, placeWhole } from './whole.ts';

/** The outcome of a round of copying. */
export interface Round {
  readonly at: string;
  readonly copied: number;
  /** Copies without a file that nothing says was erased. */
  readonly lost: number;
  /** Some of them. */
  readonly names: readonly string[];
  /** The product says what it erases; false before the first round after the upgrade to that. */
  readonly isMarked: boolean;
}

/** Copies of the folder of files, on another disk. */
export interface FileCopies {
  /** Copies what is new, sets aside what was erased, and removes what was erased long ago. A file that went otherwise keeps its copy. */
  keep(now: Date): Promise<Round>;
  /** Puts back what the folder lacks, to the end or to an instant. Answers how many files. */
  putBack(at: Date | undefined): Promise<number>;
  /** Sets aside lost files of which somebody knows that they were erased. Answers how many. */
  sayErased(names: readonly string[], now: Date): Promise<number>;
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
/** A record that a restore of the database left: its day was signed after the instant, and is signed anew in the place of old. */
const LEFT = /^anchors\/left-[^/]+\/(?<day>[^/]+)$/;
const NAMED = 5;
/** A write that is still under way is quicker than this. */
const SETTLED_MS = 60_000;
const DAY_MS = 86_400_000;

/** The folders: the files, and of their copies those that stand, those of erased files, and the rest. */
interface Places {
  readonly files: string;
  readonly kept: string;
  readonly erased: string;
  readonly part: string;
  /** The note of the last round. */
  readonly told: string;
}

/** Opens the copies. The folder of files may lie on a disk that can only be read, unless something is put back. */
export function openFileCopies({ files, copies, erasedDays }: FileCopiesDeps): FileCopies {
  const within = (name: string) => join(copies, name);
  const [kept, erased, part, told] = [within('kept'), within('erased'), within('part'), within('round.json')];
  const places: Places = { files, kept, erased, part, told };
  // A file is written once: what was found whole needs no second look.
  const known = new Set<string>();

  return {
    async keep(now) {
      await mkdir(kept, { recursive: true, mode: 0o700 });
      const names = await list(files);
      await followLeft(places, known, names);
      const all = await list(kept);
      const copied = await copyNew(places, known, { names, there: new Set(all), now });
      const present = new Set(names);
      const gone = all.filter((name) => !present.has(name));
      const [before, marks] = [await readRound(told), await statOf(join(files, ERASED))];
      const wasMarked = before === undefined ? marks !== undefined : before.isMarked === true;
      const isErased = await judgeOf(files, { gone, names, isMarked: wasMarked });
      await setAside(places, gone.filter(isErased), now);
      await removeOld(erased, now, erasedDays);
      const lost = gone.filter((name) => !isErased(name));
      const round: Round = {
        at: now.toISOString(),
        copied,
        lost: lost.length,
        names: lost.slice(0, NAMED),
        isMarked: wasMarked || marks !== undefined,
      };
      await placeWhole(told, part, () => writeFile(part, JSON.stringify(round)));
      return round;
    },
    putBack: (at) => putBack(places, at),
    async sayErased(names, now) {
      const [present, all] = [new Set(await list(files)), new Set(await list(kept))];
      const gone = names.filter((name) => all.has(name) && !present.has(name) && !name.startsWith(RECORDS));
      await setAside(places, gone, now);
      return gone.length;
    },
    async lastRound() {
      const last = await readRound(told);
      return last && { at: '', copied: 0, lost: 0, names: [], isMarked: false, ...last };
    },
  };
}

interface Found {
  readonly names: readonly string[];
  readonly there: ReadonlySet<string>;
  readonly now: Date;
}

async function copyNew(
  { files, kept, part }: Places,
  known: Set<string>,
  { names, there, now }: Found,
): Promise<number> {
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

/** The records that a restore left since the last round: the place of old of each, by the name it has now. */
function leftBehind(names: readonly string[], there: ReadonlySet<string>): Map<string, string> {
  const left = names.filter((name) => LEFT.test(name) && !there.has(name));
  return new Map(left.map((name) => [name, `${RECORDS}${LEFT.exec(name)!.groups!['day']!}`]));
}

/** Moves copies of such records as the records were moved: what is signed in their place may have the same length. */
async function followLeft({ kept }: Places, known: Set<string>, names: readonly string[]): Promise<void> {
  const there = new Set(await list(kept));
  for (const [left, place] of leftBehind(names, there)) {
    if (!there.has(place)) continue;
    await mkdir(dirname(join(kept, left)), { recursive: true, mode: 0o700 });
    await rename(join(kept, place), join(kept, left));
    known.delete(place);
  }
}

interface Gone {
  readonly gone: readonly string[];
  readonly names: readonly string[];
  readonly isMarked: boolean;
}

/**
 * Tells the copies of erased files from those of lost ones: by the markers. The version before made none, so that in the first round after
 * it all went for erased, unless the folder is empty, lacks a record, or has none yet.
 */
async function judgeOf(files: string, { gone, names, isMarked }: Gone): Promise<(name: string) => boolean> {
  if (isMarked) {
    const marked = new Set(await list(join(files, ERASED)));
    return (name) => marked.has(name);
  }
  const hasRecord = [...names, ...gone].some((name) => name.startsWith(RECORDS));
  const isOther = names.length === 0 || gone.some((name) => name.startsWith(RECORDS));
  return () => hasRecord && !isOther;
}

async function setAside({ kept, erased }: Places, names: readonly string[], now: Date): Promise<void> {
  for (const name of names) {
    // A restore asks when it was erased.
    await utimes(join(kept, name), now, now);
    await mkdir(dirname(join(erased, name)), { recursive: true, mode: 0o700 });
    await rename(join(kept, name), join(erased, name));
  }
}

async function removeOld(erased: string, now: Date, erasedDays: number): Promise<void> {
  for (const name of await list(erased)) {
    const found = await statOf(join(erased, name));
    if (found && now.getTime() - found.mtimeMs > erasedDays * DAY_MS) await rm(join(erased, name));
  }
}

async function putBack({ files, kept, erased }: Places, at: Date | undefined): Promise<number> {
  let count = 0;
  // A round has not followed yet: these copies are of what lies under another name.
  const moved = new Set(leftBehind(await list(files), new Set(await list(kept))).values());
  for (const folder of at === undefined ? [kept] : [kept, erased])
    for (const name of await list(folder)) {
      if (moved.has(name)) continue;
      const [copy, present] = [await statOf(join(folder, name)), await statOf(join(files, name))];
      if (copy === undefined || copy.size === present?.size) continue;
      if (folder === erased && copy.mtimeMs <= at!.getTime()) continue;
      await copyWhole(join(folder, name), join(files, name), join(files, PARTS, 'put-back'));
      // It is there again, by the database too: if it goes once more, that is another matter.
      await rm(join(files, ERASED, name), { force: true });
      count += 1;
    }
  return count;
}

/** An older process wrote less. */
async function readRound(told: string): Promise<Partial<Round> | undefined> {
  const text = await readFile(told, 'utf8').catch(absent);
  return text === undefined ? undefined : (JSON.parse(text) as Partial<Round>);
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
    .filter((name) => ![PARTS, ERASED].some((own) => name.startsWith(`${own}${sep}`)))
    .toSorted();
}

const statOf = (path: string) => stat(path).catch(absent);

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
