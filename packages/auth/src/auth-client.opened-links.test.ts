import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

describe('the code of a mail whose link leads to an exchange', () => {
  const ways = {
    recovery: async (email: string, client: GoTrueClient) => {
      await aPerson(auth, email);
      return client.resetPasswordForEmail(email);
    },
    magiclink: async (email: string, client: GoTrueClient) => {
      await aPerson(auth, email);
      return client.signInWithOtp({ email });
    },
    signup: (email: string, client: GoTrueClient) => client.signUp({ email, password: PASSWORD }),
  };
  type Type = keyof typeof ways;

  /** Has a mail sent for the flow of a browser, and opens its link. */
  async function opened(type: Type) {
    const [email, client] = [anEmail(), auth.client('pkce')];
    expect((await ways[type](email, client)).error).toBeNull();
    const { link = '', code = '' } = (await auth.sentTo(email)).at(-1)?.vars ?? {};
    const open = async () => {
      const { headers } = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
      return new URL(headers.get('location') ?? 'about:blank').searchParams;
    };
    const typed = async () => {
      const { data, error } = await auth.client().verifyOtp({ email, token: code, type });
      return data.user?.email ?? error?.code;
    };
    return { email, client, open, typed, flowCode: (await open()).get('code') ?? '' };
  }

  test.each(Object.keys(ways) as Type[])(
    'given another browser asked for it (%s), when its link was opened, then the code still logs in, once',
    async (type) => {
      const { email, open, typed } = await opened(type);
      expect((await open()).get('error_code')).toBe('flow_state_not_found');
      expect(await typed()).toBe(email);
      expect(await typed()).toBe('otp_expired');
      expect((await open()).get('error_code')).toBe('otp_expired');
    },
  );

  test.each(Object.keys(ways) as Type[])(
    'given the browser that asked (%s), when it has exchanged its code, then the typed one is used',
    async (type) => {
      const { email, client, open, typed, flowCode } = await opened(type);
      expect((await client.exchangeCodeForSession(flowCode)).data.user?.email).toBe(email);
      expect(await typed()).toBe('otp_expired');
      expect((await open()).get('error_code')).toBe('otp_expired');
    },
  );

  test.each([
    ['the older', 0],
    ['the newer', 1],
  ])(
    'given two sign-ups, when the link of %s was opened, then the code of the other is void',
    async (_, at) => {
      const email = anEmail();
      await auth.client('pkce').signUp({ email, password: 'another-Kettle-1' });
      auth.passSeconds(61);
      await auth.client('pkce').signUp({ email, password: PASSWORD });
      const mails = await auth.sentTo(email);
      const { link = '' } = mails[at]?.vars ?? {};
      const { headers } = await auth.get(link.replace(`${auth.publicUrl}/auth/v1`, ''));
      expect(new URL(headers.get('location') ?? '').searchParams.has('code')).toBe(true);
      const code = mails[1 - at]?.vars.code;
      const late = await auth.post('/verify', { email, token: code, type: 'signup' });
      expect(late.json.error_code).toBe('otp_expired');
    },
  );
});
