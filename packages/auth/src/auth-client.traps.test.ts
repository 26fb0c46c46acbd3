import { GoTrueAdminApi, type GoTrueClient } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailLink } from './auth.redirects.ts';
import {
  PASSWORD,
  type Reply,
  type TestAuth,
  aPerson,
  aPhone,
  anEmail,
  startTestAuth,
} from './auth.testing.ts';
import { type OidcProvider, startOidcProvider } from './oidc-provider.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' };
const VERSION = { 'x-supabase-api-version': '2024-01-01' };
let auth: TestAuth;
let keycloak: OidcProvider;
let service: Record<string, string>;
let admin: GoTrueAdminApi;

beforeAll(async () => {
  keycloak = await startOidcProvider('example');
  auth = await startTestAuth({
    AUTH_JWT_SECRET: SECRET,
    AUTH_PROVIDERS: 'keycloak',
    AUTH_PROVIDER_KEYCLOAK_ISSUER: keycloak.issuer,
    AUTH_PROVIDER_KEYCLOAK_CLIENT_ID: 'example',
    AUTH_RATE_LIMIT_FACTOR: '50',
  });
  service = { authorization: `Bearer ${await signed({ role: 'service_role', sub: 'a program' })}` };
  admin = new GoTrueAdminApi({ url: auth.url, headers: service });
});
afterAll(async () => {
  await auth.stop();
  await keycloak.stop();
});

function signed(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET));
}

const bearerOf = async (client: GoTrueClient) => ({
  authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
});

/** A person with an authenticator app in use; the session is raised. */
async function guarded() {
  const person = await aPerson(auth);
  const { data } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const factorId = data?.id ?? '';
  const secret = Secret.fromBase32(data?.totp.secret ?? '');
  const { rows } = await auth.sql.query<{ at: Date }>(
    'select created_at as at from auth.factors where id = $1',
    [factorId],
  );
  const code = new TOTP({ secret }).generate({ timestamp: rows[0]?.at.getTime() ?? 0 });
  const raised = await person.client.mfa.challengeAndVerify({ factorId, code });
  if (raised.error) throw raised.error;
  const next = new TOTP({ secret }).generate({ timestamp: (rows[0]?.at.getTime() ?? 0) + 30_000 });
  return { ...person, factorId, next, raised: raised.data };
}

/** One answer of each call that hands a session over. */
async function sessionAnswers(): Promise<readonly (readonly [string, Reply['json']])[]> {
  const email = anEmail();
  const token = async () => (await auth.sentTo(email)).at(-1)?.vars.code;
  await auth.post('/signup', { email, password: PASSWORD });
  const verified = await auth.post('/verify', { email, token: await token(), type: 'signup' });
  const password = await auth.post('/token?grant_type=password', { email, password: PASSWORD });
  const refreshed = await auth.post('/token?grant_type=refresh_token', {
    refresh_token: password.json.refresh_token,
  });
  const verifier = 'v'.repeat(43);
  await auth.post('/recover', { email, code_challenge: verifier, code_challenge_method: 'plain' });
  const link = (await auth.sentTo(email)).at(-1)?.vars.link ?? '';
  const opened = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
  const exchanged = await auth.post('/token?grant_type=pkce', {
    auth_code: new URL(opened.headers.get('location') ?? '').searchParams.get('code'),
    code_verifier: verifier,
  });
  const idToken = await keycloak.idToken({
    sub: crypto.randomUUID(),
    email: anEmail(),
    email_verified: true,
  });
  const elsewhere = await auth.post('/token?grant_type=id_token', {
    provider: 'keycloak',
    id_token: idToken,
  });
  const { raised } = await guarded();
  return [
    ['verify', verified.json],
    ['password', password.json],
    ['refresh_token', refreshed.json],
    ['pkce', exchanged.json],
    ['id_token', elsewhere.json],
    ['second factor', { ...raised }],
  ];
}

