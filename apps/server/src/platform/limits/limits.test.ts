import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { Person } from '#test/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('calls that cost money at a provider are counted per person and hour, and the rest is refused', async () => {
  const [asha, ravi] = [await new Person(server).signUp(), await new Person(server).signUp()];
  await asha.onboard();
  await ravi.onboard();
  const { sub } = JSON.parse(Buffer.from(asha.token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
  };
  const TWENTY_MINUTES_MS = 20 * 60_000;
  await server.sql.query(
    `insert into call_counters (user_id, kind, window_start, count) values ($1, 'pan', $2, 200)`,
    [sub, new Date(new Date(server.now()).getTime() - TWENTY_MINUTES_MS)],
  );
  const refused = await asha.call<{ code: string }>('POST', '/kyc/pan', { pan: asha.pan });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  // The hour's share comes back with the next hour, and not an hour from now.
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(40 * 60);
  expect((await ravi.call('POST', '/kyc/pan', { pan: ravi.pan })).status).toBe(200);

  await server.sql.query(
    `update call_counters set window_start = window_start - interval '2 hours' where user_id = $1`,
    [sub],
  );
  expect((await asha.call('POST', '/kyc/pan', { pan: asha.pan })).status).toBe(200);
});
