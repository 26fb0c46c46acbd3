import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestAuth, aPerson, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';

/** A program makes both links of a change of address, each when it is needed. */
describe('the links of a change of address', () => {
  let auth: TestAuth;
  let admin: GoTrueAdminApi;
  beforeAll(async () => {
    auth = await startTestAuth({ AUTH_JWT_SECRET: SECRET });
    const key = new TextEncoder().encode(SECRET);
    const token = await new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' }).sign(key);
    admin = new GoTrueAdminApi({ url: auth.url, headers: { authorization: `Bearer ${token}` } });
  });
  afterAll(() => auth.stop());

  type Side = 'email_change_current' | 'email_change_new';

  async function link(type: Side, email: string, newEmail: string): Promise<string> {
    const { data, error } = await admin.generateLink({ type, email, newEmail });
    if (error) throw error;
    return data.properties.hashed_token;
  }
  const accept = (hash: string) => auth.client().verifyOtp({ token_hash: hash, type: 'email_change' });

  test.each([
    ['email_change_current', 'email_change_new'],
    ['email_change_new', 'email_change_current'],
  ] as const)(
    'given %s that was accepted before %s is made, then both change the address',
    async (first, second) => {
      const { email } = await aPerson(auth);
      const next = anEmail();
      const half = await accept(await link(first, email, next));
      expect([half.error, half.data.session]).toEqual([null, null]);
      const whole = await accept(await link(second, email, next));
      expect([whole.error, whole.data.user?.email]).toEqual([null, next]);
    },
  );

  test('given the link of one side made and accepted twice, then the other side still has to agree', async () => {
    const { email } = await aPerson(auth);
    const next = anEmail();
    await accept(await link('email_change_current', email, next));
    const again = await accept(await link('email_change_current', email, next));
    expect([again.error, again.data.session]).toEqual([null, null]);
    const whole = await accept(await link('email_change_new', email, next));
    expect(whole.data.user?.email).toBe(next);
  });

  test('given one side accepted, then another address needs both again, and an accepted link is spent', async () => {
    const { email } = await aPerson(auth);
    const spent = await link('email_change_current', email, anEmail());
    await accept(spent);
    expect((await accept(spent)).error?.code).toBe('otp_expired');
    const next = anEmail();
    const half = await accept(await link('email_change_new', email, next));
    expect([half.error, half.data.session]).toEqual([null, null]);
  });

  test('given one side accepted a day ago, then both have to agree again', async () => {
    const { email } = await aPerson(auth);
    const next = anEmail();
    await accept(await link('email_change_current', email, next));
    auth.passSeconds(86_401);
    const half = await accept(await link('email_change_new', email, next));
    expect([half.error, half.data.session]).toEqual([null, null]);
  });
});
