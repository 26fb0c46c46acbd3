import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

const VERSION = { 'x-supabase-api-version': '2024-01-01' };

describe('an address that the protocol does not have', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'is answered to %s in plain text, beside a server of pages, too',
    async (method) => {
      const reply = await fetch(`${auth.url}/nope`, { method });
      expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
        404,
        expect.stringContaining('text/plain'),
        '404 page not found\n',
      ]);
    },
  );
});

describe('errors', () => {
  it('have the style of the version the client asked for, which is echoed', async () => {
    const body = { email: anEmail(), password: 'x' };
    const modern = await auth.post('/signup', body, VERSION);
    expect(modern.status).toBe(422);
    expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(modern.headers.get('x-sb-error-code')).toBe('weak_password');
    expect(modern.json).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 8 characters.',
      weak_password: { reasons: ['length'] },
    });
    const later = await auth.post('/signup', body, { 'x-supabase-api-version': '2030-05-01' });
    expect(later.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    for (const header of [undefined, '2023-01-01', 'soon', '2024-99-99']) {
      const legacy = await auth.post('/signup', body, header ? { 'x-supabase-api-version': header } : {});
      expect(legacy.headers.get('x-supabase-api-version')).toBeNull();
      expect(legacy.json).toEqual({
        code: 422,
        error_code: 'weak_password',
        msg: 'Password should be at least 8 characters.',
        weak_password: { reasons: ['length'] },
      });
    }
  });

  it('come in the order of the protocol when several apply', async () => {
    const cases: [string, object, number, string][] = [
      ['/signup', {}, 422, 'Anonymous sign-ins are disabled'],
      ['/signup', { email: 'x' }, 400, 'Signup requires a valid password'],
      ['/signup', { email: 'x', password: 'x' }, 422, 'Password should be at least 8 characters.'],
      [
        '/signup',
        { email: 'x', phone: 'y', password: PASSWORD },
        400,
        'Only an email address or phone number should be provided on signup.',
      ],
      [
        '/signup',
        { phone: 'y', password: PASSWORD, code_challenge: 'a' },
        400,
        'PKCE not supported for phone signups',
      ],
      [
        '/signup',
        { email: 'x', password: PASSWORD, code_challenge: 'a' },
        400,
        'PKCE flow requires code_challenge_method and code_challenge',
      ],
      [
        '/signup',
        { email: 'x', password: PASSWORD },
        400,
        'Unable to validate email address: invalid format',
      ],
      ['/token?grant_type=password', { password: 'x' }, 400, 'missing email or phone'],
      ['/token?grant_type=magic', {}, 400, 'unsupported_grant_type'],
      [
        '/token?grant_type=pkce',
        {},
        400,
        'invalid request: both auth code and code verifier should be non-empty',
      ],
      ['/otp', {}, 400, 'One of email or phone must be set'],
      ['/otp', { email: 'a@b', channel: 'sms' }, 400, 'Channel should only be specified with Phone OTP'],
      ['/verify', {}, 400, 'Verify requires a verification type'],
      ['/verify', { type: 'sms' }, 400, 'Verify requires either a token or a token hash'],
      [
        '/verify',
        { type: 'sms', token: '1' },
        400,
        'Only an email address or phone number should be provided on verify',
      ],
      ['/verify', { type: 'x', token: '1', email: 'a@b' }, 400, 'Invalid email verification type'],
      ['/verify', { type: 'signup', token: '1', email: 'a b' }, 422, 'Invalid email format'],
      ['/verify', { type: 'signup', token: '1', email: anEmail() }, 403, 'Token has expired or is invalid'],
      ['/verify', { type: 'signup', token_hash: '1' }, 403, 'Email link is invalid or has expired'],
      [
        '/verify',
        { type: 'signup', token_hash: '1', email: 'a@b' },
        400,
        'Only the token_hash and type should be provided',
      ],
      ['/resend', {}, 400, 'Missing one of these types: signup, email_change, sms, phone_change'],
      ['/resend', { type: 'signup' }, 400, 'Type provided requires an email address'],
      ['/resend', { type: 'sms' }, 400, 'Type provided requires a phone number'],
      ['/recover', {}, 400, 'Password recovery requires an email'],
    ];
    for (const [path, body, status, message] of cases) {
      const reply = await auth.post(path, body, VERSION);
      expect([path, reply.status, reply.json.message]).toEqual([path, status, message]);
    }
  });

  it('tell a body that is no JSON, of a wrong type, or too large', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      '"x"',
      '{"email":5}',
      '{"data":"x"}',
      '{"email":"a\\u0000@b"}',
      '{"email":"\\ud800"}',
    ]) {
      const reply = await auth.post('/signup', body, VERSION);
      expect([body, reply.status, reply.json.code]).toEqual([body, 400, 'bad_json']);
      expect(reply.json.message).toMatch(/^Could not parse request body as JSON: /);
    }
    const deep = await auth.post('/signup', `{"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    expect(deep.json.error_code).toBe('bad_json');
    const large = await auth.post(
      '/signup',
      JSON.stringify({ password: 'x'.repeat(2 * 1024 * 1024) }),
      VERSION,
    );
    expect([large.status, large.json.code]).toEqual([413, 'request_entity_too_large']);
  });

  it('are plain for unknown paths and wrong methods', async () => {
    for (const path of ['/admin/nothing', '/factors/a/b/c', '/nothing']) {
      const reply = await auth.get(path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('text/plain'),
      ]);
    }
    expect((await auth.get('/signup')).status).toBe(405);
    expect((await auth.call('/user', { method: 'DELETE' })).status).toBe(405);
  });
});

describe('requests as the client sends them', () => {
  it('may hold null, unknown fields and any content type', async () => {
    const email = anEmail();
    const reply = await auth.post('/signup', {
      email,
      phone: null,
      password: PASSWORD,
      data: null,
      channel: null,
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: {},
      surprise: [1, { two: 3 }],
    });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ email, phone: '', factors: [] });
    const token = (await auth.sentTo(email))[0]?.vars.code;
    const verified = await auth.call('/verify', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ email, token, type: 'email', options: { redirectTo: 'x' }, phone: null }),
    });
    expect(verified.status).toBe(200);
    expect(verified.headers.get('cache-control')).toBe('no-store');
    expect(verified.json).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { factors: [] } });
  });

  it('are welcome from any origin, and error headers are exposed to it', async () => {
    const preflight = await auth.call('/token', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'authorization,apikey,x-client-info,x-supabase-api-version,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of [
      'authorization',
      'apikey',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
      'x-jwt-aud',
    ])
      expect(allowed).toContain(name);
    const refused = await auth.get('/user', { origin: 'https://app.example', ...VERSION });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const exposed = refused.headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
    for (const name of ['x-total-count', 'link', 'x-supabase-api-version']) expect(exposed).toContain(name);
  });

  it('learn the settings and the health without a token', async () => {
    expect((await auth.get('/health')).json).toMatchObject({ name: 'GoTrue', version: expect.any(String) });
    expect((await auth.get('/settings')).json).toMatchObject({
      external: { email: true, phone: true, anonymous_users: false, google: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      saml_enabled: false,
    });
  });
});

describe('whatever is sent', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ maxLength: 300 }),
    fc.constantFrom(
      'signup',
      'sms',
      'email',
      'recovery',
      'a@b.in',
      '919812345678',
      PASSWORD,
      '000000',
      's256',
      '',
    ),
  );
  const fields = [
    'email',
    'phone',
    'password',
    'token',
    'token_hash',
    'type',
    'refresh_token',
    'auth_code',
    'code_verifier',
    'code_challenge',
    'code_challenge_method',
    'channel',
    'create_user',
    'data',
    'nonce',
    'redirect_to',
  ];
  const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 4 }));
  const body = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 8 });
  const paths = ['/signup', '/otp', '/verify', '/resend', '/recover', '/user', '/logout'].concat(
    ['password', 'refresh_token', 'pkce', 'x'].map((grant) => `/token?grant_type=${grant}`),
  );

  it('is never answered with a server error', async () => {
    const { session } = await aPerson(auth);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, fc.boolean(), async (path, sent, isSignedIn) => {
        const reply = await auth.call(path, {
          method: path === '/user' ? 'PUT' : 'POST',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': 'not an address',
            ...(isSignedIn && path !== '/logout' ? { authorization: `Bearer ${session.access_token}` } : {}),
          },
          body: JSON.stringify(sent),
        });
        expect(reply.status).toBeLessThan(500);
      }),
      { numRuns: 400 },
    );
  });

  it('in a mail link leads back to the product or to a machine of one’s own, and nowhere else', async () => {
    const targets = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'http://localhost:3999@evil.example/',
        'http://localhost:3999.evil.example',
        '//evil.example',
        'https://localhost:3999/',
        'http:\\\\evil.example',
        'javascript://127.0.0.1/%0aalert(1)',
        'http://[::1]:99/x',
        'http://127.0.0.1:8/x?y#z',
        'http://10.0.0.1/',
        'http://2130706433/',
      ),
    );
    await fc.assert(
      fc.asyncProperty(targets, text, async (target, token) => {
        const query = new URLSearchParams({ token: `t${token}`, type: 'signup', redirect_to: target });
        const reply = await auth.get(`/verify?${query.toString()}`);
        expect(reply.status).toBe(303);
        const { protocol, hostname } = new URL(reply.headers.get('location') ?? '');
        expect(protocol).toBe('http:');
        expect(['localhost', '[::1]']).toContain(hostname.replace(/^127\..*/, 'localhost'));
      }),
      { numRuns: 200 },
    );
  });
});

describe('where addresses are confirmed at once', () => {
  let open: TestAuth;
  beforeAll(async () => {
    open = await startTestAuth({ AUTH_MAIL_AUTOCONFIRM: 'on', AUTH_SMS_AUTOCONFIRM: 'on' });
  });
  afterAll(() => open.stop());

  it('a sign-up answers a session, and a taken address is told', async () => {
    const email = anEmail();
    const client = open.client();
    const { data } = await client.signUp({ email, password: PASSWORD });
    expect(data.session?.access_token).toBeTypeOf('string');
    expect(data.user?.email_confirmed_at).toBeTypeOf('string');
    expect((await client.getUser()).data.user?.email).toBe(email);
    const { error } = await open.client().signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ code: 'user_already_exists', status: 422 });
    expect(await open.sentTo(email)).toHaveLength(0);
  });

  it('a code by mail signs a new person up and in', async () => {
    const email = anEmail();
    await open.client().signInWithOtp({ email });
    const [mail] = await open.sentTo(email);
    expect(mail?.template).toBe('auth.magic_link');
    const { error } = await open.client().verifyOtp({ email, token: mail?.vars.code ?? '', type: 'email' });
    expect(error).toBeNull();
  });

  it('a number counts at once, also a changed one', async () => {
    const client = open.client();
    expect((await client.signUp({ phone: aPhone(), password: PASSWORD })).data.session).not.toBeNull();
    const phone = aPhone();
    expect((await client.updateUser({ phone })).data.user).toMatchObject({ phone });
  });
});

describe('where things are switched off', () => {
  it('says so in the words of the protocol', async () => {
    const closed = await startTestAuth({ AUTH_SIGNUP: 'off', AUTH_PHONE: 'off' });
    try {
      const signUp = await closed.post('/signup', { email: anEmail(), password: PASSWORD });
      expect([signUp.status, signUp.json.error_code]).toEqual([422, 'signup_disabled']);
      expect((await closed.post('/otp', { email: anEmail() })).json.error_code).toBe('signup_disabled');
      const otp = await closed.post('/otp', { phone: aPhone() });
      expect([otp.status, otp.json.error_code]).toEqual([400, 'phone_provider_disabled']);
      const login = await closed.post('/token?grant_type=password', { phone: aPhone(), password: PASSWORD });
      expect([login.status, login.json.error_code]).toEqual([422, 'phone_provider_disabled']);
      expect((await closed.get('/settings')).json).toMatchObject({
        disable_signup: true,
        external: { phone: false },
      });
    } finally {
      await closed.stop();
    }
  });
});

describe('many calls from one address', () => {
  it('are refused above the configured number, and other endpoints stay open', async () => {
    const strict = await startTestAuth({ AUTH_RATE_LIMIT_RECOVER: '3' });
    try {
      // A different address each time: one address has a limit of its own.
      const replies = [];
      for (const n of [1, 2, 3, 4, 5])
        replies.push(await strict.post('/recover', { email: `nobody${n}@example.com` }, VERSION));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
      expect(replies[3]?.json).toEqual({
        code: 'over_request_rate_limit',
        message: 'Request rate limit reached',
      });
      expect((await strict.post('/otp', {})).status).toBe(400);
    } finally {
      await strict.stop();
    }
  });

  it('are let through in a trial, where every person comes from the same machine', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) => auth.post('/recover', { email: `nobody${n}@example.com` })),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
  });
});
