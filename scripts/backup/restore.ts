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
import { endServer, findLocal, startPostgres } from '../postgres.ts';
import type { Account } from '../postgres-place.ts';
import { archiveOf, asideOf, NOTE, openArchive, restoreCommand } from './archive.ts';
import { beginTimeline, findWay, newestTimeline, restsOf } from './timelines.ts';

export interface Restored {
  /** The base copy it was made from. */
  readonly copyOf: Date;
  /** When the newest transaction that is there was committed; undefined when none came after the copy. */
  readonly throughAt: Date | undefined;
  /** Where the database lies that was there before; a person deletes it. Undefined where there was none. */
  readonly left: string | undefined;
  readonly seconds: number;
}

const SETTINGS = [
  'restore_command',
  'recovery_target_time',
  'recovery_target_timeline',
  'recovery_target_action',
];
const LOOK_EVERY_MS = 100;
/** Where the server writes what it says while it reads its log, within its data. */
const [SAYS_IN, SAYS] = ['log', 'restore.log'];
const SAID_LINES = 12;
/** The server's word for an instant after the end of its log; it then ends itself. */
const ENDED_BEFORE = 'recovery ended before configured recovery target was reached';

/**
 * Puts the local database back to how it stood at an instant, or to the last that is known of it. It is made beside its place and
 * moved there whole: until then nothing is changed, whatever happens. What was there is moved aside and never deleted. Throws,
 * with what to do, while it runs, and where no backup is old enough or none can be used. Leaves it stopped.
 */
export async function restore(dataDir: string, at: Date | undefined): Promise<Restored> {
  const from = performance.now();
  const { data, account } = findStopped(dataDir);
  const [archive, rests, fresh] = [archiveOf(data), restsOf(data), `${data}.fresh`];
  const live = newestTimeline(archive, rests);
  const { copy, timeline } = findWay(archive, rests, at);
  // The server of a restore that was cut off may go on.
  await endServer(fresh);
  rmSync(fresh, { recursive: true, force: true });
  try {
    cpSync(copy.folder, fresh, { recursive: true });
    rmSync(join(fresh, NOTE), { force: true });
    if (account) ownAll(fresh, account);
    const { throughAt, lastLog } = await recover(dataDir, fresh, { archive, rests, timeline, at });
    findStopped(dataDir);
    const left = existsSync(data) ? asideOf(data) : undefined;
    if (left !== undefined) renameSync(data, left);
    renameSync(fresh, data);
    openArchive(archive, account);
    beginTimeline({ archive, data, account }, lastLog, { from: live, wentBackTo: at?.toISOString() ?? null });
    return { copyOf: copy.finishedAt, throughAt, left, seconds: (performance.now() - from) / 1000 };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function findStopped(dataDir: string): ReturnType<typeof findLocal> {
  const local = findLocal(dataDir);
  if (local.isRunning) throw new Error('The database runs: stop the product first.');
  return local;
}

interface Source {
  readonly archive: string;
  readonly rests: readonly string[];
  readonly timeline: string;
  readonly at: Date | undefined;
}

interface Recovered {
  readonly throughAt: Date | undefined;
  /** The last file of the log that it has written whole; its name begins with the new timeline. */
  readonly lastLog: string;
}

/** Lets the server read its log, up to the instant where one is given; stops it again. */
async function recover(dataDir: string, data: string, source: Source): Promise<Recovered> {
  writeSettings(data, source);
  try {
    return await runThrough(dataDir, data);
  } catch (error) {
    const said = readSaid(data);
    // Nothing was written after the instant on the timeline that was live then: its end is what was meant.
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

function writeSettings(data: string, { archive, rests, timeline, at }: Source): void {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 });
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    [
      '',
      `restore_command = ${text(restoreCommand(archive, rests))}`,
      `recovery_target_timeline = ${text(String(Number.parseInt(timeline, 16)))}`,
      `recovery_target_time = ${text(at ? instant(at) : '')}`,
      "recovery_target_action = 'promote'",
      '',
    ].join('\n'),
  );
}

async function runThrough(dataDir: string, data: string): Promise<Recovered> {
  rmSync(join(data, SAYS_IN), { recursive: true, force: true });
  const settings = {
    logging_collector: 'on',
    log_directory: SAYS_IN,
    log_filename: SAYS,
    // It hands its log over from its place only.
    archive_mode: 'off',
    // Its first files are still to be handed over when it has stopped.
    wal_keep_size: '128MB',
  };
  const running = await startPostgres({ dataDir, data, isDurable: true, settings });
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
          const { rows: logs } = await client.query<{ lastLog: string }>(
            `select pg_walfile_name(pg_switch_wal()) as "lastLog"`,
          );
          return { throughAt: rows[0]!.throughAt ?? undefined, lastLog: logs[0]!.lastLog };
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

/** Gives a folder with everything in it to an account. */
export function ownAll(folder: string, account: Account): void {
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
}
