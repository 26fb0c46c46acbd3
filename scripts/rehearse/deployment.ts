import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { commandOf, DEPLOY, productSecrets, type ServiceName } from '../deploy/services.ts';
import { writeSecrets } from '../deploy/secrets.ts';
import { serviceAccount } from '../postgres.ts';
import type { Balancer } from './balancer.ts';
import { own } from './cluster/member.ts';
import { freePort, openPool, type OwnDatabase, untilAnswered } from './installation.ts';
import { closesWithProcess } from './leaving.ts';
import { findPostgres, findProgram, runProgram, type Running, startProgram } from './programs.ts';
import { openProxy } from './proxy.ts';
import { pause } from './rehearsal.ts';

/** Everything of the compose file but the product, started without an engine by the same commands. */
export interface Deployment {
  readonly database: OwnDatabase;
  /** The product's secrets, each named by a file. */
  readonly env: Readonly<Record<string, string>>;
  openBalancer(ports: readonly number[]): Promise<Balancer>;
  /** Stops everything and starts PostgreSQL on what `restore.sh` makes of the backup. Answers its address. */
  restoreBackup(): Promise<string>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const LOOK_EVERY_MS = 200;
const FOLLOWED_WITHIN_MS = 120_000;

export async function openDeployment(say: (line: string) => void): Promise<Deployment> {
  const site = await openSite();
  const sql = openPool(site.url);
  try {
    await startDatabases(site, sql);
    say('PostgreSQL, its replica, the backup of its log and PgBouncer run.');
  } catch (error) {
    for (const one of site.running) say(one.output().split('\n').slice(-5).join('\n'));
    await sql.end();
    await site.close();
    throw error;
  }
  const taken = () => Promise.reject(new Error('this rehearsal takes no database away'));
  return {
    database: {
      url: site.url,
      port: site.leaderPort,
      sql,
      stop: taken,
      start: taken,
      discard: () => sql.end(),
    },
    env: productSecrets(site.secrets),
    openBalancer: (ports) => openProxy(ports, site.folder, join(site.secrets, 'proxy.pem')),
    restoreBackup: () => restoreBackup(site),
    close: () => site.close(),
  };
}

/** A folder with the secrets, and what runs on it. */
interface Site {
  readonly folder: string;
  readonly secrets: string;
  readonly backups: string;
  readonly leaderPort: number;
  readonly poolerPort: number;
  /** The address of the owner's login. */
  readonly url: string;
  /** The newest first. */
  readonly running: Running[];
  /** Makes a folder of a service's own. */
  home(name: string): string;
  /** Starts a program as the account that owns the folder. */
  start(path: string, args: readonly string[], env?: NodeJS.ProcessEnv): void;
  stopAll(): Promise<void>;
  close(): Promise<void>;
}

async function openSite(): Promise<Site> {
  findProgram('pgbouncer', 'pgbouncer');
  const postgres = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-deployment-'));
  chmodSync(folder, 0o755);
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const PATH = [postgres, process.env.PATH, '/usr/sbin'].join(delimiter);
  const running: Running[] = [];
  const [leaderPort, poolerPort] = [await freePort(), await freePort()];
  const secrets = join(folder, 'secrets');
  await writeSecrets(secrets, {
    leader: `${HOST}:${leaderPort}`,
    pooler: `${HOST}:${poolerPort}`,
    host: HOST,
  });
  own(secrets, account);
  const home = (name: string) => {
    const made = join(folder, name);
    mkdirSync(made);
    own(made, account);
    return made;
  };
  const stopAll = async () => {
    // A fast shutdown of PostgreSQL; the others end at it as well.
    for (const one of running.splice(0)) await one.stop('SIGINT');
  };
  return {
    folder,
    secrets,
    backups: home('backups'),
    leaderPort,
    poolerPort,
    url: readFileSync(join(secrets, 'database_url'), 'utf8'),
    running,
    home,
    start: (path, args, env = {}) => {
      running.unshift(startProgram(path, args, { env: { ...env, PATH }, account }));
    },
    stopAll,
    close: closesWithProcess(async () => {
      await stopAll();
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

async function startDatabases(site: Site, sql: OwnDatabase['sql']): Promise<void> {
  const { secrets, leaderPort, poolerPort } = site;
  const start = (name: ServiceName, env: NodeJS.ProcessEnv) => {
    const [program = '', ...args] = commandOf(name, DEPLOY);
    site.start(findProgram(program, program), args, env);
  };
  const leader = { LEADER_HOST: HOST, LEADER_PORT: String(leaderPort), SECRETS: secrets };
  start('primary', {
    PGDATA: join(site.home('primary'), 'data'),
    PGPORT: String(leaderPort),
    LISTEN: HOST,
    PEERS: `${HOST}/32`,
    SECRETS: secrets,
  });
  await untilAnswered(sql);
  const replica = { PGDATA: join(site.home('replica'), 'data'), PGPORT: String(await freePort()) };
  start('replica', { ...leader, ...replica, LISTEN: HOST });
  start('backup', { ...leader, BACKUPS: site.backups, KEEP: '7' });
  start('pooler', {
    ...leader,
    POOLER_DIR: site.home('pooler'),
    POOLER_HOST: HOST,
    POOLER_PORT: String(poolerPort),
    POOLER_USERS: join(secrets, 'pooler_users'),
  });
  await untilFollowed(sql);
}

async function restoreBackup(site: Site): Promise<string> {
  await site.stopAll();
  const data = join(site.home('restored'), 'data');
  const { isGood, output } = runProgram('sh', [join(DEPLOY, 'restore.sh'), site.backups, data]);
  if (!isGood) throw new Error(output);
  own(data, process.getuid?.() === 0 ? serviceAccount() : undefined);
  const port = String(await freePort());
  site.start('postgres', ['-D', data, '-p', port, '-c', `listen_addresses=${HOST}`]);
  const address = new URL(site.url);
  address.port = port;
  return address.href;
}

/** Both followers are there: each commit is from now on on two disks. */
async function untilFollowed(sql: OwnDatabase['sql']): Promise<void> {
  const until = Date.now() + FOLLOWED_WITHIN_MS;
  let told: unknown;
  while (Date.now() < until) {
    const { rows } = await sql.query<{ application_name: string }>(
      "select application_name from pg_stat_replication where state = 'streaming' and sync_state in ('sync', 'potential')",
    );
    if (rows.length === 2) return;
    told = rows;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`replica and backup did not follow: ${JSON.stringify(told)}`);
}
