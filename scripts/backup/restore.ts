import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findLocal, startPostgres } from '../postgres.ts';
import type { Account } from '../postgres-place.ts';
import { archiveOf, listCopies, NOTE, restoreCommand } from './archive.ts';

export interface Restored {
  /** The base copy it was made from. */
  readonly copyOf: Date;
  /** When the newest transaction that is there was committed; undefined when none came after the copy. */
  readonly throughAt: Date | undefined;
  /** Where the database lies that was there before; a person deletes it. Undefined where there was none. */
  readonly left: string | undefined;
  readonly seconds: number;
}

const SETTINGS = ['restore_command', 'recovery_target_time', 'recovery_target_action'];
const LOOK_EVERY_MS = 100;
/** Where the server writes what it says while it reads its log, within its data. */
const [SAYS_IN, SAYS] = ['log', 'restore.log'];
const SAID_LINES = 12;
/** The server's word for an instant after the end of its log; it then ends itself. */
const ENDED_BEFORE = 'recovery ended before configured recovery target was reached';

/**
 * Puts the local database back to how it stood at an instant, or to the last that is known of it. What was there is moved aside
 * and deleted by nobody. Throws, with what to do, while it runs, and where no backup is old enough or none can be used: then
 * everything is as it was. Leaves it stopped.
 */
export async function restore(dataDir: string, at: Date | undefined): Promise<Restored> {
  const from = performance.now();
  const { data, account, isRunning } = findLocal(dataDir);
  if (isRunning) throw new Error('The database runs: stop the product first.');
  const archive = archiveOf(data);
  const copy = listCopies(archive).findLast(({ finishedAt }) => at === undefined || finishedAt <= at);
  if (!copy)
    throw new Error(`There is no backup${at ? ` from before ${at.toISOString()}` : ''}: see ${archive}.`);
  const left = existsSync(data) ? asideOf(data) : undefined;
  if (left !== undefined) renameSync(data, left);
  try {
    cpSync(copy.folder, data, { recursive: true });
    rmSync(join(data, NOTE), { force: true });
    if (account) ownAll(data, account);
    const throughAt = await recover(dataDir, data, { archive, left: left ?? data, at });
    return { copyOf: copy.finishedAt, throughAt, left, seconds: (performance.now() - from) / 1000 };
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    if (left !== undefined) renameSync(left, data);
    throw error;
  }
}

interface Source {
  readonly archive: string;
  readonly left: string;
  readonly at: Date | undefined;
}

/** Lets the server read its log, up to the instant where one is given; stops it again. */
async function recover(dataDir: string, data: string, source: Source): Promise<Date | undefined> {
  writeSettings(data, source);
  try {
    return await runThrough(dataDir, data);
  } catch (error) {
    const said = readSaid(data);
    // Nothing was written after the instant: then the end of the log is what was meant.
    if (source.at === undefined || !said.includes(ENDED_BEFORE))
      throw new Error(
        `The database could not be restored:\n${said.split('\n').slice(-SAID_LINES).join('\n')}`,
        { cause: error },
      );
    writeSettings(data, { ...source, at: undefined });
    return await runThrough(dataDir, data);
  } finally {
    rmSync(join(data, SAYS_IN), { recursive: true, force: true });
  }
}

function readSaid(data: string): string {
  const file = join(data, SAYS_IN, SAYS);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : 'it said nothing';
}

function writeSettings(data: string, { archive, left, at }: Source): void {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 });
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    [
      '',
      `restore_command = ${text(restoreCommand(archive, left))}`,
      `recovery_target_time = ${text(at ? instant(at) : '')}`,
      "recovery_target_action = 'promote'",
      '',
    ].join('\n'),
  );
}

async function runThrough(dataDir: string, data: string): Promise<Date | undefined> {
  rmSync(join(data, SAYS_IN), { recursive: true, force: true });
  const settings = { logging_collector: 'on', log_directory: SAYS_IN, log_filename: SAYS };
  const running = await startPostgres({ dataDir, isDurable: true, settings });
  try {
    const client = new pg.Client({ connectionString: running.url });
    client.on('error', () => {});
    await client.connect();
    try {
      for (;;) {
        const { rows } = await client.query<{ isDone: boolean; throughAt: Date | null }>(
          `select not pg_is_in_recovery() as "isDone", pg_last_xact_replay_timestamp() as "throughAt"`,
        );
        if (rows[0]!.isDone) {
          for (const name of SETTINGS) await client.query(`alter system reset ${name}`);
          return rows[0]!.throughAt ?? undefined;
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    } finally {
      await client.end().catch(() => {});
    }
  } finally {
    await running.stop();
  }
}

/** As a setting takes it: the names of time zones are not known yet when it is read. */
function instant(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '+00');
}

function asideOf(data: string): string {
  for (let number = 1; ; number += 1) {
    const aside = `${data}-left-${number}`;
    if (!existsSync(aside)) return aside;
  }
}

/** Gives a folder with everything in it to an account. */
export function ownAll(folder: string, account: Account): void {
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
}
