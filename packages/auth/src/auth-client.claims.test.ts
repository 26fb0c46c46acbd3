import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { authWithProvider, somebody } from './elsewhere.testing.ts';
import { aPhone, anEmail } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
const STRANGERS = 'strangers-Kettle-1';
const OWNERS = 'owners-Teapot-2';

const site = authWithProvider({
  AUTH_JWT_SECRET: SECRET,
  AUTH_RATE_LIMIT_FACTOR: '50',
  AUTH_PROVIDER_KEYCLOAK_CLIENT_ID: 'example',
  AUTH_PROVIDER_KEYCLOAK_SECRET: 'between us',
});
let admin: GoTrueAdminApi;
beforeAll(async () => {
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SECRET));
  admin = new GoTrueAdminApi({ url: site.auth.url, headers: { authorization: `Bearer ${token}` } });
});

type Who = { readonly email: string } | { readonly phone: string };

const addressOf = (who: Who) => ('email' in who ? who.email : who.phone);
const newestCode = async (who: Who) => (await site.auth.sentTo(addressOf(who))).at(-1)?.vars.code ?? '';

/** Signs up, a while after the sign-up before, and hands over the code that was sent. */
async function signUp(who: Who, password: string, data: Record<string, string> = {}): Promise<string> {
  site.auth.passSeconds(61);
  const { error } = await site.auth.client().signUp({ ...who, password, options: { data } });
  expect(error).toBeNull();
  return newestCode(who);
}

async function confirm(who: Who, token: string) {
  const client = site.auth.client();
  const { data, error } =
    'email' in who
      ? await client.verifyOtp({ ...who, token, type: 'email' })
      : await client.verifyOtp({ ...who, token, type: 'sms' });
  expect(error).toBeNull();
  return { client, user: data.user! };
}

/** Logs in with a password; answers undefined, or the error code of the refusal. */
async function logIn(who: Who, password: string): Promise<string | undefined> {
  return (await site.auth.client().signInWithPassword({ ...who, password })).error?.code;
}

describe('an address two people sign up with', () => {
  it('belongs to the one whose code came back: their password and data, and nothing of the other’s', async () => {
    for (const who of [{ email: anEmail() }, { phone: aPhone() }]) {
      await signUp(who, STRANGERS, { name: 'Stranger', ref: 'STRANGE' });
      const code = await signUp(who, OWNERS, { name: 'Owner' });
      const { user } = await confirm(who, code);
      expect(user.user_metadata).toMatchObject({ name: 'Owner' });
      expect(user.user_metadata).not.toHaveProperty('ref');
      expect(user.identities?.[0]?.identity_data).not.toHaveProperty('ref');
      expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
        'invalid_credentials',
        undefined,
      ]);
    }
  });

  it('belongs to the first of them too, if it is the first one’s code', async () => {
    const who = { email: anEmail() };
    const code = await signUp(who, OWNERS, { name: 'Owner' });
    const strangers = await signUp(who, STRANGERS, { name: 'Stranger' });
    expect((await confirm(who, code)).user.user_metadata.name).toBe('Owner');
    const late = await site.auth.client().verifyOtp({ ...who, token: strangers, type: 'email' });
    expect(late.error?.code).toBe('otp_expired');
    expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });

  it('may be confirmed by the mail’s link, which is that sign-up’s too', async () => {
    const who = { email: anEmail() };
    await signUp(who, STRANGERS);
    await signUp(who, OWNERS);
    const { link = '' } = (await site.auth.sentTo(who.email)).at(-1)?.vars ?? {};
    const opened = await site.auth.get(new URL(link).pathname.replace('/auth/v1', '') + new URL(link).search);
    expect(opened.headers.get('location')).toContain('#access_token=');
    expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });

  it('keeps three sign-ups waiting, the youngest, each good for being told that its address is not proven', async () => {
    const who = { email: anEmail() };
    const passwords = ['first-Kettle-1', 'second-Kettle-2', 'third-Kettle-3', 'fourth-Kettle-4'];
    const codes: string[] = [];
    for (const password of passwords) codes.push(await signUp(who, password));
    const told = await Promise.all(passwords.map((password) => logIn(who, password)));
    expect(told).toEqual(['invalid_credentials', ...Array<string>(3).fill('email_not_confirmed')]);
    const oldest = await site.auth.client().verifyOtp({ ...who, token: codes[0]!, type: 'email' });
    expect(oldest.error?.code).toBe('otp_expired');
    await confirm(who, codes[1]!);
    expect(await logIn(who, passwords[1]!)).toBeUndefined();
  });
});

