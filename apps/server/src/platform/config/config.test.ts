import { describe, expect, test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, isOpenTrial, readConfig, readStepConfig } from './config.ts';
import { newEvidenceKeys } from './evidence-keys.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-config-'));
const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgresql://nobody@localhost/none', DATA_DIR: dataDir, ...env });

describe('the addresses of the database', () => {
  const url = (login: string) => `postgresql://${login}@localhost/none`;
  const ROLES = {
    DATABASE_API_URL: url('api'),
    DATABASE_WORKER_URL: url('worker'),
    DATABASE_AUTH_URL: url('auth'),
    DATABASE_STAFF_URL: url('staff'),
  };

  test("given the owner's alone, then it is every role's and the direct one", async () => {
    const { databaseUrl, directUrl, roleUrls } = await read({});
    expect(new Set([databaseUrl, directUrl, ...Object.values(roleUrls)]).size).toBe(1);
  });

  test("given one for every role, then the owner's is not needed, and the worker's is direct", async () => {
    const config = await read({ DATABASE_URL: '', ...ROLES });
    expect([config.databaseUrl, config.directUrl]).toEqual([undefined, url('worker')]);
    const pooled = await read({ DATABASE_URL: '', ...ROLES, DATABASE_DIRECT_URL: url('direct') });
    expect(pooled.directUrl).toBe(url('direct'));
  });

  test("given the owner's as well, then the queue and live events keep to it unless another is named", async () => {
    expect((await read(ROLES)).directUrl).toBe(url('nobody'));
    expect((await read({ ...ROLES, DATABASE_DIRECT_URL: url('direct') })).directUrl).toBe(url('direct'));
  });

  test("given no owner's and a role without one, then the start stops and names it", async () => {
    await expect(read({ DATABASE_URL: '', ...ROLES, DATABASE_AUTH_URL: '' })).rejects.toThrow(
      /DATABASE_AUTH_URL is missing: without DATABASE_URL every role/,
    );
    await expect(read({ DATABASE_URL: '' })).rejects.toThrow(
      /DATABASE_URL is missing: start with `npm start`/,
    );
  });

  test("the step before the processes asks for the owner's and for the master key alone", async () => {
    const MASTER_KEY = `k1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64')}`;
    const step = readStepConfig({ SANDBOX: 'off', DATABASE_URL: url('owner'), MASTER_KEY });
    expect([step.databaseUrl, step.masterKeys[0]?.id]).toEqual([url('owner'), 'k1']);
    expect(() => readStepConfig({ SANDBOX: 'off', MASTER_KEY })).toThrow(/DATABASE_URL is missing/);
    expect(() => readStepConfig({ SANDBOX: 'off', DATABASE_URL: url('owner') })).toThrow(
      /MASTER_KEY is missing/,
    );
    expect(() =>
      readStepConfig({ SANDBOX: 'off', DATABASE_URL: 'postgresql://owner@db.example/x', MASTER_KEY }),
    ).toThrow(/sslmode=verify-full/);
  });
});

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

  test('given a host that others reach, a trial is known as open', async () => {
    for (const host of ['localhost', '127.0.0.1', '::1', ''])
      expect(isOpenTrial(await read({ HOST: host }))).toBe(false);
    for (const host of ['0.0.0.0', '::', '192.168.1.7', 'mohlat.internal'])
      expect(isOpenTrial(await read({ HOST: host }))).toBe(true);
  });

  test('listens on this machine alone, and without it on every address', async () => {
    const trial = await read({ HOST: '' });
    expect(trial.host).toBe('localhost');
    const keys = { JWT_KEYS: JSON.stringify({ keys: trial.jwtKeys }), EVIDENCE_KEYS: newEvidenceKeys() };
    expect((await read({ PUBLIC_URL: 'https://mohlat.example', ...SECRETS, ...keys })).host).toBe('0.0.0.0');
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

describe('words', () => {
  test.each(['debug', 'info', 'warn', 'error', 'silent'])(
    'given LOG_LEVEL %s, then it holds',
    async (level) => {
      expect((await read({ LOG_LEVEL: level })).logLevel).toBe(level);
    },
  );

  test.each(['trace', 'INFO', 'verbose'])(
    'given LOG_LEVEL %s, then the start stops and names the levels',
    async (level) => {
      await expect(read({ LOG_LEVEL: level })).rejects.toThrow(
        `LOG_LEVEL is "${level}"; use one of debug, info, warn, error, silent`,
      );
    },
  );

  test('given one that is left empty, then the default holds', async () => {
    const names = ['LOG_LEVEL', 'ROLE', 'HOST', 'PUBLIC_URL', 'SANDBOX_URL', 'SANDBOX'];
    const { env: _, ...empty } = await read(Object.fromEntries(names.map((name) => [name, ''])));
    const { env: __, ...unset } = await read({});
    expect(empty).toEqual(unset);
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
    const names = [
      ...COUNTS,
      'PORT',
      'HEALTH_PORT',
      'SANDBOX_PORT',
      'SANDBOX_SMTP_PORT',
      'SHUTDOWN_WAIT_SECONDS',
    ];
    const { env: _, ...empty } = await read(Object.fromEntries(names.map((name) => [name, ' '])));
    const { env: __, ...unset } = await read({});
    expect(empty).toEqual(unset);
  });
});
