import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  type FSWatcher,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveOf, listCopies, logsIn } from '../../../scripts/backup/archive.ts';
import { restore } from '../../../scripts/backup/restore.ts';
import { takeBackup } from '../../../scripts/backup/take.ts';
import { findLocal, type LocalPostgres, startPostgres } from '../../../scripts/postgres.ts';

const RESTORE = join(import.meta.dirname, '../../../scripts/backup/restore.ts');
const SETTINGS = { shared_buffers: '16MB', data_sync_retry: 'on' };

let dataDir: string;
let running: LocalPostgres;
let sql: pg.Client;
/** Folders that restores moved aside. */
const asides: string[] = [];
const watchers: FSWatcher[] = [];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mohlat-backup-'));
  await start();
  await sql.query('create table kept as select 1 as n');
});
afterEach(async () => {
  await stop();
  await running.discard();
  for (const watcher of watchers.splice(0)) watcher.close();
  for (const aside of asides.splice(0)) rmSync(aside, { recursive: true, force: true });
});

async function start(): Promise<void> {
  running = await startPostgres({ dataDir, isDurable: true, settings: SETTINGS });
  sql = new pg.Client({ connectionString: running.url });
  sql.on('error', () => {});
  await sql.connect();
}

async function stop(): Promise<void> {
  await sql.end().catch(() => {});
  await running.stop();
}

/** Ends the database as a lost machine does: the newest of its log is not handed over. */
async function crash(): Promise<void> {
  const { data } = findLocal(dataDir);
  process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
  await running.untilEnded();
  await stop();
}

/** Until something of that name, or beginning with it, comes or goes. */
function untilTouched(path: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(path), (_, name) => name?.startsWith(basename(path)) && resolve());
    watchers.push(watcher);
  });
}

const backUp = (keep = 3) => takeBackup({ url: running.url, ...findLocal(dataDir) }, keep);
const add = (n: number) => sql.query('insert into kept values ($1)', [n]);

async function putBack(at: Date | undefined): Promise<void> {
  const { left } = await restore(dataDir, at);
  if (left !== undefined) asides.push(left);
}

/** The database's own time: what was committed before it is before it. */
async function now(): Promise<Date> {
  const { rows } = await sql.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
}

/** An instant after everything so far and before everything to come. Instants are in milliseconds. */
async function justAfter(): Promise<Date> {
  const at = await now();
  while ((await now()).getTime() - at.getTime() < 2);
  return new Date(at.getTime() + 1);
}

async function listKept(): Promise<number[]> {
  const { rows } = await sql.query<{ n: number }>('select n from kept order by n');
  return rows.map(({ n }) => n);
}

test('given a backup, when restored to an instant, what was committed before is there, nothing after', async () => {
  await backUp();
  await add(2);
  const at = await justAfter();
  await add(3);
  await stop();
  await putBack(at);
  await start();
  expect(await listKept()).toEqual([1, 2]);
  // It goes on from there.
  await add(4);
  expect(await listKept()).toEqual([1, 2, 4]);
});

test('given a backup, when restored without an instant or to a later one, nothing is missing', async () => {
  await backUp();
  await add(2);
  await stop();
  await putBack(new Date('2099-01-01T00:00:00Z'));
  await start();
  expect(await listKept()).toEqual([1, 2]);
  await add(3);
  await stop();
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 2, 3]);
});

test('given a running product or no backup, when restored, it is refused and nothing is moved', async () => {
  await expect(restore(dataDir, undefined)).rejects.toThrow('stop the product first');
  const before = await now();
  await backUp();
  await stop();
  await expect(restore(dataDir, before)).rejects.toThrow('no backup from before');
  await start();
  expect(await listKept()).toEqual([1]);
});

test('given a backup that was spoilt, when restored, it says why and what was there stays', async () => {
  const { folder } = await backUp();
  await add(2);
  await stop();
  writeFileSync(join(folder, 'backup_label'), 'spoilt');
  await expect(restore(dataDir, undefined)).rejects.toThrow('invalid data in file "backup_label"');
  await start();
  expect(await listKept()).toEqual([1, 2]);
});

