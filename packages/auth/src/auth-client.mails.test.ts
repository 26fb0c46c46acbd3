import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestAuth, aPerson, anEmail, startTestAuth } from './auth.testing.ts';

const HOUR_SECONDS = 3600;
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

const from = (place: string) => ({ 'x-forwarded-for': place });
/** Where `aPerson` signs in from. */
const KNOWN = {};

/** Strangers from an address each ask as often as they are heard, a little more than a minute between; how often that was. */
async function askUntilRefused(path: string, email: string): Promise<number> {
  for (let heard = 0; ; heard += 1) {
    auth.passSeconds(61);
    if ((await auth.post(path, { email }, from(`198.51.100.${heard + 1}`))).status !== 200) return heard;
  }
}

/** A person whose mails of the sign-up do not count any more. */
async function someone(): Promise<string> {
  const { email } = await aPerson(auth);
  auth.passSeconds(24 * HOUR_SECONDS);
  return email;
}

const mailsTo = async (email: string) => (await auth.sentTo(email)).length;

describe('mails that strangers ask for', () => {
  it.each(['/recover', '/otp'])('by %s leave one of an hour to a known device', async (path) => {
    const email = await someone();
    const before = await mailsTo(email);
    expect(await askUntilRefused(path, email)).toBe(4);
    expect((await auth.post('/recover', { email }, KNOWN)).status).toBe(200);
    const mail = (await auth.sentTo(email)).at(-1);
    expect(mail?.template).toBe('auth.recovery');
    const shown = await auth.post('/verify', { email, token: mail?.vars.code, type: 'recovery' }, KNOWN);
    expect(shown.status).toBe(200);
    // The rate limit of the address holds for known devices too.
    auth.passSeconds(61);
    expect((await auth.post('/recover', { email }, KNOWN)).status).toBe(429);
    expect(await mailsTo(email)).toBe(before + 5);
  });

  it('leave four of a day to a known device', async () => {
    const email = await someone();
    let heard = 0;
    for (let turn = 1; turn <= 20; turn += 1) {
      auth.passSeconds(1000);
      const { status } = await auth.post('/recover', { email }, from(`198.51.100.${turn}`));
      if (status === 200) heard += 1;
    }
    expect(heard).toBe(16);
    for (let turn = 0; turn < 4; turn += 1) {
      auth.passSeconds(1000);
      expect((await auth.post('/recover', { email }, KNOWN)).status).toBe(200);
    }
    auth.passSeconds(1000);
    expect((await auth.post('/recover', { email }, KNOWN)).status).toBe(429);
  });

  it('are refused alike where there is no account', async () => {
    expect(await askUntilRefused('/recover', anEmail())).toBe(4);
  });
});