describe('an address that an operator gave to an account, without a proof', () => {
  /** Signs a stranger up with it, and hands over the answer beside that for an address that is free. */
  async function answers(email: string) {
    const [taken, free] = await Promise.all(
      [email, anEmail()].map((one) =>
        site.auth.post('/signup', { email: one, password: STRANGERS, data: { name: 'Stranger' } }),
      ),
    );
    return { taken: taken!, free: free! };
  }

  it('given the account is used, when a stranger signs up with it, then the answer tells nothing of the account', async () => {
    const phone = aPhone();
    const { user } = await confirm({ phone }, await signUp({ phone }, OWNERS, { name: 'Owner' }));
    const email = anEmail();
    const app_metadata = { is_admin: true };
    expect((await admin.updateUserById(user.id, { email, app_metadata })).error).toBeNull();
    site.auth.passSeconds(3600);
    const { taken, free } = await answers(email);
    expect(Object.keys(taken.json).sort()).toEqual(Object.keys(free.json).sort());
    const { created_at } = taken.json;
    const own = { email, phone: '', app_metadata: { provider: 'email', providers: ['email'] } };
    expect(taken.json).toMatchObject({ ...own, identities: [{ provider: 'email', created_at }] });
    for (const secret of [user.id, phone, user.created_at, 'Owner', 'is_admin'])
      expect(taken.text).not.toContain(secret);
  });

  it('given an account that was never used, when a stranger signs up with it, then nothing of it is told', async () => {
    const [email, phone] = [anEmail(), aPhone()];
    const made = await admin.createUser({ email, phone, user_metadata: { name: 'Owner' }, role: 'clerk' });
    const { taken, free } = await answers(email);
    expect(Object.keys(taken.json).sort()).toEqual(Object.keys(free.json).sort());
    expect(taken.json).toMatchObject({ email, phone: '', role: 'authenticated' });
    expect(taken.json.identities).toMatchObject([{ provider: 'email', user_id: taken.json.id }]);
    for (const secret of [made.data.user?.id, 'Owner']) expect(taken.text).not.toContain(secret);
  });
});

