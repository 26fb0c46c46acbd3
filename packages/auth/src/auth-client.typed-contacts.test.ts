import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@mohlat/platform/waiting.testing.ts';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';
import { authWithProvider, somebody } from './elsewhere.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
const STRANGERS = 'strangers-Kettle-1';

const site = authWithProvider({
  AUTH_JWT_SECRET: SECRET,
  AUTH_ANONYMOUS: 'on',
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

const CONTACTS = [{ make: (): Who => ({ email: anEmail() }) }, { make: (): Who => ({ phone: aPhone() }) }];
const addressOf = (who: Who) => ('email' in who ? who.email : who.phone);
const typeOf = (who: Who) => ('email' in who ? 'email' : 'phone');
const newestCode = async (who: Who) => (await site.auth.sentTo(addressOf(who))).at(-1)?.vars.code ?? '';
const holdersOf = async (who: Who) => {
  const { rows } = await site.auth.sql.query<{ id: string }>(
    `select id from auth.users where ${typeOf(who)} = $1`,
    [addressOf(who)],
  );
  return rows.map(({ id }) => id);
};

/** Does something, and tells which accounts' open streams were told to look again meanwhile. */
async function toldBy(work: () => Promise<unknown>): Promise<string[]> {
  const ear = await site.auth.sql.connect();
  const told: string[] = [];
  ear.on('notification', ({ payload }) => told.push(payload ?? ''));
  await ear.query('listen sessions');
  await work();
  await site.auth.sql.query(`select pg_notify('sessions', 'end')`);
  await until(async () => (told.includes('end') ? true : undefined));
  ear.release(true);
  return told.slice(0, -1);
}

/** Types somebody's address or number, and proves nothing. */
async function typedByStranger(who: Who): Promise<string> {
  const { data, error } = await site.auth.client().signUp({ ...who, password: STRANGERS });
  expect(error).toBeNull();
  site.auth.passSeconds(61);
  return data.user?.id ?? '';
}

/** A person whose account may get an address as well as a number by one code: that of the other kind is proven. */
async function aPersonFor(who: Who) {
  const own: Who = 'email' in who ? { phone: aPhone() } : { email: anEmail() };
  const client = site.auth.client();
  expect((await client.signUp({ ...own, password: PASSWORD })).error).toBeNull();
  const token = await newestCode(own);
  const proof =
    'email' in own ? ({ ...own, token, type: 'email' } as const) : ({ ...own, token, type: 'sms' } as const);
  const { data, error } = await client.verifyOtp(proof);
  expect(error).toBeNull();
  return { client, own, id: data.user?.id ?? '' };
}

const ask = async ({ client }: Pick<Awaited<ReturnType<typeof aPersonFor>>, 'client'>, who: Who) =>
  (await client.updateUser(who)).error?.code;

/** Types the newest code of a change; answers the error code of a refusal. */
async function prove(who: Who, token?: string): Promise<string | undefined> {
  const code = token ?? (await newestCode(who));
  const proof =
    'email' in who
      ? ({ ...who, token: code, type: 'email_change' } as const)
      : ({ ...who, token: code, type: 'phone_change' } as const);
  return (await site.auth.client().verifyOtp(proof)).error?.code;
}

describe.each(CONTACTS)('an address or number that a stranger typed and never proved', ({ make }) => {
  it('given an owner with an account, when they prove it, then the stranger’s claim is gone', async () => {
    const who = make();
    const stranger = await typedByStranger(who);
    const strangersCode = await newestCode(who);
    const person = await aPersonFor(who);
    expect(await ask(person, who)).toBeUndefined();
    expect(await holdersOf(who)).toEqual([stranger]);
    expect(await prove(who)).toBeUndefined();
    expect(await holdersOf(who)).toEqual([person.id]);
    expect((await admin.getUserById(stranger)).error?.status).toBe(404);
    const type = 'email' in who ? 'email' : 'sms';
    const late = await site.auth.post('/verify', { ...who, type, token: strangersCode });
    expect(late.json.error_code).toBe('otp_expired');
    const signIn = (password: string) => site.auth.client().signInWithPassword({ ...who, password });
    expect((await signIn(STRANGERS)).error?.code).toBe('invalid_credentials');
    expect((await signIn(PASSWORD)).data.user?.id).toBe(person.id);
  });

  it('given it is typed once the code is out, then the code still gives it away', async () => {
    const who = make();
    const person = await aPersonFor(who);
    expect(await ask(person, who)).toBeUndefined();
    const code = await newestCode(who);
    site.auth.passSeconds(61);
    await typedByStranger(who);
    expect(await prove(who, code)).toBeUndefined();
    expect(await holdersOf(who)).toEqual([person.id]);
  });

  it('given it is proven meanwhile, then the later proof is told that it is taken', async () => {
    const who = make();
    const [first, second] = [await aPersonFor(who), await aPersonFor(who)];
    await typedByStranger(who);
    const codes: string[] = [];
    for (const person of [first, second]) {
      expect(await ask(person, who)).toBeUndefined();
      codes.push(await newestCode(who));
      site.auth.passSeconds(61);
    }
    const told = await Promise.all(codes.map((code) => prove(who, code)));
    expect(told.filter((code) => code === undefined)).toHaveLength(1);
    expect(told).toContain(`${typeOf(who)}_exists`);
    expect(await ask(await aPersonFor(who), who)).toBe(`${typeOf(who)}_exists`);
  });

  it('given its account proved something else, when the owner proves it, then that account stays', async () => {
    const who = make();
    const holder = await aPersonFor(who);
    expect((await admin.updateUserById(holder.id, { ...who })).error).toBeNull();
    const person = await aPersonFor(who);
    expect(await ask(person, who)).toBeUndefined();
    expect(await toldBy(() => prove(who))).toEqual([holder.id]);
    expect(await holdersOf(who)).toEqual([person.id]);
    const { data } = await site.auth.client().signInWithPassword({ ...holder.own, password: PASSWORD });
    expect(data.user).toMatchObject({ id: holder.id, [typeOf(who)]: '', ...holder.own });
  });

  it('given an account with another contact, unproven too, then it keeps that one', async () => {
    const who = make();
    const both = Object.assign({ email: anEmail(), phone: aPhone() }, who);
    const made = await admin.createUser(both);
    const person = await aPersonFor(who);
    expect(await ask(person, who)).toBeUndefined();
    expect(await prove(who)).toBeUndefined();
    const { data } = await admin.getUserById(made.data.user?.id ?? '');
    expect(data.user).toMatchObject({ ...both, [typeOf(who)]: '' });
    const left = 'email' in who ? ['phone'] : ['email'];
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(left);
    expect(data.user?.app_metadata).toMatchObject({ provider: left[0], providers: left });
    expect(JSON.stringify(data.user?.user_metadata)).not.toContain(addressOf(who));
  });

  it('given an operator who vouches for it, then it goes where they say, and else it is taken', async () => {
    const who = make();
    const stranger = await typedByStranger(who);
    const person = await aPersonFor(who);
    for (const refused of [
      await admin.updateUserById(person.id, { ...who }),
      await admin.createUser({ ...who }),
    ])
      expect([refused.error?.status, refused.error?.code]).toEqual([422, `${typeOf(who)}_exists`]);
    expect(await holdersOf(who)).toEqual([stranger]);
    const vouched = { [`${typeOf(who)}_confirm`]: true };
    expect((await admin.updateUserById(person.id, { ...who, ...vouched })).error).toBeNull();
    expect(await holdersOf(who)).toEqual([person.id]);
    expect((await admin.createUser({ ...who, ...vouched })).error?.code).toBe(`${typeOf(who)}_exists`);
    const another = make();
    await typedByStranger(another);
    const made = await admin.createUser({ ...another, ...vouched });
    expect(await holdersOf(another)).toEqual([made.data.user?.id]);
  });
});

describe('an address that a stranger typed and never proved', () => {
  it('is no hindrance to a generated link of a change', async () => {
    const [email, newEmail] = [anEmail(), anEmail()];
    await aPerson(site.auth, email);
    await typedByStranger({ email: newEmail });
    const { data, error } = await admin.generateLink({ type: 'email_change_new', email, newEmail });
    expect([error, data.properties?.email_otp.length]).toEqual([null, 6]);
  });

  it('becomes an account’s that had none, by a provider that proves it', async () => {
    const client = site.auth.client('pkce');
    const { data } = await client.signInAnonymously();
    const email = anEmail();
    await typedByStranger({ email });
    const token = await site.keycloak.idToken(somebody({ email }));
    expect((await client.linkIdentity({ provider: 'keycloak', token })).error).toBeNull();
    expect(await holdersOf({ email })).toEqual([data.user?.id]);
  });

  it('becomes the account’s once its own is unlinked, where a linked provider proves it', async () => {
    const email = anEmail();
    const person = await aPerson(site.auth);
    const token = await site.keycloak.idToken(somebody({ email }));
    expect((await person.client.linkIdentity({ provider: 'keycloak', token })).error).toBeNull();
    await typedByStranger({ email });
    const { identities = [] } = (await person.client.getUser()).data.user ?? {};
    const own = identities.find(({ provider }) => provider === 'email');
    expect((await person.client.unlinkIdentity(own!)).error).toBeNull();
    expect(await holdersOf({ email })).toEqual([person.user.id]);
    const { user_metadata: words } = (await person.client.getUser()).data.user ?? {};
    expect(words).toMatchObject({ email, email_verified: true });
  });
});

describe('where an address or number counts without a proof', () => {
  let open: TestAuth;
  beforeAll(async () => {
    open = await startTestAuth({
      AUTH_MAIL_AUTOCONFIRM: 'on',
      AUTH_SMS_AUTOCONFIRM: 'on',
      AUTH_ANONYMOUS: 'on',
    });
  });
  afterAll(() => open.stop());

  it.each(CONTACTS)(
    'given one that another typed, when it is asked for, then it is taken',
    async ({ make }) => {
      const who = make();
      const holder = crypto.randomUUID();
      // The row is from before the setting: since then whatever is typed is proven.
      await open.sql.query(
        `insert into auth.users (id, ${typeOf(who)}, app_metadata, user_metadata, created_at, updated_at)
       values ($1, $2, '{}', '{}', now(), now())`,
        [holder, addressOf(who)],
      );
      const client = open.client();
      expect((await client.signInAnonymously()).error).toBeNull();
      expect((await client.updateUser(who)).error?.code).toBe(`${typeOf(who)}_exists`);
      const { rows } = await open.sql.query(`select id from auth.users where ${typeOf(who)} = $1`, [
        addressOf(who),
      ]);
      expect(rows).toEqual([{ id: holder }]);
      expect((await client.updateUser(make())).error).toBeNull();
    },
  );
});
