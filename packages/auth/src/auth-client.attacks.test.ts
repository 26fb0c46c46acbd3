import { createHash } from 'node:crypto';
import type { GoTrueClient } from '@supabase/auth-js';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({
    AUTH_JWT_SECRET: SECRET,
    AUTH_ANONYMOUS: 'on',
    AUTH_RATE_LIMIT_FACTOR: '500',
  });
});
afterAll(() => auth.stop());

async function serviceBearer(): Promise<string> {
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(SECRET));
  return `Bearer ${token}`;
}

async function bearer(client: GoTrueClient): Promise<string> {
  return `Bearer ${(await client.getSession()).data.session?.access_token}`;
}

describe('a stranger', () => {
  it('cannot make themselves anything by what they send along', async () => {
    const email = anEmail();
    const id = crypto.randomUUID();
    const greedy = {
      id,
      role: 'service_role',
      aud: 'other',
      app_metadata: { is_admin: true },
      is_anonymous: true,
      email_confirmed_at: '2020-01-01T00:00:00Z',
      email_confirm: true,
      data: { is_admin: true, sub: id, email_verified: true, role: 'service_role' },
    };
    const made = await auth.post('/signup', { email, password: PASSWORD, ...greedy });
    expect(made.json).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    });
    expect(made.json.id).not.toBe(id);
    expect(made.json.email_confirmed_at).toBeUndefined();
    expect(made.json.user_metadata).toMatchObject({ sub: made.json.id, email_verified: false });
    const { client, user } = await aPerson(auth);
    const headers = { authorization: await bearer(client), 'content-type': 'application/json' };
    const put = (body: object) => auth.call('/user', { method: 'PUT', headers, body: JSON.stringify(body) });
    expect((await put({ app_metadata: { is_admin: true } })).json.error_code).toBe('not_admin');
    const { app_metadata: _, ...rest } = greedy;
    const changed = await put(rest);
    expect(changed.json).toMatchObject({ id: user.id, role: 'authenticated', aud: 'authenticated' });
    await client.refreshSession();
    const { data } = await client.getClaims();
    expect(data?.claims).toMatchObject({ role: 'authenticated', sub: user.id, aal: 'aal1' });
    expect(data?.claims.app_metadata).not.toHaveProperty('is_admin');
  });

  it('learns nothing of who has an account by what is answered', async () => {
    const known = await aPerson(auth);
    const other = await aPerson(auth);
    const shape = (reply: { status: number; json: Readonly<Record<string, unknown>> }) => [
      reply.status,
      Object.keys(reply.json).sort(),
      reply.json.error_code,
      reply.json.msg,
    ];
    auth.passSeconds(61);
    const password = 'wrong-Kettle-1';
    for (const [path, body] of [
      ['/recover', {}],
      ['/otp', {}],
      ['/resend', { type: 'signup' }],
      ['/token?grant_type=password', { password }],
      ['/verify', { type: 'recovery', token: '123456' }],
    ] as const) {
      const email = path === '/otp' ? other.email : known.email;
      const answers = await Promise.all(
        [email, anEmail()].map((one) => auth.post(path, { email: one, ...body })),
      );
      expect([path, shape(answers[0]!)]).toEqual([path, shape(answers[1]!)]);
    }
    auth.passSeconds(61);
    const taken = await auth.post('/signup', { email: known.email, password: PASSWORD });
    const free = await auth.post('/signup', { email: anEmail(), password: PASSWORD });
    expect(taken.status).toBe(free.status);
    expect(taken.json.identities).toEqual([]);
    expect(taken.json.id).not.toBe(known.user.id);
  });

  it('learns nothing by asking again too soon', async () => {
    const known = await aPerson(auth);
    auth.passSeconds(86_401);
    for (const [path, body] of [
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
      ['/resend', { type: 'email_change' }],
    ] as const) {
      for (const expected of [200, 429]) {
        const answers = await Promise.all(
          [known.email, 'nobody@example.in'].map((email) => auth.post(path, { email, ...body })),
        );
        expect([path, ...answers.map(({ status }) => status)]).toEqual([path, expected, expected]);
        expect(answers[0]!.json).toEqual(answers[1]!.json);
      }
      auth.passSeconds(61);
    }
    // Between the first and the second sign-up there was no confirmation: neither the taken address nor the free one.
    const free = anEmail();
    for (const expected of [200, 429]) {
      for (const email of [known.email, free])
        expect(await auth.post('/signup', { email, password: PASSWORD })).toMatchObject({ status: expected });
    }
    for (const [type, phone] of [
      ['sms', '+919812340001'],
      ['phone_change', '+919812340002'],
    ]) {
      expect(await auth.post('/resend', { type, phone })).toMatchObject({ status: 200 });
      expect(await auth.post('/resend', { type, phone })).toMatchObject({ status: 429 });
    }
  });

  it('uses up none of the mails an owner may need, by asking where none is sent', async () => {
    const { email } = await aPerson(auth);
    for (let asked = 0; asked < 25; asked += 1) {
      auth.passSeconds(61);
      await auth.post('/resend', { type: 'signup', email });
      await auth.post('/signup', { email, password: PASSWORD });
    }
    const before = (await auth.sentTo(email)).length;
    expect(await auth.post('/recover', { email })).toMatchObject({ status: 200 });
    expect(await auth.sentTo(email)).toHaveLength(before + 1);
  });

  it('opens one of ten at once: a mail link, and then the code it brings', async () => {
    const { email } = await aPerson(auth);
    auth.passSeconds(86_401);
    const verifier = 'v'.repeat(64);
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    await auth.post('/recover', { email, code_challenge, code_challenge_method: 's256' });
    const link = (await auth.sentTo(email)).at(-1)?.vars.link ?? '';
    const ten = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, one));
    const opened = await ten(() => auth.get(link.replace(`${auth.publicUrl}/auth/v1`, '')));
    const codes = opened
      .map(({ headers }) => new URL(headers.get('location') ?? '').searchParams.get('code'))
      .filter((code) => code !== null);
    expect(codes).toHaveLength(1);
    const fields = { auth_code: codes[0], code_verifier: verifier };
    const exchanged = await ten(() => auth.post('/token?grant_type=pkce', fields));
    expect(exchanged.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 404),
    ]);
  });

  it('has no use for another person’s code, nor for a token after its session ended', async () => {
    const { client, email } = await aPerson(auth);
    const victim = await aPerson(auth);
    auth.passSeconds(61);
    await client.signInWithOtp({ email });
    const code = (await auth.sentTo(email)).at(-1)?.vars.code ?? '';
    const stolen = await auth.client().verifyOtp({ email: victim.email, token: code, type: 'email' });
    expect(stolen.error?.code).toBe('otp_expired');
    const token = await bearer(client);
    await client.signOut();
    for (const path of ['/user', '/reauthenticate', '/factors/recovery-codes'])
      expect((await auth.get(path, { authorization: token })).json.error_code).toBe('session_not_found');
    const enrolled = await auth.post('/factors', { factor_type: 'totp' }, { authorization: token });
    expect([enrolled.status, enrolled.json.error_code]).toEqual([403, 'session_not_found']);
  });
});

