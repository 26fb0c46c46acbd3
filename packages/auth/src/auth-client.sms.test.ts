import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aPhone, PASSWORD, startTestAuth, type TestAuth, testSettings } from './auth.testing.ts';

const HOUR_SECONDS = 3600;
const OWNERS = '203.0.113.10';
const STRANGERS = '198.51.100.7';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

const from = (address: string, device?: string) => ({
  'x-forwarded-for': address,
  ...(device === undefined ? {} : { 'x-device-name': device.padEnd(24, '-') }),
});

const ask = (phone: string, headers = from(OWNERS), site = auth) => site.post('/otp', { phone }, headers);
const show = (phone: string, token: string, headers = from(OWNERS)) =>
  auth.post('/verify', { phone, token, type: 'sms' }, headers);
const sent = async (phone: string, site = auth) => (await site.sentTo(phone)).map(({ vars }) => vars.code!);
const newest = async (phone: string) => (await sent(phone)).at(-1)!;

/** Asks until it is refused, a while between; answers how often it was heard. */
async function askUntilRefused(phone: string, address: string): Promise<number> {
  for (let heard = 0; ; heard += 1) {
    if ((await ask(phone, from(address))).status !== 200) return heard;
    auth.passSeconds(31);
  }
}

async function guessCodes(phone: string, address: string, count = 6): Promise<void> {
  for (let tries = 0; tries < count; tries += 1)
    expect((await show(phone, 'abcdef', from(address))).status).toBe(403);
}

describe('a stranger who asks for codes to another person’s number', () => {
  it('uses up their own messages, not the owner’s, whether there is an account or not', async () => {
    for (const isKnown of [true, false]) {
      const phone = aPhone();
      if (isKnown) {
        await ask(phone);
        expect((await show(phone, await newest(phone))).status).toBe(200);
      }
      auth.passSeconds(24 * HOUR_SECONDS);
      expect(await askUntilRefused(phone, STRANGERS)).toBe(3);
      const before = (await sent(phone)).length;
      expect((await ask(phone)).status).toBe(200);
      expect((await sent(phone)).length).toBe(before + 1);
      expect((await show(phone, await newest(phone))).status).toBe(200);
    }
  });

  it('is one of many with a bound for one number, which a known device passes', async () => {
    const phone = aPhone();
    const known = from(OWNERS, 'the-owners-phone');
    await ask(phone, known);
    expect((await show(phone, await newest(phone), known)).status).toBe(200);
    auth.passSeconds(24 * HOUR_SECONDS);
    const before = (await sent(phone)).length;
    for (let place = 1; place <= 40; place += 1)
      expect((await ask(phone, from(`198.51.100.${place}`))).status).toBe(200);
    // Thirty of a day, and the first of those of an hour each.
    expect((await sent(phone)).length - before).toBe(31);
    auth.passSeconds(31);
    expect((await ask(phone, from('203.0.113.99', 'the-owners-phone'))).status).toBe(200);
    expect((await sent(phone)).length - before).toBe(32);
  });

  it('has a bound for all numbers together, counted by the address they ask from', async () => {
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_SMS_PER_ADDRESS_PER_HOUR: '4' });
    try {
      for (let asked = 0; asked < 4; asked += 1)
        expect((await ask(aPhone(), from(STRANGERS), site)).status).toBe(200);
      const refused = await ask(aPhone(), from(STRANGERS), site);
      expect([refused.status, refused.json.error_code]).toEqual([429, 'over_sms_send_rate_limit']);
      expect((await ask(aPhone(), from(OWNERS), site)).status).toBe(200);
      site.passSeconds(HOUR_SECONDS + 1);
      expect((await ask(aPhone(), from(STRANGERS), site)).status).toBe(200);
    } finally {
      await site.stop();
    }
  });
});

