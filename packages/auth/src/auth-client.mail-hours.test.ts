import { Registry } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, anEmail, startTestAuth } from './auth.testing.ts';

const HOUR_SECONDS = 3600;
let site: TestAuth;
afterEach(() => site.stop());

/** Starts an installation at the beginning of an hour. */
async function open(env: Readonly<Record<string, string>>): Promise<void> {
  site = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT_FACTOR: '50', ...env });
  site.passSeconds(HOUR_SECONDS - ((Date.now() / 1000) % HOUR_SECONDS) + 1);
}

type Headers = Readonly<Record<string, string>>;
const from = (place: string): Headers => ({ 'x-forwarded-for': place });
/** Where `aPerson` signs in from. */
const KNOWN: Headers = {};

/** Asks for a mail, a little more than a minute after the last one; the status. */
async function ask(path: string, email: string, headers: Headers): Promise<number> {
  site.passSeconds(61);
  return (await site.post(path, { email, password: PASSWORD, type: 'signup' }, headers)).status;
}

/** Newcomers, each from a network of their own, until one is refused; how many were heard. */
async function flood(): Promise<number> {
  for (let nth = 0; nth < 20; nth += 1)
    if ((await ask('/signup', anEmail(), from(`198.51.${nth}.7`))) !== 200) return nth;
  return 20;
}

describe('the mails of an hour, of the whole installation', () => {
  it('given strangers asked for their share, then a known device gets its mail until all are used up, and the hour passes', async () => {
    await open({ AUTH_MAIL_PER_INSTALLATION_PER_HOUR: '10' });
    const { email, session } = await aPerson(site);
    expect(await flood()).toBe(7);
    // Alike for an address with an account, and one without.
    for (const asked of [email, anEmail()]) {
      const { status, json, headers } = await site.post('/recover', { email: asked }, from('203.0.113.9'));
      expect([status, json.error_code, json.msg]).toEqual([
        429,
        'over_email_send_rate_limit',
        'email rate limit exceeded',
      ]);
      const wait = Number(headers.get('retry-after'));
      expect([wait > 0, wait <= HOUR_SECONDS]).toEqual([true, true]);
    }
    expect(await ask('/recover', email, KNOWN)).toBe(200);
    expect((await site.sentTo(email)).at(-1)?.template).toBe('auth.recovery');
    const reauthenticate = () =>
      site.get('/reauthenticate', { authorization: `Bearer ${session.access_token}` });
    expect((await reauthenticate()).status).toBe(200);
    expect(await ask('/recover', email, KNOWN)).toBe(429);
    expect((await reauthenticate()).status).toBe(429);
    site.passSeconds(HOUR_SECONDS);
    expect(await flood()).toBe(8);
  });

  it('given strangers asked for their share, then a signed-in person changes their address, until all are used up', async () => {
    await open({ AUTH_MAIL_PER_INSTALLATION_PER_HOUR: '10' });
    const { client } = await aPerson(site);
    await flood();
    expect(await ask('/signup', anEmail(), from('198.51.77.7'))).toBe(429);
    const changed = [];
    for (let nth = 0; nth < 3; nth += 1) {
      site.passSeconds(61);
      changed.push((await client.updateUser({ email: anEmail() })).error?.code ?? 'asked');
    }
    expect(changed).toEqual(['asked', 'asked', 'over_email_send_rate_limit']);
  });

  it('are told to the operator against their bound, with those that were refused', async () => {
    await open({ AUTH_MAIL_PER_INSTALLATION_PER_HOUR: '5', AUTH_MAIL_PER_ADDRESS_PER_HOUR: '2' });
    const metrics = new Registry();
    site.server.registerMetrics(metrics);
    expect(await flood()).toBe(4);
    // Refused for its network alone, it is none of them.
    for (let asked = 0; asked < 3; asked += 1) await ask('/recover', anEmail(), from('203.0.113.9'));
    const figures = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('auth_mail_'));
    expect(figures).toEqual([
      'auth_mail_hour 4',
      'auth_mail_hour_max 5',
      // One of the flood, and the first two of the other network.
      'auth_mail_refused_by_cap_total 3',
    ]);
  });

  it('given addresses are confirmed at once, then no sign-up counts', async () => {
    await open({ AUTH_MAIL_PER_INSTALLATION_PER_HOUR: '1', AUTH_MAIL_AUTOCONFIRM: 'on' });
    expect(await flood()).toBe(20);
  });

  it('given the daily clean-up, then those of yesterday are forgotten', async () => {
    await open({});
    await flood();
    await site.sql.query("select auth.forget_old(now() + interval '3 hours', 100)");
    expect((await site.sql.query('select from auth.mail_hours')).rowCount).toBe(21);
    await site.sql.query("select auth.forget_old(now() + interval '3 days', 100)");
    expect((await site.sql.query('select from auth.mail_hours')).rowCount).toBe(0);
  });
});

