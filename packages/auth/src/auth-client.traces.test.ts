import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poll } from '@mohlat/platform/waiting.testing.ts';
import { until } from '@mohlat/platform/waiting.testing.ts';
import {
  anEmail,
  aPerson,
  aPhone,
  PASSWORD,
  startTestAuth,
  type TestAuth,
  testSettings,
} from './auth.testing.ts';

const NUMBER = '919800000001';
const ENDING = '919800000002';
const CODE = '424242';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({
    AUTH_SMS_TEST_CODES: `+${NUMBER}=${CODE} 919800000003=111111`,
    AUTH_MFA_PHONE: 'on',
    AUTH_PASSWORD_TRIES: '0',
    AUTH_RATE_LIMIT_FACTOR: '50',
  });
});
afterAll(() => auth.stop());

interface Trace {
  readonly what: string;
  readonly times: number;
}

async function tracesOf(userId: string): Promise<Record<string, number>> {
  const { rows } = await auth.sql.query<Trace>(
    'select what, sum(times)::integer as times from auth.events where user_id = $1 group by what',
    [userId],
  );
  return Object.fromEntries(rows.map(({ what, times }) => [what, times]));
}

const rowsOf = async (userId: string) =>
  (await auth.sql.query('select id from auth.events where user_id = $1', [userId])).rows.length;

const refresh = (token: unknown) => auth.post('/token?grant_type=refresh_token', { refresh_token: token });

describe('what happens to an account', () => {
  it('is written down, whatever it is, and nothing that was typed or handed out', async () => {
    const { client, user, email, session } = await aPerson(auth);
    const headers = { authorization: `Bearer ${session.access_token}` };
    const code = (await auth.sentTo(email))[0]?.vars.code ?? '';
    const wrong = 'a-wrong-Kettle-1';
    await auth.client().signInWithPassword({ email, password: wrong });
    await client.updateUser({ password: 'another-Kettle-9', current_password: wrong });
    await auth.post('/signup', { email, password: wrong });
    await auth.post('/recover', { email });
    await auth.post('/verify', { email, token: '000000', type: 'recovery' });
    await client.updateUser({ data: { city: 'Pune' } });
    await refresh(session.refresh_token);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const { data: asked } = await client.mfa.challenge({ factorId: data?.id ?? '' });
    const verify = (typed: string) =>
      auth.post(`/factors/${data?.id}/verify`, { challenge_id: asked?.id, code: typed }, headers);
    await verify('abcdef');
    const secret = Secret.fromBase32(data?.totp.secret ?? '');
    const right = new TOTP({ secret }).generate({ timestamp: ((session.expires_at ?? 0) - 3600) * 1000 });
    expect((await verify(right)).status).toBe(200);
    await client.mfa.unenroll({ factorId: data?.id ?? '' });
    await client.signOut();
    expect(await tracesOf(user.id)).toEqual({
      signed_up: 1,
      code_sent: 2,
      confirmed: 1,
      signed_in: 1,
      password_refused: 2,
      sign_up_repeated: 1,
      code_refused: 1,
      details_changed: 1,
      token_refreshed: 1,
      factor_enrolled: 1,
      factor_asked: 1,
      factor_refused: 1,
      factor_verified: 1,
      factor_removed: 1,
      signed_out: 1,
    });
    const { rows } = await auth.sql.query<{ text: string }>(
      'select e::text as text from auth.events e where user_id = $1',
      [user.id],
    );
    const told = rows.map(({ text }) => text).join('\n');
    for (const secret_ of [PASSWORD, wrong, code, session.refresh_token, right])
      expect(told).not.toContain(secret_);
  });

  it('leaves one row a day of what can be repeated, with how often and from where last', async () => {
    const { user, email, session } = await aPerson(auth);
    const before = await rowsOf(user.id);
    const guess = (ip: string) =>
      auth.post(
        '/token?grant_type=password',
        { email, password: 'a-wrong-Kettle-1' },
        { 'x-forwarded-for': ip },
      );
    await Promise.all(Array.from({ length: 20 }, () => guess('203.0.113.1')));
    await guess('203.0.113.2');
    let token: unknown = session.refresh_token;
    for (let turn = 0; turn < 5; turn += 1) token = (await refresh(token)).json.refresh_token;
    expect(await rowsOf(user.id)).toBe(before + 2);
    const { rows } = await auth.sql.query(
      `select times, host(ip) as ip, last_at >= at as is_later from auth.events
       where user_id = $1 and what = 'password_refused'`,
      [user.id],
    );
    expect(rows).toEqual([{ times: 21, ip: '203.0.113.2', is_later: true }]);
    auth.passSeconds(86_400);
    await guess('203.0.113.2');
    expect(await rowsOf(user.id)).toBe(before + 3);
  });

  it('is kept for a year, however often it happened', async () => {
    const { user, email } = await aPerson(auth);
    await auth.post('/token?grant_type=password', { email, password: 'a-wrong-Kettle-1' });
    const forget = (days: number) =>
      auth.sql.query(
        `select auth.forget_old(max(at) + make_interval(days => $2), 1000) from auth.events
        where user_id = $1`,
        [user.id, days],
      );
    await forget(364);
    expect(await tracesOf(user.id)).toMatchObject({ password_refused: 1 });
    await forget(367);
    expect(await rowsOf(user.id)).toBe(0);
  });

  it('is not kept of an account that stayed unproven for a week, nor is the account', async () => {
    const email = anEmail();
    await auth.post('/signup', { email, password: PASSWORD });
    const person = await aPerson(auth);
    const isThere = async (address: string) =>
      (await auth.sql.query('select 1 from auth.users where email = $1', [address])).rows.length === 1;
    const forget = (days: number) =>
      auth.sql.query(
        `select auth.forget_old(created_at + make_interval(days => $2), 1000) from auth.users where email = $1`,
        [email, days],
      );
    await forget(6);
    expect(await isThere(email)).toBe(true);
    await forget(8);
    expect([await isThere(email), await isThere(person.email)]).toEqual([false, true]);
  });

  it('is kept of an account that is proven while unproven ones are removed', async () => {
    const email = anEmail();
    await auth.post('/signup', { email, password: PASSWORD });
    const { rows } = await auth.sql.query<{ id: string; week: Date }>(
      `select id, created_at + interval '8 days' as week from auth.users where email = $1`,
      [email],
    );
    const [{ id, week }] = rows as [{ id: string; week: Date }];
    const proof = await auth.sql.connect();
    try {
      await proof.query('begin');
      await proof.query('update auth.users set email_confirmed_at = $2 where id = $1', [id, week]);
      let isOver = false;
      const removal = auth.sql.query('select auth.forget_old($1, 1000)', [week]).then(() => {
        isOver = true;
      });
      const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%forget_old%'`;
      await poll(async () => isOver || (await auth.sql.query(waits)).rows.length > 0);
      await proof.query('commit');
      await removal;
    } finally {
      proof.release();
    }
    expect((await auth.sql.query('select 1 from auth.users where id = $1', [id])).rows).toHaveLength(1);
  });

  it('of a stranger’s guess at no account is written nowhere', async () => {
    const count = async () => (await auth.sql.query('select id from auth.events')).rows.length;
    const before = await count();
    await auth.post('/token?grant_type=password', { email: anEmail(), password: 'a-wrong-Kettle-1' });
    expect(await count()).toBe(before);
  });
});

