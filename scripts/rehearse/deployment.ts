import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { commandOf, DEPLOY, productSecrets, type ServiceName } from '../deploy/services.ts';
import { writeSecrets } from '../deploy/secrets.ts';
import { serviceAccount } from '../postgres.ts';
import type { Balancer } from './balancer.ts';
import { own } from './cluster/member.ts';
import { openPool, type OwnDatabase, untilAnswered } from './installation.ts';
import { freePort } from '../free-port.ts';
import { closesWithProcess } from './leaving.ts';
import { findPostgres, findProgram, type Running, startProgram } from './programs.ts';
import { openProxy } from './proxy.ts';
import { pause } from './rehearsal.ts';

/** Everything of the compose file but the product, started without an engine by the same commands. */
export interface Deployment {
  readonly database: OwnDatabase;
  /** The product's secrets, each named by a file. */
  readonly env: Readonly<Record<string, string>>;
  openBalancer(ports: readonly number[]): Promise<Balancer>;
  /** The primary is killed and never comes back, with all that is on its disk. */
  losePrimary(): Promise<void>;
  stopReplica(): Promise<void>;
  /** Makes the replica's disk the primary's, as docs/runbooks/deploy.md says. Answers what promote.sh said. */
  promote(): Promise<string>;
  /** Begins a replica on an empty disk. Resolves when it and the backup follow. */
  followAnew(): Promise<void>;
  /**
   * Stops the databases, and puts in the primary's place what restore.sh makes of the backup: its newest, or of an instant. The backup goes on, and
   * a replica is begun. Resolves when both follow.
   */
  restoreBackup(at?: Date): Promise<void>;
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
    for (const output of site.outputs()) say(output.split('\n').slice(-5).join('\n'));
    await sql.end();
    await site.close();
    throw error;
  }
  const taken = () => Promise.reject(new Error('the primary is lost, and does not come back by itself'));
  const followAnew = async () => {
    site.disks.replica = site.newDisk();
    site.start('replica');
    await untilFollowed(sql);
  };
  return {
    database: {
      url: site.url,
      port: Number(site.ports.primary),
      sql,
      stop: taken,
      start: taken,
      discard: () => sql.end(),
    },
    env: productSecrets(site.secrets),
    openBalancer: (ports) => openProxy(ports, site.folder, join(site.secrets, 'proxy.pem')),
    losePrimary: () => site.stop('primary', 'SIGKILL'),
    stopReplica: () => site.stop('replica'),
    async promote() {
      await site.stop('replica');
      const said = await site.run('promote');
      site.changeOver(/on timeline (\d+)/.exec(said)?.[1] ?? 'unknown');
      site.start('primary');
      return said;
    },
    followAnew,
    async restoreBackup(at) {
      for (const name of ['replica', 'backup', 'primary'] as const) await site.stop(name);
      const instant = at && at.toISOString().replace(/\.\d+/, '');
      await site.run('restore', ...(instant === undefined ? [] : [instant]));
      site.start('primary');
      await untilAnswered(sql);
      site.start('backup');
      await followAnew();
    },
    close: () => site.close(),
  };
}

/** Folders for the volumes of the two databases, and the oldest timeline that may lead. */
interface Disks {
  primary: string;
  replica: string;
  timeline: string;
}

/** A folder with the secrets, and what runs on it. */
interface Site {
  readonly folder: string;
  readonly secrets: string;
  readonly ports: { readonly primary: string; readonly replica: string };
  /** The address of the owner's login. */
  readonly url: string;
  readonly disks: Disks;
  newDisk(): string;
  /** Exchanges the disks by change-over.sh. The primary takes no disk of before that timeline from then on. */
  changeOver(timeline: string): void;
  /** Starts a service as the account that owns the folder. */
  start(name: ServiceName): void;
  /** Runs a service to its end; answers what it said, and throws that where it was not content. */
  run(name: ServiceName, ...args: readonly string[]): Promise<string>;
  /** A fast shutdown of PostgreSQL where no other signal is named; the others end at it as well. Nothing where it does not run. */
  stop(name: ServiceName, signal?: NodeJS.Signals): Promise<void>;
  outputs(): string[];
  close(): Promise<void>;
}

