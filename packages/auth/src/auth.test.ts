import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

describe('signing up by e-mail', () => {
  it('SPEC-7.signup-mail: answers the user without a session and queues a mail with a link and a code', async () => {
    const email = anEmail();
    const { data, error } = await auth.client().signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { name: 'Asha', ref: 'MOH123', email_verified: true } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, phone: '', role: 'authenticated', aud: 'authenticated' });
    expect(data.user?.user_metadata).toMatchObject({
      name: 'Asha',
      ref: 'MOH123',
      email,
      email_verified: false,
    });
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user?.confirmation_sent_at).toBeTypeOf('string');
    const [mail] = await auth.sentTo(email);
    expect(mail).toMatchObject({ channel: 'email', template: 'auth.confirm' });
    expect(mail?.vars.code).toMatch(/^\d{6}$/);
    expect(mail?.vars.link).toMatch(
      /^http:\/\/localhost:3999\/auth\/v1\/verify\?token=[0-9a-f]{64}&type=signup&redirect_to=http:\/\/localhost:3999\/auth\/confirmed$/,
    );
  });

  it('refuses a login before the address is confirmed, but only with the right password', async () => {
    const email = anEmail();
    const client = auth.client();
    await client.signUp({ email, password: PASSWORD });
    const right = await client.signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
    const wrong = await client.signInWithPassword({ email, password: 'something-Else-1' });
    expect(wrong.error).toMatchObject({ code: 'invalid_credentials', status: 400 });
  });

  it('confirms by the typed code and signs in; the code works once', async () => {
    const email = anEmail();
    const client = auth.client();
    await client.signUp({ email, password: PASSWORD });
    const token = (await auth.sentTo(email))[0]?.vars.code ?? '';
    const first = await client.verifyOtp({ email, token, type: 'email' });
    expect(first.error).toBeNull();
    expect(first.data.session?.expires_in).toBe(3600);
    expect(first.data.user?.email_confirmed_at).toBeTypeOf('string');
    expect(first.data.user?.user_metadata.email_verified).toBe(true);
    expect(first.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
    const again = await auth.client().verifyOtp({ email, token, type: 'email' });
    expect(again.error).toMatchObject({ code: 'otp_expired', status: 403 });
  });

  it('confirms by the mail link and hands the session over in the fragment', async () => {
    const email = anEmail();
    await auth.client().signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: 'http://localhost:3999/welcome?from=mail' },
    });
    const link = (await auth.sentTo(email))[0]?.vars.link ?? '';
    const opened = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
    expect(opened.status).toBe(303);
    const target = new URL(opened.headers.get('location') ?? '');
    expect(target.origin + target.pathname + target.search).toBe('http://localhost:3999/welcome?from=mail');
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect([...fragment.keys()].sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'].sort(),
    );
    const { data } = await auth.client().setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(data.user?.email).toBe(email);
    const second = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
    expect(second.headers.get('location')).toContain('#error=access_denied&error_code=otp_expired');
  });

  it('leaves a link usable when a mail scanner asks for its head', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: PASSWORD });
    const link = (await auth.sentTo(email))[0]?.vars.link?.replace(`${auth.publicUrl}/auth/v1`, '') ?? '';
    expect((await auth.call(link, { method: 'HEAD' })).status).toBe(405);
    expect((await auth.get(link)).headers.get('location')).toContain('#access_token=');
  });

  it('answers a taken address like a free one, and leaks nothing of its owner', async () => {
    const { email, user } = await aPerson(auth);
    const before = (await auth.sentTo(email)).length;
    const { data, error } = await auth.client().signUp({
      email,
      password: 'another-Kettle-43',
      options: { data: { name: 'Somebody' } },
    });
    expect(error).toBeNull();
    expect(data.user?.id).not.toBe(user.id);
    expect(data.user).toMatchObject({ email, identities: [], role: '', user_metadata: { name: 'Somebody' } });
    expect(data.user).not.toHaveProperty('last_sign_in_at');
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    expect(await auth.sentTo(email)).toHaveLength(before);
  });

  it('shows a second sender of a waiting address their own words only, and gives the account the password they confirm', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: PASSWORD, options: { data: { name: 'First' } } });
    expect((await auth.client().signUp({ email, password: 'another-Kettle-43' })).error).toMatchObject({
      code: 'over_email_send_rate_limit',
      status: 429,
    });
    auth.passSeconds(61);
    const { data } = await auth.client().signUp({ email, password: 'another-Kettle-43' });
    expect(data.user?.user_metadata).not.toHaveProperty('name');
    const code = (await auth.sentTo(email)).at(-1)?.vars.code ?? '';
    await auth.client().verifyOtp({ email, token: code, type: 'signup' });
    expect(
      (await auth.client().signInWithPassword({ email, password: 'another-Kettle-43' })).error,
    ).toBeNull();
  });

  it('makes one user of many sign-ups at once', async () => {
    const email = anEmail();
    await Promise.all(Array.from({ length: 10 }, () => auth.post('/signup', { email, password: PASSWORD })));
    const { rows } = await auth.sql.query('select id from auth.users where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(await auth.sentTo(email)).toHaveLength(1);
  });

  it('SPEC-5.weak-password: refuses weak passwords with reasons and takes decent ones', async () => {
    const client = auth.client();
    const short = await client.signUp({ email: anEmail(), password: 'aB3$x' });
    expect(short.error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['length'] });
    const common = await client.signUp({ email: anEmail(), password: 'password123' });
    expect(common.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
    const decent = await client.signUp({ email: anEmail(), password: 'Password123!' });
    expect(decent.error).toBeNull();
    const long = await client.signUp({ email: anEmail(), password: 'é'.repeat(40) });
    expect(long.error).toMatchObject({ code: 'validation_failed', status: 400 });
  });
});

