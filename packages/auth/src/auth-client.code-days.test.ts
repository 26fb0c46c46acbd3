import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestAuth, aPhone, startTestAuth } from './auth.testing.ts';

/** NIST SP 800-63B, 5.2.2: a hundred failed tries in a row at a code of six digits, as odds. */
const ODDS_MAX = 100 / 1e6;
const OWNERS = '203.0.113.10';
const DAY_SECONDS = 24 * 3600;
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT_FACTOR: '500' });
});
afterAll(() => auth.stop());

const from = (place: string, device?: string) => ({
  'x-forwarded-for': place,
  ...(device === undefined ? {} : { 'x-device-name': device.padEnd(24, '-') }),
});
const ask = async (phone: string, headers: Record<string, string>) =>
  (await auth.post('/otp', { phone }, headers)).status;
const show = async (phone: string, token: string, headers: Record<string, string>) =>
  (await auth.post('/verify', { phone, token, type: 'sms' }, headers)).status;
const newest = async (phone: string) => (await auth.sentTo(phone)).at(-1)?.vars.code ?? '';

async function logIn(phone: string, headers: Record<string, string>): Promise<number> {
  expect(await ask(phone, headers)).toBe(200);
  return show(phone, await newest(phone), headers);
}

/** The odds that the tries since the account was made hit a right code. */
async function oddsAt(phone: string): Promise<number> {
  const { rows } = await auth.sql.query<{ short: number; long: number }>(
    `select coalesce(sum(wrong), 0)::integer as short, coalesce(sum(long_wrong), 0)::integer as long
     from auth.code_tries t join auth.users u on u.id = t.user_id where u.phone = $1`,
    [phone],
  );
  return rows[0]!.short / 1e6 + rows[0]!.long / 1e12;
}

/** Addresses without end ask for a code every three quarters of an hour, and guess at it with another's help. */
async function guessFor(phone: string, seconds: number, device?: string): Promise<void> {
  const pause = 2700;
  for (let at = 0; at < seconds; at += pause) {
    const asker = from(device === undefined ? `198.51.100.${(at / pause) % 200}` : OWNERS, device);
    await ask(phone, asker);
    for (const one of device === undefined ? [asker, from('198.51.100.250')] : [asker])
      for (let tries = 0; tries < 5; tries += 1) expect(await show(phone, 'abcdef', one)).toBe(403);
    auth.passSeconds(pause);
  }
}

it('a month of strangers’ guesses is as likely to hit as ten of six digits, and a known device still gets in', async () => {
  const phone = aPhone();
  const known = from(OWNERS, 'the-owners-phone');
  expect(await logIn(phone, known)).toBe(200);
  auth.passSeconds(901);
  await guessFor(phone, 1.5 * DAY_SECONDS);
  const odds = await oddsAt(phone);
  expect(odds).toBeGreaterThan(10 / 1e6);
  expect(odds).toBeLessThan(11 / 1e6);
  expect(odds).toBeLessThanOrEqual(ODDS_MAX);
  expect(await logIn(phone, from('203.0.113.99', 'the-owners-phone'))).toBe(200);
  // So does the owner who moves house with a new mobile.
  auth.passSeconds(31);
  expect(await logIn(phone, from('203.0.113.77', 'another-phone'))).toBe(200);
});

it('guesses of strangers who asked for no code cost no other person a try', async () => {
  const phone = aPhone();
  expect(await logIn(phone, from(OWNERS, 'the-owners-phone'))).toBe(200);
  for (let turn = 0; turn < 12; turn += 1) {
    auth.passSeconds(3601);
    const owner = from('203.0.113.77');
    expect(await ask(phone, owner)).toBe(200);
    for (let tries = 0; tries < 6; tries += 1)
      expect(await show(phone, 'abcdef', from('198.51.100.7'))).toBe(403);
    if (turn === 11) expect(await show(phone, await newest(phone), owner)).toBe(200);
    else auth.passSeconds(7200);
  }
});

it('a device that logged in once has no more than they, and the right code ends its count', async () => {
  const phone = aPhone();
  const known = from(OWNERS, 'the-owners-phone');
  expect(await logIn(phone, known)).toBe(200);
  auth.passSeconds(901);
  await guessFor(phone, DAY_SECONDS / 2, 'the-owners-phone');
  expect(await oddsAt(phone)).toBeLessThanOrEqual(ODDS_MAX / 3);
  auth.passSeconds(DAY_SECONDS);
  expect(await logIn(phone, known)).toBe(200);
  auth.passSeconds(901);
  expect(await ask(phone, known)).toBe(200);
  for (let tries = 0; tries < 4; tries += 1) expect(await show(phone, 'abcdef', known)).toBe(403);
  expect(await show(phone, await newest(phone), known)).toBe(200);
});
