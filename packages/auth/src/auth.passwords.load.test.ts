import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '@mohlat/platform/waiting.testing.ts';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Reply, type TestAuth, startTestAuth } from './auth.testing.ts';
import { createPasswords, HASH_COST } from './auth.passwords.ts';

let auth: TestAuth;
let flood: ReturnType<typeof floodOf>;
let others: ReturnType<typeof floodOf>;
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

/** The server's connections: a new one could not be opened without one of the threads. */
const CONNECTIONS = 10;
async function openConnections(): Promise<void> {
  const holder = await auth.sql.connect();
  await holder.query('begin; lock table auth.users in access exclusive mode');
  const asked = Promise.all(Array.from({ length: CONNECTIONS }, (_, nth) => logIn(`192.0.2.${nth}`)));
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await poll(async () => (await auth.sql.query(waits)).rowCount === CONNECTIONS);
  await holder.query('commit');
  holder.release();
  await asked;
}

/** The threads of libuv, in which hashes are made. */
const THREADS = 4;
/** Lets no hash end while work goes on: each of their threads waits for the other end of a pipe. */
async function whileNoneEnds(work: () => Promise<void>): Promise<void> {
  await openConnections();
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const held = Array.from({ length: THREADS }, () => open(pipe, 'r'));
  try {
    await work();
  } finally {
    const end = openSync(pipe, constants.O_RDWR);
    for (const one of held) await (await one).close();
    closeSync(end);
    rmSync(folder, { recursive: true });
  }
}

function floodOf(count: number, ask: (nth: number) => Promise<Reply>) {
  const ended: Reply[] = [];
  const all = Promise.all(Array.from({ length: count }, async (_, nth) => void ended.push(await ask(nth))));
  const statuses = () => [...new Set(ended.map(({ status }) => status))];
  return { ended, all, statuses, untilEnded: (at: number) => poll(async () => ended.length >= at) };
}

test('a flood of log-ins from one address is told to come again, and another address is served', async () => {
  await whileNoneEnds(async () => {
    flood = floodOf(150, (nth) => logIn('203.0.113.7', nth));
    // Two are under work, and 32 of one address wait.
    await flood.untilEnded(116);
    others = floodOf(3, (nth) => logIn(`198.51.100.${nth}`));
    expect([flood.statuses(), flood.ended.length]).toEqual([[503], 116]);
    expect(flood.ended[0]!.headers.get('retry-after')).toBe('2');
  });
  await Promise.all([flood.all, others.all]);
  expect(others.statuses()).toEqual([400]);
  expect(flood.ended.slice(116).map(({ status }) => status)).toEqual(Array.from({ length: 34 }, () => 400));
  expect((await logIn('203.0.113.7')).status).toBe(400);
});

test('a flood of sign-ups is told to come again, and a log-in from the same address is served', async () => {
  const signUp = (nth: number) =>
    auth.post(
      '/signup',
      { email: `flood${nth}@example.in`, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.8' },
    );
  await whileNoneEnds(async () => {
    flood = floodOf(100, signUp);
    // One is under work, and 32 wait.
    await flood.untilEnded(67);
    others = floodOf(1, () => logIn('203.0.113.8'));
    expect([flood.statuses(), flood.ended.length]).toEqual([[503], 67]);
  });
  await Promise.all([flood.all, others.all]);
  expect(others.statuses()).toEqual([400]);
  expect(flood.ended.slice(67).map(({ status }) => status)).toEqual(Array.from({ length: 33 }, () => 200));
});

test('a bcrypt hash from elsewhere costs the thread of the event loop next to nothing', async () => {
  const stored = bcrypt.hashSync(PASSWORD, 11);
  const [mine, everybodys] = [process.threadCpuUsage(), process.cpuUsage()];
  expect(await createPasswords().verify('203.0.113.9', PASSWORD, stored)).toBe(true);
  const share = process.threadCpuUsage(mine).user / process.cpuUsage(everybodys).user;
  expect(share).toBeLessThan(0.3);
  expect(await createPasswords().verify('203.0.113.9', 'another one', stored)).toBe(false);
});