describe('signing in by password', () => {
  it('tells an unknown address, a wrong password and an account without one alike', async () => {
    const { email } = await aPerson(auth);
    const codeOnly = anEmail();
    await auth.client().signInWithOtp({ email: codeOnly });
    const replies = await Promise.all([
      auth.post('/token?grant_type=password', { email, password: 'wrong-Kettle-1' }),
      auth.post('/token?grant_type=password', { email: anEmail(), password: 'wrong-Kettle-1' }),
      auth.post('/token?grant_type=password', { email: codeOnly, password: 'wrong-Kettle-1' }),
      auth.post('/token?grant_type=password', { email: 'not an address', password: 'wrong-Kettle-1' }),
    ]);
    for (const reply of replies) {
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      });
    }
  });

  it('refuses a banned person everywhere, whatever token they hold', async () => {
    const { email, client, session, user } = await aPerson(auth);
    await auth.sql.query(`update auth.users set banned_until = now() + interval '1 year' where id = $1`, [
      user.id,
    ]);
    expect((await client.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 });
    expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: 'user_banned',
      status: 400,
    });
    const refreshed = await auth.post('/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    expect(refreshed.json.error_code).toBe('user_banned');
  });
});

describe('signing in by mobile number', () => {
  it('makes the account, sends a code by SMS and signs in with it', async () => {
    const phone = aPhone();
    const client = auth.client();
    expect((await client.signInWithOtp({ phone: `+${phone}` })).error).toBeNull();
    const [sms] = await auth.sentTo(phone);
    expect(sms).toMatchObject({ channel: 'sms', template: 'auth.otp', vars: { minutes: '5' } });
    const { data, error } = await client.verifyOtp({
      phone: `+${phone}`,
      token: sms?.vars.code ?? '',
      type: 'sms',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, email: '' });
    expect(data.user?.phone_confirmed_at).toBeTypeOf('string');
  });

  it('signs up with number and password, confirmed by code', async () => {
    const phone = aPhone();
    const client = auth.client();
    expect((await client.signUp({ phone, password: PASSWORD })).data.session).toBeNull();
    expect((await client.signInWithPassword({ phone, password: PASSWORD })).error?.code).toBe(
      'phone_not_confirmed',
    );
    await client.verifyOtp({ phone, token: (await auth.sentTo(phone))[0]?.vars.code ?? '', type: 'sms' });
    expect((await auth.client().signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it('drops the password a stranger chose when the number is proven by another request', async () => {
    const phone = aPhone();
    await auth.client().signUp({ phone, password: 'strangers-Kettle-1' });
    auth.passSeconds(31);
    await auth.client().signInWithOtp({ phone });
    const code = (await auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    expect((await auth.client().verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull();
    expect(
      (await auth.client().signInWithPassword({ phone, password: 'strangers-Kettle-1' })).error?.code,
    ).toBe('invalid_credentials');
  });

  it('spaces messages to a number and limits them in a quarter of an hour', async () => {
    const phone = aPhone();
    const send = () => auth.post('/otp', { phone });
    expect((await send()).status).toBe(200);
    const tooSoon = await send();
    expect(tooSoon.json.error_code).toBe('over_sms_send_rate_limit');
    expect(tooSoon.json.msg).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
    auth.passSeconds(31);
    expect((await send()).status).toBe(200);
    auth.passSeconds(31);
    expect((await send()).status).toBe(200);
    auth.passSeconds(31);
    expect((await send()).status).toBe(429);
    auth.passSeconds(15 * 60);
    expect((await send()).status).toBe(200);
  });

  it('lets a code of five minutes expire and refuses a number that is none', async () => {
    const phone = aPhone();
    await auth.post('/otp', { phone });
    const token = (await auth.sentTo(phone))[0]?.vars.code ?? '';
    auth.passSeconds(301);
    expect((await auth.post('/verify', { phone, token, type: 'sms' })).json.error_code).toBe('otp_expired');
    expect((await auth.post('/otp', { phone: '0123' })).json.msg).toBe(
      'Invalid phone number format (E.164 required)',
    );
  });

  it('does not make an account when told not to', async () => {
    const { error } = await auth
      .client()
      .signInWithOtp({ phone: aPhone(), options: { shouldCreateUser: false } });
    expect(error).toMatchObject({ code: 'otp_disabled', status: 422 });
  });
});

describe('typed codes', () => {
  it('lock after five wrong tries, also those sent later, for as long as a code lives', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: PASSWORD });
    const [mail] = await auth.sentTo(email);
    const code = mail?.vars.code ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1) {
      expect((await auth.post('/verify', { email, token: wrong, type: 'signup' })).status).toBe(403);
    }
    expect((await auth.post('/verify', { email, token: code, type: 'signup' })).status).toBe(403);
    auth.passSeconds(24 * 3600);
    await auth.post('/resend', { type: 'signup', email });
    const fresh = (await auth.sentTo(email)).at(-1)?.vars.code ?? '';
    expect((await auth.post('/verify', { email, token: fresh, type: 'signup' })).status).toBe(200);
  });

  it('may be locked by a stranger without harm to the link in the mail', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: PASSWORD });
    for (let n = 0; n < 6; n += 1) await auth.post('/verify', { email, token: 'wrong', type: 'signup' });
    const link = (await auth.sentTo(email))[0]?.vars.link ?? '';
    const opened = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
    expect(opened.headers.get('location')).toContain('#access_token=');
  });

  it('give one session when one code is typed many times at once', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: PASSWORD });
    const token = (await auth.sentTo(email))[0]?.vars.code ?? '';
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => auth.post('/verify', { email, token, type: 'signup' })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(9);
    const { rows } = await auth.sql.query(
      'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  it('are stored in no form a code or link could be made of', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: PASSWORD });
    const [mail] = await auth.sentTo(email);
    const token = new URL(mail?.vars.link ?? '').searchParams.get('token') ?? '';
    const { rows } = await auth.sql.query<{ row: string }>(
      'select row_to_json(c)::text as row from auth.one_time_codes c where address = $1',
      [email],
    );
    expect(rows[0]?.row).not.toContain(mail?.vars.code);
    expect(rows[0]?.row).not.toContain(token);
  });
});