test('given older backups, when one more is taken, the oldest go with the log they needed', async () => {
  await backUp();
  await add(2);
  await backUp();
  const archive = archiveOf(findLocal(dataDir).data);
  const [first] = listCopies(archive);
  await add(3);
  const { prunedCount } = await backUp(2);
  expect(prunedCount).toBe(1);
  expect(listCopies(archive)).toHaveLength(2);
  expect(readdirSync(logsIn(archive))).not.toContain(`${first!.firstLog}.gz`);
});

test('given copies of before and after a restore, when one more is taken, the log that the younger ones need stays', async () => {
  await backUp();
  const first = await justAfter();
  for (let n = 2; n < 8; n += 1) {
    await add(n);
    await sql.query('select pg_switch_wal()');
  }
  await backUp();
  await stop();
  await putBack(first);
  await start();
  await add(20);
  await backUp(3);
  await add(30);
  await backUp(3);
  await stop();
  // Nothing is left but the backup.
  rmSync(findLocal(dataDir).data, { recursive: true });
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 20, 30]);
});

test('given a backup that is under way, when another is begun, it is refused and the first is whole', async () => {
  const ends = await Promise.allSettled([backUp(), backUp()]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: 'Another backup is under way.' },
  });
  expect(listCopies(archiveOf(findLocal(dataDir).data))).toHaveLength(1);
  await add(2);
  await stop();
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 2]);
});

test('given a backup that was cut off, when the next is taken, nothing of the first counts or stays', async () => {
  const { folder } = await backUp();
  cpSync(folder, join(dirname(folder), 'part-1'), { recursive: true });
  await backUp();
  expect(readdirSync(dirname(folder)).filter((name) => name.startsWith('part'))).toEqual([]);
});

test('given a restore that went back too far, when restored to a later instant, it leads to what stood then', async () => {
  await backUp();
  await add(2);
  const second = await justAfter();
  await add(3);
  const third = await justAfter();
  await add(4);
  await stop();
  await putBack(second);
  await start();
  expect(await listKept()).toEqual([1, 2]);
  await stop();
  await putBack(third);
  await start();
  expect(await listKept()).toEqual([1, 2, 3]);
  // Without an instant: the end of what goes on from there, also from a copy that was taken since.
  await add(5);
  await backUp();
  await add(6);
  await stop();
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 2, 3, 5, 6]);
});

test('given the data left by a restore that was cut off, when restored again, no acknowledged work is missing', async () => {
  await backUp();
  await add(2);
  await crash();
  const { data } = findLocal(dataDir);
  // As a restore leaves it that moved the data aside and was ended in the middle of its copy.
  renameSync(data, `${data}-left-1`);
  asides.push(`${data}-left-1`);
  mkdirSync(data);
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 2]);
});

test('given a restore under way, when it is ended, the data stand where they stood and the next restore is whole', async () => {
  await sql.query('create table much as select n, repeat(md5(n::text), 20) from generate_series(1, 20000) n');
  await backUp();
  await add(2);
  await crash();
  const { data } = findLocal(dataDir);
  const begun = untilTouched(data);
  const text = `import(${JSON.stringify(RESTORE)}).then(({ restore }) => restore(${JSON.stringify(dataDir)}, undefined));`;
  const command = spawn(process.execPath, ['-e', text], { stdio: 'inherit' });
  await begun;
  command.kill('SIGKILL');
  await once(command, 'exit');
  expect(existsSync(join(data, 'PG_VERSION'))).toBe(true);
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 2]);
});

test('given copies of a database that is not there, when it is started, then it refuses to begin an empty one', async () => {
  await backUp();
  await add(2);
  await stop();
  const { data } = findLocal(dataDir);
  // A new machine, on which the backups were put in place.
  rmSync(data, { recursive: true });
  await expect(start()).rejects.toThrow('npm run restore');
  await putBack(undefined);
  await start();
  expect(await listKept()).toEqual([1, 2]);
});
