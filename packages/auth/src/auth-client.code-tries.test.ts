import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

/** Five of those who asked for a code and five of those who did not, in thirty days, at codes of six digits. */
const STRANGERS_TRIES = 10;
const STRANGERS = ['198.51.100.7', '198.51.100.8'] as const;
const OWNERS = '203.0.113.10';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({
    TRUSTED_PROXIES: '127.0.0.1',
    AUTH_RATE_LIMIT_FACTOR: '50',
    AUTH_SMS_CODE_SECONDS: '3600',
  });
});
afterAll(() => auth.stop());

type Address = { readonly email: string } | { readonly phone: string };

const from = (place: string, device?: string) => ({
  'x-forwarded-for': place,
  ...(device === undefined ? {} : { 'x-device-name': device.padEnd(24, '-') }),
});
const show = (address: Address, token: string, headers: Readonly<Record<string, string>>) =>
  auth.post('/verify', { ...address, token, type: 'email' in address ? 'email' : 'sms' }, headers);
const newest = async (address: Address) =>
  (await auth.sentTo(Object.values(address)[0]!)).at(-1)?.vars.code ?? '';

/** The number of wrong codes held against right ones of six digits. */
async function triedAt(address: Address): Promise<number> {
  const [column, value] = Object.entries(address)[0]!;
  const { rows } = await auth.sql.query<{ tried: number }>(
    `select coalesce(sum(wrong), 0)::integer as tried from auth.code_tries t join auth.users u on u.id = t.user_id
     where u.${column} = $1`,
    [value],
  );
  return rows[0]!.tried;
}

async function guess(address: Address, headers: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 0; tries < 6; tries += 1)
    expect((await show(address, 'abcdef', headers)).status).toBe(403);
}

/** Two places by turns ask for a code and guess at it. */
async function guessByTurns(
  address: Address,
  ask: (place: string, turn: number) => Promise<{ status: number }>,
): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    auth.passSeconds(61);
    const place = STRANGERS[turn % 2]!;
    expect((await ask(place, turn)).status).toBe(200);
    for (const one of STRANGERS) await guess(address, from(one));
  }
}

/** An account that its owner logged in to, from a device of this name each. */
async function anAccount(...devices: readonly string[]): Promise<Address> {
  const phone = aPhone();
  for (const device of devices) {
    await auth.post('/otp', { phone }, from(OWNERS, device));
    expect((await show({ phone }, await newest({ phone }), from(OWNERS, device))).status).toBe(200);
    auth.passSeconds(901);
  }
  return { phone };
}

describe('strangers who ask for codes by turns and guess', () => {
  it('have no more tries at an account than one of them, by mail', async () => {
    const { email } = await aPerson(auth);
    // The mail of the sign-up counts no more.
    auth.passSeconds(3601);
    await guessByTurns({ email }, (place) => auth.post('/otp', { email }, from(place)));
    expect(await triedAt({ email })).toBe(STRANGERS_TRIES);
    // The next code is longer, and the owner logs in with it from any address.
    expect(await newest({ email })).toMatch(/^\d{10}$/);
    expect((await show({ email }, await newest({ email }), from(STRANGERS[1]))).status).toBe(200);
  });

  it('have no more by SMS, and a known device still gets in', async () => {
    const address = await anAccount('the-owners-phone');
    await guessByTurns(address, (place) => auth.post('/otp', address, from(place)));
    expect(await triedAt(address)).toBe(STRANGERS_TRIES);
    auth.passSeconds(31);
    const known = from('203.0.113.99', 'the-owners-phone');
    expect((await auth.post('/otp', address, known)).status).toBe(200);
    expect((await show(address, await newest(address), known)).status).toBe(200);
  });

  it('have no more by signing up with an unproven address', async () => {
    const email = anEmail();
    await guessByTurns({ email }, (place, turn) =>
      auth.post('/signup', { email, password: `${PASSWORD}-${turn}` }, from(place)),
    );
    expect(await triedAt({ email })).toBe(STRANGERS_TRIES);
    // The next code is longer, and the owner logs in with it from any address.
    expect(await newest({ email })).toMatch(/^\d{10}$/);
    expect((await show({ email }, await newest({ email }), from(STRANGERS[1]))).status).toBe(200);
  });
});

it('known devices share five tries, whichever of them asks', async () => {
  const address = await anAccount('the-owners-phone', 'the-owners-tablet');
  for (const device of ['the-owners-phone', 'the-owners-tablet', 'the-owners-phone']) {
    auth.passSeconds(31);
    expect((await auth.post('/otp', address, from(OWNERS, device))).status).toBe(200);
    await guess(address, from(OWNERS, device));
  }
  expect(await triedAt(address)).toBe(5);
  // Nothing of it is the strangers' loss: an owner at a new address gets in.
  expect((await show(address, await newest(address), from('203.0.113.77'))).status).toBe(200);
});