describe('a logged-in person', () => {
  it('is a stranger to every number but the account’s own', async () => {
    const bounds = { AUTH_SMS_PER_ADDRESS_PER_HOUR: '4', AUTH_SMS_PER_HOUR: '10' };
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', ...bounds });
    try {
      const { email } = await aPerson(site);
      const signedIn = await site.post(
        '/token?grant_type=password',
        { email, password: PASSWORD },
        from(OWNERS),
      );
      const headers = { ...from(OWNERS), authorization: `Bearer ${String(signedIn.json.access_token)}` };
      const change = (phone: string) =>
        site.call('/user', { method: 'PUT', headers, body: JSON.stringify({ phone }) });
      const wanted = [aPhone(), aPhone(), aPhone(), aPhone()];
      for (const phone of wanted) expect((await change(phone)).status).toBe(200);
      const refused = await change(aPhone());
      expect([refused.status, refused.json.error_code]).toEqual([429, 'over_sms_send_rate_limit']);
      const resent = await site.post('/resend', { type: 'phone_change', phone: wanted.at(-1) }, headers);
      expect(resent.json.error_code).toBe('over_sms_send_rate_limit');

      // Its own number, once that is proven, has what strangers cannot use up.
      const phone = wanted.at(-1)!;
      const token = (await sent(phone, site)).at(-1)!;
      const proven = await site.post('/verify', { phone, token, type: 'phone_change' }, from(OWNERS));
      expect(proven.status).toBe(200);
      site.passSeconds(31);
      expect((await ask(phone, from(OWNERS), site)).status).toBe(200);
    } finally {
      await site.stop();
    }
  });
});

describe('a number as a second factor', () => {
  it('is a stranger’s until it is proven: it uses up nothing of who has the number, nor of other accounts', async () => {
    const bounds = { AUTH_SMS_PER_ADDRESS_PER_HOUR: '4', AUTH_MFA_PHONE: 'on' };
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', ...bounds });
    try {
      const phone = aPhone();
      await ask(phone, from(OWNERS), site);
      const code = (await sent(phone, site)).at(-1);
      const owner = (await site.post('/verify', { phone, token: code, type: 'sms' }, from(OWNERS))).json;
      site.passSeconds(901);
      const { session } = await aPerson(site);
      const headers = { ...from(STRANGERS), authorization: `Bearer ${session.access_token}` };
      const challenge = async (number: string) => {
        const { json } = await site.post('/factors', { factor_type: 'phone', phone: number }, headers);
        return site.post(`/factors/${String(json.id)}/challenge`, {}, headers);
      };
      for (let times = 0; times < 3; times += 1) {
        expect((await challenge(phone)).status).toBe(200);
        site.passSeconds(31);
      }
      expect((await challenge(phone)).json.error_code).toBe('over_sms_send_rate_limit');
      const asOwner = { ...from(OWNERS), authorization: `Bearer ${String(owner.access_token)}` };
      expect((await site.get('/reauthenticate', asOwner)).status).toBe(200);
      // Another number does not help: the address they ask from has had its share with the fourth.
      expect((await challenge(aPhone())).status).toBe(200);
      expect((await challenge(aPhone())).json.error_code).toBe('over_sms_send_rate_limit');
    } finally {
      await site.stop();
    }
  });
});

describe('strangers who ask from many /64 of one IPv6 /48', () => {
  it('have ten times the messages of an address together, and leave other networks theirs', async () => {
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_SMS_PER_ADDRESS_PER_HOUR: '1' });
    try {
      const said: number[] = [];
      for (let network = 0; network < 11; network += 1)
        said.push((await ask(aPhone(), from(`2001:db8:7:${network.toString(16)}::1`), site)).status);
      expect(said).toEqual([...Array<number>(10).fill(200), 429]);
      expect((await ask(aPhone(), from('2001:db8:8::1'), site)).status).toBe(200);
    } finally {
      await site.stop();
    }
  });
});

