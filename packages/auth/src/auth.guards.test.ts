import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aPhone, anEmail, PASSWORD, startTestAuth, type TestAuth } from './auth.testing.ts';

const NEW_PASSWORD = 'harvest-Lantern-77';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

const templates = async (address: string) => (await auth.sentTo(address)).map(({ template }) => template);
const codeOf = async (address: string) => (await auth.sentTo(address)).at(-1)?.vars.code ?? '';

describe('mails with codes', () => {
  it('go to one address at most five times an hour, whatever they are for and from any caller', async () => {
    const { email } = await aPerson(auth);
    const ways = ['/recover', '/otp', '/recover', '/otp'];
    for (const way of ways) {
      auth.passSeconds(61);
      expect((await auth.post(way, { email })).status).toBe(200);
    }
    auth.passSeconds(61);
    const refused = await auth.post('/recover', { email });
    expect(refused).toMatchObject({ status: 429, json: { error_code: 'over_email_send_rate_limit' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(await auth.sentTo(email)).toHaveLength(5);
    auth.passSeconds(3600);
    expect((await auth.post('/recover', { email })).status).toBe(200);
  });

  it('to another person’s address are counted for that address, as strangers’', async () => {
    const wanted = anEmail();
    for (let turn = 0; turn < 4; turn += 1)
      expect((await (await aPerson(auth)).client.updateUser({ email: wanted })).error).toBeNull();
    const { error } = await (await aPerson(auth)).client.updateUser({ email: wanted });
    expect(error?.code).toBe('over_email_send_rate_limit');
    expect(await auth.sentTo(wanted)).toHaveLength(4);
  });

  it('go to one address at most twenty times a day', async () => {
    const { email } = await aPerson(auth);
    for (let turn = 1; turn < 20; turn += 1) {
      auth.passSeconds(901);
      expect((await auth.post('/recover', { email })).status).toBe(200);
    }
    auth.passSeconds(901);
    expect((await auth.post('/recover', { email })).status).toBe(429);
    auth.passSeconds(24 * 3600);
    expect((await auth.post('/recover', { email })).status).toBe(200);
  });
});

describe('wrong tries', () => {
  const lockOut = async (address: object, type: string) => {
    for (let turn = 0; turn < 5; turn += 1)
      expect((await auth.post('/verify', { ...address, token: 'wrong', type })).status).toBe(403);
  };

  it('are not forgotten when a new code is sent: it is longer, and the new mail’s link works too', async () => {
    const { email } = await aPerson(auth);
    await auth.post('/recover', { email });
    await lockOut({ email }, 'recovery');
    auth.passSeconds(61);
    await auth.post('/recover', { email });
    expect(await codeOf(email)).toMatch(/^\d{10}$/);
    const link = (await auth.sentTo(email)).at(-1)?.vars.link ?? '';
    const opened = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
    expect(opened.headers.get('location')).toContain('#access_token=');
  });

  it('keep no person out, however often a code is asked for', async () => {
    const { email } = await aPerson(auth);
    await auth.post('/recover', { email });
    await lockOut({ email }, 'recovery');
    for (let turn = 0; turn < 2; turn += 1) {
      auth.passSeconds(12 * 3600);
      await auth.post('/recover', { email });
    }
    const token = await codeOf(email);
    expect((await auth.post('/verify', { email, token, type: 'recovery' })).status).toBe(200);
  });

  it('of an SMS code make the next one longer for a month', async () => {
    const phone = aPhone();
    await auth.post('/otp', { phone });
    await lockOut({ phone }, 'sms');
    auth.passSeconds(31);
    await auth.post('/otp', { phone });
    expect(await codeOf(phone)).toMatch(/^\d{10}$/);
    auth.passSeconds(31 * 24 * 3600);
    await auth.post('/otp', { phone });
    expect(await codeOf(phone)).toMatch(/^\d{6}$/);
    expect((await auth.post('/verify', { phone, token: await codeOf(phone), type: 'sms' })).status).toBe(200);
  });
});

describe('a new password', () => {
  it('needs the present one, in a session begun by a code as in any other', async () => {
    const { client, email } = await aPerson(auth);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error?.code).toBe(
      'current_password_required',
    );
    await auth.post('/otp', { email });
    const other = auth.client();
    await other.verifyOtp({ email, token: await codeOf(email), type: 'email' });
    expect((await other.updateUser({ password: NEW_PASSWORD })).error?.code).toBe(
      'current_password_required',
    );
    expect(
      (await client.updateUser({ password: NEW_PASSWORD, current_password: 'not-it-at-all' })).error?.code,
    ).toBe('current_password_invalid');
    expect(
      (await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })).error,
    ).toBeNull();
  });

  it('needs none in a session begun by recovery: once, and within an hour', async () => {
    const { email } = await aPerson(auth);
    const recovered = async () => {
      auth.passSeconds(61);
      await auth.client().resetPasswordForEmail(email);
      const client = auth.client();
      await client.verifyOtp({ email, token: await codeOf(email), type: 'recovery' });
      return client;
    };
    const client = await recovered();
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await client.updateUser({ password: 'another-Lantern-78' })).error?.code).toBe(
      'current_password_required',
    );
    const late = await recovered();
    auth.passSeconds(3601);
    await late.refreshSession();
    expect((await late.updateUser({ password: 'another-Lantern-78' })).error?.code).toBe(
      'current_password_required',
    );
  });

  it('needs none where there is no present one, nor where an SMS is the only way back', async () => {
    const phone = aPhone();
    await auth.post('/otp', { phone });
    const client = auth.client();
    await client.verifyOtp({ phone, token: await codeOf(phone), type: 'sms' });
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    auth.passSeconds(31);
    await auth.post('/otp', { phone });
    const forgetful = auth.client();
    await forgetful.verifyOtp({ phone, token: await codeOf(phone), type: 'sms' });
    expect((await forgetful.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});

describe('the owner is told by mail', () => {
  it('when the password changes', async () => {
    const { client, email } = await aPerson(auth);
    await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect((await templates(email)).at(-1)).toBe('auth.password_changed');
  });

  it('when the address changes, at the address that was', async () => {
    const { client, email } = await aPerson(auth);
    const next = anEmail();
    await client.updateUser({ email: next });
    for (const address of [email, next]) {
      const token = await codeOf(address);
      await auth.post('/verify', { email: address, token, type: 'email_change' });
    }
    expect((await client.getUser()).data.user?.email).toBe(next);
    const [notice] = (await auth.sentTo(email)).slice(-1);
    expect(notice?.template).toBe('auth.email_changed');
    expect(JSON.stringify(notice?.vars)).not.toContain(next);
    expect(await templates(next)).not.toContain('auth.email_changed');
  });

  it('when the mobile number changes', async () => {
    const { client, email } = await aPerson(auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    expect(await templates(email)).not.toContain('auth.phone_changed');
    await client.verifyOtp({ phone, token: await codeOf(phone), type: 'phone_change' });
    const [notice] = (await auth.sentTo(email)).slice(-1);
    expect(notice?.template).toBe('auth.phone_changed');
    expect(JSON.stringify(notice?.vars)).not.toContain(phone);
  });
});

describe('a new way in', () => {
  const HOUR = 3600;
  /** A person whose sign-in is older than an hour, with the bearer a thief would hold. */
  const longAgo = async (server: TestAuth) => {
    const person = await aPerson(server);
    server.passSeconds(HOUR + 1);
    await person.client.refreshSession();
    return person;
  };
  const amrOf = async (userId: string) => {
    const { rows } = await auth.sql.query<{ amr: { isChange?: true }[] }>(
      'select amr from auth.sessions where user_id = $1 order by created_at',
      [userId],
    );
    return rows.map(({ amr }) => amr[0]?.isChange);
  };

  it('by a number needs a sign-in of the last hour, and nothing is sent without', async () => {
    const { client } = await longAgo(auth);
    const phone = aPhone();
    const { error } = await client.updateUser({ phone, data: { city: 'Pune' } });
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect(await auth.sentTo(phone)).toEqual([]);
    const { data } = await client.getUser();
    expect(data.user?.user_metadata).not.toHaveProperty('city');
    expect(data.user?.new_phone).toBeUndefined();
  });

  it('is open with a sign-in of the last hour', async () => {
    const { client, email } = await longAgo(auth);
    await client.signInWithPassword({ email, password: PASSWORD });
    expect((await client.updateUser({ phone: aPhone() })).error).toBeNull();
  });

  it('is open with a fresh code from the proven address, once; a wrong one counts as a try', async () => {
    const { client, email } = await longAgo(auth);
    const phone = aPhone();
    await client.reauthenticate();
    const nonce = await codeOf(email);
    const wrong = nonce === '111111' ? '222222' : '111111';
    // The protocol takes a nonce with any change; the client's types name it for a password only.
    const put = (fields: object) => client.updateUser(fields);
    expect((await put({ phone, nonce: wrong })).error?.code).toBe('reauthentication_not_valid');
    const { rows } = await auth.sql.query(
      `select c.wrong from auth.code_tries c join auth.users u on u.id = c.user_id
       where u.email = $1 and c.kind = 'reauthentication' and c.triers = 'known'`,
      [email],
    );
    expect(rows).toEqual([{ wrong: 1 }]);
    expect((await put({ phone, nonce })).error).toBeNull();
    expect((await put({ phone: aPhone(), nonce })).error?.code).toBe('reauthentication_not_valid');
  });

  it('is not opened by a session that began with the proof of another number', async () => {
    const { client, user } = await aPerson(auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    const proven = await client.verifyOtp({ phone, token: await codeOf(phone), type: 'phone_change' });
    expect(proven.error).toBeNull();
    expect((await client.updateUser({ phone: aPhone() })).error?.code).toBe('reauthentication_needed');
    expect(await amrOf(user.id)).toEqual([undefined, true]);
    const claims = (await client.getClaims()).data?.claims;
    expect(claims?.amr).toEqual([{ method: 'otp', timestamp: expect.any(Number) as number }]);
  });

  it('is not opened by the proof of a new e-mail address either', async () => {
    const { client, email, user } = await aPerson(auth);
    const next = anEmail();
    await client.updateUser({ email: next });
    await auth.post('/verify', { email, token: await codeOf(email), type: 'email_change' });
    await client.verifyOtp({ email: next, token: await codeOf(next), type: 'email_change' });
    expect((await client.updateUser({ phone: aPhone() })).error?.code).toBe('reauthentication_needed');
    expect(await amrOf(user.id)).toEqual([undefined, true]);
  });

  it('by an address or a first password is guarded alike where only a number signs in, and told of by SMS', async () => {
    const phone = aPhone();
    const client = auth.client();
    await client.signInWithOtp({ phone });
    await client.verifyOtp({ phone, token: await codeOf(phone), type: 'sms' });
    auth.passSeconds(HOUR + 1);
    await client.refreshSession();
    const next = anEmail();
    expect((await client.updateUser({ email: next })).error?.code).toBe('reauthentication_needed');
    expect((await client.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('reauthentication_needed');
    expect(await auth.sentTo(next)).toEqual([]);
    await client.signInWithOtp({ phone });
    await client.verifyOtp({ phone, token: await codeOf(phone), type: 'sms' });
    expect((await client.updateUser({ email: next })).error).toBeNull();
    await client.verifyOtp({ email: next, token: await codeOf(next), type: 'email_change' });
    expect((await auth.sentTo(phone)).at(-1)).toMatchObject({
      channel: 'sms',
      template: 'auth.email_changed',
    });
  });

  it('stays as the protocol has it where that is chosen', async () => {
    const plain = await startTestAuth({ AUTH_REQUIRE_RECENT_SIGN_IN: 'off' });
    try {
      const { client } = await longAgo(plain);
      expect((await client.updateUser({ phone: aPhone() })).error).toBeNull();
    } finally {
      await plain.stop();
    }
  });
});
