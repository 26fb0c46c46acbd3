import { appendFileSync, chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Account } from '../postgres-place.ts';
import { type BaseCopy, leftsOf, listCopies, logsIn } from './archive.ts';

// A restore to an instant begins another timeline of the log there: what came after the instant stays on the one it left, and an
// instant of that time is found on that one alone. Timelines are named by the eight hexadecimal digits that their files begin with.

/** A restore that was finished. */
interface NotedRestore {
  /** The timeline that was live until then. */
  readonly from: string;
  /** The timeline that is live since. */
  readonly timeline: string;
  /** The instant it went back to; null where it was the end of the log. */
  readonly wentBackTo: string | null;
  readonly beganAt: string;
}

export interface Way {
  readonly copy: BaseCopy;
  readonly timeline: string;
}

const FIRST_TIMELINE = '00000001';
const TIMELINE_IN_NAME = /^([0-9A-F]{8})(?:[0-9A-F]{16}|\.history)(?:\.gz)?$/;
/** A line of a timeline's history: one that it comes from, and the place at which that was left. */
const ANCESTOR = /^(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm;
const SEGMENT_BITS = 24n;

/** Where the log lies that was not handed over: in the data that are there, and in those that restores left, the newest first. */
export function restsOf(data: string): string[] {
  return [data, ...leftsOf(data)].map((folder) => join(folder, 'pg_wal')).filter((rest) => existsSync(rest));
}

/**
 * The copy and the timeline that lead to an instant: the timeline that was live then, and the newest copy that it comes from.
 * Without an instant it is the newest timeline.
 */
export function findWay(archive: string, rests: readonly string[], at: Date | undefined): Way {
  const timeline = (at && liveAt(archive, at)) ?? newestTimeline(archive, rests);
  const ancestors = ancestorsOf(timeline, archive, rests);
  const copy = listCopies(archive).findLast(
    (one) => (at === undefined || one.finishedAt <= at) && leadsTo(one, timeline, ancestors),
  );
  if (!copy)
    throw new Error(`There is no backup${at ? ` from before ${at.toISOString()}` : ''}: see ${archive}.`);
  return { copy, timeline };
}

/** The timeline that was live at an instant; undefined where no restore was noted. */
function liveAt(archive: string, at: Date): string | undefined {
  const noted = readNoted(archive);
  return noted.findLast(({ beganAt }) => new Date(beganAt) <= at)?.timeline ?? noted[0]?.from;
}

export function newestTimeline(archive: string, rests: readonly string[]): string {
  const folders = [logsIn(archive), ...rests].filter((folder) => existsSync(folder));
  const ofLogs = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => TIMELINE_IN_NAME.exec(name)?.[1] ?? []),
  );
  const ofCopies = listCopies(archive).map(({ firstLog }) => firstLog.slice(0, 8));
  return [FIRST_TIMELINE, ...ofLogs, ...ofCopies].toSorted().at(-1)!;
}

/** The timelines that one comes from, each with the place at which it was left. */
function ancestorsOf(timeline: string, archive: string, rests: readonly string[]): Map<string, bigint> {
  const name = `${timeline}.history`;
  const [kept, rest] = [
    join(logsIn(archive), `${name}.gz`),
    rests.find((one) => existsSync(join(one, name))),
  ];
  const text = existsSync(kept)
    ? gunzipSync(readFileSync(kept)).toString()
    : rest === undefined
      ? ''
      : readFileSync(join(rest, name), 'utf8');
  return new Map(
    [...text.matchAll(ANCESTOR)].map(([, number, high, low]) => [
      Number(number).toString(16).toUpperCase().padStart(8, '0'),
      placeOf(high!, low!),
    ]),
  );
}

function leadsTo(copy: BaseCopy, timeline: string, ancestors: ReadonlyMap<string, bigint>): boolean {
  const own = copy.firstLog.slice(0, 8);
  if (own === timeline) return true;
  const leftAt = ancestors.get(own);
  return leftAt !== undefined && endOf(copy) <= leftAt;
}

/** The place from which a copy is whole. An older copy does not name it: then it is at least behind the beginning of its log. */
function endOf({ firstLog, end }: BaseCopy): bigint {
  const [, high, low] = /^(\w+)\/(\w+)$/.exec(end ?? '') ?? [];
  if (high !== undefined && low !== undefined) return placeOf(high, low);
  return (BigInt(`0x${firstLog.slice(8, 16)}`) << 32n) | (BigInt(`0x${firstLog.slice(16)}`) << SEGMENT_BITS);
}

function placeOf(high: string, low: string): bigint {
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * Hands over what a restored server has of its own timeline, up to the last file that is complete, and notes from when on it is
 * live. The server itself hands nothing over until it is in its place: a restore that is cut off leaves no trace in the archive.
 */
export function beginTimeline(
  { archive, data, account }: { archive: string; data: string; account: Account | undefined },
  lastLog: string,
  restored: Pick<NotedRestore, 'from' | 'wentBackTo'>,
): void {
  const timeline = lastLog.slice(0, 8);
  const rest = join(data, 'pg_wal');
  for (const name of readdirSync(rest)) {
    const isOwn = name === `${timeline}.history` || (/^\w{24}$/.test(name) && name.startsWith(timeline));
    const kept = join(logsIn(archive), `${name}.gz`);
    if (!isOwn || (name.length === lastLog.length && name > lastLog) || existsSync(kept)) continue;
    writeFileSync(kept, gzipSync(readFileSync(join(rest, name))), { mode: 0o600, flush: true });
    if (account) chownSync(kept, account.uid, account.gid);
  }
  const noted: NotedRestore = { ...restored, timeline, beganAt: new Date().toISOString() };
  appendFileSync(notesIn(archive), `${JSON.stringify(noted)}\n`, { mode: 0o600, flush: true });
}

const notesIn = (archive: string): string => join(archive, 'restores.jsonl');

function readNoted(archive: string): NotedRestore[] {
  if (!existsSync(notesIn(archive))) return [];
  return readFileSync(notesIn(archive), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as NotedRestore);
}
