import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anEmail, aPerson, PASSWORD, startTestAuth, type TestAuth, testSettings } from './auth.testing.ts';
import { captchaSources } from './auth.captcha.ts';

async function withAuth(env: Record<string, string>, work: (auth: TestAuth) => Promise<void>): Promise<void> {
  const auth = await startTestAuth({ AUTH_RATE_LIMIT_FACTOR: '50', ...env });
  try {
    await work(auth);
  } finally {
    await auth.stop();
  }
}

describe('where anonymous accounts are allowed', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startTestAuth({
      AUTH_ANONYMOUS: 'on',
      AUTH_RATE_LIMIT_ANONYMOUS: '30',
      AUTH_PASSWORD_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:0123456789',
    });
  });
  afterAll(() => auth.stop());

  it('one is made without an address and becomes real with one', async () => {
    const client = auth.client();
    const { data, error } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      app_metadata: {},
      user_metadata: { theme: 'dark' },
      identities: [],
      factors: [],
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] });
    const factor = await client.mfa.enroll({ factorType: 'totp' });
    expect([factor.error?.status, factor.error?.code]).toEqual([403, 'no_authorization']);
    const bare = await client.updateUser({ password: PASSWORD });
    expect([bare.error?.status, bare.error?.code]).toEqual([422, 'validation_failed']);
    const email = anEmail();
    expect((await client.updateUser({ email })).error).toBeNull();
    const [mail] = await auth.sentTo(email);
    const proven = await client.verifyOtp({ email, token: mail?.vars.code ?? '', type: 'email_change' });
    expect(proven.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
    const settings = await auth.get('/settings');
    expect(settings.json.external).toMatchObject({ anonymous_users: true });
  });

  it('they are counted by a bucket of their own, by the hour', async () => {
    const anonymous = () => auth.post('/signup', {}, { 'x-forwarded-for': '203.0.113.9' });
    const replies = await Promise.all(Array.from({ length: 35 }, anonymous));
    const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    expect([count(200), count(429)]).toEqual([30, 5]);
    const named = await auth.post(
      '/signup',
      { email: anEmail(), password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.9' },
    );
    expect(named.status).toBe(200);
    // Calls are counted in the machine's time.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      expect((await anonymous()).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a password has to hold what is asked, and every reason is told', async () => {
    const reply = await auth.post('/signup', { email: anEmail(), password: 'ABCDE' });
    expect(reply.json).toMatchObject({
      error_code: 'weak_password',
      weak_password: { reasons: ['length', 'characters'] },
    });
    expect(reply.json.msg).toBe(
      'Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789.',
    );
  });

  it('what is not offered says so, whatever is sent', async () => {
    const cases: [string, string, number, string][] = [
      ['/sso', 'not even JSON', 404, 'saml_provider_disabled'],
      ['/token?grant_type=web3', '{"chain":"x"}', 422, 'web3_provider_disabled'],
      ['/passkeys/authentication/options', '', 404, 'passkey_disabled'],
      ['/passkeys/registration/verify', '{}', 404, 'passkey_disabled'],
    ];
    for (const [path, body, status, code] of cases) {
      const reply = await auth.post(path, body);
      expect([path, reply.status, reply.json.error_code]).toEqual([path, status, code]);
    }
    expect((await auth.client().signInWithSSO({ domain: 'example.com' })).error?.code).toBe(
      'saml_provider_disabled',
    );
    const { client } = await aPerson(auth);
    const linking = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
    expect(linking.error?.status).toBe(400);
    const unlinking = await client.unlinkIdentity((await client.getUserIdentities()).data!.identities[0]!);
    expect([unlinking.error?.status, unlinking.error?.code]).toEqual([404, 'manual_linking_disabled']);
  });
});

