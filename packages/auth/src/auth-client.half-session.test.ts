import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, startTestAuth } from './auth.testing.ts';

const HOUR_SECONDS = 3600;
const THIEFS = { 'x-forwarded-for': '198.51.100.7' };

let auth: TestAuth;
let passedMs = 0;
beforeAll(async () => {
  auth = await startTestAuth({
    TRUSTED_PROXIES: '127.0.0.1',
    AUTH_RATE_LIMIT_FACTOR: '50',
  });
});
afterAll(() => auth.stop());

function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = async (client: GoTrueClient) =>
  (await client.getSession()).data.session?.access_token ?? 'none';
const outcome = ({ status, json }: { status: number; json: Readonly<Record<string, unknown>> }) => [
  status,
  json.error_code,
];

/** A person whose session has shown an authenticator app, and whose mails of the sign-up do not count any more. */
async function guarded() {
  const person = await aPerson(auth);
  const { data } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  const app = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
  const code = app.generate({ timestamp: Date.now() + passedMs });
  expect((await person.client.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
  pass(24 * HOUR_SECONDS);
  expect((await person.client.refreshSession()).error).toBeNull();
  return { ...person, factorId: data!.id, headers: bearer(await tokenOf(person.client)) };
}

/** A session of somebody else who knows the password alone. */
async function half(email: string): Promise<Record<string, string>> {
  const reply = await auth.post('/token?grant_type=password', { email, password: PASSWORD }, THIEFS);
  return { ...THIEFS, ...bearer(String(reply.json.access_token)) };
}

describe('a session that has the password alone, while a second factor stands behind the account', () => {
  it('given it asks for a code to prove the person by, then it is refused and nothing is sent', async () => {
    const { email } = await guarded();
    const before = (await auth.sentTo(email)).length;
    const thief = await half(email);
    const told = (await auth.sentTo(email)).length;
    expect(outcome(await auth.get('/reauthenticate', thief))).toEqual([403, 'insufficient_aal']);
    expect((await auth.sentTo(email)).length).toBe(told);
    expect(told).toBeGreaterThan(before);
  });

  it.each(['others', 'global', ''])(
    'given it logs out with the scope "%s", then the owner’s session goes on',
    async (scope) => {
      const { email, headers } = await guarded();
      const thief = await half(email);
      const reply = await auth.call(`/logout?scope=${scope}`, { method: 'POST', headers: thief });
      // The protocol's client takes any other answer for a log-out that failed, and keeps its session.
      expect(outcome(reply)).toEqual(scope === 'others' ? [422, 'insufficient_aal'] : [204, undefined]);
      expect((await auth.get('/user', headers)).status).toBe(200);
      // A client that logs out everywhere by default leaves no session behind.
      expect((await auth.get('/user', thief)).status).toBe(scope === 'others' ? 200 : 403);
    },
  );

  it('given it logs out everywhere, then the owner’s change of address still waits', async () => {
    const { email, client, headers } = await guarded();
    const wanted = `new.${email}`;
    expect((await client.updateUser({ email: wanted })).error).toBeNull();
    await auth.call('/logout?scope=global', { method: 'POST', headers: await half(email) });
    expect((await auth.get('/user', headers)).json).toMatchObject({ new_email: wanted });
  });

  it('logs itself out', async () => {
    const { email, headers } = await guarded();
    const thief = await half(email);
    expect((await auth.call('/logout?scope=local', { method: 'POST', headers: thief })).status).toBe(204);
    expect((await auth.get('/user', thief)).status).toBe(403);
    expect((await auth.get('/user', headers)).status).toBe(200);
  });

  it('tries no password by asking for it anew', async () => {
    const { email } = await guarded();
    const thief = await half(email);
    const put = (body: object) =>
      auth.call('/user', { method: 'PUT', headers: thief, body: JSON.stringify(body) });
    // The answer is the same for the right password and for a wrong one.
    for (const password of [PASSWORD, 'another-Kettle-43'])
      expect(outcome(await put({ password }))).toEqual([401, 'insufficient_aal']);
  });

  it('is shown the account with its factors, since clients ask for the second one by them', async () => {
    const { email, factorId } = await guarded();
    const { status, json } = await auth.get('/user', await half(email));
    expect([status, json.email, json.factors]).toMatchObject([200, email, [{ id: factorId }]]);
  });
});
