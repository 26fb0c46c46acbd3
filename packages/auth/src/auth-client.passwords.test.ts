import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const DAY_SECONDS = 24 * 60 * 60;
const WRONG = 'a-wrong-Kettle-1';
const OWNERS_ADDRESS = '203.0.113.10';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

interface From {
  readonly address: string;
  /** The name the browser gives itself. */
  readonly device?: string;
}

const headersOf = ({ address, device }: From) => ({
  'x-forwarded-for': address,
  ...(device === undefined ? {} : { 'x-device-name': device.padEnd(24, '-') }),
});

const logIn = (email: string, password: string, from: From) =>
  auth.post('/token?grant_type=password', { email, password }, headersOf(from));

/** Gives wrong passwords at once; what each is answered with. */
async function guess(email: string, count: number, from: From): Promise<number[]> {
  const said: number[] = [];
  for (let tries = 0; tries < count; tries += 1) said.push((await logIn(email, WRONG, from)).status);
  return said;
}

/** Gives wrong passwords from so many addresses that new devices wait too. */
async function guessFromEverywhere(email: string): Promise<void> {
  for (let place = 1; place <= 10; place += 1) await guess(email, 5, { address: `198.51.100.${place}` });
}

const told = async (email: string) =>
  (await auth.sentTo(email)).filter(({ template }) => template === 'auth.passwords_refused');

