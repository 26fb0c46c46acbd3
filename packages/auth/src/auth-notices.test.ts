import { Secret, TOTP } from 'otpauth';
import { until } from '@mohlat/platform/waiting.testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const DAY_SECONDS = 24 * 60 * 60;

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

const told = async (email: string, template: string) =>
  (await auth.sentTo(email)).filter((one) => one.template === template);

const logInOf =
  (email: string) =>
  (ip: string, device?: string, browser: string = PHONE) =>
    auth.post(
      '/token?grant_type=password',
      { email, password: PASSWORD },
      { 'x-forwarded-for': ip, 'user-agent': browser, ...(device ? { 'x-device-name': device } : {}) },
    );
const countOf = (email: string) => async () => (await told(email, 'auth.new_sign_in')).length;

/** A signed-in person with a number alone. */
async function withANumber(site: TestAuth) {
  const phone = aPhone();
  const client = site.client();
  await client.signInWithOtp({ phone });
  const token = (await site.sentTo(phone)).at(-1)?.vars.code ?? '';
  const { data, error } = await client.verifyOtp({ phone, token, type: 'sms' });
  expect(error).toBeNull();
  return { client, phone, userId: data.user?.id };
}

describe('the owner of an account', () => {
  it('is told of a log-in from an address and browser not seen for ninety days, once', async () => {
    const { email } = await aPerson(auth);
    const logIn = logInOf(email);
    const count = countOf(email);
    await auth.client().signInWithPassword({ email, password: PASSWORD });
    expect(await count()).toBe(0);
    await logIn('203.0.113.7');
    expect(await count()).toBe(1);
    const [mail] = await told(email, 'auth.new_sign_in');
    expect(mail?.vars).toEqual({
      device: 'Chrome, Android',
      at: expect.stringMatching(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d IST$/),
      link: `${auth.publicUrl}/dashboard/security`,
    });
    await logIn('203.0.113.7');
    expect(await count()).toBe(1);
    auth.passSeconds(91 * DAY_SECONDS);
    await logIn('203.0.113.7');
    expect(await count()).toBe(2);
  });

  it('is told of a browser once that says which one it is, wherever it moves, and of each other one', async () => {
    const { email } = await aPerson(auth);
    const logIn = logInOf(email);
    const count = countOf(email);
    const [own, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await logIn('203.0.113.7', own);
    expect(await count()).toBe(1);
    for (const ip of ['203.0.113.8', '198.51.100.9', '2001:db8::7']) await logIn(ip, own);
    auth.passSeconds(91 * DAY_SECONDS);
    await logIn('203.0.113.10', own);
    expect(await count()).toBe(1);
    await logIn('203.0.113.11', other);
    expect(await count()).toBe(2);
    // A browser's name that one account knows is new to another: each account has a hash of its own.
    const neighbour = await aPerson(auth);
    await logInOf(neighbour.email)('203.0.113.12', own);
    expect(await countOf(neighbour.email)()).toBe(1);
  });

  it('given a browser with a name, when another one of its kind logs in at its address, then is told, whether that gives a name or not', async () => {
    const { email } = await aPerson(auth);
    const logIn = logInOf(email);
    const count = countOf(email);
    const own = crypto.randomUUID();
    await logIn('203.0.113.25', own);
    expect(await count()).toBe(1);
    await logIn('203.0.113.25', crypto.randomUUID());
    expect(await count()).toBe(2);
    await logIn('203.0.113.25');
    expect(await count()).toBe(3);
    await logIn('203.0.113.25', own);
    expect(await count()).toBe(3);
  });

  it('is told of another kind of browser at an address that is known, and not of the same one where neither has a name', async () => {
    const { email } = await aPerson(auth);
    const logIn = logInOf(email);
    const count = countOf(email);
    await logIn('203.0.113.20');
    expect(await count()).toBe(1);
    await logIn('203.0.113.20');
    await logIn('203.0.113.20', 'too short');
    expect(await count()).toBe(1);
    await logIn(
      '203.0.113.20',
      undefined,
      'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0',
    );
    expect(await count()).toBe(2);
    expect((await told(email, 'auth.new_sign_in')).at(-1)?.vars.device).toBe('Firefox, Windows');
  });

  it('is not written to about the address they log in from each day, whose log-in was before browsers were noted', async () => {
    const { email, user } = await aPerson(auth);
    await logInOf(email)('203.0.113.30');
    await auth.sql.query('update auth.events set device = null, device_hash = null where user_id = $1', [
      user.id,
    ]);
    await logInOf(email)('203.0.113.30', crypto.randomUUID());
    expect(await countOf(email)()).toBe(1);
  });

  it('can read of each log-in from which browser it was, and nothing stored names that browser', async () => {
    const { email, user } = await aPerson(auth);
    const name = crypto.randomUUID();
    await logInOf(email)('203.0.113.40', name);
    const { rows } = await auth.sql.query<{ device: string | null; text: string }>(
      "select device, e::text as text from auth.events e where user_id = $1 and what = 'signed_in' order by at",
      [user.id],
    );
    expect(rows.map(({ device }) => device)).toEqual([null, 'Chrome, Android']);
    const raw = Buffer.from(name).toString('hex');
    for (const { text } of rows) expect([text.includes(name), text.includes(raw)]).toEqual([false, false]);
  });

  it('is told of a second step that came and of one that went, not of one that was never finished', async () => {
    const { client, email } = await aPerson(auth);
    const unfinished = await client.mfa.enroll({ factorType: 'totp' });
    await client.mfa.unenroll({ factorId: unfinished.data!.id });
    expect(await told(email, 'auth.factor_removed')).toEqual([]);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const { id, totp } = data!;
    const { rows } = await auth.sql.query<{ at: Date }>(
      'select created_at as at from auth.factors where id = $1',
      [id],
    );
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({
      timestamp: rows[0]!.at.getTime(),
    });
    expect((await client.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    expect(await told(email, 'auth.factor_added')).toHaveLength(1);
    await client.mfa.unenroll({ factorId: id });
    expect(await told(email, 'auth.factor_removed')).toHaveLength(1);
  });
});

describe('a new contact that is asked for', () => {
  const begun = (address: string) => told(address, 'auth.change_begun');

  it('is told to the present address at once, without a link that takes anything back', async () => {
    const { client, email, user } = await aPerson(auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    const [mail, ...more] = await begun(email);
    expect(more).toEqual([]);
    expect(mail?.vars).toEqual({ link: `${auth.publicUrl}/dashboard/security` });
    expect(await begun(phone)).toEqual([]);
    const { rows } = await auth.sql.query('select 1 from auth.undo_links where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });

  it('is told once, however often its code is sent again while it waits', async () => {
    const { client, email } = await aPerson(auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    auth.passSeconds(61);
    expect((await client.updateUser({ phone })).error).toBeNull();
    expect(await begun(email)).toHaveLength(1);
    expect((await client.updateUser({ phone: aPhone() })).error).toBeNull();
    expect(await begun(email)).toHaveLength(2);
  });

  it('is told by SMS where a number alone is known, of a number and of an address', async () => {
    const { client, phone } = await withANumber(auth);
    expect((await client.updateUser({ phone: aPhone() })).error).toBeNull();
    expect((await client.updateUser({ email: anEmail() })).error).toBeNull();
    expect(await begun(phone)).toHaveLength(2);
  });

  it('is not told apart where the present address has to agree to the new one: it is asked', async () => {
    const { client, email } = await aPerson(auth);
    expect((await client.updateUser({ email: anEmail() })).error).toBeNull();
    expect(await begun(email)).toEqual([]);
    expect(await told(email, 'auth.email_change')).toHaveLength(1);
  });
});

describe('notices by SMS', () => {
  const HOUR_SECONDS = 60 * 60;

  /** A person with a number alone, who has an authenticator app, and what their press on "make recovery codes" needs. */
  async function withAnApp(site: TestAuth) {
    const { phone, client, userId } = await withANumber(site);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const app = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) });
    const made = await site.sql.query<{ at: Date }>(
      'select created_at as at from auth.factors where id = $1',
      [data!.id],
    );
    const shown = app.generate({ timestamp: made.rows[0]!.at.getTime() });
    const raised = await client.mfa.challengeAndVerify({ factorId: data!.id, code: shown });
    const headers = { authorization: `Bearer ${raised.data?.access_token}` };
    return { phone, client, headers, userId, factorId: data!.id };
  }

  const noticesTo = async (site: TestAuth, phone: string) =>
    (await site.sentTo(phone)).map(({ template }) => template).filter((one) => one !== 'auth.otp');

  it('are counted for the account beyond the first of a kind in an hour, which always goes', async () => {
    const { phone, client, headers, userId, factorId } = await withAnApp(auth);
    expect((await auth.post('/factors/recovery-codes', '', headers)).status).toBe(200);
    for (let times = 0; times < 15; times += 1)
      expect((await auth.post('/factors/recovery-codes/regenerate', '', headers)).status).toBe(200);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();

    const kinds = await noticesTo(auth, phone);
    expect(kinds).toEqual([
      'auth.factor_added',
      // Ten of a day, with the one before.
      ...Array.from({ length: 9 }, () => 'auth.recovery_codes_made'),
      'auth.factor_removed',
    ]);
    const { rows } = await auth.sql.query('select 1 from auth.undo_links where user_id = $1', [userId]);
    expect(rows).toHaveLength(kinds.length);
  });

  it('go while they and the codes stay below the bound of an hour: the first of a kind goes always', async () => {
    const site = await startTestAuth({ AUTH_SMS_PER_HOUR: '5' });
    try {
      // From the beginning of an hour on.
      site.passSeconds(HOUR_SECONDS - ((Date.now() / 1000) % HOUR_SECONDS) + 1);
      const { phone, client, headers, factorId } = await withAnApp(site);
      expect((await site.post('/factors/recovery-codes', '', headers)).status).toBe(200);
      for (let times = 0; times < 4; times += 1)
        expect((await site.post('/factors/recovery-codes/regenerate', '', headers)).status).toBe(200);
      expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
      expect(await noticesTo(site, phone)).toEqual([
        'auth.factor_added',
        ...Array.from({ length: 3 }, () => 'auth.recovery_codes_made'),
        'auth.factor_removed',
      ]);
      const { rows } = await site.sql.query('select sent, notices from auth.sms_hours');
      expect(rows).toEqual([{ sent: 1, notices: 5 }]);
      expect((await site.post('/otp', { phone: aPhone() })).status).toBe(200);
    } finally {
      await site.stop();
    }
  });

  it('leave the part of known devices whole: given strangers and notices, its code goes', async () => {
    const site = await startTestAuth({ AUTH_SMS_PER_HOUR: '10' });
    try {
      site.passSeconds(HOUR_SECONDS - ((Date.now() / 1000) % HOUR_SECONDS) + 1);
      const { phone, client, factorId } = await withAnApp(site);
      expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
      for (let asked = 0; asked < 7; asked += 1)
        expect((await site.post('/otp', { phone: aPhone() })).status).toBe(200);
      expect((await site.post('/otp', { phone: aPhone() })).status).toBe(429);
      site.passSeconds(31);
      expect((await site.post('/otp', { phone })).status).toBe(200);
      expect(await noticesTo(site, phone)).toEqual(['auth.factor_added', 'auth.factor_removed']);
    } finally {
      await site.stop();
    }
  });

  it.each([
    ['a new number', {}],
    ['a new number and a new password', { password: 'another-Kettle-43' }],
    ['a new number and a new address', { email: anEmail() }],
  ])('of %s: given a code that waits for a lock, the row of the hour is free', async (_, alsoAsked) => {
    const { client, phone } = await withANumber(auth);
    const place = '203.0.113.77';
    const { data } = await client.getSession();
    const headers = { authorization: `Bearer ${data.session?.access_token}`, 'x-forwarded-for': place };
    await auth.post('/otp', { phone: aPhone() }, { 'x-forwarded-for': place });
    const [hold, look] = [await auth.sql.connect(), await auth.sql.connect()];
    try {
      await hold.query('begin');
      const { rows: held } = await hold.query(
        `select pg_advisory_xact_lock(hashtextextended(encode(phone_hash, 'hex'), 0)) from auth.sms_sent`,
      );
      expect(held.length).toBeGreaterThan(0);
      const changed = auth.call('/user', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ phone: aPhone(), ...alsoAsked }),
      });
      await until(async () => {
        const { rows } = await look.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        );
        return rows.length > 0 || undefined;
      });
      await look.query('begin');
      const { rows: free } = await look.query('select hour from auth.sms_hours for update skip locked');
      await look.query('rollback');
      const { rows: all } = await look.query('select hour from auth.sms_hours');
      expect(free).toEqual(all);
      await hold.query('commit');
      expect((await changed).status).toBe(200);
      expect(await noticesTo(auth, phone)).toContain('auth.change_begun');
    } finally {
      await hold.query('rollback');
      hold.release();
      look.release();
    }
  });
});
