import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createProvider } from './auth.providers.ts';

let asked = 0;
let isWell = false;
const server = createServer((request, response) => {
  asked += 1;
  const issuer = `http://${request.headers.host}`;
  const told = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
  response.writeHead(isWell ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(told));
});
afterEach(() => server.close());

/** The least and the most for which a provider is left alone after so many failures in a row, in milliseconds. */
const REST_MIN_MS = 2000;
const REST_MAX_MS = (failures: number) => 2000 + 1000 * 2 ** (failures - 1);

test('given a provider that fails, then it is asked once, and again after a back-off that grows', async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  let nowMs = 0;
  const settings = {
    name: 'keycloak',
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientIds: ['example'],
    secret: undefined,
    scopes: 'openid',
  };
  const provider = createProvider(settings, { nowMs: () => nowMs, timeoutSeconds: 300 });
  const binding = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  const ask = () => provider.authorizeUrl('http://localhost/callback', binding, {});
  for (const failures of [1, 2, 3]) {
    const many = await Promise.allSettled(Array.from({ length: 20 }, ask));
    expect([asked, new Set(many.map(({ status }) => status))]).toEqual([failures, new Set(['rejected'])]);
    nowMs += REST_MIN_MS - 1;
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderAtRest' });
    expect(asked).toBe(failures);
    nowMs += REST_MAX_MS(failures) - REST_MIN_MS + 1;
  }
  isWell = true;
  expect(await ask()).toContain('/authorize?');
  expect(asked).toBe(4);
  nowMs += 599_999;
  await ask();
  expect(asked).toBe(4);
  nowMs += 1;
  isWell = false;
  await expect(ask()).rejects.not.toMatchObject({ name: 'ProviderAtRest' });
  // The failures before it were forgotten when it was well.
  nowMs += REST_MAX_MS(1);
  isWell = true;
  await ask();
  expect(asked).toBe(6);
});