describe('the mails of an hour, of one network', () => {
  it.each(['/signup', '/otp', '/recover', '/resend'])(
    'given it asked by %s for as many as it may, then it waits, and others do not',
    async (path) => {
      await open({ AUTH_MAIL_PER_ADDRESS_PER_HOUR: '3' });
      const here = from('203.0.113.9');
      for (let asked = 0; asked < 3; asked += 1) expect(await ask(path, anEmail(), here)).toBe(200);
      expect(await ask('/recover', anEmail(), here)).toBe(429);
      expect(await ask(path, anEmail(), here)).toBe(429);
      expect(await ask(path, anEmail(), from('203.0.113.10'))).toBe(200);
    },
  );

  it('given it waits, then a device that the account knows does not', async () => {
    await open({ AUTH_MAIL_PER_ADDRESS_PER_HOUR: '3' });
    const { email } = await aPerson(site);
    for (let asked = 0; asked < 3; asked += 1) await ask('/recover', anEmail(), KNOWN);
    expect(await ask('/recover', anEmail(), KNOWN)).toBe(429);
    expect(await ask('/recover', email, KNOWN)).toBe(200);
  });

  it('given addresses of one /48 of IPv6, then they have ten times as many together', async () => {
    await open({ AUTH_MAIL_PER_ADDRESS_PER_HOUR: '1' });
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1)
      statuses.push(await ask('/recover', anEmail(), from(`2001:db8:1:${nth}::5`)));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(await ask('/recover', anEmail(), from('2001:db8:2:1::5'))).toBe(200);
  });

  it('given one of them asks for more than it may, then the others keep what is theirs', async () => {
    await open({ AUTH_MAIL_PER_ADDRESS_PER_HOUR: '1' });
    const statuses: number[] = [];
    for (let asked = 0; asked < 12; asked += 1)
      statuses.push(await ask('/recover', anEmail(), from('2001:db8:1:1::5')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await ask('/recover', anEmail(), from('2001:db8:1:2::5'))).toBe(200);
  });

  it('given new addresses that a signed-in person asks for, here or in the profile of the host, then they count too', async () => {
    await open({ AUTH_MAIL_PER_ADDRESS_PER_HOUR: '3' });
    const { client, session, user } = await aPerson(site);
    expect((await client.updateUser({ email: anEmail() })).error).toBeNull();
    site.passSeconds(61);
    const [, payload = ''] = session.access_token.split('.');
    const { session_id: sessionId } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      session_id: string;
    };
    const change = () =>
      site.server.startContactChange({ userId: user.id, sessionId }, { email: anEmail() }, '127.0.0.1');
    await change();
    site.passSeconds(61);
    await expect(change()).rejects.toMatchObject({ code: 'over_email_send_rate_limit' });
    expect((await client.updateUser({ email: anEmail() })).error?.code).toBe('over_email_send_rate_limit');
  });
});
