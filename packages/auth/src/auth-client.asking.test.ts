import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

describe('a stranger who asks for codes', () => {
  it('learns nothing by asking for one thing and then for another', async () => {
    const after = async (path: string, body: object, second: string, then: object) => {
      const known = await aPerson(auth);
      const waiting = anEmail();
      await auth.client().signUp({ email: waiting, password: PASSWORD });
      auth.passSeconds(86_401);
      const answers = [];
      for (const email of [known.email, anEmail(), waiting]) {
        const { status } = await auth.post(path, { email, ...body });
        const { status: later, json } = await auth.post(second, { email, ...then });
        answers.push([status, later, json.error_code]);
      }
      return answers;
    };
    for (const [path, body, second, then, status] of [
      ['/recover', {}, '/otp', {}, 429],
      ['/otp', {}, '/recover', {}, 429],
      ['/otp', {}, '/resend', { type: 'signup' }, 429],
      ['/recover', {}, '/resend', { type: 'signup' }, 200],
    ] as const) {
      const [known, nobody, waiting] = await after(path, body, second, then);
      expect([path, second, known]).toEqual([
        path,
        second,
        [200, status, status === 200 ? undefined : 'over_email_send_rate_limit'],
      ]);
      expect([path, second, nobody]).toEqual([path, second, known]);
      expect([path, second, waiting]).toEqual([path, second, known]);
    }
    const client = auth.client();
    const phone = aPhone();
    await client.signInWithOtp({ phone });
    const code = (await auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    expect((await client.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull();
    auth.passSeconds(86_401);
    for (const number of [phone, aPhone()]) {
      expect(await auth.post('/otp', { phone: number })).toMatchObject({ status: 200 });
      expect(await auth.post('/resend', { type: 'sms', phone: number })).toMatchObject({ status: 429 });
    }
  });

  it('learns nothing by asking for codes again and again and then for a confirmation', async () => {
    const { email: known } = await aPerson(auth);
    auth.passSeconds(86_401);
    for (const email of [known, anEmail()]) {
      const statuses = [];
      for (const [path, body] of [
        ['/otp', {}],
        ['/otp', {}],
        ['/otp', {}],
        ['/otp', {}],
        ['/resend', { type: 'signup' }],
      ] as const) {
        statuses.push((await auth.post(path, { email, ...body })).status);
        auth.passSeconds(61);
      }
      // Strangers have four of an hour.
      expect(statuses).toEqual([200, 200, 200, 200, 429]);
    }
  });

  it('learns nothing so by SMS either, where others used up the number’s messages of a day', async () => {
    const site = await startTestAuth({
      TRUSTED_PROXIES: '127.0.0.1',
      AUTH_SMS_PER_NUMBER_PER_DAY: '1',
      AUTH_SMS_PER_ADDRESS_PER_HOUR: '1',
    });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    try {
      const known = aPhone();
      await site.post('/otp', { phone: known }, from('203.0.113.9'));
      const token = (await site.sentTo(known)).at(-1)?.vars.code;
      await site.post('/verify', { type: 'sms', phone: known, token }, from('203.0.113.9'));
      for (const phone of [known, aPhone()]) {
        site.passSeconds(86_401);
        const statuses = [];
        for (const [path, address] of [
          ['/otp', '198.51.100.1'],
          ['/otp', '198.51.100.2'],
          ['/otp', '198.51.100.1'],
          ['/resend', '198.51.100.1'],
        ] as const) {
          statuses.push((await site.post(path, { type: 'sms', phone }, from(address))).status);
          site.passSeconds(31);
        }
        expect(statuses).toEqual([200, 200, 200, 200]);
      }
    } finally {
      await site.stop();
    }
  });

  it('is told that an account is missing only where the protocol wants it: where none may be made', async () => {
    const client = auth.client();
    const options = { shouldCreateUser: false };
    const { error } = await client.signInWithOtp({ email: anEmail(), options });
    expect([error?.status, error?.code, error?.message]).toEqual([
      422,
      'otp_disabled',
      'Signups not allowed for otp',
    ]);
    const { email } = await aPerson(auth);
    auth.passSeconds(61);
    expect((await client.signInWithOtp({ email, options })).error).toBeNull();
  });
});
