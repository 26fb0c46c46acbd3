import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isVerifiedTls } from '../../apps/server/src/platform/config/transport.ts';
import { MISUSED } from '../command-line.ts';

const DIRECT = ['database_url', 'database_direct_url'];
const ADDRESSES = [...DIRECT, 'database_api_url', 'database_worker_url', 'database_auth_url'];
const LEADER = ['--leader', 'leader.db.internal:5432', '--pooler', 'leader.db.internal:6432'];

function makeSecrets(...words: string[]) {
  const folder = join(mkdtempSync(join(tmpdir(), 'mohlat-secrets-')), 'made');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  const args = [join(import.meta.dirname, '../secrets.ts'), folder, ...words];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const read = (name: string) => new URL(readFileSync(join(folder, name), 'utf8'));
  return { status, stderr, read };
}

test('given leader and pooler of other machines, each address is the one that a live product insists on', () => {
  const { status, read } = makeSecrets(...LEADER, '--authority', '/etc/mohlat/tls/authority.pem');
  expect(status).toBe(0);
  const made = ADDRESSES.map(read);
  expect(made.map(({ host }) => host)).toEqual(
    ADDRESSES.map((name) => `leader.db.internal:${DIRECT.includes(name) ? 5432 : 6432}`),
  );
  for (const { href, searchParams } of made) {
    expect(isVerifiedTls(href)).toBe(true);
    expect(searchParams.get('sslrootcert')).toBe('/etc/mohlat/tls/authority.pem');
  }
});

test('given an authority that is known to all, the addresses name none', () => {
  const { read } = makeSecrets(...LEADER);
  expect(read('database_api_url').search).toBe('?sslmode=verify-full');
});

test('given no addresses, those of the compose file are written', () => {
  const { read } = makeSecrets();
  expect(ADDRESSES.map((name) => read(name).host)).toEqual([
    'primary:5432',
    'primary:5432',
    'pooler:6432',
    'pooler:6432',
    'pooler:6432',
  ]);
  expect(read('database_url').search).toBe('');
  // The same login, past the pooler.
  expect(read('database_direct_url').password).toBe(read('database_worker_url').password);
  expect(read('database_direct_url').username).toBe('mohlat_worker');
});

test.each([
  [['--leader', 'leader.db.internal:5432'], '--leader and --pooler need each other'],
  [['--authority', '/etc/a.pem'], '--authority needs --leader and --pooler'],
  [['--leader', 'leader.db.internal', '--pooler', 'b:1'], '"leader.db.internal" is no name with a port'],
])('given %j, the command is refused and makes nothing', (words, said) => {
  const { status, stderr, read } = makeSecrets(...words);
  expect(status).toBe(MISUSED);
  expect(stderr).toContain(said);
  expect(() => read('database_url')).toThrow('ENOENT');
});
