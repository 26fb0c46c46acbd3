import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { until } from './waiting.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const look = (address: string) =>
  fetch(`${server.url}/api/v1/public/receipts/${'a'.repeat(43)}`, {
    headers: { 'x-forwarded-for': address },
  });

/** So many calls of one address run and wait at a time: `platform/http/bounds.ts`. */
const TAKEN = 8 + 32;
const FLOOD = 150;

test('a flood of calls without an account is told to come again, and another address is served', async () => {
  const held = await server.sql.connect();
  const statuses: number[] = [];
  let flood: Promise<Response[]>;
  let other: Promise<Response>;
  try {
    await held.query('begin');
    await held.query('lock table receipt_tokens');
    flood = Promise.all(
      Array.from({ length: FLOOD }, async () => {
        const reply = await look('203.0.113.7');
        statuses.push(reply.status);
        return reply;
      }),
    );
    await until(async () => (statuses.length === FLOOD - TAKEN ? true : undefined));
    other = look('198.51.100.1');
  } finally {
    await held.query('commit');
    held.release();
  }
  expect((await other).status).toBe(404);
  const refused = (await flood).filter(({ status }) => status !== 404);
  expect(refused).toHaveLength(FLOOD - TAKEN);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect((await look('203.0.113.7')).status).toBe(404);
});
