import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { archiveOf, archiveSettings, leaveArchive, leftsOf, listCopies } from './backup/archive.ts';
import { freePort } from './free-port.ts';
import { type Account, type Place, settle } from './postgres-place.ts';
import { isOwnedElsewhere, ownDatabase } from './postgres-owner.ts';
import { isAlive, isPostgres, leads, orphansIn } from './postgres-processes.ts';

export interface LocalPostgres {
  /** Address of the owner's login on the default database. */
  readonly url: string;
  /** True when it was already running. */
  readonly wasRunning: boolean;
  /** True when another living process started it: stopping it is that one's business. */
  readonly isShared: boolean;
  /** Resolves when it has ended, for whatever reason. Waiting for it keeps the process alive; nothing else does. */
  untilEnded(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and leaves nothing of it on the disk: for tests and measurements. */
  discard(): Promise<void>;
}

export interface Options {
  readonly dataDir: string;
  /** Durable off is for tests alone: a crash of the machine may lose what was committed. */
  readonly isDurable: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Where it listens: a free port unless it was started before and is known under its address. */
  readonly port?: number;
  /** The folder of its data, where it is not in its place yet. */
  readonly data?: string;
}

const OWNER = 'mohlat';
const LOOK_EVERY_MS = 200;
const CONNECT_MS = 5000;
const READY_WITHIN_MS = 30_000;
/** PostgreSQL's word for a server that is starting or shutting down. */
const CANNOT_CONNECT_NOW = '57P03';
/** Another process may be starting the same database at the same moment. */
const LAUNCHES_MAX = 5;

/**
 * Starts the PostgreSQL that came with the packages, on a free port of the loopback address. A server still running
 * on the same folder is used; when its starter was killed it is ours from then on. What hangs on of a server that was
 * killed is ended first. PostgreSQL refuses to run as root: it then runs as the
 * machine's postgres account, from a place that account can reach.
 */
export async function startPostgres({
  dataDir,
  isDurable,
  settings = {},
  port: wanted,
  data,
}: Options): Promise<LocalPostgres> {
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const settled = settle(dataDir, account);
  const place = { ...settled, data: data ?? settled.data };
  const password = keepPassword(dataDir);
  const running = await findServing(place.data, password);
  const isShared = running !== undefined && isOwnedElsewhere(dataDir);
  if (!isShared) ownDatabase(dataDir);
  const stoppedBy = (stop: () => Promise<void>) => ({
    isShared,
    stop,
    discard: async () => {
      await stop();
      rmSync(place.data, { recursive: true, force: true });
      rmSync(archiveOf(place.data), { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
  if (running) {
    return {
      url: address(password, running.port),
      wasRunning: true,
      untilEnded: () => untilGone(running.pid, place.data),
      ...stoppedBy(() => stopPid(running.pid)),
    };
  }

  if (!existsSync(join(place.data, 'PG_VERSION'))) initialise(place, password, account, isDurable);
  const port = wanted ?? (await freePort());
  const url = address(password, port);
  const child = await launchReady(url, place.data, () => launch(place, port, isDurable, settings, account));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { url, wasRunning: false, untilEnded: () => ended, ...stoppedBy(() => stopChild(child)) };
}

/** Where the data of a local database lies, as whose it runs, and whether it does. */
export function findLocal(dataDir: string): {
  readonly data: string;
  readonly account: Account | undefined;
  readonly isRunning: boolean;
} {
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const { data } = settle(dataDir, account);
  return { data, account, isRunning: findRunning(data) !== undefined };
}

/** Ends the server that runs on a folder whose data count for nothing. */
export async function endServer(data: string): Promise<void> {
  const running = findRunning(data);
  if (running === undefined) return;
  kill(running.pid);
  await untilGone(running.pid, data);
  await endOrphans(data);
}

export function serviceAccount(): Account {
  const find = (name: string): Account | undefined => {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  };
  const known = find('postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  // Not `nobody`: whatever else runs as it could then read and stop the database.
  const account = find('postgres');
  if (!account)
    throw new Error(
      'PostgreSQL cannot run as root, and no other account could be made: run as an ordinary user',
    );
  return account;
}

function keepPassword(dataDir: string): string {
  const path = join(dataDir, 'keys', 'postgres');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

function initialise(
  { binaries, data }: Place,
  password: string,
  account: Account | undefined,
  isDurable: boolean,
): void {
  const [left] = leftsOf(data);
  if (left !== undefined)
    throw new Error(
      `The database of ${left} was moved aside and none is whole in its place: npm run restore makes it.`,
    );
  const archive = archiveOf(data);
  if (listCopies(archive).length > 0)
    throw new Error(
      `There is no database in ${data}, and ${archive} holds copies of one: npm run restore makes it. For an empty database move the copies away.`,
    );
  rmSync(data, { recursive: true, force: true });
  leaveArchive(archive);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) {
    chownSync(data, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const { status, stderr } = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      '-D',
      data,
      '-U',
      OWNER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      // The password is random. A test opens thousands of connections, each of which would derive a key for 2 ms.
      ...(isDurable ? [] : ['-c', 'scram_iterations=1']),
    ],
    { ...account, cwd: '/', encoding: 'utf8', env: environment() },
  );
  rmSync(passwordFile, { force: true });
  if (status !== 0) throw new Error(`the database could not be made: ${stderr}`);
}

function launch(
  place: Place,
  port: number,
  isDurable: boolean,
  settings: Options['settings'],
  account: Account | undefined,
): ChildProcess {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Values of statements are personal data: the log shows none.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_min_error_statement: 'panic',
    ...(isDurable
      ? archiveSettings(place.data)
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  return spawn(
    join(place.binaries, 'bin', 'postgres'),
    [
      '-D',
      place.data,
      '-p',
      String(port),
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached: Ctrl-C reaches us alone, and we stop the database last.
    { ...account, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'ignore'], env: environment() },
  );
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function findRunning(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return lines[1] === data && leads(pid, data) ? { pid, port } : undefined;
}

/** The server that runs on a folder, once it answers. One that is shutting down or was just killed is waited for, and is none. */
async function findServing(
  data: string,
  password: string,
): Promise<{ pid: number; port: number } | undefined> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (let running = findRunning(data); running; running = findRunning(data)) {
    if (await isServing(address(password, running.port))) return running;
    if (Date.now() > deadline)
      throw new Error(`the database is running already (process ${running.pid}) and does not answer`);
    await pause(LOOK_EVERY_MS);
  }
  return undefined;
}

async function untilGone(pid: number, data: string): Promise<void> {
  while (leads(pid, data)) await pause(LOOK_EVERY_MS);
}

/**
 * Launches the server and waits until it answers. One that ends at once found something of its predecessor: that is ended,
 * and the launch repeated.
 */
async function launchReady(url: string, data: string, begin: () => ChildProcess): Promise<ChildProcess> {
  for (let launches = 1; ; launches += 1) {
    await endOrphans(data);
    const child = begin();
    try {
      await untilReady(url, child);
      return child;
    } catch (error) {
      if (launches === LAUNCHES_MAX) throw error;
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** Ends what a killed server left behind, and takes its note away, which may name another program by now. */
async function endOrphans(data: string): Promise<void> {
  if (platform() !== 'linux') return;
  while (orphansIn(data).length > 0) {
    // A leader that another process is starting shows its note a moment later.
    await pause(LOOK_EVERY_MS);
    if (findRunning(data)) return;
    // These have none: they may not write any more, and what was committed is in the log.
    for (const pid of orphansIn(data)) kill(pid);
  }
  rmSync(join(data, 'postmaster.pid'), { force: true });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Whether a server takes part in work: it lets us in, or has a reason that is not its start or its end. */
async function isServing(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    return /^\d/.test(code) && code !== CANNOT_CONNECT_NOW;
  } finally {
    void client.end().catch(() => {});
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if (child.exitCode !== null) throw new Error('the database stopped while starting', { cause: error });
      if (Date.now() > deadline)
        throw new Error('the database did not start within 30 seconds', { cause: error });
      await pause(50);
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything committed is on disk. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  await ended;
  clearTimeout(patience);
}

async function stopPid(pid: number): Promise<void> {
  // It may have ended meanwhile.
  if (!isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 50) await pause(50);
}

function address(password: string, port: number): string {
  return `postgresql://${OWNER}:${password}@127.0.0.1:${port}/postgres`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
