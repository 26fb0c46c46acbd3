import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { idOf, meetAt } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Tokens {
  readonly access_token?: string;
}

async function signIn(email: string): Promise<Tokens> {
  const reply = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a quiet river stone' }),
  });
  return (await reply.json()) as Tokens;
}

/** A sign-in waits here after it began its session: it marks the identity it came by. */
const identityOf = (userId: string) => ({
  text: 'select 1 from auth.identities where user_id = $1 for update',
  values: [userId],
});

async function leftOf(userId: string) {
  const { rows } = await server.sql.query<{ sessions: number; identities: number }>(
    `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
       (select count(*)::int from auth.identities where user_id = $1) as identities`,
    [userId],
  );
  return rows[0];
}

test('LEND-24: given a sign-in under way, a block ends its session too, also for after the unblock', async () => {
  const staff = await promote(server, await somebody(server).signUp());
  const second = await promote(server, await somebody(server).signUp());
  const asha = await somebody(server).signUp();
  const id = await idOf(asha);
  const [signedIn, blocked] = await meetAt<unknown>(server, identityOf(id), [
    () => signIn(asha.email),
    () => staff.call('POST', `/admin/users/${id}/block`, { reason: 'Phone was stolen' }),
  ]);
  expect(blocked).toMatchObject({ status: 200 });
  expect(await leftOf(id)).toMatchObject({ sessions: 0 });
  const { approvalId } = await staff.ok<{ approvalId: string }>('POST', `/admin/users/${id}/unblock`, {
    reason: 'Owner called back',
  });
  await second.ok('POST', `/admin/approvals/${approvalId}`, { decision: 'approve' });
  const { access_token: token = '' } = signedIn as Tokens;
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.url}/api/v1/me`, { headers })).status).toBe(401);
});

test('given a sign-in under way, closing the account leaves neither its session nor its identity', async () => {
  const asha = await somebody(server).signUp();
  const id = await idOf(asha);
  await meetAt<unknown>(server, identityOf(id), [() => signIn(asha.email), () => asha.ok('DELETE', '/me')]);
  expect(await leftOf(id)).toEqual({ sessions: 0, identities: 0 });
});
