import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../postgres-place.ts';
import { freePort, openPool, untilAnswered } from '../installation.ts';
import { findProgram, type Running, startProgram } from '../programs.ts';
import { pause } from '../rehearsal.ts';
import type { Ways } from './ways.ts';

/** The settings that all members of a cluster share. */
export interface Scope {
  readonly folder: string;
  readonly account: Account | undefined;
  /** Where PostgreSQL's own programs lie. */
  readonly binaries: string;
  readonly etcdPort: number;
  /** The API of etcd, by the name that Patroni's settings have for it: its second, or its third. */
  readonly etcdApi: 'etcd' | 'etcd3';
  readonly password: string;
  readonly ways: Ways;
}

export interface Ports {
  readonly sql: number;
  readonly rest: number;
}

/** The ways of the network between a member and the others, by their ports; the product and HAProxy have their own. */
interface Reached {
  /** From the member to etcd. */
  readonly etcd: number;
  /** From the others to its PostgreSQL. */
  readonly sql: number;
  /** From the others to its Patroni. */
  readonly rest: number;
}

/** One machine of the database: PostgreSQL, and Patroni who looks after it. */
export interface Member {
  readonly name: string;
  readonly ports: Ports;
  /** The machine is lost: both are killed. */
  lose(): Promise<void>;
  /** The machine stands still, and knows nothing of it. Answers how it goes on. */
  halt(): () => void;
  /** The network between it and the others is cut, while the product still reaches it. Answers how it is mended. */
  partition(): Promise<() => void>;
  /** PostgreSQL alone is killed. */
  crash(): void;
  /** PostgreSQL refuses to write, as one that was a follower or whose disk is full, and an operator hands over. Answers how it is mended. */
  refuseWrites(): Promise<() => Promise<void>>;
  /** Starts what was lost. */
  start(): void;
  output(): string;
  stop(): Promise<void>;
}

const USER = 'mohlat';
/** The leader's word holds so long; no other leads before. Patroni wants ttl ≥ loop_wait + 2 · retry_timeout. */
const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 } as const;
const LOOK_EVERY_MS = 50;
/** The time in which an operator notices an alert of `/readyz`. */
const NOTICED_AFTER_MS = 2000;

export async function createMember(scope: Scope, name: string): Promise<Member> {
  const ports = { sql: await freePort(), rest: await freePort() };
  const between = await scope.ways.open([scope.etcdPort, ports.sql, ports.rest]);
  const [etcd = 0, sql = 0, rest = 0] = between;
  const home = join(scope.folder, name);
  const data = join(home, 'data');
  const settings = join(home, 'patroni.yml');
  mkdirSync(home, { recursive: true });
  // JSON is YAML.
  writeFileSync(settings, JSON.stringify(settingsOf(scope, name, ports, { etcd, sql, rest }, data)), {
    mode: 0o600,
  });
  own(home, scope.account);
  let patroni: Running | undefined;
  const signal = (which: NodeJS.Signals) => {
    for (const pid of [patroni?.pid ?? 0, ...postgresOf(data)]) tell(pid, which);
  };
  return {
    name,
    ports,
    start() {
      patroni = startProgram(findProgram('patroni', 'patroni'), [settings], {
        env: { HOME: home, LC_ALL: 'C.UTF-8' },
        account: scope.account,
      });
    },
    async lose() {
      signal('SIGKILL');
      await patroni?.kill();
      while (postgresOf(data).length > 0) await pause(LOOK_EVERY_MS);
    },
    halt() {
      signal('SIGSTOP');
      return () => signal('SIGCONT');
    },
    async partition() {
      await scope.ways.cut(between);
      return () => void scope.ways.mend(between);
    },
    crash() {
      for (const pid of postgresOf(data)) tell(pid, 'SIGKILL');
    },
    async refuseWrites() {
      const url = `postgres://${USER}:${scope.password}@127.0.0.1:${ports.sql}/postgres`;
      await setReadOnly(url, 'on');
      await pause(NOTICED_AFTER_MS);
      await fetch(`http://127.0.0.1:${ports.rest}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: name }),
      });
      return () => setReadOnly(url, 'off');
    },
    output: () => patroni?.output() ?? '',
    async stop() {
      await patroni?.stop();
      for (const pid of postgresOf(data)) tell(pid, 'SIGKILL');
    },
  };
}

/** The file of settings is a machine's own: the others go on writing. */
async function setReadOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const sql = openPool(url);
  try {
    await untilAnswered(sql, `alter system set default_transaction_read_only = ${value}`);
    await sql.query('select pg_reload_conf()');
  } finally {
    await sql.end();
  }
}

export function own(path: string, account: Account | undefined): void {
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}

function settingsOf(
  { binaries, password, etcdApi }: Scope,
  name: string,
  { sql, rest }: Ports,
  reached: Reached,
  data: string,
) {
  return {
    scope: 'mohlat',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${reached.rest}` },
    // As a proxy: Patroni would else ask etcd for its own address, and go there.
    [etcdApi]: { hosts: [`127.0.0.1:${reached.etcd}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A commit is acknowledged only when it is on two machines.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        // A leader whose PostgreSQL crashed hands over at once.
        master_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 150,
            shared_buffers: '64MB',
            wal_log_hints: 'on',
            // A standby looks for its next leader at once: a commit waits for it.
            wal_retrieve_retry_interval: '200ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${sql}`,
      connect_address: `127.0.0.1:${reached.sql}`,
      data_dir: data,
      bin_dir: binaries,
      pgpass: `${data}.pgpass`,
      parameters: { unix_socket_directories: '' },
      authentication: {
        superuser: { username: USER, password },
        replication: { username: 'replicator', password },
        rewind: { username: USER, password },
      },
    },
  };
}

/** The numbers of PostgreSQL's processes on a folder, the first one first. */
function postgresOf(data: string): number[] {
  let first: number;
  try {
    first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return [];
  }
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '-p', String(first), '--ppid', String(first)], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 1);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return;
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
