import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignJWT } from 'jose';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
const OWNERS = 'owners-Teapot-2';
const DAY = 24 * 3600;

let auth: TestAuth;
let service: Record<string, string>;
beforeAll(async () => {
  auth = await startTestAuth({
    AUTH_JWT_SECRET: SECRET,
    AUTH_SECURE_EMAIL_CHANGE: 'off',
    AUTH_SMS_PER_QUARTER_HOUR: '20',
  });
  const key = new TextEncoder().encode(SECRET);
  const token = await new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  service = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
});
afterAll(() => auth.stop());

const codeTo = async (address: string) => (await auth.sentTo(address)).at(-1)?.vars.code ?? '';
const countTo = async (address: string) => (await auth.sentTo(address)).length;
const asAdmin = (id: string, body: object) =>
  auth.call(`/admin/users/${id}`, { method: 'PUT', headers: service, body: JSON.stringify(body) });
const isProven = async (waiting: Waiting) => {
  const { type, wanted } = waiting;
  const address = type === 'phone_change' ? { phone: wanted } : { email: wanted };
  return (await auth.post('/verify', { type, ...address, token: await codeTo(wanted) })).status === 200;
};
/** Asks again as anybody can, without a session; answers how many messages the wanted contact got by it. */
const askAgain = async ({ type, wanted, email, phone }: Waiting) => {
  const before = await countTo(wanted);
  const address = type === 'phone_change' ? { phone } : { email };
  expect((await auth.post('/resend', { type, ...address })).json).toEqual({});
  return (await countTo(wanted)) - before;
};

/** A person with an address and a number, both proven. */
async function withNumber() {
  const person = await aPerson(auth);
  const phone = aPhone();
  expect((await person.client.updateUser({ phone })).error).toBeNull();
  const proof = { phone, token: await codeTo(phone), type: 'phone_change' } as const;
  expect((await person.client.verifyOtp(proof)).error).toBeNull();
  return { ...person, phone };
}

/** A change to a contact of who knew the password, begun and not finished. */
async function begun(type: 'phone_change' | 'email_change') {
  const { client, email, phone, user } = await withNumber();
  const stranger = auth.client();
  await stranger.signInWithPassword({ email, password: PASSWORD });
  const wanted = type === 'phone_change' ? aPhone() : anEmail();
  const change = type === 'phone_change' ? { phone: wanted } : { email: wanted };
  expect((await stranger.updateUser(change)).error).toBeNull();
  return { type, wanted, email, phone, id: user.id, client };
}
type Waiting = Awaited<ReturnType<typeof begun>>;

async function recovered({ email }: Waiting) {
  auth.passSeconds(61);
  await auth.post('/recover', { email });
  const owner = auth.client();
  const proof = { email, token: await codeTo(email), type: 'recovery' } as const;
  expect((await owner.verifyOtp(proof)).error).toBeNull();
}

