import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { commandOf, DEPLOY } from '../../deploy/services.ts';
import { makeLogins } from '../../logins.ts';
import { serviceAccount } from '../../postgres.ts';
import { ROOT } from '../../run.ts';
import { freePort, openPool, type OwnDatabase, untilAnswered } from '../installation.ts';
import { closesWithProcess } from '../leaving.ts';
import { findPostgres, findProgram, type Running, runProgram, startProgram } from '../programs.ts';
import { pause } from '../rehearsal.ts';
import { createMember, type Member, own, type Ports, type Scope } from './member.ts';
import { startWays } from './ways.ts';

/** A database on three machines, as far as processes of one machine can be that. */
export interface Cluster {
  readonly database: OwnDatabase;
  /** The addresses of the roles' logins, through the pooler. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves with the leader once all three are well, one of them waited for by each commit. */
  untilWhole(): Promise<Member>;
  close(): Promise<void>;
}

interface Told {
  readonly members: readonly {
    readonly name: string;
    readonly role: string;
    readonly state: string;
    readonly lag?: number;
  }[];
}

const NAMES = ['north', 'west', 'south'];
const WHOLE_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
const LAG_MAX_BYTES = 1024;

/**
 * Starts etcd, three times PostgreSQL under Patroni, HAProxy that leads to the leader, and PgBouncer for the roles' logins.
 * Throws with what to install where a program is missing.
 */
export async function openCluster(say: (line: string) => void): Promise<Cluster> {
  findProgram('pgbouncer', 'pgbouncer');
  const programs = {
    etcd: findProgram('etcd', 'etcd-server'),
    patroni: findProgram('patroni', 'patroni'),
    haproxy: findProgram('haproxy', 'haproxy'),
  };
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-cluster-'));
  chmodSync(folder, 0o755);
  const scope: Scope = {
    folder,
    account: process.getuid?.() === 0 ? serviceAccount() : undefined,
    binaries: findPostgres(),
    etcdPort: await freePort(),
    etcdApi: etcdApiFor(programs.patroni),
    password: randomBytes(16).toString('hex'),
    ways: startWays(),
  };
  const members: Member[] = [];
  const others: Running[] = [startEtcd(programs.etcd, scope, await freePort())];
  const close = closesWithProcess(async () => {
    await Promise.all(members.map((one) => one.stop()));
    for (const one of others.toReversed()) await one.stop();
    await scope.ways.close();
    rmSync(folder, { recursive: true, force: true });
  });

  try {
    for (const name of NAMES) members.push(await createMember(scope, name));
    const port = await freePort();
    others.push(startHaproxy(programs.haproxy, scope, port, members));
    for (const member of members) member.start();
    const untilWhole = () => waitUntilWhole(members);
    const leader = await untilWhole();
    say(`Three PostgreSQL run, ${leader.name} leads.`);
    const url = `postgres://mohlat:${scope.password}@127.0.0.1:${port}/postgres`;
    const sql = openPool(url);
    await untilAnswered(sql);
    const logins = await makeLogins(url, ROOT, folder);
    const pooled = await startPgbouncer(scope, port, logins);
    others.push(pooled.running);
    const taken = () => Promise.reject(new Error('the leader is taken away, not the cluster'));
    return {
      database: { url, port, sql, stop: taken, start: taken, discard: () => sql.end() },
      env: pooled.env,
      untilWhole,
      close,
    };
  } catch (error) {
    for (const one of [...others, ...members]) say(one.output().split('\n').slice(-5).join('\n'));
    await close();
    throw error;
  }
}

/** The first Patroni that looks who leads before it renews its word in etcd's third API. */
const LOOKS_SINCE = '3.0.3';

/**
 * The API of etcd that a Patroni may be used with. An older one writes its word over that of the next leader when it wakes after it
 * stood still, and leads again without what was acknowledged meanwhile (patroni/patroni#2689). In the second API each word is compared
 * first.
 */
