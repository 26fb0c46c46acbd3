import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import type { Person } from './person.ts';
import { somebody } from './steps.ts';
import { until } from './waiting.ts';

let server: TestServer;
let living: Person;
let dead: Person;
beforeAll(async () => {
  server = await startTestServer();
  living = await somebody(server).signUp();
  dead = await somebody(server).signUp();
  for (const one of [living, dead]) await one.ok('GET', '/me');
  const headers = { authorization: `Bearer ${dead.token}` };
  await fetch(`${server.url}/auth/v1/logout?scope=global`, { method: 'POST', headers });
  await dead.call('GET', '/me');
});
afterAll(() => server.stop());

const FLOOD = 30;
const ALL = 16;

/** The connections of a role that wait for a lock. */
async function waiting(role: string): Promise<number> {
  const { rows } = await server.sql.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
    [role],
  );
  return rows[0]!.count;
}

/** Asks often while a table is locked; answers how many connections of a role that holds, and what was answered in the end. */
async function flood(path: string, token: string | undefined, table: string, role: string, bound: number) {
  const holder = await server.sql.connect();
  const headersOf = (nth: number) => ({
    'x-forwarded-for': `198.51.100.${nth}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    const asked = Array.from({ length: FLOOD }, async (__, nth) => {
      const { status } = await fetch(`${server.url}${path}`, { headers: headersOf(nth) });
      return status;
    });
    await until(async () => ((await waiting(role)) >= bound ? true : undefined));
    // Each answer is given after what came before it.
    for (let turn = 0; turn < 10; turn += 1) await fetch(`${server.url}/healthz`);
    const held = await waiting(role);
    await holder.query('rollback');
    return { held, statuses: new Set(await Promise.all(asked)) };
  } finally {
    holder.release(true);
  }
}

describe('given a slow database and a flood', () => {
  test.each([
    ['of looks at readiness', '/readyz', undefined, 'settings', 1, 200],
    ['of public calls with a token that is over', '/api/v1/public/pricing', 'dead', 'settings', 8, 200],
    ['of public calls with a living token', '/api/v1/public/pricing', 'living', 'settings', 8, 200],
    ['of calls with a token that is over', '/api/v1/me', 'dead', 'auth.sessions', 8, 401],
    ['of calls by one person', '/api/v1/me', 'living', 'auth.sessions', 4, 200],
    ['of event streams with a token that is over', '/api/v1/events', 'dead', 'auth.sessions', 8, 401],
    [
      'of calls that are counted first',
      `/api/v1/public/repay-links/${'a'.repeat(43)}`,
      undefined,
      'call_counts',
      2,
      404,
    ],
  ])('%s, then most connections are left', async (_, path, who, table, bound, status) => {
    const token = { dead: dead.token, living: living.token }[who ?? ''];
    const { held, statuses } = await flood(path, token, table, 'mohlat_api', bound);
    expect([held, statuses]).toEqual([bound, new Set([status])]);
    expect(held).toBeLessThan(ALL);
  });

  test('of a customer at the door of staff, then it holds one connection of theirs', async () => {
    const path = '/api/v1/admin/kyc/reviews';
    const { held, statuses } = await flood(path, living.token, 'auth.sessions', 'mohlat_staff', 1);
    expect([held, statuses]).toEqual([1, new Set([403])]);
  });

  test('of streams by one person, then each is opened and none keeps a connection or a permit', async () => {
    const listen = () =>
      fetch(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${living.token}` } });
    const open = await Promise.all(Array.from({ length: 5 }, listen));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await living.call('GET', '/me')).status).toBe(200);
    for (const { body } of open) await body?.cancel();
  });
});
