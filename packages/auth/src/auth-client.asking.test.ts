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
