import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from '../postgres-place.ts';

// Where the local database's backups lie, and how its log gets there. Beside the data, so that the account that PostgreSQL runs as
// can write there.

/** A base copy that was finished. */
export interface BaseCopy {
  readonly folder: string;
  /** From this instant on a state can be restored from it. */
  readonly finishedAt: Date;
  /** The first file of the log that it needs. */
  readonly firstLog: string;
  /** The place in the log from which it is whole; older copies do not name it. */
  readonly end: string | undefined;
}

/** Written into a base copy when it is finished. */
export const NOTE = 'mohlat-backup.json';

/** The name that a copy begins with until it is finished. */
export const PART = 'part';

export const archiveOf = (data: string): string => `${data}-backups`;
export const logsIn = (archive: string): string => join(archive, 'log');
const copiesIn = (archive: string): string => join(archive, 'base');

/** A file of the log: its timeline, and its place in the order. */
const LOG = /^([0-9A-F]{8})([0-9A-F]{16})\.gz$/;
/** Nothing is lost for longer than this where the machine is lost: a file of the log is handed over at least so often. */
const HAND_OVER_SECONDS = '60';

/**
 * Settings of a server that hands its log over as soon as a backup was taken. Until then the command does nothing, and
 * nothing is kept: no restart is needed to begin.
 */
export function archiveSettings(data: string): Readonly<Record<string, string>> {
  if (platform() === 'win32') return {};
  const logs = logsIn(archiveOf(data)).replaceAll('%', '%%');
  const [kept, part] = [`${quoted(logs)}/%f.gz`, `${quoted(logs)}/%f.part`];
  const flush = platform() === 'linux' ? ` && sync ${part}` : '';
  return {
    archive_mode: 'on',
    archive_timeout: HAND_OVER_SECONDS,
    archive_command: `test ! -d ${quoted(logs)} || test -f ${kept} || (gzip -c "%p" > ${part}${flush} && mv ${part} ${kept})`,
  };
}

/** The command with which a server that is restored asks for its log: from the archive, or from the first of the rests that has it. */
export function restoreCommand(archive: string, rests: readonly string[]): string {
  const logs = quoted(logsIn(archive).replaceAll('%', '%%'));
  const others = rests
    .map((rest) => quoted(rest.replaceAll('%', '%%')))
    .map((rest) => `elif test -f ${rest}/%f; then cp ${rest}/%f "%p"; `);
  return `if test -f ${logs}/%f.gz; then gzip -dc ${logs}/%f.gz > "%p"; ${others.join('')}else false; fi`;
}

/** The data that restores moved aside, the newest first. */
export function leftsOf(data: string): string[] {
  const beginning = `${basename(data)}-left-`;
  return (existsSync(dirname(data)) ? readdirSync(dirname(data)) : [])
    .filter((name) => name.startsWith(beginning) && /^\d+$/.test(name.slice(beginning.length)))
    .toSorted((a, b) => Number(b.slice(beginning.length)) - Number(a.slice(beginning.length)))
    .map((name) => join(dirname(data), name));
}

/** Where the data go that a restore moves aside: after all that were moved before. */
export function asideOf(data: string): string {
  const [newest] = leftsOf(data);
  return `${data}-left-${newest === undefined ? 1 : Number(newest.slice(newest.lastIndexOf('-') + 1)) + 1}`;
}

/** From now on the server hands its log over. */
export function openArchive(archive: string, account: Account | undefined): void {
  for (const folder of [archive, logsIn(archive), copiesIn(archive)]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
}

/** Puts the archive of a database away that is made again: its log has the same names. */
export function leaveArchive(archive: string): void {
  if (!existsSync(archive)) return;
  for (let number = 1; ; number += 1) {
    const away = `${archive}-${number}`;
    if (existsSync(away)) continue;
    renameSync(archive, away);
    return;
  }
}

export function copyFolder(archive: string, name: string): string {
  return join(copiesIn(archive), name);
}

/** Removes copies that were cut off. */
export function clearParts(archive: string): void {
  for (const name of readdirSync(copiesIn(archive)))
    if (name.startsWith(PART)) rmSync(copyFolder(archive, name), { recursive: true, force: true });
}

/** The finished base copies, oldest first. */
export function listCopies(archive: string): BaseCopy[] {
  if (!existsSync(copiesIn(archive))) return [];
  return readdirSync(copiesIn(archive))
    .filter((name) => !name.startsWith(PART))
    .map((name) => copyFolder(archive, name))
    .filter((folder) => existsSync(join(folder, NOTE)))
    .map((folder) => {
      const { finishedAt, firstLog, end } = JSON.parse(readFileSync(join(folder, NOTE), 'utf8')) as {
        finishedAt: string;
        firstLog: string;
        end?: string;
      };
      return { folder, finishedAt: new Date(finishedAt), firstLog, end };
    })
    .toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
}

/**
 * Removes all but the newest copies, and the log that none of these needs. Answers how many copies went. After a restore to an earlier
 * instant a younger copy may begin before an older one: the earliest beginning decides, whatever timeline it lies on.
 */
export function prune(archive: string, keep: number): number {
  const copies = listCopies(archive);
  const old = copies.slice(0, Math.max(0, copies.length - keep));
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true });
  const [first] = copies
    .slice(old.length)
    .map(({ firstLog }) => firstLog.slice(8))
    .toSorted();
  if (first === undefined) return old.length;
  for (const name of readdirSync(logsIn(archive))) {
    const place = LOG.exec(name)?.[2];
    if (place !== undefined && place < first) rmSync(join(logsIn(archive), name));
  }
  return old.length;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