describe('numbers to try the product on', () => {
  it('get no SMS; their code signs in, also when none was asked for', async () => {
    const client = auth.client();
    expect((await client.signInWithOtp({ phone: NUMBER })).error).toBeNull();
    expect(await auth.sentTo(NUMBER)).toEqual([]);
    const first = await client.verifyOtp({ phone: NUMBER, token: CODE, type: 'sms' });
    expect(first.data.user).toMatchObject({ phone: NUMBER, phone_confirmed_at: expect.any(String) });
    const again = await auth.client().verifyOtp({ phone: NUMBER, token: CODE, type: 'sms' });
    expect(again.data.user?.id).toBe(first.data.user?.id);
    // As often as they like: no message goes out that would have to be spaced.
    expect((await client.signInWithOtp({ phone: NUMBER })).error).toBeNull();
    const wrong = await auth.client().verifyOtp({ phone: NUMBER, token: '424243', type: 'sms' });
    expect(wrong.error?.code).toBe('otp_expired');
    const other = await auth.client().verifyOtp({ phone: '919800000003', token: CODE, type: 'sms' });
    expect(other.error?.code).toBe('otp_expired');
  });

  it('open no account that has another number', async () => {
    const phone = aPhone();
    await auth.post('/otp', { phone });
    expect((await auth.post('/verify', { phone, token: CODE, type: 'sms' })).json.error_code).toBe(
      'otp_expired',
    );
    const nobody = await auth.post('/verify', { phone: '919800000003', token: '111111', type: 'sms' });
    expect(nobody.json.error_code).toBe('otp_expired');
  });

  it('can be a pending number and a second factor', async () => {
    const { client } = await aPerson(auth);
    const phone = '919800000003';
    expect((await client.updateUser({ phone })).data.user?.new_phone).toBe(phone);
    const changed = await client.verifyOtp({ phone, token: '111111', type: 'phone_change' });
    expect(changed.data.user?.phone).toBe(phone);
    // The proof of a number is no sign-in, which a factor needs.
    await client.signInWithPassword({ phone, password: PASSWORD });
    const { data } = await client.mfa.enroll({ factorType: 'phone', phone });
    const raised = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '111111' });
    expect(raised.error).toBeNull();
    expect(await auth.sentTo(phone)).toEqual([]);
  });

  it('are refused where the product is real, and where they are malformed', () => {
    const read = (env: Record<string, string>, isTrial: boolean) => () =>
      testSettings({ env, publicUrl: 'https://example.in', isTrial });
    const one = { AUTH_SMS_TEST_CODES: `${NUMBER}=${CODE}` };
    expect(read(one, true)().testCodes.byNumber.get(NUMBER)).toBe(CODE);
    expect(read(one, false)).toThrow(/^AUTH_SMS_TEST_CODES would let anybody in/);
    expect(read({}, false)().testCodes.byNumber.size).toBe(0);
    for (const text of ['919800000001', '919800000001=12345', '0=123456', `${NUMBER}=12345a`])
      expect(read({ AUTH_SMS_TEST_CODES: text }, true)).toThrow(/^AUTH_SMS_TEST_CODES is malformed/);
    expect(read({ AUTH_SMS_TEST_CODES_UNTIL: 'soon' }, true)).toThrow(/^AUTH_SMS_TEST_CODES_UNTIL is "soon"/);
  });

  it('are numbers like any other from the instant that is set', async () => {
    const ending = await startTestAuth({
      AUTH_SMS_TEST_CODES: `${ENDING}=${CODE}`,
      AUTH_SMS_TEST_CODES_UNTIL: new Date(Date.now() + 3600_000).toISOString(),
    });
    try {
      await ending.post('/otp', { phone: ENDING });
      expect(await ending.sentTo(ENDING)).toEqual([]);
      ending.passSeconds(3601);
      const late = await ending.post('/verify', { phone: ENDING, token: CODE, type: 'sms' });
      expect(late.json.error_code).toBe('otp_expired');
      await ending.post('/otp', { phone: ENDING });
      expect(await ending.sentTo(ENDING)).toHaveLength(1);
    } finally {
      await ending.stop();
    }
  });
});