describe('what a client of the protocol trips over', () => {
  it('trap 1: an empty body of JSON type is no error where nothing has to be sent', async () => {
    const { client, user, factorId } = await guarded();
    const own = { ...(await bearerOf(client)), ...JSON_TYPE };
    const call = (method: string, path: string, headers: Record<string, string>) =>
      auth.call(path, { method, headers, body: '' });
    expect((await call('POST', `/factors/${factorId}/challenge`, own)).status).toBe(200);
    expect((await call('DELETE', `/factors/${factorId}`, own)).status).toBe(200);
    expect((await call('POST', '/logout', own)).status).toBe(204);
    expect((await call('DELETE', `/admin/users/${user.id}`, { ...service, ...JSON_TYPE })).status).toBe(200);
  });

  it('trap 2: null in an optional field is as if it were absent', async () => {
    const email = anEmail();
    const none = {
      phone: null,
      data: null,
      channel: null,
      nonce: null,
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: null,
    };
    expect((await auth.post('/signup', { ...none, email, password: PASSWORD })).status).toBe(200);
    auth.passSeconds(61);
    expect((await auth.post('/resend', { ...none, type: 'signup', email })).status).toBe(200);
    const token = (await auth.sentTo(email)).at(-1)?.vars.code;
    const verified = await auth.post('/verify', { ...none, type: 'email', email, token, token_hash: null });
    expect(verified.status).toBe(200);
    expect((await auth.post('/otp', { ...none, email, create_user: null })).status).toBe(200);
    auth.passSeconds(61);
    expect((await auth.post('/recover', { ...none, email })).status).toBe(200);
    const changed = await auth.call('/user', {
      method: 'PUT',
      headers: { ...JSON_TYPE, authorization: `Bearer ${String(verified.json.access_token)}` },
      body: JSON.stringify({ ...none, email: null, password: null, current_password: null }),
    });
    expect(changed.status).toBe(200);
    const made = await auth.post(
      '/admin/users',
      { ...none, email: anEmail(), role: null, id: null },
      service,
    );
    expect(made.status).toBe(200);
  });

  it('trap 3: addresses are texts, and a session’s user has its factors and identities', async () => {
    for (const [way, { user }] of await sessionAnswers()) {
      const { email, phone, factors, identities } = user as Record<string, unknown>;
      expect([way, typeof email, typeof phone]).toEqual([way, 'string', 'string']);
      expect([way, Array.isArray(factors), Array.isArray(identities)]).toEqual([way, true, true]);
    }
    const { client } = await guarded();
    expect((await client.getUser()).data.user?.factors).toHaveLength(1);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal2');
  });

  it('trap 4: an error names the version it is written in, and other origins may read that', async () => {
    const reply = await auth.get('/user', { ...VERSION, origin: 'https://app.example' });
    expect(reply.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(reply.headers.get('access-control-expose-headers')).toMatch(/x-supabase-api-version/i);
    const { error } = await auth.client().signInWithPassword({ email: anEmail(), password: 'x' });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('trap 5: whatever succeeds and is not a 204 has a body of JSON', async () => {
    const { client, email } = await aPerson(auth);
    const own = await bearerOf(client);
    auth.passSeconds(61);
    const replies = await Promise.all([
      auth.post('/otp', { email: anEmail() }),
      auth.post('/otp', { phone: aPhone() }),
      auth.post('/recover', { email }),
      auth.post('/resend', { type: 'signup', email: anEmail() }),
      auth.get('/reauthenticate', own),
      auth.get('/user', own),
      auth.get('/settings'),
      auth.get('/health'),
      auth.get('/.well-known/jwks.json'),
      auth.get('/admin/users', service),
    ]);
    for (const { status, headers, text } of replies) {
      expect([status, headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('application/json'),
      ]);
      expect(typeof JSON.parse(text)).toBe('object');
    }
  });

  it('trap 6: a session says how long its token lives, and it is not nought', async () => {
    for (const [way, { expires_in, expires_at }] of await sessionAnswers()) {
      expect([way, expires_in]).toEqual([way, 3600]);
      expect(Number(expires_at)).toBeGreaterThan(3600);
    }
  });

  it('trap 7: the list’s links have the page first and the relation in quotes', async () => {
    await Promise.all(Array.from({ length: 3 }, () => aPerson(auth)));
    const { headers } = await auth.get('/admin/users?page=1&per_page=1', service);
    const links = headers.get('link')?.split(',') ?? [];
    expect(links).toHaveLength(2);
    for (const link of links) expect(link).toMatch(/^ ?<[^=,;]*\?page=\d+&per_page=1>; rel="(next|last)"$/);
    const { data } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(data).toMatchObject({ nextPage: 2, total: Number(headers.get('x-total-count')) });
  });

  it('trap 8: the project’s key is no bearer', async () => {
    const { client } = await aPerson(auth);
    const { authorization } = await bearerOf(client);
    const reply = await auth.get('/user', { apikey: authorization.replace('Bearer ', ''), ...VERSION });
    expect([reply.status, reply.json.code]).toEqual([401, 'no_authorization']);
    // A token without a subject stands where a session is missing: public calls must bear with it.
    const anon = { authorization: `Bearer ${await signed({ role: 'anon' })}` };
    expect((await auth.post('/recover', { email: anEmail() }, anon)).status).toBe(200);
    expect((await auth.get('/user', anon)).json.msg).toBe('invalid claim: missing sub claim');
  });

  it('trap 9: who administers needs no expiry, no session and no account', async () => {
    for (const claims of [
      { role: 'service_role' },
      { role: 'supabase_admin', sub: 'a program' },
      { role: 'service_role', sub: '', aud: 'anything' },
    ]) {
      const headers = { authorization: `Bearer ${await signed(claims)}` };
      expect((await auth.get('/admin/users', headers)).status).toBe(200);
    }
    const token = await signed({ role: 'service_role', exp: 1 });
    expect((await auth.get('/admin/users', { authorization: `Bearer ${token}` })).status).toBe(403);
  });

  it('trap 10: nothing that is to be expected is a server error', async () => {
    const { client, user } = await aPerson(auth);
    const own = await bearerOf(client);
    const taken = await aPerson(auth);
    const lasting = { authorization: `Bearer ${await signed({ sub: user.id, aud: 'authenticated' })}` };
    const put = (path: string, body: object, headers: Record<string, string>) =>
      auth.call(path, { method: 'PUT', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });
    const replies = [
      await put(`/admin/users/${user.id}`, { email: taken.email }, service),
      await put('/user', { email: taken.email }, own),
      // Without a session there is nothing to raise.
      await auth.post('/factors', { factor_type: 'totp' }, lasting),
      await auth.get('/admin/users?per_page=0', service),
      await auth.get('/authorize?provider=nobody'),
      await auth.get('/callback?state=x'),
      await auth.post('/sso', 'no JSON'),
      await auth.post('/token?grant_type=web3', {}),
      await auth.get('/verify?token=x&type=x'),
    ];
    for (const reply of replies) expect(reply.status).toBeLessThan(500);
  });

  it('trap 11: a user is not wrapped, neither by itself nor after a sign-up', async () => {
    const email = anEmail();
    const made = await auth.post('/signup', { email, password: PASSWORD });
    expect(made.json).toMatchObject({ id: expect.any(String), email });
    const { client, user } = await aPerson(auth);
    const own = await bearerOf(client);
    expect((await auth.get('/user', own)).json).toMatchObject({ id: user.id, email: user.email });
    const changed = await auth.call('/user', { method: 'PUT', headers: own, body: '{"data":{"a":1}}' });
    expect(changed.json).toMatchObject({ id: user.id, user_metadata: { a: 1 } });
  });

  it('trap 12: a stolen refresh token ends its session although the call that shows it fails', async () => {
    const { session } = await aPerson(auth);
    const refresh = (token: unknown) =>
      auth.post('/token?grant_type=refresh_token', { refresh_token: token });
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.json.refresh_token);
    auth.passSeconds(11);
    const stolen = await refresh(session.refresh_token);
    expect([stolen.status, stolen.json.error_code]).toEqual([400, 'refresh_token_already_used']);
    expect(stolen.headers.get('sb-auth-refresh-token-rotated')).toBe('true');
    const access = await auth.get('/user', { authorization: `Bearer ${String(third.json.access_token)}` });
    expect(access.json.error_code).toBe('session_not_found');
  });

  it('trap 13: a missing second factor is 403 to enrol, 422 to unenrol, 401 to change the account', async () => {
    const { email, factorId } = await guarded();
    const weak = auth.client();
    await weak.signInWithPassword({ email, password: PASSWORD });
    const errors = [
      (await weak.mfa.enroll({ factorType: 'totp' })).error,
      (await weak.mfa.unenroll({ factorId })).error,
      (await weak.updateUser({ email: anEmail() })).error,
    ];
    expect(errors.map((error) => [error?.status, error?.code])).toEqual([
      [403, 'insufficient_aal'],
      [422, 'insufficient_aal'],
      [401, 'insufficient_aal'],
    ]);
  });

  it('trap 14: a mail’s link is a 303, the way to a provider and back are 302', async () => {
    const email = anEmail();
    await auth.post('/signup', { email, password: PASSWORD });
    const link = (await auth.sentTo(email))[0]?.vars.link ?? '';
    expect((await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''))).status).toBe(303);
    const sent = await auth.get('/authorize?provider=keycloak');
    expect(sent.status).toBe(302);
    const who = { sub: crypto.randomUUID(), email: anEmail(), email_verified: true };
    const back = new URL(keycloak.visit(sent.headers.get('location') ?? '', who));
    expect((await auth.get(`/callback${back.search}`)).status).toBe(302);
  });
});

