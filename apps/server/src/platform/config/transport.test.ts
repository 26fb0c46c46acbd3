import { expect, test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cloneDatabase } from '#test/database.ts';
import { readConfig } from './config.ts';
import { newEvidenceKeys } from './evidence-keys.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-outside-'));
const LOCAL = 'postgresql://owner@localhost/mohlat';
const AWAY = 'postgresql://owner@db.mohlat.example/mohlat';

const trial = (env: Record<string, string>) => readConfig({ DATABASE_URL: LOCAL, DATA_DIR: dataDir, ...env });

async function live(env: Record<string, string>) {
  const { jwtKeys } = await trial({});
  return readConfig({
    DATABASE_URL: LOCAL,
    DATA_DIR: dataDir,
    SANDBOX: 'off',
    PUBLIC_URL: 'https://mohlat.example',
    MASTER_KEY: `k1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64')}`,
    JWT_KEYS: JSON.stringify({ keys: jwtKeys }),
    EVIDENCE_KEYS: newEvidenceKeys(),
    ...env,
  });
}

test('a live product is reached by https alone', async () => {
  expect((await live({})).publicUrl).toBe('https://mohlat.example');
  for (const url of [
    'http://mohlat.example',
    'http://localhost:3000',
    'ftp://mohlat.example',
    'mohlat.example',
  ])
    await expect(live({ PUBLIC_URL: url }), url).rejects.toThrow(/PUBLIC_URL/);
  await expect(live({ PUBLIC_URL: '' })).rejects.toThrow(/PUBLIC_URL/);
  expect((await trial({ PUBLIC_URL: 'http://localhost:3000' })).publicUrl).toBe('http://localhost:3000');
});

test('a live product refuses a plain connection to a database on another machine', async () => {
  for (const url of [
    AWAY,
    `${AWAY}?sslmode=disable`,
    `${AWAY}?sslmode=prefer`,
    `${AWAY}?sslmode=no-verify`,
    `${AWAY}?sslmode=require&uselibpqcompat=true`,
    'postgresql://owner@10.0.0.5/mohlat',
    'postgresql://owner@localhost/mohlat?host=db.mohlat.example',
  ])
    await expect(live({ DATABASE_URL: url }), url).rejects.toThrow(/DATABASE_URL .*sslmode=verify-full/);
  await expect(live({ DATABASE_STAFF_URL: AWAY })).rejects.toThrow(/DATABASE_STAFF_URL/);
  expect((await live({ DATABASE_URL: `${AWAY}?sslmode=verify-full` })).databaseUrl).toContain('verify-full');
});

test('a database on this machine, or beside a socket, may be spoken to in clear', async () => {
  for (const url of [
    LOCAL,
    'postgresql://owner@127.0.0.1:5433/mohlat',
    'postgresql://owner@[::1]/mohlat',
    'postgresql://owner@/mohlat?host=/var/run/postgresql',
    'postgresql://owner@%2Fvar%2Frun%2Fpostgresql/mohlat',
  ])
    expect((await live({ DATABASE_URL: url })).databaseUrl).toBe(url);
});

test('DATABASE_TLS asks for it everywhere, or leaves it to the network', async () => {
  expect((await trial({ DATABASE_URL: AWAY })).databaseUrl).toBe(AWAY);
  await expect(trial({ DATABASE_TLS: 'on' })).rejects.toThrow(/DATABASE_URL .*sslmode=verify-full/);
  expect((await live({ DATABASE_TLS: 'off', DATABASE_URL: AWAY })).databaseUrl).toBe(AWAY);
  await expect(live({ DATABASE_TLS: 'maybe' })).rejects.toThrow(/DATABASE_TLS/);
});

test('an address with verify-full is never answered in clear', async () => {
  const { url, drop } = await cloneDatabase();
  // The database of the tests speaks no TLS.
  const client = new pg.Client({
    connectionString: `${url}${url.includes('?') ? '&' : '?'}sslmode=verify-full`,
  });
  await expect(client.connect()).rejects.toThrow(/does not support SSL/);
  await drop();
});
