import { describe, expect, test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';

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
