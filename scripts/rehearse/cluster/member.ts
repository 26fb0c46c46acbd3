import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../postgres-place.ts';
import { findProgram, type Running, startProgram } from '../programs.ts';
import { pause } from '../rehearsal.ts';

/** The settings that all members of a cluster share. */
export interface Scope {
  readonly folder: string;
  readonly account: Account | undefined;
  /** Where PostgreSQL's own programs lie. */
  readonly binaries: string;
  readonly etcdPort: number;
  readonly password: string;
}

export interface Ports {
  readonly sql: number;
  readonly rest: number;
}

/** One machine of the database: PostgreSQL, and Patroni who looks after it. */
export interface Member {
  readonly name: string;
  readonly ports: Ports;
  /** The machine is lost: both are killed. */
  lose(): Promise<void>;
  /** The machine is cut off: both stand still, and know nothing of it. Answers how they go on. */
  cutOff(): () => void;
  /** PostgreSQL alone is killed. */
  crash(): void;
  /** Starts what was lost. */
  start(): void;
  output(): string;
  stop(): Promise<void>;
}

const USER = 'mohlat';
/** The leader's word holds so long; nobody else leads before. Patroni wants ttl ≥ loop_wait + 2 · retry_timeout. */
const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 } as const;
const LOOK_EVERY_MS = 50;

export function createMember(scope: Scope, name: string, ports: Ports): Member {
  const home = join(scope.folder, name);
  const data = join(home, 'data');
  const settings = join(home, 'patroni.yml');
  mkdirSync(home, { recursive: true });
  // JSON is YAML.
  writeFileSync(settings, JSON.stringify(settingsOf(scope, name, ports, data)), { mode: 0o600 });
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
    cutOff() {
      signal('SIGSTOP');
      return () => signal('SIGCONT');
    },
    crash() {
      for (const pid of postgresOf(data)) tell(pid, 'SIGKILL');
    },
    output: () => patroni?.output() ?? '',
    async stop() {
      await patroni?.stop();
      for (const pid of postgresOf(data)) tell(pid, 'SIGKILL');
    },
  };
}

export function own(path: string, account: Account | undefined): void {
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}

function settingsOf(
  { binaries, etcdPort, password }: Scope,
  name: string,
  { sql, rest }: Ports,
  data: string,
) {
  return {
    scope: 'mohlat',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        // What was acknowledged is on two machines, or is not acknowledged.
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
      connect_address: `127.0.0.1:${sql}`,
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
