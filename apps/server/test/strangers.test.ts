import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const look = (address: string) =>
  fetch(`${server.url}/api/v1/public/receipts/${'a'.repeat(43)}`, {
    headers: { 'x-forwarded-for': address },
  });

test('a flood of calls without an account is told to come again, and another address is served', async () => {
  const flood = Array.from({ length: 150 }, () => look('203.0.113.7'));
  expect((await look('198.51.100.1')).status).toBe(404);
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 404);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect((await look('203.0.113.7')).status).toBe(404);
});
