import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { GoTrueClient } from '@supabase/auth-js';
import { until } from '@mohlat/platform/waiting.testing.ts';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());
afterEach(() => vi.unstubAllGlobals());

const NEW_PASSWORD = 'winter-Lantern-77';

/** Opens the newest mail's link as a browser would, and says where it leads. */
async function open(email: string): Promise<URL> {
  const link = (await auth.sentTo(email)).at(-1)?.vars.link ?? '';
  const reply = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
  expect(reply.status).toBe(303);
  return new URL(reply.headers.get('location') ?? '');
}

describe('recovering an account', () => {
  it('SPEC-4.events: leads from the mail to PASSWORD_RECOVERY and a new password, which ends the other sessions', async () => {
    const { email, session: old } = await aPerson(auth);
    expect((await auth.client().resetPasswordForEmail(email)).error).toBeNull();
    expect((await auth.sentTo(email)).at(-1)?.template).toBe('auth.recovery');
    const landed = await open(email);
    expect(new URLSearchParams(landed.hash.slice(1)).get('type')).toBe('recovery');

    const client = clientAt(landed);
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    expect((await client.initialize()).error).toBeNull();
    await until(async () => (events.includes('PASSWORD_RECOVERY') ? true : undefined));
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();

    const stale = await auth.get('/user', { authorization: `Bearer ${old.access_token}` });
    expect(stale.json.error_code).toBe('session_not_found');
    expect((await client.getUser()).error).toBeNull();
    expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await auth.client().signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it('says nothing about who has an account, and spaces its mails', async () => {
    const { email } = await aPerson(auth);
    const known = await auth.post('/recover', { email });
    const unknown = await auth.post('/recover', { email: anEmail() });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect((await auth.post('/recover', { email })).json.error_code).toBe('over_email_send_rate_limit');
    auth.passSeconds(61);
    expect((await auth.post('/recover', { email })).status).toBe(200);
  });

  it('voids the older mail when a newer one is sent, and every mail when the password changes', async () => {
    const { email, client } = await aPerson(auth);
    await auth.post('/recover', { email });
    auth.passSeconds(61);
    await auth.post('/recover', { email });
    const codes = (await auth.sentTo(email)).slice(-2).map(({ vars }) => vars.code ?? '');
    const older = await auth.post('/verify', { email, token: codes[0], type: 'recovery' });
    expect(older.json.error_code).toBe('otp_expired');
    await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    const newer = await auth.post('/verify', { email, token: codes[1], type: 'recovery' });
    expect(newer.json.error_code).toBe('otp_expired');
  });

  it('takes an unconfirmed account from the stranger who chose its password', async () => {
    const email = anEmail();
    await auth.client().signUp({ email, password: 'strangers-Kettle-1' });
    const ways = [() => auth.post('/recover', { email }), () => auth.post('/otp', { email })];
    for (const way of ways) expect((await way()).status).toBe(way === ways[0] ? 200 : 429);
    auth.passSeconds(61);
    await auth.post('/otp', { email });
    auth.passSeconds(61);
    await auth.client().signUp({ email, password: 'strangers-Kettle-1' });
    const token = (await auth.sentTo(email)).at(-1)?.vars.code;
    expect((await auth.post('/verify', { email, token, type: 'email' })).status).toBe(200);
    const stranger = await auth.client().signInWithPassword({ email, password: 'strangers-Kettle-1' });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });

  it('lets a link grow too old', async () => {
    const { email } = await aPerson(auth);
    await auth.post('/recover', { email });
    auth.passSeconds(24 * 3600 + 1);
    expect((await open(email)).hash).toContain('error_code=otp_expired');
  });
});

/** The client as it starts on a page: it reads the address, which only a browser has. */
function clientAt(page: URL): GoTrueClient {
  const kept = new Map<string, string>();
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'visible' });
  vi.stubGlobal('window', {
    location: { href: page.href, hash: page.hash, search: page.search },
    history: { replaceState: () => {}, state: null },
    addEventListener: () => {},
  });
  return new GoTrueClient({
    url: auth.url,
    flowType: 'implicit',
    storageKey: page.hash.slice(-12),
    autoRefreshToken: false,
    detectSessionInUrl: true,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

describe('signing in by mail', () => {
  it('makes the account and confirms it; a person known already gets a sign-in link', async () => {
    const email = anEmail();
    const client = auth.client();
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const [first] = await auth.sentTo(email);
    expect(first?.template).toBe('auth.confirm');
    expect(
      (await client.verifyOtp({ email, token: first?.vars.code ?? '', type: 'email' })).error,
    ).toBeNull();
    await client.signInWithOtp({ email });
    const second = (await auth.sentTo(email)).at(-1);
    expect(second?.template).toBe('auth.magic_link');
    const hash = new URL(second?.vars.link ?? '').searchParams.get('token') ?? '';
    const { data, error } = await auth.client().verifyOtp({ token_hash: hash, type: 'magiclink' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  it('with a challenge ends in a code, exchanged once and only against its verifier', async () => {
    const email = anEmail();
    const client = auth.client('pkce');
    expect((await client.signUp({ email, password: PASSWORD })).error).toBeNull();
    expect((await auth.sentTo(email))[0]?.vars.link).toContain('?token=pkce_');
    const landed = await open(email);
    expect(landed.hash).toBe('');
    const code = landed.searchParams.get('code') ?? '';
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    const wrong = await auth.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    });
    expect(wrong.json).toMatchObject({
      error_code: 'bad_code_verifier',
      msg: 'code challenge does not match previously saved code verifier',
    });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await auth.post('/token?grant_type=pkce', { auth_code: code, code_verifier: 'x' });
    expect(again.status).toBe(404);
    expect(again.json.error_code).toBe('flow_state_not_found');
  });

  it('with a challenge lets the code grow too old after five minutes', async () => {
    const { email } = await aPerson(auth);
    const client = auth.client('pkce');
    await client.resetPasswordForEmail(email);
    const code = (await open(email)).searchParams.get('code') ?? '';
    auth.passSeconds(301);
    const { error } = await client.exchangeCodeForSession(code);
    expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 });
  });

  it('with a challenge puts an error into the query too', async () => {
    const reply = await auth.get('/verify?token=pkce_none&type=signup&redirect_to=http://localhost:3999/x');
    const target = new URL(reply.headers.get('location') ?? '');
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(target.hash).toContain('error_code=otp_expired');
    expect(target.hash).toContain('sb=');
  });

  it('does not take a link with its mark cut off', async () => {
    const email = anEmail();
    await auth.client('pkce').signUp({ email, password: PASSWORD });
    const link = (await auth.sentTo(email))[0]?.vars.link?.replace('pkce_', '') ?? '';
    const reply = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
    expect(reply.headers.get('location')).toContain('otp_expired');
  });
});

describe('where a mail link leads', () => {
  it('is asked of the request, and again when the link is opened', async () => {
    const email = anEmail();
    await auth.post('/signup?redirect_to=https%3A%2F%2Fevil.example%2F', { email, password: PASSWORD });
    const link = (await auth.sentTo(email))[0]?.vars.link ?? '';
    expect(link).toMatch(/redirect_to=http:\/\/localhost:3999\/auth\/confirmed$/);
    const bent = link.replace(/redirect_to=.*/, 'redirect_to=https://evil.example/');
    const reply = await auth.get(bent.replace(`${auth.publicUrl}/auth/v1`, ''));
    expect(reply.headers.get('location')).toMatch(/^http:\/\/localhost:3999\/auth\/confirmed#access_token=/);
  });

  it('is told by a redirect, of which the log has nothing to complain', async () => {
    const email = anEmail();
    await auth.post('/signup', { email, password: PASSWORD });
    const before = auth.errors.length;
    await open(email);
    await auth.get('/health');
    expect(auth.errors.slice(before)).toEqual([]);
  });
});

describe('changing the account', () => {
  it('merges the data, and a null takes a key away', async () => {
    const { client } = await aPerson(auth);
    await client.updateUser({ data: { name: 'Asha', city: 'Pune' } });
    const { data } = await client.updateUser({ data: { city: null, pin: 1 } });
    expect(data.user?.user_metadata).toMatchObject({ name: 'Asha', pin: 1, email_verified: true });
    expect(data.user?.user_metadata).not.toHaveProperty('city');
    expect((await client.getUser()).data.user?.user_metadata.name).toBe('Asha');
  });

  it('refuses the present password as the new one, and a weak one', async () => {
    const { client } = await aPerson(auth);
    const same = await client.updateUser({ password: PASSWORD, current_password: PASSWORD });
    expect(same.error?.code).toBe('same_password');
    expect((await client.updateUser({ password: 'short' })).error?.code).toBe('weak_password');
  });

  it('changes the e-mail address when both addresses agreed', async () => {
    const { client, email, user } = await aPerson(auth);
    const next = anEmail();
    const { data } = await client.updateUser({ email: next });
    expect(data.user).toMatchObject({ email, new_email: next });
    const token = async (address: string) => (await auth.sentTo(address)).at(-1)?.vars.code ?? '';
    const first = await auth.client().verifyOtp({ email, token: await token(email), type: 'email_change' });
    expect(first.error).toBeNull();
    expect(first.data.session).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(email);
    const second = await auth
      .client()
      .verifyOtp({ email: next, token: await token(next), type: 'email_change' });
    expect(second.error).toBeNull();
    expect(second.data.user).toMatchObject({ id: user.id, email: next });
    expect(second.data.user).not.toHaveProperty('new_email');
    expect((await auth.client().signInWithPassword({ email: next, password: PASSWORD })).error).toBeNull();
  });

  it('says of the first of two links that the other must follow', async () => {
    const { client, email } = await aPerson(auth);
    await client.updateUser({ email: anEmail() });
    expect(decodeURIComponent((await open(email)).hash)).toContain('message=Confirmation+link+accepted');
  });

  it('refuses a taken address, and gives it to the first of two who wait for it', async () => {
    const { email: taken } = await aPerson(auth);
    const one = await aPerson(auth);
    const two = await aPerson(auth);
    expect((await one.client.updateUser({ email: taken })).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    });
    const wanted = anEmail();
    for (const { client, email } of [one, two]) {
      await client.updateUser({ email: wanted });
      const token = (await auth.sentTo(email)).at(-1)?.vars.code ?? '';
      expect((await auth.client().verifyOtp({ email, token, type: 'email_change' })).error).toBeNull();
    }
    const [first, second] = (await auth.sentTo(wanted)).map(({ vars }) => vars.code ?? '');
    const verify = (token = '') => auth.client().verifyOtp({ email: wanted, token, type: 'email_change' });
    expect((await verify(second)).data.user?.id).toBe(two.user.id);
    expect((await verify(first)).error?.code).toBe('email_exists');
  });

  it('adds a mobile number when its code came back', async () => {
    const { client, user } = await aPerson(auth);
    const phone = aPhone();
    expect((await client.updateUser({ phone: `+${phone}` })).data.user).toMatchObject({
      phone: '',
      new_phone: phone,
    });
    const token = (await auth.sentTo(phone))[0]?.vars.code ?? '';
    const { data, error } = await client.verifyOtp({ phone, token, type: 'phone_change' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: user.id, phone });
    expect(data.user?.app_metadata.providers).toEqual(['email', 'phone']);
    const other = await aPerson(auth);
    expect((await other.client.updateUser({ phone })).error).toMatchObject({
      code: 'phone_exists',
      status: 422,
    });
  });

  it('gives a number to who proves it, however many asked for it before and never did', async () => {
    const phone = aPhone();
    await auth.sql.query(
      `insert into auth.users (id, new_phone, created_at, updated_at)
       select ('00000000' || right(gen_random_uuid()::text, 28))::uuid, $1, now(), now() from generate_series(1, 40)`,
      [phone],
    );
    const other = await aPerson(auth);
    expect((await other.client.updateUser({ phone })).error).toBeNull();
    auth.passSeconds(31);
    const { client, user } = await aPerson(auth);
    expect((await client.updateUser({ phone })).error).toBeNull();
    const token = (await auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    const proven = await auth.client().verifyOtp({ phone, token, type: 'phone_change' });
    expect([proven.error, proven.data.user?.id]).toEqual([null, user.id]);
  });

  it('leaves what only staff may set alone', async () => {
    const { session } = await aPerson(auth);
    const reply = await auth.call('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ app_metadata: { staff: true } }),
    });
    expect([reply.status, reply.json.error_code]).toEqual([403, 'not_admin']);
  });
});

describe('where a fresh proof is required for a new password', () => {
  let strict: TestAuth;
  beforeAll(async () => {
    strict = await startTestAuth({
      AUTH_REQUIRE_REAUTHENTICATION: 'on',
      AUTH_REQUIRE_CURRENT_PASSWORD: 'on',
    });
  });
  afterAll(() => strict.stop());

  it('asks an old session for the mailed code and for the present password', async () => {
    const { email } = await aPerson(strict);
    const client = strict.client();
    await client.signInWithPassword({ email, password: PASSWORD });
    const update = (fields: object) => client.updateUser({ password: NEW_PASSWORD, ...fields });
    strict.passSeconds(25 * 3600);
    await client.refreshSession();
    expect((await update({})).error?.code).toBe('current_password_required');
    expect((await update({ current_password: 'not-it-at-all' })).error?.code).toBe(
      'current_password_invalid',
    );
    expect((await update({ current_password: PASSWORD })).error?.code).toBe('reauthentication_needed');
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = (await strict.sentTo(email)).at(-1)?.vars.code ?? '';
    const wrong = nonce === '111111' ? '222222' : '111111';
    expect((await update({ current_password: PASSWORD, nonce: wrong })).error?.code).toBe(
      'reauthentication_not_valid',
    );
    expect((await update({ current_password: PASSWORD, nonce })).error).toBeNull();
  });
});

describe('where the present password may be left out', () => {
  let lenient: TestAuth;
  beforeAll(async () => {
    lenient = await startTestAuth({ AUTH_REQUIRE_CURRENT_PASSWORD: 'off' });
  });
  afterAll(() => lenient.stop());

  it('is nevertheless not taken when it is wrong', async () => {
    const { client } = await aPerson(lenient);
    const wrong = await client.updateUser({ password: NEW_PASSWORD, current_password: 'not-it-at-all' });
    expect(wrong.error?.code).toBe('current_password_invalid');
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});