describe('an answer', () => {
  it('names the session it hands over, and why an older token was taken', async () => {
    const { user, session } = await aPerson(auth);
    const [, payload = ''] = session.access_token.split('.');
    const { session_id: sessionId } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      session_id: string;
    };
    const named = async (token: unknown) => {
      const { headers, json } = await refresh(token);
      const of = (name: string) => headers.get(`sb-auth-${name}`);
      expect([of('user-id'), of('session-id')]).toEqual([user.id, sessionId]);
      return {
        next: json.refresh_token,
        seen: [of('refresh-token-counter'), of('refresh-token-reuse-cause')],
      };
    };
    const first = await named(session.refresh_token);
    expect(first.seen).toEqual(['1', null]);
    expect((await named(session.refresh_token)).seen).toEqual(['1', 'concurrent-refresh,fail-to-save']);
    const second = await named(first.next);
    expect((await named(session.refresh_token)).seen).toEqual(['2', 'concurrent-refresh']);
    auth.passSeconds(11);
    expect((await named(first.next)).seen).toEqual(['2', 'fail-to-save']);
    expect((await named(second.next)).seen).toEqual(['3', null]);
  });

  it('that takes too long is a 504 which tells the client to try again, and what it began goes on', async () => {
    // The time limit of this one holds for the two calls alone that are to exceed it.
    const hasty = await startTestAuth({ AUTH_REQUEST_SECONDS: '3' }, { beside: auth });
    try {
      const { client, user, email } = await aPerson(auth);
      const holder = await auth.sql.connect();
      try {
        await holder.query('begin');
        await holder.query('select id from auth.users where id = $1 for update', [user.id]);
        const headers = {
          authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
          'x-supabase-api-version': '2024-01-01',
        };
        const [reply, { error }] = await Promise.all([
          hasty.call('/user', { method: 'PUT', headers, body: '{"data":{"city":"Pune"}}' }),
          hasty.client().signInWithOtp({ email }),
        ]);
        expect([reply.status, reply.json.code]).toEqual([504, 'request_timeout']);
        expect(reply.headers.get('x-sb-error-code')).toBe('request_timeout');
        expect([error?.name, error?.status]).toEqual(['AuthRetryableFetchError', 504]);
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      await until(async () =>
        (await client.getUser()).data.user?.user_metadata.city === 'Pune' ? true : undefined,
      );
    } finally {
      await hasty.stop();
    }
  });
});
