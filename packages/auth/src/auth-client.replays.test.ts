import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, startTestAuth } from './auth.testing.ts';

const TEMPLATE = 'auth.factor_code_used_again';
const STEP_MS = 30_000;
let auth: TestAuth;
let passedMs = 0;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

/** Moves the clock to the beginning of a step of authenticator apps: a code is not old before it is sent. */
function passToStep(): void {
  pass((STEP_MS - ((Date.now() + passedMs) % STEP_MS)) / 1000);
}

/** A person with an authenticator app; the code of its enrolment belongs to a step that is over. */
async function withApp() {
  const person = await aPerson(auth);
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  const show = (at: GoTrueClient, code: string) => at.mfa.challengeAndVerify({ factorId: data.id, code });
  const code = () => app.generate({ timestamp: Date.now() + passedMs });
  expect((await show(person.client, code())).error).toBeNull();
  passToStep();
  return { ...person, show, code };
}

async function another(email: string): Promise<GoTrueClient> {
  const client = auth.client();
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

const told = async (email: string) =>
  (await auth.sentTo(email)).filter(({ template }) => template === TEMPLATE).length;

async function counted(userId: string): Promise<number> {
  const { rows } = await auth.sql.query<{ times: number }>(
    "select coalesce(sum(times), 0)::integer as times from auth.events where user_id = $1 and what = 'factor_code_used_again'",
    [userId],
  );
  return rows[0]?.times ?? 0;
}

it('a code of an app that was used is refused to another log-in, logged, and its owner is told once a day', async () => {
  const { client, email, user, show, code } = await withApp();
  const seen = code();
  expect((await show(client, seen)).error).toBeNull();
  for (const times of [1, 2]) {
    const thief = await another(email);
    expect((await show(thief, seen)).error?.code).toBe('mfa_verification_failed');
    expect(await counted(user.id)).toBe(times);
    expect(await told(email)).toBe(1);
  }
});

it('sent twice by the session that it raised it is logged, and the owner gets no warning', async () => {
  const { client, email, user, show, code } = await withApp();
  const seen = code();
  expect((await show(client, seen)).error).toBeNull();
  expect((await show(client, seen)).error?.code).toBe('mfa_verification_failed');
  expect([await counted(user.id), await told(email)]).toEqual([1, 0]);
});

it('a wrong code is no used one', async () => {
  const { email, user, show, code } = await withApp();
  const thief = await another(email);
  const wrong = code() === '000000' ? '000001' : '000000';
  expect((await show(thief, wrong)).error?.code).toBe('mfa_verification_failed');
  expect([await counted(user.id), await told(email)]).toEqual([0, 0]);
});
