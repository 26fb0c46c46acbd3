import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, startTestAuth } from './auth.testing.ts';

const OWNERS = '203.0.113.10';
/** An address from which the account was never used. */
const ELSEWHERE = '203.0.113.77';
const HOUR_SECONDS = 3600;
const SHORT = /^\d{6}$/;
const LONG = /^\d{10}$/;
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({
    TRUSTED_PROXIES: '127.0.0.1',
    AUTH_RATE_LIMIT_FACTOR: '500',
    AUTH_MANUAL_LINKING: 'on',
  });
});
afterAll(() => auth.stop());

const from = (place: string, device?: string) => ({
  'x-forwarded-for': place,
  ...(device === undefined ? {} : { 'x-device-name': device.padEnd(24, '-') }),
});
const ask = async (phone: string, place: string) => (await auth.post('/otp', { phone }, from(place))).status;
const show = async (phone: string, token: string, place: string) =>
  (await auth.post('/verify', { phone, token, type: 'sms' }, from(place))).status;
const codes = async (phone: string) => (await auth.sentTo(phone)).flatMap(({ vars }) => vars.code ?? []);
const newest = async (phone: string) => (await codes(phone)).at(-1) ?? '';

/** An account with a mobile alone, whose owner logged in once. */
async function anOwner(): Promise<string> {
  const phone = aPhone();
  expect(await ask(phone, OWNERS)).toBe(200);
  expect(await show(phone, await newest(phone), OWNERS)).toBe(200);
  auth.passSeconds(24 * HOUR_SECONDS);
  return phone;
}

/** A stranger asks; that one and another guess. */
async function guess(phone: string, place: string): Promise<void> {
  await ask(phone, place);
  for (const one of [place, '198.51.100.250'])
    for (let tries = 0; tries < 6; tries += 1) expect(await show(phone, '000000', one)).toBe(403);
}

/** Wrong tries of strangers at codes of six digits. */
async function shortTries(phone: string): Promise<number> {
  const { rows } = await auth.sql.query<{ wrong: number }>(
    `select coalesce(sum(wrong), 0)::integer as wrong from auth.code_tries t join auth.users u on u.id = t.user_id
     where u.phone = $1 and triers <> 'known'`,
    [phone],
  );
  return rows[0]!.wrong;
}

describe('strangers who ask for codes to a number and guess at them', () => {
  it('cannot keep its owner out on a new device, and have ten tries at six digits in a month', async () => {
    const phone = await anOwner();
    expect(await newest(phone)).toMatch(SHORT);
    for (let turn = 0; turn < 40; turn += 1) {
      await guess(phone, `198.51.100.${turn}`);
      auth.passSeconds(1500);
    }
    expect(await shortTries(phone)).toBe(10);
    expect(await ask(phone, ELSEWHERE)).toBe(200);
    expect(await newest(phone)).toMatch(LONG);
    expect(await show(phone, await newest(phone), ELSEWHERE)).toBe(200);
  });

  it('leave the owner’s code of ten digits usable, however often they guess at it', async () => {
    const phone = await anOwner();
    await guess(phone, '198.51.100.1');
    auth.passSeconds(61);
    expect(await ask(phone, ELSEWHERE)).toBe(200);
    for (let tries = 0; tries < 40; tries += 1)
      expect(await show(phone, '0000000000', `198.51.101.${tries}`)).toBe(403);
    expect(await show(phone, await newest(phone), ELSEWHERE)).toBe(200);
  });

  it('who used up every try at ten digits leave the link of the message usable, once', async () => {
    const phone = await anOwner();
    await guess(phone, '198.51.100.1');
    auth.passSeconds(61);
    expect(await ask(phone, ELSEWHERE)).toBe(200);
    await auth.sql.query(
      `update auth.code_tries set long_wrong = 250000 where user_id = (select id from auth.users where phone = $1)`,
      [phone],
    );
    expect(await show(phone, await newest(phone), ELSEWHERE)).toBe(403);
    const link = new URL((await auth.sentTo(phone)).at(-1)?.vars.link ?? '');
    expect(link.pathname).toBe('/auth/enter');
    const enter = () =>
      auth.post('/verify', { token_hash: link.hash.slice(1), type: 'magiclink' }, from(ELSEWHERE));
    expect((await enter()).status).toBe(200);
    expect((await enter()).status).toBe(403);
  });

  it('cannot enter by the link of a message once the owner has taken the number away', async () => {
    const { client, email } = await aPerson(auth);
    const phone = aPhone();
    await client.updateUser({ phone });
    expect(
      (await client.verifyOtp({ phone, token: await newest(phone), type: 'phone_change' })).error,
    ).toBeNull();
    await guess(phone, '198.51.100.1');
    auth.passSeconds(61);
    expect(await ask(phone, ELSEWHERE)).toBe(200);
    const link = new URL((await auth.sentTo(phone)).at(-1)?.vars.link ?? '');
    // To take a way in away needs a recent sign-in.
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const identities = (await client.getUserIdentities()).data?.identities ?? [];
    const mobile = identities.find(({ provider }) => provider === 'phone');
    expect((await client.unlinkIdentity(mobile!)).error).toBeNull();
    expect((await client.getUser()).data.user?.user_metadata.phone_verified).toBe(false);
    const shown = { token_hash: link.hash.slice(1), type: 'magiclink' };
    expect((await auth.post('/verify', shown, from(ELSEWHERE))).status).toBe(403);
  });

  it('meet six digits again a month later', async () => {
    const phone = await anOwner();
    await guess(phone, '198.51.100.1');
    auth.passSeconds(31 * 24 * HOUR_SECONDS);
    expect(await ask(phone, ELSEWHERE)).toBe(200);
    expect(await newest(phone)).toMatch(SHORT);
  });
});

