import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { until } from './waiting.ts';

/** The paths that were asked for, and got no answer. */
const asked: string[] = [];
const silent = createServer(({ url }) => asked.push(url ?? ''));
let server: TestServer;
beforeAll(async () => {
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  server = await startTestServer({
    env: {
      AUTH_PROVIDERS: 'keycloak',
      AUTH_PROVIDER_KEYCLOAK_ISSUER: `http://127.0.0.1:${port}`,
      AUTH_PROVIDER_KEYCLOAK_CLIENT_ID: 'example',
      AUTH_CAPTCHA: 'turnstile',
      AUTH_CAPTCHA_SITE_KEY: 'example',
      AUTH_CAPTCHA_SECRET: 'example',
      AUTH_CAPTCHA_URL: `http://127.0.0.1:${port}/captcha`,
    },
  });
});
afterAll(async () => {
  await server.stop();
  silent.closeAllConnections();
  silent.close();
});

const ask = async (from: string, path: string, body?: string) => {
  const reply = await fetch(`${server.url}${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  return reply.status;
};
const authorize = (from: string) => ask(from, '/auth/v1/authorize?provider=keycloak');

const expectServed = async (ended: readonly number[]) => {
  // Each answer is given after what came before it.
  for (let turn = 0; turn < 10; turn += 1) await ask('203.0.113.8', '/healthz');
  expect(await ask('203.0.113.9', '/api/v1/public/pricing')).toBe(200);
  expect(await ask('203.0.113.10', '/api/v1/webhooks/razorpay', '{}')).toBe(401);
  const code = JSON.stringify({ type: 'email', email: 'a@example.in', token: '123456' });
  expect(await ask('203.0.113.11', '/auth/v1/verify', code)).toBe(403);
  expect(ended).toEqual([]);
};

test('given a provider that is silent, when many ask to sign in there, then everybody else is served', async () => {
  const ended: number[] = [];
  const flood = Array.from({ length: 32 }, async (_, nth) => {
    ended.push(await authorize(`198.51.100.${nth % 4}`));
  });
  await until(async () => (asked.length > 0 ? true : undefined));
  await expectServed(ended);
  silent.closeAllConnections();
  await Promise.all(flood);
  expect(new Set(ended)).toEqual(new Set([400]));
  // All asked once together.
  expect(asked).toHaveLength(1);
});

test('given a captcha that is silent, when many wait for it, then everybody else is served', async () => {
  asked.length = 0;
  const ended: number[] = [];
  const flood = Array.from({ length: 8 }, async (_, nth) => {
    const email = `nobody${nth}@example.in`;
    const form = JSON.stringify({ email, gotrue_meta_security: { captcha_token: 'solved' } });
    ended.push(await ask(`198.51.100.${nth}`, '/auth/v1/otp', form));
  });
  await until(async () => (asked.length === 8 ? true : undefined));
  await expectServed(ended);
  silent.closeAllConnections();
  await Promise.all(flood);
  expect(new Set(ended)).toEqual(new Set([500]));
});
