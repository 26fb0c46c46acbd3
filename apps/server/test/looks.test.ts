import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { somebody } from './steps.ts';
import { until } from './waiting.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_POOL_MAX: '2' } });
});
afterAll(() => server.stop());

const HELD = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = 'mohlat_api' and wait_event_type = 'Lock'`;

test('given requests that hold every connection, when a balancer and Prometheus look, then both are answered', async () => {
  const people = [await somebody(server).signUp(), await somebody(server).signUp()];
  // Strangers have half of the connections.
  for (const one of people) await one.ok('GET', '/me');
  const holder = await server.sql.connect();
  const letGo = () => holder.query('rollback');
  onTestFinished(async () => {
    await letGo();
    holder.release();
  });
  await holder.query('begin; lock table auth.sessions in access exclusive mode');
  const asked = people.map((one) => one.call('GET', '/me'));
  await until(async () => {
    const { rows } = await server.sql.query<{ count: number }>(HELD);
    return rows[0]!.count === people.length ? true : undefined;
  });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const figures = await (await fetch(`${server.url}/metrics`)).text();
  for (const name of ['mohlat_database_awaits', 'mohlat_float_short'])
    expect(figures).toMatch(new RegExp(`^${name} 0$`, 'm'));
  await letGo();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
});
