import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '@mohlat/platform/waiting.testing.ts';
import { PASSWORD, type TestAuth, aPerson, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

it('SPEC-4.events, SPEC-3.session, SPEC-3.factors, SPEC-4.factor-status: a client tells of each change of a session', async () => {
  const { email } = await aPerson(auth);
  const client = auth.client();
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  await until(async () => (events.length > 0 ? true : undefined));
  expect(events).toEqual(['INITIAL_SESSION']);
  const { data } = await client.signInWithPassword({ email, password: PASSWORD });
  const parts = ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'user'];
  expect(Object.keys(data.session ?? {})).toEqual(expect.arrayContaining(parts));
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.updateUser({ data: { name: 'Asha' } })).error).toBeNull();
  const enrolled = await client.mfa.enroll({ factorType: 'totp' });
  const app = new TOTP({ secret: Secret.fromBase32(enrolled.data?.totp.secret ?? '') });
  const shown = await client.mfa.challengeAndVerify({
    factorId: enrolled.data?.id ?? '',
    code: app.generate(),
  });
  expect(shown.error).toBeNull();
  const { data: whole } = await client.getUser();
  expect(whole.user?.factors).toMatchObject([{ factor_type: 'totp', status: 'verified' }]);
  expect((await client.signOut()).error).toBeNull();
  expect(events).toEqual([
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'MFA_CHALLENGE_VERIFIED',
    'SIGNED_OUT',
  ]);
});