describe('what the first server of the protocol does wrong and this one does not', () => {
  it('quirk 1: after a theft not even the newest token of the session is good for a moment', async () => {
    const { session } = await aPerson(auth);
    const refresh = (token: unknown) =>
      auth.post('/token?grant_type=refresh_token', { refresh_token: token });
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.json.refresh_token);
    auth.passSeconds(11);
    expect((await refresh(session.refresh_token)).json.error_code).toBe('refresh_token_already_used');
    expect((await refresh(third.json.refresh_token)).json.error_code).toBe('refresh_token_not_found');
  });

  it('quirk 2: the hash of a generated link to a new address verifies', async () => {
    const { email } = await aPerson(auth);
    const next = anEmail();
    const link = async (type: 'email_change_current' | 'email_change_new') =>
      (await admin.generateLink({ type, email, newEmail: next })).data.properties?.hashed_token ?? '';
    const [current, wanted] = [await link('email_change_current'), await link('email_change_new')];
    await auth.client().verifyOtp({ token_hash: current, type: 'email_change' });
    const { data, error } = await auth.client().verifyOtp({ token_hash: wanted, type: 'email_change' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(next);
  });

  it('quirk 3: a taken address, a page of nothing and an app without a mail address are refused or served, not broken', async () => {
    const [one, two] = [await aPerson(auth), await aPerson(auth)];
    const { error } = await admin.updateUserById(one.user.id, { email: two.email });
    expect([error?.status, error?.code]).toEqual([422, 'email_exists']);
    const nothing = await auth.get('/admin/users?per_page=0', service);
    expect([nothing.status, nothing.json.error_code]).toEqual([400, 'validation_failed']);
    const phone = aPhone();
    const client = auth.client();
    await client.signInWithOtp({ phone });
    await client.verifyOtp({ phone, token: (await auth.sentTo(phone))[0]?.vars.code ?? '', type: 'sms' });
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    expect(data?.totp.uri).toContain(phone);
  });

  it('quirk 4: a decoy tells nothing, unnamed factors are two, and a replay is told for what it is', async () => {
    const { client, email, factorId, next } = await guarded();
    const decoy = await auth.post('/signup', { email, password: PASSWORD });
    expect(Object.keys(decoy.json).sort()).toEqual(
      `app_metadata aud confirmation_sent_at created_at email id identities is_anonymous phone role updated_at
       user_metadata`.split(/\s+/),
    );
    for (let index = 0; index < 2; index += 1)
      expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    const { data } = await client.mfa.challenge({ factorId });
    const verify = () => client.mfa.verify({ factorId, challengeId: data?.id ?? '', code: next });
    expect((await verify()).error).toBeNull();
    expect((await verify()).error?.code).toBe('mfa_challenge_expired');
  });

  it('quirk 5: a public address with a path keeps it in the links of mails', () => {
    expect(mailLink('https://example.in/app', 'abc', 'signup', 'https://example.in/app/in')).toBe(
      'https://example.in/app/auth/v1/verify?token=abc&type=signup&redirect_to=https://example.in/app/in',
    );
  });
});
