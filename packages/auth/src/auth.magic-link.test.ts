import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestAuth, aPerson, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_RATE_LIMIT_OTP: '3' });
});
afterAll(() => auth.stop());

describe('POST /magiclink, by which older clients ask', () => {
  test('given an account or none, then a mail with a link goes as from /otp, and both are answered alike', async () => {
    const { email } = await aPerson(auth);
    const other = anEmail();
    for (const to of [email, other]) {
      const { status, json } = await auth.post('/magiclink', { email: to });
      expect([status, json]).toEqual([200, {}]);
    }
    expect((await auth.sentTo(email)).at(-1)?.template).toBe('auth.magic_link');
    expect((await auth.sentTo(other)).at(-1)?.template).toBe('auth.confirm');
  });

  test('given calls of an address, then they count with those to /otp', async () => {
    expect((await auth.post('/otp', { email: anEmail() })).status).toBe(200);
    const { status, json } = await auth.post('/magiclink', { email: anEmail() });
    expect([status, json.error_code]).toEqual([429, 'over_request_rate_limit']);
  });
});

test('given sign-up that is closed, then it says so before it reads what was sent', async () => {
  const closed = await startTestAuth({ AUTH_SIGNUP: 'off' });
  try {
    const { status, json } = await closed.post('/signup', 'no JSON');
    expect([status, json.error_code]).toEqual([422, 'signup_disabled']);
  } finally {
    await closed.stop();
  }
});
