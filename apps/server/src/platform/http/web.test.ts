import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createHttpServer } from './server.ts';
import { serveWeb } from './web.ts';

const CHECKOUT = {
  scripts: ['https://script.example'],
  frames: ['https://window.example'],
  calls: ['https://asked.example'],
};
const dist = mkdtempSync(join(tmpdir(), 'mohlat-web-'));
let app: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'app.html'),
    '<!doctype html><script>run()</script><style>a{}</style><script type="module" src="/a.js"></script>',
  );
  writeFileSync(join(dist, 'assets', 'a-1.js'), 'export {};');
  app = await createHttpServer({
    log: createLog('silent'),
    isHttps: false,
    trustedProxies: [],
  });
  await serveWeb(app, dist, { checkout: CHECKOUT });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true, force: true });
});

test('a file of the build is served', async () => {
  expect((await app.inject('/assets/a-1.js')).statusCode).toBe(200);
});

test('an address no file could have is not found, however long it is', async () => {
  for (const path of [`/${'a'.repeat(300)}`, `/assets/${'b'.repeat(300)}.js`, `/${'c/'.repeat(3000)}d`])
    expect((await app.inject(path)).statusCode).toBe(404);
  expect((await app.inject(`/dashboard/${'a'.repeat(300)}`)).statusCode).toBe(200);
});

test('the app’s page alone may ask for camera, microphone and place', async () => {
  const policyOf = async (path: string) => String((await app.inject(path)).headers['permissions-policy']);
  for (const path of ['/dashboard/kyc-verification', '/app.html'])
    expect(await policyOf(path)).toMatch(/^camera=\(self\), microphone=\(self\), geolocation=\(self\), /);
  expect(await policyOf('/assets/a-1.js')).toMatch(/^camera=\(\), microphone=\(\), geolocation=\(\), /);
});

test('the app’s page may run what stands in it, letter for letter, and no other page may', async () => {
  const policyOf = async (path: string) =>
    String((await app.inject(path)).headers['content-security-policy']).split(';');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = await policyOf('/dashboard');
  expect(policy).toContain(`script-src 'self' ${hash('run()')}`);
  expect(policy).toContain(`style-src 'self' ${hash('a{}')}`);
  expect(await policyOf('/app.html')).toEqual(policy);
  for (const path of ['/assets/a-1.js', '/api/v1/no-such'])
    expect((await policyOf(path)).join()).not.toContain('sha256-');
  writeFileSync(join(dist, 'app.html'), '<!doctype html><script>other()</script>');
  utimesSync(join(dist, 'app.html'), 1, 1);
  expect((await policyOf('/dashboard')).join()).toContain(`script-src 'self' ${hash('other()')}`);
});

const headersOf = async (path: string) => {
  const { headers } = await app.inject(path);
  return {
    policy: String(headers['content-security-policy']),
    opener: headers['cross-origin-opener-policy'],
  };
};

test('the page that pays opens the checkout, its window and a bank’s beside it, and no other origin', async () => {
  const { policy, opener } = await headersOf('/dashboard/payments/0190-a?repay=due');
  const origins = [...policy.matchAll(/([a-z]+-src)[^;]*?(https:\S+?)(?=[;\s]|$)/g)].map(
    ([, name, origin]) => [name, origin],
  );
  expect(origins).toEqual(
    expect.arrayContaining([
      ['script-src', 'https://script.example'],
      ['frame-src', 'https://window.example'],
      ['connect-src', 'https://asked.example'],
    ]),
  );
  expect(origins).toHaveLength(3);
  expect(opener).toBe('same-origin-allow-popups');
});

test('no other address may load anything of the provider’s', async () => {
  for (const path of [
    '/app.html',
    '/assets/a-1.js',
    '/dashboard',
    '/dashboard/payments',
    '/dashboard/payments/0190-a/more',
    '/dashboard/payments/%2e%2e/%2e%2e/admin',
    '/admin',
    '/admin/payments/0190-a',
    '/login',
    '/no-such',
    '/api/v1/no-such',
  ]) {
    const { policy, opener } = await headersOf(path);
    expect([path, policy.includes('example'), opener]).toEqual([path, false, 'same-origin']);
  }
});

test('the app’s page alone may load what a log-in asks for, from where it is configured', async () => {
  const other = await createHttpServer({ log: createLog('silent'), isHttps: false, trustedProxies: [] });
  const origins = ['https://captcha.example'];
  await serveWeb(other, dist, { sources: { 'script-src': origins, 'frame-src': origins } });
  try {
    const policyOf = async (path: string) =>
      String((await other.inject(path)).headers['content-security-policy']).split(';');
    const policy = (await policyOf('/login')).join(';');
    expect(policy).toMatch(/script-src 'self' https:\/\/captcha\.example /);
    expect(policy).toMatch(/frame-src 'self' https:\/\/captcha\.example;/);
    for (const path of ['/assets/a-1.js', '/api/v1/no-such'])
      expect((await policyOf(path)).join()).not.toContain('captcha');
  } finally {
    await other.close();
  }
});