describe('wrong passwords', () => {
  it('slow down the client that gives them, twice as long each time, for an account and for none alike', async () => {
    const person = await aPerson(auth);
    for (const email of [person.email, anEmail()]) {
      const from = { address: '198.51.100.77' };
      expect(await guess(email, 6, from)).toEqual([400, 400, 400, 400, 400, 429]);
      for (const seconds of [15, 30, 60]) {
        const early = await logIn(email, WRONG, from);
        expect([early.status, early.json.error_code]).toEqual([429, 'over_request_rate_limit']);
        const wait = Number(early.headers.get('retry-after'));
        expect([wait > seconds / 2, wait <= seconds]).toEqual([true, true]);
        auth.passSeconds(seconds);
        expect((await logIn(email, WRONG, from)).status).toBe(400);
      }
      auth.passSeconds(DAY_SECONDS + 1);
      expect(await guess(email, 6, from)).toEqual([400, 400, 400, 400, 400, 429]);
    }
  });

  it('count when many are given at once', async () => {
    const { email } = await aPerson(auth);
    const from = { address: '198.51.100.78' };
    const all = await Promise.all(Array.from({ length: 12 }, () => logIn(email, WRONG, from)));
    expect(all.filter(({ status }) => status === 400)).toHaveLength(5);
    // Right passwords do not count.
    const right = await aPerson(auth);
    const logins = Array.from({ length: 10 }, () => logIn(right.email, PASSWORD, from));
    expect((await Promise.all(logins)).filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it('of a stranger slow no other client, wherever the owner is', async () => {
    const { email } = await aPerson(auth);
    await guess(email, 8, { address: '198.51.100.79' });
    expect((await logIn(email, PASSWORD, { address: OWNERS_ADDRESS })).status).toBe(200);
  });

  it('from many addresses slow new devices, and none the owner logged in on before', async () => {
    const { email } = await aPerson(auth);
    const home = { address: OWNERS_ADDRESS, device: 'the-owners-phone' };
    const nameless = { address: '203.0.113.11' };
    for (const from of [home, nameless]) expect((await logIn(email, PASSWORD, from)).status).toBe(200);
    await guessFromEverywhere(email);
    const newDevice = { address: '203.0.113.99', device: 'a-new-device' };
    expect((await logIn(email, PASSWORD, newDevice)).status).toBe(429);
    // The name of the device is enough, and so is its address where it gave no name.
    expect((await logIn(email, PASSWORD, { ...home, address: '203.0.113.44' })).status).toBe(200);
    expect((await logIn(email, PASSWORD, nameless)).status).toBe(200);
  });

  it('given a known device with a name, when strangers guess, then others at its address wait as they do', async () => {
    const { email } = await aPerson(auth);
    const home = { address: OWNERS_ADDRESS, device: 'the-owners-phone' };
    expect((await logIn(email, PASSWORD, home)).status).toBe(200);
    await guessFromEverywhere(email);
    for (const neighbour of [{ address: OWNERS_ADDRESS }, { ...home, device: 'a-neighbours' }])
      expect((await logIn(email, PASSWORD, neighbour)).status).toBe(429);
    expect((await logIn(email, PASSWORD, home)).status).toBe(200);
  });

  it('of the owner on a known device are forgotten when the right one comes', async () => {
    const { email } = await aPerson(auth);
    const home = { address: OWNERS_ADDRESS, device: 'the-owners-phone' };
    expect((await logIn(email, PASSWORD, home)).status).toBe(200);
    for (const _time of [1, 2]) {
      expect(await guess(email, 4, home)).toEqual([400, 400, 400, 400]);
      expect((await logIn(email, PASSWORD, home)).status).toBe(200);
    }
    expect(await guess(email, 6, home)).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('are told to the owner, once', async () => {
    const { email } = await aPerson(auth);
    const from = { address: '198.51.100.80' };
    await guess(email, 5, from);
    await guess(email, 4, { address: '198.51.100.81' });
    expect(await told(email)).toHaveLength(0);
    await guess(email, 5, { address: '198.51.100.82' });
    await guess(email, 5, { address: '198.51.100.83' });
    const [notice, ...more] = await told(email);
    expect([notice?.vars.link, more]).toEqual([`${auth.publicUrl}/dashboard/security`, []]);
  });

  it('of strangers are told by SMS within the bounds of their network and of the installation’s hour', async () => {
    const bounds = { AUTH_SMS_PER_ADDRESS_PER_HOUR: '3', AUTH_SMS_PER_HOUR: '9' };
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', ...bounds });
    /** Somebody with a number alone, who has a password. */
    const withANumber = async (owners: string) => {
      const phone = aPhone();
      const headers = headersOf({ address: owners });
      await site.post('/signup', { phone, password: PASSWORD }, headers);
      const [message] = await site.sentTo(phone);
      await site.post('/verify', { type: 'sms', phone, token: message?.vars.code }, headers);
      return phone;
    };
    /** Has strangers guess until the owner is to be told; answers whether they were. */
    const isTold = async (phone: string, address: string) => {
      // A known network has shares of its own.
      for (const tries of [`203.0.113.1`, address])
        for (let wrong = 0; wrong < 5; wrong += 1)
          await site.post(
            '/token?grant_type=password',
            { phone, password: WRONG },
            headersOf({ address: tries }),
          );
      return (await site.sentTo(phone)).some(({ template }) => template === 'auth.passwords_refused');
    };
    try {
      // From the beginning of an hour on.
      site.passSeconds(3600 - ((Date.now() / 1000) % 3600) + 1);
      const phones: string[] = [];
      for (let place = 1; place <= 6; place += 1) phones.push(await withANumber(`192.0.2.${place}`));
      const told = [];
      for (const [index, phone] of phones.entries())
        told.push(await isTold(phone, index < 4 ? '198.51.100.1' : `198.51.100.${index}`));
      // Three of a network; six codes and three notices are the hour's nine.
      expect(told).toEqual([true, true, true, false, false, false]);
      site.passSeconds(3600);
      expect(await isTold(await withANumber('192.0.2.9'), '198.51.100.1')).toBe(true);
    } finally {
      await site.stop();
    }
  });

  it('given as the present one slow the session that gives them', async () => {
    const { session, email } = await aPerson(auth);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` };
    const change = (current: string) =>
      auth.call('/user', {
        method: 'PUT',
        headers,
        body: JSON.stringify({ password: 'another-Kettle-9', current_password: current }),
      });
    const said: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) said.push((await change(WRONG)).status);
    expect(said).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await change(PASSWORD)).status).toBe(429);
    expect((await logIn(email, PASSWORD, { address: OWNERS_ADDRESS })).status).toBe(200);
  });
});
