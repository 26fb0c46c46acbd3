import { describe, expect, test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { newEvidenceKeys } from './evidence-keys.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-config-'));
const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgresql://nobody@localhost/none', DATA_DIR: dataDir, ...env });

describe('proxies that are believed', () => {
  test('are those of this machine unless others are named', async () => {
    expect((await read({})).trustedProxies).toEqual(['loopback']);
    expect((await read({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1,' })).trustedProxies).toEqual([
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
  });

  test('are named by addresses, or the start stops', async () => {
    for (const wrong of ['proxy.internal', '10.0.0.0/40', '10.1', 'everybody'])
      await expect(read({ TRUSTED_PROXIES: wrong })).rejects.toThrow(ConfigError);
  });
});

describe('the sandbox', () => {
  const SECRETS = {
    SANDBOX: 'off',
    MASTER_KEY: `k1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64')}`,
  };

  test('is on by itself only at an address of this machine', async () => {
    for (const url of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:3000',
      'http://a.localhost',
    ])
      expect((await read({ PUBLIC_URL: url })).sandboxUrl).toBeDefined();
    for (const url of [
      'https://mohlat.example',
      'http://192.168.1.7:3000',
      'https://localhost.example',
      'https://127.evil.example',
    ])
      await expect(read({ PUBLIC_URL: url })).rejects.toThrow(/SANDBOX/);
  });

  test('is on elsewhere when that is said', async () => {
    const config = await read({ PUBLIC_URL: 'https://trial.example', SANDBOX: 'on' });
    expect(config.sandboxUrl).toBeDefined();
    await expect(read({ PUBLIC_URL: 'https://mohlat.example', ...SECRETS })).rejects.toThrow(/JWT_KEYS/);
  });

  test('asks staff for a fresh second factor where it is off, and in a trial that wants it', async () => {
    const trial = await read({});
    expect(trial.isStepUpAsked).toBe(false);
    expect((await read({ STAFF_STEP_UP: 'on' })).isStepUpAsked).toBe(true);
    const keys = {
      PUBLIC_URL: 'https://mohlat.example',
      JWT_KEYS: JSON.stringify({ keys: trial.jwtKeys }),
      EVIDENCE_KEYS: newEvidenceKeys(),
    };
    expect((await read({ ...SECRETS, ...keys })).isStepUpAsked).toBe(true);
    for (const text of ['off', '0'])
      await expect(read({ ...SECRETS, ...keys, STAFF_STEP_UP: text })).rejects.toThrow(ConfigError);
  });

  test('is not on because off was spelt in another way', async () => {
    for (const text of ['false', '0', 'OFF', 'no'])
      await expect(read({ SANDBOX: text })).rejects.toThrow(ConfigError);
  });
});

describe('numbers', () => {
  const COUNTS = [
    'DATABASE_POOL_MAX',
    'WORKER_CONCURRENCY',
    'HTTP_CONNECTIONS_MAX',
    'HTTP_CONNECTIONS_PER_ADDRESS_MAX',
    'HTTP_STREAMS_MAX',
  ];

  test.each(COUNTS)('%s is a whole number above zero, or the start stops', async (name) => {
    for (const wrong of ['0', '-1', '1.5', 'many', 'NaN', 'Infinity'])
      await expect(read({ [name]: wrong })).rejects.toThrow(`${name} is "${wrong}"`);
  });

  test('that are left empty are those that hold unless others are named', async () => {
    const names = [...COUNTS, 'PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT', 'SHUTDOWN_WAIT_SECONDS'];
    const { env: _, ...empty } = await read(Object.fromEntries(names.map((name) => [name, ' '])));
    const { env: __, ...unset } = await read({});
    expect(empty).toEqual(unset);
  });
});