describe('a stranger’s wrong codes', () => {
  it('do not spoil the code the owner asked for, for a sign-in or a sign-up', async () => {
    const phone = aPhone();
    await auth.post('/signup', { phone, password: PASSWORD }, from(OWNERS));
    await guessCodes(phone, STRANGERS);
    expect((await show(phone, await newest(phone))).status).toBe(200);
    auth.passSeconds(31);
    await ask(phone);
    await guessCodes(phone, STRANGERS);
    expect((await show(phone, await newest(phone))).status).toBe(200);
  });

  it('do not spoil the next code of a device the account knows, though strangers ask in between', async () => {
    const phone = aPhone();
    await ask(phone);
    expect((await show(phone, await newest(phone))).status).toBe(200);
    auth.passSeconds(31);
    await ask(phone, from(STRANGERS));
    await guessCodes(phone, STRANGERS);
    await guessCodes(phone, '198.51.100.8');
    auth.passSeconds(31);
    await ask(phone);
    await guessCodes(phone, STRANGERS);
    expect((await show(phone, await newest(phone))).status).toBe(200);
  });

  it('do not spoil a change of number', async () => {
    const { client, user } = await aPerson(auth);
    const phone = aPhone();
    expect((await client.updateUser({ phone })).error).toBeNull();
    const change = (token: string, headers?: Record<string, string>) =>
      auth.post('/verify', { phone, token, type: 'phone_change' }, headers);
    for (let tries = 0; tries < 6; tries += 1) await change('abcdef', from(STRANGERS));
    const done = await change(await newest(phone));
    expect([done.status, (done.json.user as { id: string }).id]).toEqual([200, user.id]);
  });

  it('give strangers at most five tries at six digits, at a code they asked for or at the owner’s', async () => {
    for (const [asker, guesser] of [
      [STRANGERS, STRANGERS],
      [OWNERS, STRANGERS],
    ] as const) {
      const phone = aPhone();
      await ask(phone, from(asker));
      await guessCodes(phone, guesser, 5);
      expect((await show(phone, await newest(phone), from(guesser))).status).toBe(403);
      // The next code has ten digits.
      auth.passSeconds(31);
      await ask(phone, from(asker));
      expect(await newest(phone)).toMatch(/^\d{10}$/);
      expect((await show(phone, await newest(phone), from(guesser))).status).toBe(200);
    }
  });
});

describe('messages of the whole installation', () => {
  it('have a bound for an hour, which is told and measured; the last fifth is for known devices', async () => {
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_SMS_PER_HOUR: '10' });
    const metrics = new Registry();
    site.server.registerMetrics(metrics);
    const figures = async () =>
      (await metrics.metrics()).split('\n').filter((line) => line.startsWith('auth_sms_'));
    try {
      // From the beginning of an hour on.
      site.passSeconds(HOUR_SECONDS - ((Date.now() / 1000) % HOUR_SECONDS) + 1);
      const owner = aPhone();
      const known = from(OWNERS, 'the-owners-phone');
      await ask(owner, known, site);
      const token = (await sent(owner, site)).at(-1);
      await site.post('/verify', { phone: owner, token, type: 'sms' }, known);
      for (let asked = 0; asked < 3; asked += 1)
        expect((await ask(aPhone(), from(STRANGERS), site)).status).toBe(200);
      // Alike for a number that waits, and one without a sign-up.
      for (const phone of [owner, aPhone()]) {
        site.passSeconds(31);
        const refused = await ask(phone, from(STRANGERS), site);
        expect([refused.status, refused.json.error_code, refused.json.msg]).toEqual([
          429,
          'over_sms_send_rate_limit',
          'SMS rate limit exceeded',
        ]);
      }
      expect(await figures()).toEqual([
        'auth_sms_hour 4',
        'auth_sms_hour_max 10',
        'auth_sms_refused_by_cap_total 2',
      ]);
      expect((await ask(owner, known, site)).status).toBe(200);
      site.passSeconds(HOUR_SECONDS);
      expect((await ask(aPhone(), from(STRANGERS), site)).status).toBe(200);
      expect((await figures())[0]).toBe('auth_sms_hour 1');
    } finally {
      await site.stop();
    }
  });
});

describe('a flood of messages from networks with no proven number', () => {
  it('uses up half of what strangers have, and leaves the rest to other networks', async () => {
    const site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_SMS_PER_HOUR: '10' });
    try {
      site.passSeconds(HOUR_SECONDS - ((Date.now() / 1000) % HOUR_SECONDS) + 1);
      const first = aPhone();
      await ask(first, from('192.0.2.10'), site);
      const token = (await sent(first, site)).at(-1);
      await site.post('/verify', { phone: first, token, type: 'sms' }, from('192.0.2.10'));
      const flood = async (nth: number) => (await ask(aPhone(), from(`198.51.${nth}.7`), site)).status;
      const statuses = [];
      for (let nth = 0; nth < 6; nth += 1) statuses.push(await flood(nth));
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
      // A neighbour of the first, on an unknown device.
      for (let asked = 0; asked < 4; asked += 1)
        expect((await ask(aPhone(), from('192.0.2.99'), site)).status).toBe(200);
      expect((await ask(aPhone(), from('192.0.2.99'), site)).status).toBe(429);
    } finally {
      await site.stop();
    }
  });
});

