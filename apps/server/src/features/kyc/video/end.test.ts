import type { Kyc } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { close } from '#test/erasing.ts';
import { advance, clearFaults, fault, signInAgain, somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { KYC_VIDEO: 'provider' } });
  await server.control('POST', '/webhooks/policy', { provider: 'cashfree_vrs', drop: true });
});
afterEach(() => clearFaults(server));
afterAll(() => server.stop());

interface Started {
  readonly status: string;
  readonly sessionUrl: string | null;
}

const startVideo = (person: Person) => person.ok<Started>('POST', '/kyc/video', {});

async function identified(): Promise<Person> {
  const person = await somebody(server).signUp();
  await person.onboard();
  return person.passKyc();
}

async function sessionsOf(userId: string) {
  const { rows } = await server.sql.query<{ status: string; next_look_at: Date | null }>(
    'select status, next_look_at from video_sessions where user_id = $1 order by created_at',
    [userId],
  );
  return rows;
}

const idOf = async (person: Person) => (await person.ok<{ id: string }>('GET', '/me')).id;

test('given a word of the desk we do not know, when the link is long over, then a new session may begin', async () => {
  const person = await identified();
  const userId = await idOf(person);
  const first = await startVideo(person);
  await fault(server, 'cashfree_vrs', 'vkyc_get', { drift: 'new_enum' }, 'always');
  await advance(server, 'P5D');
  await signInAgain(person);
  await until(async () => ((await sessionsOf(userId))[0]?.status === 'closed' ? true : undefined));
  expect((await person.ok<Kyc>('GET', '/kyc')).video).toMatchObject({
    status: 'not_started',
    reasonCode: 'video_link_expired',
    hasOpenCall: false,
  });
  expect((await sessionsOf(userId))[0]?.next_look_at).toBeNull();
  const second = await startVideo(person);
  expect(second).toMatchObject({ status: 'pending' });
  expect(second.sessionUrl).not.toBe(first.sessionUrl);
});

test('given an open session, when the account is closed, then it is over and the desk is not asked again', async () => {
  const person = await identified();
  const userId = await idOf(person);
  await startVideo(person);
  await close(person);
  expect(await sessionsOf(userId)).toEqual([{ status: 'closed', next_look_at: null }]);
});

test('given a verdict on its way, when the account is closed meanwhile, then it is written nowhere', async () => {
  const person = await identified();
  const userId = await idOf(person);
  const { sessionUrl } = await startVideo(person);
  await fetch(sessionUrl!, { method: 'POST', body: new URLSearchParams({ choice: 'complete' }) });
  await close(person);
  // As a process of the version before left it.
  await server.sql.query(
    `update video_sessions set status = 'open', next_look_at = created_at where user_id = $1`,
    [userId],
  );
  const told = async () =>
    (await server.sql.query('select 1 from notifications where user_id = $1', [userId])).rows.length;
  const before = await told();
  await advance(server, 'PT5M');
  await until(async () => ((await sessionsOf(userId))[0]?.next_look_at === null ? true : undefined));
  expect((await sessionsOf(userId))[0]?.status).toBe('closed');
  const { rows } = await server.sql.query('select video_status from kyc_records where user_id = $1', [
    userId,
  ]);
  expect(rows).toEqual([{ video_status: 'pending' }]);
  expect(await told()).toBe(before);
});