describe('an address that an operator confirms', () => {
  const confirmedBy = (who: Who) => ('email' in who ? { email_confirm: true } : { phone_confirm: true });
  const holderOf = async (who: Who) => {
    const { rows } = await site.auth.sql.query<{ id: string }>(
      `select id from auth.users where ${'email' in who ? 'email' : 'phone'} = $1`,
      [addressOf(who)],
    );
    return rows[0]?.id ?? '';
  };

  it('given one sign-up waits for it, then the account has its password and words', async () => {
    for (const who of [{ email: anEmail() }, { phone: aPhone() }]) {
      await signUp(who, OWNERS, { name: 'Owner' });
      const { data, error } = await admin.updateUserById(await holderOf(who), confirmedBy(who));
      expect(error).toBeNull();
      const proof = 'email' in who ? 'email_verified' : 'phone_verified';
      expect(data.user?.user_metadata).toMatchObject({ name: 'Owner', [proof]: true });
      expect(await logIn(who, OWNERS)).toBeUndefined();
    }
  });

  it('given a new password and words with it, then the operator’s count', async () => {
    const who = { email: anEmail() };
    await signUp(who, OWNERS, { name: 'Owner', city: 'Pune' });
    const fields = { email_confirm: true, password: 'operators-Kettle-3', user_metadata: { name: 'Asha' } };
    const { data } = await admin.updateUserById(await holderOf(who), fields);
    expect(data.user?.user_metadata).toMatchObject({ name: 'Asha', city: 'Pune' });
    expect([await logIn(who, OWNERS), await logIn(who, 'operators-Kettle-3')]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });

  it('given several wait for it, then it has no password, and no words or account elsewhere of any', async () => {
    const who = { email: anEmail() };
    const stranger = somebody({ email: who.email, email_verified: false, name: 'Stranger' });
    await site.through(site.auth.client(), stranger);
    await signUp(who, STRANGERS, { ref: 'STRANGE' });
    await signUp(who, OWNERS);
    const { data } = await admin.updateUserById(await holderOf(who), { email_confirm: true });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    expect(JSON.stringify(data.user)).not.toMatch(/STRANGE|Stranger/);
    expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
      'invalid_credentials',
      'invalid_credentials',
    ]);
  });

  it('given another than the one a sign-up waits for, then that sign-up brings nothing', async () => {
    const [who, other] = [{ email: anEmail() }, { email: anEmail() }];
    await signUp(who, STRANGERS, { ref: 'STRANGE' });
    const { data } = await admin.updateUserById(await holderOf(who), { ...other, email_confirm: true });
    expect(data.user?.email).toBe(other.email);
    expect(data.user?.user_metadata).not.toHaveProperty('ref');
    expect(await logIn(other, STRANGERS)).toBe('invalid_credentials');
  });

  it('given an account with a password of the operator’s, when its person proves it, then they log in by that', async () => {
    const ways: readonly ((email: string) => Promise<unknown>)[] = [
      (email) => site.auth.client().signInWithOtp({ email }),
      (email) => site.auth.client().resetPasswordForEmail(email),
      (email) => admin.inviteUserByEmail(email),
      async (email) => {
        await signUp({ email }, STRANGERS);
        site.auth.passSeconds(61);
        await site.auth.client().signInWithOtp({ email });
      },
    ];
    for (const send of ways) {
      const who = { email: anEmail() };
      expect((await admin.createUser({ ...who, password: OWNERS })).error).toBeNull();
      await send(who.email);
      await confirm(who, await newestCode(who));
      expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
        'invalid_credentials',
        undefined,
      ]);
    }
  });
});

describe('a proof that is no sign-up’s own', () => {
  /** Ways to prove an address after a stranger and its owner signed up with it, each with the code it sends. */
  const ways: readonly (readonly [string, (email: string) => Promise<unknown>])[] = [
    ['a confirmation sent again', (email) => site.auth.client().resend({ type: 'signup', email })],
    ['a code', (email) => site.auth.client().signInWithOtp({ email })],
    ['recovery', (email) => site.auth.client().resetPasswordForEmail(email)],
    ['an invitation', (email) => admin.inviteUserByEmail(email)],
  ];
  it.each(ways)('leaves no password behind: %s', async (_name, send) => {
    const who = { email: anEmail() };
    await signUp(who, OWNERS);
    await signUp(who, STRANGERS, { ref: 'STRANGE' });
    site.auth.passSeconds(61);
    await send(who.email);
    const { user } = await confirm(who, await newestCode(who));
    expect(user.user_metadata).not.toHaveProperty('ref');
    expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
      'invalid_credentials',
      'invalid_credentials',
    ]);
  });

  it('leaves none behind either where it is a generated link, unless the link is that of a sign-up', async () => {
    for (const type of ['invite', 'magiclink'] as const) {
      const who = { email: anEmail() };
      await signUp(who, STRANGERS);
      const { data } = await admin.generateLink({ type, email: who.email });
      await confirm(who, data.properties?.email_otp ?? '');
      expect([type, await logIn(who, STRANGERS)]).toEqual([type, 'invalid_credentials']);
    }
    const who = { email: anEmail() };
    await signUp(who, STRANGERS);
    const { data } = await admin.generateLink({ type: 'signup', email: who.email, password: OWNERS });
    await confirm(who, data.properties?.email_otp ?? '');
    expect([await logIn(who, STRANGERS), await logIn(who, OWNERS)]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });

  it('leaves no account elsewhere linked that was brought without a proof of the address', async () => {
    const who = { email: anEmail() };
    const stranger = somebody({ email: who.email, email_verified: false });
    for (const _time of ['makes the account', 'comes back'])
      expect((await site.through(site.auth.client(), stranger)).location.hash).toContain(
        'error_code=provider_email_needs_verification',
      );
    const { client, user } = await confirm(who, await signUp(who, OWNERS));
    expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    const { data } = await client.getUser();
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
  });
});