describe('networks with no proven number', () => {
  const HOUR_OF_TEN = { TRUSTED_PROXIES: '127.0.0.1', AUTH_SMS_PER_HOUR: '10', AUTH_RATE_LIMIT_FACTOR: '50' };
  let site: TestAuth;
  afterEach(() => site.stop());
  /** Starts an installation at the beginning of an hour. */
  async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
    site = await startTestAuth({ ...HOUR_OF_TEN, ...env });
    site.passSeconds(HOUR_SECONDS - ((Date.now() / 1000) % HOUR_SECONDS) + 1);
  }
  async function prove(phone: string, place: string, code?: string): Promise<void> {
    expect((await ask(phone, from(place), site)).status).toBe(200);
    const token = code ?? (await sent(phone, site)).at(-1);
    const shown = await site.post('/verify', { phone, token, type: 'sms' }, from(place));
    expect(shown.status).toBe(200);
  }
  const stranger = async (place: string) => (await ask(aPhone(), from(place), site)).status;
  /** Asks from new networks until one is refused; gives the number of strangers who got a message. */
  async function flood(): Promise<number> {
    for (let nth = 0; nth < 20; nth += 1) if ((await stranger(`198.51.${nth}.7`)) !== 200) return nth;
    return 20;
  }

  it('keep their share when neighbours of customers asked for much', async () => {
    await open();
    await prove(aPhone(), '192.0.2.10');
    for (let nth = 0; nth < 4; nth += 1) expect(await stranger('192.0.2.99')).toBe(200);
    expect(await flood()).toBe(3);
  });

  it('have all that strangers have while no network is proven', async () => {
    await open();
    expect(await flood()).toBe(8);
  });

  it('are proven by no number that has a fixed code', async () => {
    await open({ AUTH_SMS_TEST_CODES: '919800000003=111111' });
    await prove('919800000003', '192.0.2.10', '111111');
    expect(await provenNetworks()).toBe(0);
  });

  it('are proven by one number five times in ninety days, and by another then', async () => {
    await open({ AUTH_SMS_PER_HOUR: '1000' });
    const phone = aPhone();
    const places = [1, 2, 3, 4, 5, 6, 7].map((nth) => `198.51.${nth}.7`);
    for (const place of places) {
      await prove(phone, place);
      site.passSeconds(HOUR_SECONDS);
    }
    expect(await provenNetworks()).toBe(5);
    await prove(aPhone(), '198.51.7.7');
    expect(await provenNetworks()).toBe(6);
    site.passSeconds(91 * 24 * HOUR_SECONDS);
    await prove(phone, '198.51.6.7');
    expect(await provenNetworks()).toBe(7);
  });

  async function provenNetworks(): Promise<number> {
    const { rows } = await site.sql.query('select 1 from auth.proven_networks');
    return rows.length;
  }
});

describe('numbers of other countries', () => {
  it('get no message, wherever one is asked for, and are told alike with an account and without', async () => {
    const { client, session } = await aPerson(auth);
    const foreign = '14155550100';
    const headers = { authorization: `Bearer ${session.access_token}` };
    const refusals = [
      await ask(foreign),
      await auth.post('/signup', { phone: foreign, password: PASSWORD }),
      await auth.post('/resend', { type: 'sms', phone: foreign }),
      await auth.call('/user', { method: 'PUT', headers, body: JSON.stringify({ phone: foreign }) }),
      // Numbers of this country that are no mobiles.
      await ask('912212345678'),
      await ask('9198123456'),
    ];
    for (const { status, json } of refusals)
      expect([status, json.error_code]).toEqual([422, 'sms_send_failed']);
    expect(await auth.sentTo(foreign)).toEqual([]);
    expect((await auth.sql.query('select 1 from auth.users where phone = $1', [foreign])).rows).toEqual([]);
    expect((await client.getUser()).data.user?.new_phone).toBeUndefined();
  });

  it('get one where they are listed', async () => {
    const site = await startTestAuth({ AUTH_SMS_COUNTRIES: 'IN, US' });
    try {
      expect((await site.post('/otp', { phone: '+1 415 555 0100' })).status).toBe(200);
      expect((await site.post('/otp', { phone: aPhone() })).status).toBe(200);
      expect((await site.post('/otp', { phone: '447700900123' })).status).toBe(422);
    } finally {
      await site.stop();
    }
    const read = (list: string) => () =>
      testSettings({
        env: { AUTH_SMS_COUNTRIES: list },
        publicUrl: 'https://example.in',
        isTrial: false,
      });
    expect(read('XX')).toThrow('AUTH_SMS_COUNTRIES');
    expect(read('any')).not.toThrow();
  });
});