function etcdApiFor(patroni: string): Scope['etcdApi'] {
  const version = /[\d.]+/.exec(runProgram(patroni, ['--version']).output)?.[0] ?? '0';
  return version.localeCompare(LOOKS_SINCE, 'en', { numeric: true }) < 0 ? 'etcd' : 'etcd3';
}

function startEtcd(path: string, { folder, etcdPort, etcdApi, account }: Scope, peerPort: number): Running {
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  own(folder, account);
  const args = {
    name: 'one',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `one=${peer}`,
  };
  const api = etcdApi === 'etcd' ? ['--enable-v2=true'] : [];
  return startProgram(path, [...Object.entries(args).map(([name, value]) => `--${name}=${value}`), ...api], {
    account,
  });
}

/** Asks Patroni of each member whether it leads; connections to one that does so no more are ended. */
function startHaproxy(
  path: string,
  { folder }: Scope,
  port: number,
  members: readonly { name: string; ports: Ports }[],
): Running {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode tcp
  maxconn 500
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen leader
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.sql} check port ${ports.rest}`).join('\n')}
`,
  );
  return startProgram(path, ['-db', '-f', file]);
}

/** The pooler of `ops/deploy`, for the roles' logins alone. */
async function startPgbouncer(
  { folder, account }: Scope,
  leaderPort: number,
  logins: Readonly<Record<string, string>>,
) {
  const port = String(await freePort());
  const users = join(folder, 'users.txt');
  const entries = Object.values(logins).map((url) => new URL(url));
  writeFileSync(users, entries.map(({ username, password }) => `"${username}" "${password}"\n`).join(''));
  const home = join(folder, 'pooler');
  mkdirSync(home);
  for (const path of [users, home]) own(path, account);
  const [program = '', ...args] = commandOf('pooler', DEPLOY);
  const running = startProgram(findProgram(program, program), args, {
    account,
    env: {
      PATH: [process.env.PATH, '/usr/sbin'].join(delimiter),
      POOLER_DIR: home,
      POOLER_HOST: '127.0.0.1',
      POOLER_PORT: port,
      POOLER_USERS: users,
      LEADER_HOST: '127.0.0.1',
      LEADER_PORT: String(leaderPort),
    },
  });
  const env = Object.fromEntries(
    Object.entries(logins).map(([name, login]) => {
      const url = new URL(login);
      url.port = port;
      return [name, url.href];
    }),
  );
  return { running, env };
}

async function waitUntilWhole(members: readonly Member[]): Promise<Member> {
  const until = Date.now() + WHOLE_WITHIN_MS;
  let told: readonly (Told | undefined)[] = [];
  while (Date.now() < until) {
    told = await Promise.all(members.map(ask));
    const leaders = new Set(told.map((one) => leaderOf(one, members.length)));
    const [leader] = leaders;
    // One that was cut off may still tell of the past.
    const member = leaders.size === 1 ? members.find(({ name }) => name === leader) : undefined;
    if (member) return member;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`the cluster did not become whole: ${JSON.stringify(told)}`);
}

/** Tells who leads a cluster of so many that is whole, as one member tells it. */
function leaderOf(told: Told | undefined, count: number): string | undefined {
  const members = told?.members ?? [];
  const isWell = ({ role, state, lag = 0 }: Told['members'][number]) =>
    /^(running|streaming)$/.test(state) && (role === 'leader' || lag <= LAG_MAX_BYTES);
  const isWhole =
    members.length === count && members.every(isWell) && members.some(({ role }) => role === 'sync_standby');
  return isWhole ? members.find(({ role }) => role === 'leader')?.name : undefined;
}

/** The cluster as one member sees it. */
function ask({ ports }: Member): Promise<Told | undefined> {
  return (
    fetch(`http://127.0.0.1:${ports.rest}/cluster`, { signal: AbortSignal.timeout(1000) })
      .then(async (answer) => (await answer.json()) as Told)
      // Half an answer is none.
      .catch(() => undefined)
  );
}
