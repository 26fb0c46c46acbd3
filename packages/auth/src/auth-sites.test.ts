import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type TestAuth, anEmail, aPerson, aPhone, PASSWORD, startTestAuth } from './auth.testing.ts';

/** Calls for a token in a window. */
const TOKENS = 12;
/** Renewals of one address in a window. */
const RENEWALS = 20;

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({
    AUTH_RATE_LIMIT_VERIFY: '1',
    AUTH_RATE_LIMIT_USER: '1',
    AUTH_RATE_LIMIT_REAUTHENTICATE: '1',
    AUTH_RATE_LIMIT_MFA_CHANGE: '1',
    AUTH_RATE_LIMIT_TOKEN: String(TOKENS),
    AUTH_RATE_LIMIT_REFRESH: String(RENEWALS),
  });
});
afterAll(() => auth.stop());

const guess = async (network: string) => {
  const body = { type: 'email', email: anEmail(), token: '123456' };
  return (await auth.post('/verify', body, { 'x-forwarded-for': `${network}::1` })).status;
};

test('a /48 of IPv6 has fifty times the calls of a /64, however many of its networks call', async () => {
  const shares = await Promise.all(Array.from({ length: 50 }, (_, nth) => guess(`2001:db8:7:${nth + 1}`)));
  expect(new Set(shares)).toEqual(new Set([403]));
  const [within, beside] = [await guess('2001:db8:7:99'), await guess('2001:db8:8:1')];
  expect([within, beside]).toEqual([429, 403]);
});

test('a /48 of IPv6 is one asker of codes to a number, however many of its networks ask', async () => {
  const phone = aPhone();
  const ask = async (network: string) =>
    (await auth.post('/otp', { phone }, { 'x-forwarded-for': `${network}::1` })).status;
  expect([await ask('2001:db8:9:1'), await ask('2001:db8:9:2'), await ask('2001:db8:a:1')]).toEqual([
    200, 429, 200,
  ]);
});

const none = '00000000-0000-4000-8000-000000000000';
describe('a change of what signs in', () => {
  it.each([
    ['POST', '/factors', '203.0.113.1'],
    ['DELETE', `/factors/${none}`, '203.0.113.2'],
    ['POST', '/factors/recovery-codes', '203.0.113.3'],
    ['DELETE', '/factors/recovery-codes', '203.0.113.4'],
    ['POST', '/factors/recovery-codes/regenerate', '203.0.113.5'],
    ['DELETE', `/user/identities/${none}`, '203.0.113.6'],
    ['PUT', '/user', '203.0.113.7'],
    // At the address that has used up the change of the account: its calls are its own.
    ['GET', '/reauthenticate', '203.0.113.7'],
  ])('by %s %s is counted by the client’s address', async (method, path, address) => {
    const call = async () => {
      const { status, json } = await auth.call(path, { method, headers: { 'x-forwarded-for': address } });
      return [status, json.error_code];
    };
    expect(await call()).toEqual([401, 'no_authorization']);
    expect(await call()).toEqual([429, 'over_request_rate_limit']);
  });
});

describe('renewals of sessions', () => {
  let session: NonNullable<Awaited<ReturnType<typeof aPerson>>['session']>;
  beforeAll(async () => {
    ({ session } = await aPerson(auth));
  });

  const renew = async (token: string, address: string) => {
    const at = { 'x-forwarded-for': address };
    return await auth.post('/token?grant_type=refresh_token', { refresh_token: token }, at);
  };

  it('given a stranger with many false tokens, then who shares their address goes on with a session', async () => {
    const refused = [];
    for (let nth = 0; nth <= TOKENS; nth += 1) refused.push((await renew('none', '203.0.113.20')).status);
    expect(refused).toEqual([...Array.from({ length: TOKENS }, () => 400), 429]);
    expect((await renew(session.refresh_token, '203.0.113.20')).status).toBe(200);
    const login = { email: anEmail(), password: PASSWORD };
    expect(
      (await auth.post('/token?grant_type=password', login, { 'x-forwarded-for': '203.0.113.20' })).status,
    ).toBe(429);
  });

  it('given more renewals of an address than its bound, then it waits before anything is looked at', async () => {
    const answers = [];
    for (let nth = 0; nth < RENEWALS; nth += 1)
      answers.push((await renew(session.refresh_token, '203.0.113.30')).status);
    expect(new Set(answers)).toEqual(new Set([200]));
    await renew(session.refresh_token, '203.0.113.30');
    const before = auth.statements.length;
    const answer = await renew(session.refresh_token, '203.0.113.30');
    expect([answer.status, answer.json.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(auth.statements.length).toBe(before);
    expect((await renew(session.refresh_token, '203.0.113.31')).status).toBe(200);
  });
});
