import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Account } from '../postgres-place.ts';
import { archiveOf, clearParts, copyFolder, NOTE, openArchive, PART, prune } from './archive.ts';

/** The database is being copied by another. */
export class BackupUnderWay extends Error {}

export interface Taken {
  readonly folder: string;
  readonly finishedAt: Date;
  readonly bytes: number;
  readonly files: number;
  readonly prunedCount: number;
}

interface Where {
  readonly url: string;
  readonly data: string;
  readonly account: Account | undefined;
}

/** Folders whose content is made again at the start (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"). */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = [...EMPTY, 'postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old'];
/** The database's lock that a backup holds while it works. */
const LOCK = "pg_try_advisory_lock(hashtext('mohlat backup'))";
const FIRST_LOG = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/;

/**
 * Copies the running database file by file, and begins to keep its log if it is not kept yet. Work goes on meanwhile: the log
 * makes the copy whole when it is restored. Keeps the newest `keep` copies. Throws: BackupUnderWay.
 */
export async function takeBackup({ url, data, account }: Where, keep: number): Promise<Taken> {
  const archive = archiveOf(data);
  openArchive(archive, account);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const part = copyFolder(archive, `${PART}-${process.pid}`);
  try {
    const { rows: locks } = await client.query<{ isHeld: boolean }>(`select ${LOCK} as "isHeld"`);
    if (!locks[0]!.isHeld) throw new BackupUnderWay('Another backup is under way.');
    clearParts(archive);
    // All in one session: the server gives the backup up, and the lock, when this ends.
    await client.query("select pg_backup_start('mohlat', true)");
    const copied = copyInto(data, part, account);
    const { rows } = await client.query<{ labelfile: string; end: string }>(
      'select labelfile, lsn::text as "end" from pg_backup_stop(true)',
    );
    const { labelfile: label, end } = rows[0]!;
    const firstLog = FIRST_LOG.exec(label)?.[1];
    if (firstLog === undefined) throw new Error('the database did not say where its log begins');
    const finishedAt = new Date();
    writeOwned(join(part, 'backup_label'), label, account);
    for (const folder of EMPTY) mkdirOwned(join(part, folder), account);
    writeOwned(join(part, NOTE), JSON.stringify({ finishedAt, firstLog, end }), account);
    const folder = copyFolder(archive, finishedAt.toISOString().replaceAll(/[-:]|\.\d+/g, ''));
    renameSync(part, folder);
    flush(dirname(folder));
    return { folder, finishedAt, ...copied, prunedCount: prune(archive, keep) };
  } finally {
    rmSync(part, { recursive: true, force: true });
    await client.end();
  }
}

function copyInto(from: string, to: string, account: Account | undefined): { bytes: number; files: number } {
  mkdirOwned(to, account);
  let [bytes, files] = [0, 0];
  for (const name of readdirSync(from)) {
    if (LEFT_OUT.includes(name) || name.startsWith('pgsql_tmp')) continue;
    const [source, target] = [join(from, name), join(to, name)];
    // A table that is dropped meanwhile takes its files with it.
    const found = lstatSync(source, { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      const below = copyInto(source, target, account);
      bytes += below.bytes;
      files += below.files;
    } else if (found?.isFile() && copyFile(source, target, account)) {
      bytes += found.size;
      files += 1;
    }
  }
  return { bytes, files };
}

function copyFile(source: string, target: string, account: Account | undefined): boolean {
  try {
    copyFileSync(source, target);
  } catch (error) {
    // The copy's own folder may be what is gone.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(source)) return false;
    throw error;
  }
  own(target, account, 0o600);
  flush(target);
  return true;
}

function mkdirOwned(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  own(path, account, 0o700);
}

function writeOwned(path: string, text: string, account: Account | undefined): void {
  writeFileSync(path, text, { mode: 0o600 });
  own(path, account, 0o600);
  flush(path);
}

function own(path: string, account: Account | undefined, mode: number): void {
  chmodSync(path, mode);
  if (account) chownSync(path, account.uid, account.gid);
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