async function openSite(): Promise<Site> {
  findProgram('pgbouncer', 'pgbouncer');
  const postgres = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-deployment-'));
  chmodSync(folder, 0o755);
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const PATH = [postgres, process.env.PATH, '/usr/sbin'].join(delimiter);
  const ports = { primary: String(await freePort()), replica: String(await freePort()) };
  const poolerPort = String(await freePort());
  const secrets = join(folder, 'secrets');
  await writeSecrets(secrets, {
    leader: `${HOST}:${ports.primary}`,
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
  let diskCount = 0;
  const newDisk = () => home(`disk-${(diskCount += 1)}`);
  const disks = { primary: newDisk(), replica: newDisk(), timeline: '1' };
  const envOf = envFrom({
    secrets,
    ports,
    disks,
    poolerPort,
    pooler: home('pooler'),
    backups: home('backups'),
  });
  const running = new Map<ServiceName, Running>();
  const launch = (name: ServiceName, args: readonly string[] = []) => {
    const [program = '', ...own] = commandOf(name, DEPLOY);
    return startProgram(findProgram(program, program), [...own, ...args], {
      env: { ...envOf(name), PATH },
      account,
    });
  };
  const stop = async (name: ServiceName, signal: NodeJS.Signals = 'SIGINT') => {
    await running.get(name)?.stop(signal);
    running.delete(name);
  };
  return {
    folder,
    secrets,
    ports,
    url: readFileSync(join(secrets, 'database_url'), 'utf8'),
    disks,
    newDisk,
    changeOver: (timeline) => void Object.assign(disks, changeOver(folder, disks, timeline)),
    start: (name) => void running.set(name, launch(name)),
    async run(name, ...args) {
      const program = launch(name, args);
      if ((await program.ended) !== 0) throw new Error(program.output());
      return program.output();
    },
    stop,
    outputs: () => [...running.values()].map((one) => one.output()),
    close: closesWithProcess(async () => {
      for (const name of ['pooler', 'backup', 'replica', 'primary'] as const) await stop(name);
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

/** Has change-over.sh exchange what a `.env` says of the disks. */
function changeOver(folder: string, { primary, replica }: Disks, timeline: string): Disks {
  const file = join(folder, '.env');
  writeFileSync(file, `PRIMARY_VOLUME=${primary}\nREPLICA_VOLUME=${replica}\n`);
  execFileSync('sh', [join(DEPLOY, 'change-over.sh'), timeline], { cwd: folder });
  const text = readFileSync(file, 'utf8');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  return {
    primary: valueOf('PRIMARY_VOLUME'),
    replica: valueOf('REPLICA_VOLUME'),
    timeline: valueOf('PRIMARY_TIMELINE'),
  };
}

interface Places extends Pick<Site, 'secrets' | 'ports' | 'disks'> {
  readonly poolerPort: string;
  readonly pooler: string;
  readonly backups: string;
}

/** The environment of each service, on the disks that the databases have then. */
function envFrom({ secrets, ports, disks, poolerPort, pooler, backups }: Places) {
  const leader = { LEADER_HOST: HOST, LEADER_PORT: ports.primary };
  const dataOf = (name: 'primary' | 'replica') => ({ PGDATA: join(disks[name], 'data') });
  return (name: ServiceName): NodeJS.ProcessEnv => {
    switch (name) {
      case 'primary':
        return {
          ...dataOf('primary'),
          PGPORT: ports.primary,
          LISTEN: HOST,
          PEERS: `${HOST}/32`,
          PRIMARY_TIMELINE: disks.timeline,
          SECRETS: secrets,
        };
      case 'replica':
        return { ...leader, ...dataOf('replica'), PGPORT: ports.replica, LISTEN: HOST, SECRETS: secrets };
      case 'backup':
        return { ...leader, BACKUPS: backups, KEEP: '7', SECRETS: secrets };
      case 'promote':
        return {
          ...leader,
          ...dataOf('replica'),
          BACKUPS: backups,
          REPLICA_HOST: HOST,
          REPLICA_PORT: ports.replica,
        };
      case 'restore':
        return { ...leader, ...dataOf('primary'), BACKUPS: backups };
      case 'pooler':
        return {
          ...leader,
          POOLER_DIR: pooler,
          POOLER_HOST: HOST,
          POOLER_PORT: poolerPort,
          POOLER_USERS: join(secrets, 'pooler_users'),
        };
      case 'product':
      case 'migrate':
      case 'proxy':
      case 'files':
      case 'restoreFiles':
        throw new Error(`${name} is started elsewhere`);
    }
  };
}

async function startDatabases(site: Site, sql: OwnDatabase['sql']): Promise<void> {
  site.start('primary');
  await untilAnswered(sql);
  for (const name of ['replica', 'backup', 'pooler'] as const) site.start(name);
  await untilFollowed(sql);
}

/** Both followers are there: each commit waits from now on for the replica, and for the backup while that is away. */
async function untilFollowed(sql: OwnDatabase['sql']): Promise<void> {
  const until = Date.now() + FOLLOWED_WITHIN_MS;
  let told: unknown;
  while (Date.now() < until) {
    // A connection of before a promotion ends with its first statement.
    const { rows } = await sql
      .query<{ name: string; state: string }>(
        "select application_name as name, sync_state as state from pg_stat_replication where state = 'streaming'",
      )
      .catch(() => ({ rows: [] }));
    const stateOf = (name: string) => rows.find((row) => row.name === name)?.state;
    if (stateOf('replica') === 'sync' && stateOf('backup') === 'potential') return;
    told = rows;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`replica and backup did not follow: ${JSON.stringify(told)}`);
}