describe('strangers who use up the messages of a day at a number', () => {
  it('leave it a code an hour, which opens the account for its owner at any time', async () => {
    const phone = await anOwner();
    const before = (await codes(phone)).length;
    for (let place = 1; place <= 40; place += 1) expect(await ask(phone, `198.51.100.${place}`)).toBe(200);
    expect((await codes(phone)).length - before).toBe(31);
    auth.passSeconds(HOUR_SECONDS - 60);
    // Answered as ever: the last message holds.
    expect(await ask(phone, ELSEWHERE)).toBe(200);
    expect((await codes(phone)).length - before).toBe(31);
    expect(await newest(phone)).toMatch(LONG);
    expect(await show(phone, await newest(phone), ELSEWHERE)).toBe(200);
    auth.passSeconds(61);
    expect(await ask(phone, '198.51.100.99')).toBe(200);
    expect((await codes(phone)).length - before).toBe(32);
  });

  it('are answered alike for a number without an account', async () => {
    const phone = aPhone();
    const asked = (place: number) =>
      auth.post('/resend', { type: 'sms', phone }, from(`198.51.100.${place}`));
    for (let place = 1; place <= 40; place += 1) expect((await asked(place)).status).toBe(200);
    expect(await codes(phone)).toEqual([]);
  });

  it('are not told of a change of number that waits', async () => {
    const phone = await anOwner();
    expect(await ask(phone, OWNERS)).toBe(200);
    const shown = { phone, token: await newest(phone), type: 'sms' };
    const token = String((await auth.post('/verify', shown, from(OWNERS))).json['access_token']);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const change = { method: 'PUT', headers, body: JSON.stringify({ phone: aPhone() }) };
    expect((await auth.call('/user', change)).status).toBe(200);
    const asked = (number: string, place: number) =>
      auth.post('/resend', { type: 'phone_change', phone: number }, from(`198.51.100.${place}`));
    const nobodys = aPhone();
    for (let place = 1; place <= 40; place += 1)
      expect((await asked(phone, place)).status).toBe((await asked(nobodys, place)).status);
  });

  it('install no password of theirs by the code that the owner types', async () => {
    const phone = aPhone();
    for (let place = 1; place <= 40; place += 1)
      await auth.post('/signup', { phone, password: 'a stranger’s words' }, from(`198.51.100.${place}`));
    expect(await show(phone, await newest(phone), ELSEWHERE)).toBe(200);
    const { status } = await auth.post(
      '/token?grant_type=password',
      { phone, password: 'a stranger’s words' },
      from(ELSEWHERE),
    );
    expect(status).toBe(400);
  });
});

describe('the link beside a long code of a sign-up', () => {
  const WORDS = 'a stranger’s words';
  const STRANGERS = '198.51.100.1';
  const logIn = async (phone: string) =>
    (await auth.post('/token?grant_type=password', { phone, password: WORDS }, from(ELSEWHERE))).status;

  /** Signs up with a number that is not proven, and guesses until its codes are long. */
  async function longSignUp(again: (phone: string) => Promise<{ status: number }>): Promise<string> {
    const phone = aPhone();
    await signUp(phone);
    for (let tries = 0; tries < 6; tries += 1) expect(await show(phone, '000000', STRANGERS)).toBe(403);
    auth.passSeconds(61);
    expect((await again(phone)).status).toBe(200);
    expect(await newest(phone)).toMatch(LONG);
    return phone;
  }
  const signUp = (phone: string) =>
    auth.post('/signup', { phone, password: WORDS, data: { name: 'Stranger' } }, from(STRANGERS));

  it.each([
    ['signed up again', signUp],
    ['sent again', (phone: string) => auth.post('/resend', { type: 'sms', phone }, from(STRANGERS))],
  ])('installs neither password nor name: %s', async (_name, again) => {
    const phone = await longSignUp(again);
    const link = new URL((await auth.sentTo(phone)).at(-1)?.vars.link ?? '');
    const shown = { token_hash: link.hash.slice(1), type: 'magiclink' };
    const { status, json } = await auth.post('/verify', shown, from(ELSEWHERE));
    expect(status).toBe(200);
    const { user_metadata: said } = json.user as { readonly user_metadata: object };
    expect(said).not.toHaveProperty('name');
    expect(await logIn(phone)).toBe(400);
  });

  it('leaves the typed code what it was: it confirms the sign-up with its password', async () => {
    const phone = await longSignUp(signUp);
    expect(await show(phone, await newest(phone), STRANGERS)).toBe(200);
    expect(await logIn(phone)).toBe(200);
  });
});
