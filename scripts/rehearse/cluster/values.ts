import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../postgres-place.ts';
import { freePort } from '../../free-port.ts';
import type { Values } from './files.ts';
import type { Ways } from './ways.ts';

export const HOST = '127.0.0.1';

/** The settings that all members of a cluster share. */
export interface Scope {
  readonly folder: string;
  readonly account: Account | undefined;
  /** Where PostgreSQL's own programs lie. */
  readonly binaries: string;
  /** The API of etcd, by the name that Patroni's settings have for it: its second, or its third. */
  readonly dcs: 'etcd' | 'etcd3';
  /** The folder of the installation's secrets. */
  readonly secrets: string;
  readonly ways: Ways;
  readonly seats: readonly Seat[];
}

/** The name of a member, and where its programs listen. */
export interface Seat {
  readonly name: string;
  readonly ports: {
    readonly etcd: number;
    readonly etcdPeer: number;
    readonly sql: number;
    readonly rest: number;
  };
}

/** The ways of the network between a member and the others, by their ports; the product and HAProxy have their own. */
interface Reached {
  /** From the member to each etcd. */
  readonly etcds: readonly number[];
  /** From the others to its PostgreSQL. */
  readonly sql: number;
  /** From the others to its Patroni. */
  readonly rest: number;
}

/** The ports of what stands between the product and the database. */
export interface Doors {
  readonly leader: number;
  readonly pooler: number;
}

/** The values of a product's machine: those of `ops/cluster/product.env`. */
export function productValues(
  { folder, secrets, seats }: Pick<Scope, 'folder' | 'secrets' | 'seats'>,
  { leader, pooler }: Doors,
): Values {
  return {
    ...leaderValues(folder, 'product', seats, leader),
    POOLER_DIR: join(folder, 'pooler'),
    POOLER_HOST: HOST,
    POOLER_PORT: String(pooler),
    POOLER_USERS: join(secrets, 'pooler_users'),
  };
}

/** The values of the backup's machine: those of `ops/cluster/backup.env`. */
export function backupValues(
  { folder, secrets, seats, binaries }: Pick<Scope, 'folder' | 'secrets' | 'seats' | 'binaries'>,
  { leader }: Doors,
): Values {
  return {
    ...leaderValues(folder, 'product', seats, leader),
    SECRETS: secrets,
    BINARIES: binaries,
    BACKUPS: join(folder, 'backups'),
    KEEP: '7',
  };
}

/** The values that HAProxy wants on a machine, and where it is found there. */
function leaderValues(folder: string, machine: string, seats: readonly Seat[], port: number): Values {
  const servers = seats.flatMap(({ name, ports }, nth) => [
    [`NAME_${nth + 1}`, name],
    [`POSTGRES_${nth + 1}`, `${HOST}:${ports.sql}`],
    [`PATRONI_PORT_${nth + 1}`, String(ports.rest)],
  ]);
  return {
    ...(Object.fromEntries(servers) as Values),
    TLS: tlsOf(folder, machine),
    LISTEN_LEADER: `${HOST}:${port}`,
    LEADER_HOST: HOST,
    LEADER_PORT: String(port),
  };
}

/** Chooses where a member listens. */
export async function createSeat(name: string): Promise<Seat> {
  const [etcd, etcdPeer, sql, rest] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  return { name, ports: { etcd, etcdPeer, sql, rest } };
}

/** The values of a database's machine: those of `ops/cluster/database.env`. */
export function databaseValues(
  { folder, binaries, dcs, secrets, seats }: Omit<Scope, 'ways' | 'account'>,
  { name, ports }: Seat,
  reached: Reached,
): Values {
  const at = (port: number) => `${HOST}:${port}`;
  return {
    NAME: name,
    FOLDER: join(folder, name),
    TLS: tlsOf(folder, name),
    SECRETS: secrets,
    BINARIES: binaries,
    SHARED_BUFFERS: '64MB',
    PEERS: `${HOST}/32`,
    DCS: dcs,
    MEMBERS: seats.map((seat) => `${seat.name}=https://${at(seat.ports.etcdPeer)}`).join(','),
    ETCDS: reached.etcds.map(at).join(','),
    STATE: 'new',
    LISTEN_ETCD: at(ports.etcd),
    LISTEN_ETCD_PEER: at(ports.etcdPeer),
    LISTEN_PATRONI: at(ports.rest),
    LISTEN_POSTGRES: at(ports.sql),
    REACHED_ETCD: at(ports.etcd),
    REACHED_ETCD_PEER: at(ports.etcdPeer),
    REACHED_PATRONI: at(reached.rest),
    REACHED_POSTGRES: at(reached.sql),
  };
}

/** The folder with the certificate of a machine. */
export const tlsOf = (folder: string, machine: string): string => join(folder, 'tls', machine);

/** The address of the owner's login at a port, by TLS alone. */
export function ownerAddress({ folder, secrets }: Pick<Scope, 'folder' | 'secrets'>, port: number): string {
  const password = readFileSync(join(secrets, 'postgres_owner'), 'utf8');
  const query = new URLSearchParams({
    sslmode: 'verify-full',
    sslrootcert: join(folder, 'tls/authority.pem'),
  });
  return `postgres://mohlat:${password}@${HOST}:${port}/postgres?${query.toString()}`;
}
