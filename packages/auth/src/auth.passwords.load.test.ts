import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestAuth, startTestAuth } from './auth.testing.ts';
import { createPasswords, HASH_COST } from './auth.passwords.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth(
    { AUTH_RATE_LIMIT_FACTOR: '1000000', AUTH_REQUEST_SECONDS: '600' },
    { hashCost: HASH_COST },
  );
});
afterAll(() => auth.stop());

const logIn = (address: string, nth = 0) =>
  auth.post(
    '/token?grant_type=password',
    { email: `nobody${nth}@example.in`, password: PASSWORD },
    { 'x-forwarded-for': address },
  );

test('a flood of log-ins from one address is told to come again, and another address is served', async () => {
  const flood = Array.from({ length: 150 }, (_, nth) => logIn('203.0.113.7', nth));
  const others = await Promise.all([1, 2, 3].map((nth) => logIn(`198.51.100.${nth}`)));
  expect(others.map(({ status }) => status)).toEqual([400, 400, 400]);
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 400);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect((await logIn('203.0.113.7')).status).toBe(400);
});

test('a flood of sign-ups is told to come again, and a log-in from the same address is served', async () => {
  const signUp = (nth: number) =>
    auth.post(
      '/signup',
      { email: `flood${nth}@example.in`, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.8' },
    );
  const flood = Array.from({ length: 100 }, (_, nth) => signUp(nth));
  expect((await logIn('203.0.113.8')).status).toBe(400);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status !== 503).every((status) => status === 200)).toBe(true);
});

test('a bcrypt hash from elsewhere costs the thread of the event loop next to nothing', async () => {
  const stored = bcrypt.hashSync(PASSWORD, 11);
  const [mine, everybodys] = [process.threadCpuUsage(), process.cpuUsage()];
  expect(await createPasswords().verify('203.0.113.9', PASSWORD, stored)).toBe(true);
  const share = process.threadCpuUsage(mine).user / process.cpuUsage(everybodys).user;
  expect(share).toBeLessThan(0.3);
  expect(await createPasswords().verify('203.0.113.9', 'another one', stored)).toBe(false);
});