describe('words of a provider that did not prove the address', () => {
  it('stay with the account that brought them, whichever person proves the address', async () => {
    const ways: readonly ((who: Who) => Promise<string>)[] = [
      (who) => signUp(who, OWNERS, { city: 'Pune' }),
      async (who) => {
        site.auth.passSeconds(61);
        await site.auth.client().signInWithOtp(who);
        return newestCode(who);
      },
    ];
    for (const send of ways) {
      const who = { email: anEmail() };
      const stranger = somebody({ email: who.email, email_verified: false, name: 'Stranger' });
      await site.through(site.auth.client(), stranger);
      const { user } = await confirm(who, await send(who));
      expect(JSON.stringify(user.user_metadata)).not.toContain('Stranger');
      expect(user.user_metadata).toMatchObject({ sub: user.id, email: who.email, email_verified: true });
    }
  });

  it('are the account’s when the code was that sign-up’s own', async () => {
    const who = { email: anEmail() };
    const own = somebody({ email: who.email, email_verified: false, name: 'Asha Rao' });
    await site.through(site.auth.client(), own);
    const { user } = await confirm(who, await newestCode(who));
    expect(user.user_metadata).toMatchObject({ name: 'Asha Rao', email_verified: true });
  });
});

describe('a single sign-up', () => {
  it('has its password again once the code that was asked for has run out', async () => {
    for (const [who, codeSeconds] of [
      [{ email: anEmail() }, 24 * 3600],
      [{ phone: aPhone() }, 300],
    ] as const) {
      expect((await site.auth.client().signInWithOtp(who)).error).toBeNull();
      // Sign-ups in between do not make it last longer.
      site.auth.passSeconds(codeSeconds - 200);
      await signUp(who, OWNERS);
      site.auth.passSeconds(200);
      await confirm(who, await signUp(who, OWNERS));
      expect(await logIn(who, OWNERS)).toBeUndefined();
    }
  });

  it('keeps its password when its confirmation is sent again', async () => {
    for (const who of [{ email: anEmail() }, { phone: aPhone() }]) {
      await signUp(who, OWNERS);
      site.auth.passSeconds(61);
      const sent = await site.auth.post('/resend', { ...who, type: 'email' in who ? 'signup' : 'sms' });
      expect(sent.status).toBe(200);
      await confirm(who, await newestCode(who));
      expect(await logIn(who, OWNERS)).toBeUndefined();
    }
  });

  it('is the same one when the same person sends the form twice', async () => {
    const who = { email: anEmail() };
    await signUp(who, OWNERS, { name: 'Onwer' });
    await signUp(who, OWNERS, { name: 'Owner' });
    site.auth.passSeconds(61);
    await site.auth.client().resend({ ...who, type: 'signup' });
    expect((await confirm(who, await newestCode(who))).user.user_metadata.name).toBe('Owner');
    expect(await logIn(who, OWNERS)).toBeUndefined();
  });

  it('of a stranger is not sent again for an owner whose own has run out', async () => {
    const who = { email: anEmail() };
    await signUp(who, OWNERS);
    site.auth.passSeconds(25 * 3600);
    await signUp(who, STRANGERS);
    site.auth.passSeconds(61);
    await site.auth.client().resend({ ...who, type: 'signup' });
    await confirm(who, await newestCode(who));
    expect(await logIn(who, STRANGERS)).toBe('invalid_credentials');
  });
});
