import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpDeviceHash } from './auth.devices.rules.ts';
import { PASSWORD, type Reply, type TestAuth, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

/** The random name of a browser makes it its owner's: strangers' guesses slow it less, and a log-in from it is no news. */
describe('the browser of a sign-up', () => {
  let auth: TestAuth;
  beforeAll(async () => {
    auth = await startTestAuth({ AUTH_ANONYMOUS: 'on', AUTH_RATE_LIMIT_FACTOR: '20' });
  });
  afterAll(() => auth.stop());

  const from = (device: string) => ({ 'x-device-name': device });
  const claimsOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

  /** Signs up as our pages did until December 2026, with the browser's name among the data, too. */
  async function join(email: string, device: string): Promise<Reply[]> {
    const data = { device, city: 'Pune' };
    const asked = await auth.post('/signup', { email, password: PASSWORD, data }, from(device));
    const [mail] = await auth.sentTo(email);
    const proof = { type: 'signup', email, token: mail?.vars.code };
    const session = await auth.post('/verify', proof, from(device));
    const authorization = `Bearer ${String(session.json.access_token)}`;
    return [asked, session, await auth.get('/user', { authorization })];
  }

  async function marksOf(...emails: string[]): Promise<(Buffer | null)[]> {
    const { rows } = await auth.sql.query<{ email: string; mark: Buffer | null }>(
      'select email, sign_up_device_hash as mark from auth.users where email = any($1)',
      [emails],
    );
    return emails.map((email) => rows.find((row) => row.email === email)?.mark ?? null);
  }

  test('given a sign-up from a named browser, then no answer, token or row tells the name', async () => {
    const [email, device] = [anEmail(), randomUUID()];
    const replies = await join(email, device);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { text } of replies) expect(text).not.toContain(device);
    const token = String(replies[1]!.json.access_token);
    const said = { city: 'Pune', email, email_verified: true };
    expect(claimsOf(token)['user_metadata']).toMatchObject(said);
    expect(JSON.stringify(claimsOf(token))).not.toContain(device);
    const { rows } = await auth.sql.query<{ row: string }>(
      `select u::text || (select string_agg(i::text, '') from auth.identities i where i.user_id = u.id) as row
       from auth.users u where u.email = $1`,
      [email],
    );
    expect(rows[0]?.row).not.toContain(device);
  });

  test('given two accounts of one browser, then both bear its mark, and one of another browser does not', async () => {
    const [first, second, other, device] = [anEmail(), anEmail(), anEmail(), randomUUID()];
    await join(first, device);
    await join(second, device);
    await join(other, randomUUID());
    const [one, two, three] = await marksOf(first, second, other);
    expect(one).toHaveLength(32);
    expect(two).toEqual(one);
    expect(three).not.toEqual(one);
  });

  test('given a sign-up by mobile, then its mark is that of a sign-up by mail', async () => {
    const [email, phone, device] = [anEmail(), aPhone(), randomUUID()];
    await join(email, device);
    await auth.post('/otp', { phone, create_user: true }, from(device));
    const [message] = await auth.sentTo(phone);
    await auth.post('/verify', { type: 'sms', phone, token: message?.vars.code });
    const { rows } = await auth.sql.query<{ mark: Buffer }>(
      'select sign_up_device_hash as mark from auth.users where phone = $1',
      [phone],
    );
    expect([rows[0]?.mark]).toEqual(await marksOf(email));
  });

  test('given two sign-ups with one address, then the account bears the mark of the one that proves it', async () => {
    const [email, pattern, strangers, owners] = [anEmail(), anEmail(), randomUUID(), randomUUID()];
    await auth.post('/signup', { email, password: 'a stranger’s long words' }, from(strangers));
    auth.passSeconds(61);
    await auth.post('/signup', { email, password: PASSWORD }, from(owners));
    const token = (await auth.sentTo(email)).at(-1)?.vars.code;
    await auth.post('/verify', { type: 'signup', email, token }, from(owners));
    await join(pattern, owners);
    const [mark, ofOwner] = await marksOf(email, pattern);
    expect(mark).toEqual(ofOwner);
  });

  test('given a browser without a name, then its sign-up leaves no mark', async () => {
    const email = anEmail();
    await auth.post('/signup', { email, password: PASSWORD });
    const [mail] = await auth.sentTo(email);
    await auth.post('/verify', { type: 'signup', email, token: mail?.vars.code });
    expect(await marksOf(email)).toEqual([null]);
  });

  test('given an account without an address, then it bears the mark of its browser', async () => {
    const device = randomUUID();
    const email = anEmail();
    await join(email, device);
    const made = await auth.post('/signup', { data: { device } }, from(device));
    expect(made.text).not.toContain(device);
    const { rows } = await auth.sql.query<{ mark: Buffer }>(
      'select sign_up_device_hash as mark from auth.users where id = $1',
      [(made.json.user as { id: string }).id],
    );
    expect([rows[0]?.mark]).toEqual(await marksOf(email));
  });

  /** Asks for a code to sign up by, a while after the ask before, and hands it over. */
  async function ask(who: { email: string } | { phone: string }, device: string, data?: object) {
    auth.passSeconds(61);
    expect((await auth.post('/otp', { ...who, data }, from(device))).status).toBe(200);
    return (await auth.sentTo(Object.values(who)[0]!)).at(-1)?.vars.code ?? '';
  }

  async function prove(who: { email: string } | { phone: string }, token: string) {
    const type = 'email' in who ? 'email' : 'sms';
    const { json } = await auth.post('/verify', { ...who, type, token });
    const { rows } = await auth.sql.query<{ mark: Buffer | null }>(
      'select sign_up_device_hash as mark from auth.users where email = $1 or phone = $1',
      Object.values(who),
    );
    return { user: json.user as { user_metadata: { ref?: string } }, mark: rows[0]?.mark, json };
  }

  describe('given a code to sign up by that is asked for twice', () => {
    const addresses = [() => ({ phone: aPhone() }), () => ({ email: anEmail() })];

    test.each([{ ref: 'ABCD1234' }, undefined])(
      'when the same browser types the second, then its words and mark are those of the account (sent again: %o)',
      async (again) => {
        for (const who of addresses.map((make) => make())) {
          const device = randomUUID();
          const first = await ask(who, device, { ref: 'ABCD1234' });
          const second = await ask(who, device, again);
          expect((await prove(who, first)).json).toMatchObject({ error_code: 'otp_expired' });
          const { user, mark } = await prove(who, second);
          expect(user.user_metadata).toMatchObject({ ref: 'ABCD1234' });
          expect(mark).toEqual(signUpDeviceHash(device));
        }
      },
    );

    test('by two browsers, then each code brings its own words and mark, and none of the other’s', async () => {
      for (const who of addresses.map((make) => make())) {
        const [owners, strangers] = [randomUUID(), randomUUID()];
        const code = await ask(who, owners, { ref: 'ABCD1234' });
        await ask(who, strangers, { ref: 'STRANGER' });
        const { user, mark } = await prove(who, code);
        expect(user.user_metadata).toMatchObject({ ref: 'ABCD1234' });
        expect(mark).toEqual(signUpDeviceHash(owners));
      }
    });

    test('by a stranger first, then the owner who says nothing has none of the stranger’s words', async () => {
      for (const who of addresses.map((make) => make())) {
        const owners = randomUUID();
        await ask(who, randomUUID(), { ref: 'STRANGER' });
        const { user, mark } = await prove(who, await ask(who, owners));
        expect(user.user_metadata).not.toHaveProperty('ref');
        expect(mark).toEqual(signUpDeviceHash(owners));
      }
    });
  });
});