describe.each(['phone_change', 'email_change'] as const)('a %s that was begun and not finished', (type) => {
  it('is sent again while its code lives', async () => {
    const waiting = await begun(type);
    auth.passSeconds(61);
    expect(await askAgain(waiting)).toBe(1);
    expect(await isProven(waiting)).toBe(true);
  });

  it('given its code sent again five times, then it is not sent a sixth time and ends with its code', async () => {
    const waiting = await begun(type);
    const sent: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      auth.passSeconds(type === 'phone_change' ? 250 : 3600);
      sent.push(await askAgain(waiting));
    }
    expect(sent).toEqual([1, 1, 1, 1, 1, 0]);
    auth.passSeconds(2 * DAY);
    expect(await isProven(waiting)).toBe(false);
  });

  it('is over with its code: asked for again, nothing is sent', async () => {
    const waiting = await begun(type);
    auth.passSeconds(2 * DAY);
    expect(await askAgain(waiting)).toBe(0);
    expect(await isProven(waiting)).toBe(false);
  });

  it('is begun again by its owner once its code is over', async () => {
    const waiting = await begun(type);
    auth.passSeconds(2 * DAY);
    const owner = auth.client();
    await owner.signInWithPassword({ email: waiting.email, password: PASSWORD });
    const change = type === 'phone_change' ? { phone: waiting.wanted } : { email: waiting.wanted };
    expect((await owner.updateUser(change)).error).toBeNull();
    expect(await isProven(waiting)).toBe(true);
  });

  it.each([
    [
      'the owner chooses a new password',
      async ({ client }: Waiting) => {
        const change = { password: OWNERS, current_password: PASSWORD };
        expect((await client.updateUser(change)).error).toBeNull();
      },
    ],
    ['the owner comes back by a recovery', recovered],
    ['an operator sets a password', ({ id }: Waiting) => asAdmin(id, { password: OWNERS })],
    ['an operator sets the address', ({ id }: Waiting) => asAdmin(id, { email: anEmail() })],
  ])('is over when %s', async (_, happen) => {
    const waiting = await begun(type);
    await happen(waiting);
    const { rows } = await auth.sql.query('select new_email, new_phone from auth.users where id = $1', [
      waiting.id,
    ]);
    expect(rows).toEqual([{ new_email: null, new_phone: null }]);
    auth.passSeconds(61);
    expect(await askAgain(waiting)).toBe(0);
    expect(await isProven(waiting)).toBe(false);
  });

  it('is cleared away by the daily clean-up once its code is over', async () => {
    const waiting = await begun(type);
    const forget = (days: number) =>
      auth.sql.query(`select auth.forget_old(now() + $1 * interval '1 day', 1000)`, [days]);
    const waits = async () => {
      const { rows } = await auth.sql.query<{ waits: boolean }>(
        'select new_email is not null or new_phone is not null as waits from auth.users where id = $1',
        [waiting.id],
      );
      return rows[0]?.waits;
    };
    const days = (
      await auth.sql.query<{ days: number }>(
        `select extract(epoch from max(created_at) - now()) / 86400 as days from auth.one_time_codes`,
      )
    ).rows[0]!.days;
    await forget(Number(days));
    expect(await waits()).toBe(true);
    await forget(Number(days) + 3);
    expect(await waits()).toBe(false);
  });
});

describe('a change that a stranger began in an account with a mobile alone', () => {
  async function begunAtMobile() {
    const phone = aPhone();
    const signIn = async () => {
      auth.passSeconds(61);
      const client = auth.client();
      await client.signInWithOtp({ phone });
      const { data } = await client.verifyOtp({ phone, token: await codeTo(phone), type: 'sms' });
      return { client, id: data.user!.id };
    };
    const { client: owner, id } = await signIn();
    const { client: stranger } = await signIn();
    const wanted = anEmail();
    const isOpen = async () => {
      const proof = { type: 'email_change', email: wanted, token: await codeTo(wanted) };
      return (await auth.post('/verify', proof)).status === 200;
    };
    const begin = async () => expect((await stranger.updateUser({ email: wanted })).error).toBeNull();
    return { owner, stranger, id, begin, isOpen };
  }
  const withoutSession = async (id: string) => {
    const claims = { sub: id, role: 'authenticated', aud: 'authenticated' };
    const key = new TextEncoder().encode(SECRET);
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await auth.call('/logout?scope=local', { method: 'POST', headers });
    expect(status).toBe(204);
  };

  it.each([
    ['logs out everywhere', ({ owner }: Begun) => owner.signOut({ scope: 'global' })],
    ['logs all others out', ({ owner }: Begun) => owner.signOut({ scope: 'others' })],
    ['is logged out by a token without a session', ({ id }: Begun) => withoutSession(id)],
  ])('is over when the owner %s', async (_, leave) => {
    const one = await begunAtMobile();
    await one.begin();
    await leave(one);
    expect(await one.isOpen()).toBe(false);
  });
  type Begun = Awaited<ReturnType<typeof begunAtMobile>>;

  it('goes on when another device logs itself out', async () => {
    const one = await begunAtMobile();
    await one.begin();
    await one.owner.signOut({ scope: 'local' });
    expect(await one.isOpen()).toBe(true);
  });
});