describe('a session', () => {
  it('ends by its age, by standing idle, and by a newer one, as configured', async () => {
    await withAuth({ AUTH_SESSION_SECONDS: '1000', AUTH_SESSION_IDLE_SECONDS: '400' }, async (auth) => {
      const idle = await aPerson(auth);
      auth.passSeconds(399);
      expect((await idle.client.refreshSession()).error).toBeNull();
      auth.passSeconds(401);
      expect((await idle.client.refreshSession()).error?.message).toBe(
        'Invalid Refresh Token: Session Expired (Inactivity)',
      );
      const busy = await aPerson(auth);
      for (let turn = 0; turn < 3; turn += 1) {
        auth.passSeconds(300);
        expect((await busy.client.refreshSession()).error).toBeNull();
      }
      auth.passSeconds(101);
      const { error } = await busy.client.refreshSession();
      expect([error?.status, error?.code, error?.message]).toEqual([
        400,
        'session_expired',
        'Invalid Refresh Token: Session Expired',
      ]);
    });
  });

  it('says itself when it is over, which the product honours at once, and goes when it is', async () => {
    await withAuth({ AUTH_SESSION_SECONDS: '1000', AUTH_SESSION_IDLE_SECONDS: '400' }, async (auth) => {
      const { client, user, session } = await aPerson(auth);
      // The token is renewed well before the session is idle.
      expect(session.expires_in).toBe(200);
      const lifeOf = async () => {
        const { rows } = await auth.sql.query<{ life: number; state: string; late: string }>(
          `select extract(epoch from not_after - created_at)::int as life,
             auth.session_state(user_id, id, not_after - interval '1 second') as state,
             auth.session_state(user_id, id, not_after) as late
           from auth.sessions where user_id = $1`,
          [user.id],
        );
        return rows;
      };
      expect(await lifeOf()).toEqual([{ life: 400, state: 'live', late: 'ended' }]);
      auth.passSeconds(300);
      expect((await client.refreshSession()).error).toBeNull();
      expect((await lifeOf())[0]?.life).toBeGreaterThanOrEqual(700);
      for (const _turn of [1, 2]) {
        auth.passSeconds(300);
        expect((await client.refreshSession()).error).toBeNull();
      }
      expect((await lifeOf())[0]?.life).toBe(1000);
      await auth.sql.query('select auth.forget_old(max(not_after) + $1, 100) from auth.sessions', [
        '1 second',
      ]);
      expect(await lifeOf()).toEqual([]);
    });
  });

  it('of staff is shorter, and every one ends, where real people are', () => {
    const settingsOf = (isTrial: boolean) =>
      testSettings({ env: {}, publicUrl: 'https://example.in', isTrial });
    expect(settingsOf(false)).toMatchObject({
      staffSessionSeconds: 12 * 3600,
      staffSessionIdleSeconds: 30 * 60,
      sessionSeconds: 90 * 24 * 3600,
      sessionIdleSeconds: 30 * 24 * 3600,
    });
    expect(settingsOf(true)).toMatchObject({
      staffSessionSeconds: 0,
      staffSessionIdleSeconds: 0,
      sessionSeconds: 0,
      sessionIdleSeconds: 0,
    });
  });

  it('of staff has the limits of staff', async () => {
    const limits = { AUTH_STAFF_SESSION_SECONDS: '1000', AUTH_STAFF_SESSION_IDLE_SECONDS: '400' };
    await withAuth(limits, async (auth) => {
      const { client, email, user } = await aPerson(auth);
      await auth.sql.query(
        `update auth.users set app_metadata = app_metadata || '{"is_admin": true}' where id = $1`,
        [user.id],
      );
      await client.signInWithPassword({ email, password: PASSWORD });
      auth.passSeconds(401);
      expect((await client.refreshSession()).error?.message).toBe(
        'Invalid Refresh Token: Session Expired (Inactivity)',
      );
      const other = await aPerson(auth);
      auth.passSeconds(5000);
      expect((await other.client.refreshSession()).error).toBeNull();
    });
  });

  it('must be alone, and may not be without the second factor for long, as configured', async () => {
    await withAuth({ AUTH_SESSION_SINGLE: 'on', AUTH_SESSION_LOW_AAL_SECONDS: '600' }, async (auth) => {
      const { client, email } = await aPerson(auth);
      const newer = auth.client();
      auth.passSeconds(1);
      await newer.signInWithPassword({ email, password: PASSWORD });
      expect((await client.refreshSession()).error?.message).toBe(
        'Invalid Refresh Token: Session Expired (Revoked by Newer Login)',
      );
      const { data } = await newer.mfa.enroll({ factorType: 'totp' });
      const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
      const code = totp.generate({ timestamp: Date.now() + 1000 });
      await newer.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
      auth.passSeconds(1000);
      expect((await newer.refreshSession()).error).toBeNull();
      const low = auth.client();
      const signedIn = await low.signInWithPassword({ email, password: PASSWORD });
      expect(signedIn.data.session?.expires_in).toBe(600);
      auth.passSeconds(600);
      expect((await low.refreshSession()).error?.message).toBe(
        'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)',
      );
    });
  });
});

