import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { serviceAccount } from '../postgres.ts';
import { settle } from '../postgres-place.ts';
import { DEPLOY } from './services.ts';

const SECRETS = ['owner', 'replicator', 'api', 'worker', 'auth', 'staff'];
/** Less than the disk that a database of this kind is given; more than a night's log. */
const BYTES_MAX = 64 * 2 ** 30;

test('given the leader of a deployment, the log kept for a follower that stays away is bounded, and so is each statement behind a pooler', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-primary-'));
  chmodSync(folder, 0o711);
  const account = process.getuid?.() === 0 ? serviceAccount() : undefined;
  const { binaries } = settle(join(folder, 'place'), account);
  const [data, secrets] = [join(folder, 'data'), join(folder, 'secrets')];
  mkdirSync(secrets);
  for (const name of SECRETS) writeFileSync(join(secrets, `postgres_${name}`), 'chosen');
  mkdirSync(data);
  if (account) chownSync(data, account.uid, account.gid);
  const port = await freePort();
  const leader = spawn('sh', [join(DEPLOY, 'primary.sh')], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
    env: {
      PATH: `${join(binaries, 'bin')}:${process.env.PATH}`,
      PGDATA: join(data, 'postgres'),
      PGPORT: String(port),
      LISTEN: '127.0.0.1',
      PEERS: '127.0.0.1/32',
      SECRETS: secrets,
    },
  });
  const ended = once(leader, 'exit');
  try {
    const client = await connected(`postgresql://mohlat:chosen@127.0.0.1:${port}/postgres`);
    const { rows } = await client.query<{ bytes: string }>(
      "select setting::bigint * 2 ^ 20 as bytes from pg_settings where name = 'max_slot_wal_keep_size'",
    );
    const { rows: roles } = await client.query(
      "select rolname as name, rolconfig as bounds from pg_roles where rolname like 'mohlat\\_%' order by 1",
    );
    await client.end();
    const bounds = ['statement_timeout=30s', 'idle_in_transaction_session_timeout=15s'];
    expect(roles).toEqual(
      ['api', 'auth', 'staff', 'worker'].map((name) => ({ name: `mohlat_${name}`, bounds })),
    );
    expect(Number(rows[0]!.bytes)).toBeGreaterThan(0);
    expect(Number(rows[0]!.bytes)).toBeLessThan(BYTES_MAX);
  } finally {
    leader.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

async function connected(connectionString: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch {
      await client.end().catch(() => {});
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
