import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, startTestAuth } from './auth.testing.ts';

const HOUR_SECONDS = 3600;
const THIEFS = { 'x-forwarded-for': '198.51.100.7' };
const NEXT = 'thiefs-Kettle-1';

let auth: TestAuth;
let passedMs = 0;
beforeAll(async () => {
  auth = await startTestAuth({
    TRUSTED_PROXIES: '127.0.0.1',
    AUTH_MFA_PHONE: 'on',
    AUTH_RATE_LIMIT_FACTOR: '50',
  });
});
afterAll(() => auth.stop());

function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });
const tokenOf = async (client: GoTrueClient) => (await client.getSession()).data.session?.access_token;

/** A person with an authenticator app, whose mails of the sign-up do not count any more. */
async function guarded() {
  const person = await aPerson(auth);
  const { data } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  const app = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
  const code = app.generate({ timestamp: Date.now() + passedMs });
  expect((await person.client.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
  pass(24 * HOUR_SECONDS);
  expect((await person.client.refreshSession()).error).toBeNull();
  return person;
}

/** A sign-in of somebody else who knows the password. */
async function byPassword(email: string): Promise<Record<string, string>> {
  const reply = await auth.post('/token?grant_type=password', { email, password: PASSWORD }, THIEFS);
  expect(reply.status).toBe(200);
  return { ...THIEFS, ...bearer(reply.json.access_token) };
}

/** The token of the link that the last notice to an address carries. */
const undoTokenOf = async (address: string) =>
  new URL((await auth.sentTo(address)).at(-1)?.vars.link ?? 'about:blank').hash.slice(1);

describe('a stranger with the password, while a second factor stands behind the account', () => {
  it('given they ask for all the mails they can, then the owner’s device still gets one', async () => {
    const { email } = await guarded();
    await byPassword(email);
    for (let asked = 0; asked < 8; asked += 1) {
      pass(61);
      await auth.post('/recover', { email }, THIEFS);
    }
    pass(61);
    expect((await auth.post('/recover', { email })).status).toBe(200);
  });

  it('given they ask for SMS of a factor, then the owner’s device still gets one', async () => {
    const { client, email, user } = await guarded();
    const phone = aPhone();
    await auth.sql.query(
      `insert into auth.factors (user_id, id, factor_type, status, friendly_name, phone, created_at, updated_at)
       values ($1, gen_random_uuid(), 'phone', 'verified', 'mobile', $2, now(), now())`,
      [user.id, phone],
    );
    const { all = [] } = (await client.mfa.listFactors()).data ?? {};
    const path = `/factors/${all.find(({ factor_type: type }) => type === 'phone')?.id}/challenge`;
    const thief = await byPassword(email);
    for (let asked = 0; asked < 12; asked += 1) {
      await auth.post(path, {}, thief);
      pass(301);
    }
    const before = (await auth.sentTo(phone)).length;
    const owner = auth.client();
    await owner.signInWithPassword({ email, password: PASSWORD });
    expect((await auth.post(path, {}, bearer(await tokenOf(owner)))).status).toBe(200);
    expect((await auth.sentTo(phone)).length).toBe(before + 1);
  });
});

describe('a stolen session', () => {
  it('given it asks for codes to prove the person by, then the owner still gets the mails that lead back', async () => {
    const { email, session } = await aPerson(auth);
    pass(24 * HOUR_SECONDS);
    const { json } = await auth.post('/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    const ask = () => auth.get('/reauthenticate', { ...THIEFS, ...bearer(json.access_token) });
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await ask()).status).toBe(200);
      pass(61);
    }
    // They have an hourly limit of their own.
    expect((await ask()).json.error_code).toBe('over_email_send_rate_limit');
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await auth.post('/recover', { email })).status).toBe(200);
      pass(61);
    }
  });
});

describe('the way back after a change was taken back', () => {
  it('is mailed, however many mails the stranger asked for before', async () => {
    const { email } = await aPerson(auth);
    pass(24 * HOUR_SECONDS);
    const thief = await byPassword(email);
    for (let asked = 0; asked < 5; asked += 1) {
      pass(61);
      expect((await auth.post('/recover', { email }, THIEFS)).status).toBe(200);
    }
    const body = JSON.stringify({ password: NEXT, current_password: PASSWORD });
    expect((await auth.call('/user', { method: 'PUT', headers: thief, body })).status).toBe(200);
    expect((await auth.post('/undo', { token: await undoTokenOf(email) })).status).toBe(200);
    const mail = (await auth.sentTo(email)).at(-1);
    expect(mail?.template).toBe('auth.recovery');
    const token = mail?.vars.code;
    expect((await auth.post('/verify', { email, token, type: 'recovery' })).status).toBe(200);
  });

  it('is sent by SMS, however many of them the stranger asked for before', async () => {
    const phone = aPhone();
    await auth.post('/otp', { phone });
    const code = (await auth.sentTo(phone)).at(-1)?.vars.code;
    const { json } = await auth.post('/verify', { phone, token: code, type: 'sms' });
    const stolen = bearer(json.access_token);
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await auth.get('/reauthenticate', stolen)).status).toBe(200);
      pass(31);
    }
    const body = JSON.stringify({ password: NEXT });
    expect((await auth.call('/user', { method: 'PUT', headers: stolen, body })).status).toBe(200);
    const before = (await auth.sentTo(phone)).length;
    expect((await auth.post('/undo', { token: await undoTokenOf(phone) })).status).toBe(200);
    const sent = await auth.sentTo(phone);
    expect(sent).toHaveLength(before + 1);
    const token = sent.at(-1)?.vars.code;
    expect((await auth.post('/verify', { phone, token, type: 'sms' })).status).toBe(200);
  });
});