describe('an address that counts without proof', () => {
  const NAMES = ['AUTH_MAIL_AUTOCONFIRM', 'AUTH_SMS_AUTOCONFIRM'];
  const read = (env: Record<string, string>, isTrial: boolean) =>
    testSettings({ env, publicUrl: 'https://example.in', isTrial });

  it.each(NAMES)('given %s where the product is real, then the start stops', (name) => {
    expect(() => read({ [name]: 'on' }, false)).toThrow(
      new RegExp(`^${name} would let anybody in: take it away`),
    );
    expect(read({ [name]: 'off' }, false)).toMatchObject({
      isMailConfirmedAtOnce: false,
      isSmsConfirmedAtOnce: false,
    });
  });

  it.each(NAMES)('given %s in a trial, then it holds', (name) => {
    const { isMailConfirmedAtOnce, isSmsConfirmedAtOnce } = read({ [name]: 'on' }, true);
    expect([isMailConfirmedAtOnce, isSmsConfirmedAtOnce]).toEqual(NAMES.map((one) => one === name));
  });
});

describe('where a captcha is configured', () => {
  it('asks a person who signs up, signs in or has mail sent, and no other caller', async () => {
    const asked: URLSearchParams[] = [];
    const verifier = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const params = new URLSearchParams(body);
        asked.push(params);
        if (params.get('response') === 'broken') return response.writeHead(502).end('no JSON');
        const success = params.get('response') === 'a person';
        return response.end(
          JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }),
        );
      });
    });
    await new Promise<void>((done) => verifier.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/siteverify`;
    await withAuth(
      {
        AUTH_CAPTCHA: 'turnstile',
        AUTH_CAPTCHA_SECRET: 'ours',
        AUTH_CAPTCHA_SITE_KEY: 'our-pages',
        AUTH_CAPTCHA_URL: url,
      },
      async (auth) => {
        const email = anEmail();
        expect((await auth.get('/settings')).json.captcha).toEqual({
          provider: 'turnstile',
          site_key: 'our-pages',
          script_url: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
        });
        for (const path of ['/signup', '/token?grant_type=password', '/otp', '/recover', '/resend']) {
          const reply = await auth.post(path, { email, password: PASSWORD, gotrue_meta_security: {} });
          expect([path, reply.status, reply.json.error_code, reply.json.msg]).toEqual([
            path,
            400,
            'captcha_failed',
            'captcha protection: request disallowed (no captcha_token found)',
          ]);
        }
        const wrong = await auth
          .client()
          .signUp({ email, password: PASSWORD, options: { captchaToken: 'a machine' } });
        expect(wrong.error?.message).toBe('captcha protection: request disallowed (invalid-input-response)');
        const broken = await auth.post('/recover', {
          email,
          gotrue_meta_security: { captcha_token: 'broken' },
        });
        expect(broken.status).toBe(500);
        const right = await auth
          .client()
          .signUp({ email, password: PASSWORD, options: { captchaToken: 'a person' } });
        expect(right.error).toBeNull();
        expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
          secret: 'ours',
          response: 'a person',
          remoteip: '127.0.0.1',
        });
        const refreshed = await auth.post('/token?grant_type=refresh_token', { refresh_token: 'x' });
        expect(refreshed.json.error_code).toBe('validation_failed');
      },
    );
    await new Promise((done) => verifier.close(done));
  });

  it('tells our pages whose, and lets them load it from there and nowhere else', () => {
    const read = (env: Record<string, string>) =>
      testSettings({ env, publicUrl: 'https://example.in', isTrial: false });
    const keys = { AUTH_CAPTCHA_SECRET: 'ours', AUTH_CAPTCHA_SITE_KEY: 'our-pages' };
    const cloudflare = ['https://challenges.cloudflare.com'];
    expect(captchaSources(read({ ...keys, AUTH_CAPTCHA: 'turnstile' }).captcha)).toEqual({
      'script-src': cloudflare,
      'frame-src': cloudflare,
    });
    const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com', 'https://js.hcaptcha.com'];
    expect(captchaSources(read({ ...keys, AUTH_CAPTCHA: 'hcaptcha' }).captcha)).toEqual({
      'script-src': hcaptcha,
      'frame-src': hcaptcha,
      'style-src': hcaptcha,
      'connect-src': hcaptcha,
    });
    expect(captchaSources(read({}).captcha)).toEqual({});
    expect(() => read({ AUTH_CAPTCHA: 'hcaptcha', AUTH_CAPTCHA_SECRET: 'ours' })).toThrow(
      'AUTH_CAPTCHA_SITE_KEY',
    );
    expect(() => read({ ...keys, AUTH_CAPTCHA: 'constructor' })).toThrow('AUTH_CAPTCHA');
  });
});