describe('whatever is sent', () => {
  const ROUTES: readonly (readonly [string, string])[] = [
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/token?grant_type=refresh_token'],
    ['POST', '/token?grant_type=pkce'],
    ['POST', '/token?grant_type=id_token'],
    ['POST', '/token?grant_type=web3'],
    ['POST', '/otp'],
    ['POST', '/verify'],
    ['POST', '/resend'],
    ['POST', '/recover'],
    ['POST', '/sso'],
    ['POST', '/logout?scope=ID'],
    ['GET', '/verify?token=ID&type=signup&redirect_to=ID'],
    ['GET', '/reauthenticate'],
    ['GET', '/user'],
    ['GET', '/settings?x=ID'],
    ['GET', '/authorize?provider=x&code_challenge=y'],
    ['GET', '/callback?state=ID&code=ID&error_description=ID'],
    ['POST', '/callback'],
    ['PUT', '/user'],
    ['GET', '/user/identities/authorize?provider=x'],
    ['DELETE', '/user/identities/ID'],
    ['POST', '/factors'],
    ['POST', '/factors/ID/challenge'],
    ['POST', '/factors/ID/verify'],
    ['DELETE', '/factors/ID'],
    ['GET', '/factors/recovery-codes'],
    ['DELETE', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes/verify'],
    ['POST', '/factors/recovery-codes/regenerate'],
    ['POST', '/passkeys/authentication/verify'],
    ['PATCH', '/passkeys/ID'],
    ['DELETE', '/admin/users/ID/passkeys/ID'],
    ['GET', '/admin/users?page=ID&filter=%00'],
    ['GET', '/admin/users?filter=%25%F0%9F%92%A9'],
    ['POST', '/admin/users'],
    ['GET', '/admin/users/ID'],
    ['PUT', '/admin/users/ID'],
    ['DELETE', '/admin/users/ID'],
    ['PUT', '/admin/users/ID/factors/ID'],
    ['DELETE', '/admin/users/ID/factors/ID'],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ];
  const FIELDS = `email phone password password_hash token token_hash type refresh_token auth_code
    code_verifier code_challenge code_challenge_method channel create_user data nonce id factor_type
    friendly_name issuer code challenge_id webauthn provider id_token role user_metadata
    app_metadata ban_duration email_confirm new_email aud gotrue_meta_security`.split(/\s+/);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      'totp',
      'phone',
      'webauthn',
      'a@b.in',
      '919812345678',
      PASSWORD,
      '000000',
      'signup',
      's256',
      '24h',
    ),
    fc.constantFrom('email_change_new', 'recovery', 'magiclink', '$2b$10$', '9'.repeat(400), '\u0000', ''),
    fc.uuid(),
  );
  const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 4 }));
  const body = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 8 });
  const id = fc.oneof(fc.uuid(), fc.constantFrom('x', '%00', 'null', '..', "'"));

  it('is never answered with a server error', async () => {
    const person = await aPerson(auth);
    const bearers = [undefined, await bearer(person.client), await serviceBearer(), 'Bearer x.y.z'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROUTES),
        body,
        id,
        fc.constantFrom(...bearers),
        async (route, sent, uuid, as) => {
          const [method, path] = route;
          const reply = await auth.call(path.replaceAll('ID', uuid), {
            method,
            headers: { 'content-type': 'application/json', ...(as ? { authorization: as } : {}) },
            ...(method === 'GET' ? {} : { body: JSON.stringify(sent) }),
          });
          expect([route, reply.status, reply.status < 500]).toEqual([route, reply.status, true]);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('is refused when it is too large or too deep', async () => {
    const person = await aPerson(auth);
    const headers = { 'content-type': 'application/json', authorization: await bearer(person.client) };
    const large = JSON.stringify({ email: 'x'.repeat(2_000_000) });
    const deep = `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
    for (const [method, path] of ROUTES.filter(([one]) => one !== 'GET')) {
      const at = path.replaceAll('ID', crypto.randomUUID());
      const reply = await auth.call(at, { method, headers, body: large });
      expect([path, reply.status, reply.json.error_code]).toEqual([path, 413, 'request_entity_too_large']);
      expect((await auth.call(at, { method, headers, body: deep })).status).toBeLessThan(500);
    }
  });
});
