import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSecrets } from '../../deploy/secrets.ts';
import { productSecrets } from '../../deploy/services.ts';
import { serviceAccount } from '../../postgres.ts';
import { openPool, type OwnDatabase, untilAnswered } from '../installation.ts';
import { freePort } from '../../free-port.ts';
import { closesWithProcess } from '../leaving.ts';
import { findPostgres, findProgram, type Running, runProgram } from '../programs.ts';
import { startBackup, startProduct } from './beside.ts';
import { CLUSTER } from './files.ts';
import { createMember, type Member, own } from './member.ts';
import { createSeat, HOST, type Scope } from './values.ts';
import { startWays } from './ways.ts';
import { waitUntilWhole } from './whole.ts';

/** A database on three machines, as far as processes of one machine can be that, from the files of `ops/cluster`. */
export interface Cluster {
  readonly database: OwnDatabase;
  /** The product's secrets, each named by a file; the roles' logins go through the pooler. */
  readonly env: Readonly<Record<string, string>>;
  /** The addresses of leader and pooler, as the product is given them. */
  readonly addresses: readonly string[];
  /** The folder that the backup fills. */
  readonly backups: string;
  /** Throws the three databases away and restores them from the backup. The product is stopped; the backup is, from then on. */
  restore(): Promise<void>;
  /** Resolves with the leader once all three are well, one of them waited for by each commit. */
  untilWhole(): Promise<Member>;
  close(): Promise<void>;
}

const NAMES = ['north', 'west', 'south'];

/**
 * Starts three machines of the database, each with etcd and PostgreSQL under Patroni, HAProxy that leads to the leader, PgBouncer for
 * the roles' logins, and the backup. All speak TLS, with certificates of a throw-away authority. Throws with what to install where a
 * program is missing.
 */
export async function openCluster(say: (line: string) => void): Promise<Cluster> {
  const [scope, doors] = await layOut();
  const members: Member[] = [];
  const others: Running[] = [];
  const close = closesWithProcess(async () => {
    for (const one of others.toReversed()) await one.stop();
    await Promise.all(members.map((one) => one.stop()));
    await scope.ways.close();
    rmSync(scope.folder, { recursive: true, force: true });
  });

  try {
    for (const seat of scope.seats) members.push(await createMember(scope, seat));
    for (const member of members) member.start();
    others.push(...startProduct(scope, doors));
    const authority = readFileSync(join(scope.folder, 'tls/authority.pem'), 'utf8');
    const untilWhole = () => waitUntilWhole(members, authority);
    const leader = await untilWhole();
    say(`Three PostgreSQL run, ${leader.name} leads.`);
    const backup = startBackup(scope, doors);
    others.push(backup);
    const [url = '', pooled = ''] = ['database_url', 'database_api_url'].map((name) =>
      readFileSync(join(scope.secrets, name), 'utf8'),
    );
    const sql = openPool(url);
    await untilAnswered(sql);
    const taken = () => Promise.reject(new Error('the leader is taken away, not the cluster'));
    return {
      database: { url, port: doors.leader, sql, stop: taken, start: taken, discard: () => sql.end() },
      env: { ...productSecrets(scope.secrets), DATABASE_TLS: 'on' },
      addresses: [url, pooled],
      backups: join(scope.folder, 'backups'),
      restore: async () => {
        await untilKept(sql);
        await backup.stop();
        await Promise.all(members.map((one) => one.empty()));
        const [first, ...rest] = members;
        await first?.restore(join(scope.folder, 'backups'));
        first?.follow();
        await untilAnswered(sql);
        for (const one of rest) one.follow();
        await untilWhole();
      },
      untilWhole,
      close,
    };
  } catch (error) {
    for (const one of [...others, ...members]) say(one.output().split('\n').slice(-5).join('\n'));
    await close();
    throw error;
  }
}

/** Resolves when the backup has the log up to now. */
async function untilKept(sql: OwnDatabase['sql']): Promise<void> {
  const { rows } = await sql.query<{ now: string }>('select pg_current_wal_flush_lsn()::text as now');
  const isKept = `select 1 / count(*) from pg_stat_replication
    where application_name = 'backup' and flush_lsn >= '${rows[0]!.now}'`;
  await untilAnswered(sql, isKept);
}

/** Makes the folder of the cluster, with secrets and certificates, and chooses its ports. */
async function layOut() {
  for (const name of ['pgbouncer', 'haproxy', 'openssl', 'curl']) findProgram(name, name);
  findProgram('etcd', 'etcd-server');
  const patroni = findProgram('patroni', 'patroni');
  const binaries = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-cluster-'));
  chmodSync(folder, 0o755);
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const doors = { leader: await freePort(), pooler: await freePort() };
  const secrets = join(folder, 'secrets');
  const authority = join(folder, 'tls/authority.pem');
  const [leader, pooler] = [`${HOST}:${doors.leader}`, `${HOST}:${doors.pooler}`];
  await writeSecrets(secrets, { leader, pooler, host: HOST, tls: { authority } });
  for (const machine of NAMES) certify(join(folder, 'tls'), machine, 'database');
  certify(join(folder, 'tls'), 'product', 'other');
  own(folder, account);
  const seats = [];
  for (const name of NAMES) seats.push(await createSeat(name));
  const scope: Scope = {
    folder,
    account,
    binaries,
    dcs: dcsFor(patroni),
    secrets,
    ways: startWays(),
    seats,
  };
  return [scope, doors] as const;
}

/** Makes a machine's certificate; the first one makes the authority. */
function certify(folder: string, machine: string, kind: 'database' | 'other'): void {
  const names = [machine, 'localhost', HOST];
  const { output } = runProgram('sh', [join(CLUSTER, 'certificate.sh'), kind, folder, ...names]);
  if (!existsSync(join(folder, machine, 'authority.pem'))) throw new Error(output);
}

/** The first Patroni that looks who leads before it renews its word in etcd's third API. */
const LOOKS_SINCE = '3.0.3';

/** The API of etcd that a Patroni may be used with; `patroni.sh` refuses the other and says why. */
function dcsFor(patroni: string): Scope['dcs'] {
  const version = /[\d.]+/.exec(runProgram(patroni, ['--version']).output)?.[0] ?? '0';
  return version.localeCompare(LOOKS_SINCE, 'en', { numeric: true }) < 0 ? 'etcd' : 'etcd3';
}
