import { describe, expect, it } from 'vitest';
import { PASSWORD, aPerson, aPhone, anEmail } from './auth.testing.ts';
import { authWithProvider, codeIn, somebody } from './elsewhere.testing.ts';

const site = authWithProvider({ AUTH_PROVIDER_KEYCLOAK_SECRET: 'between us' });

const OWNERS = 'owners-Teapot-2';

/** A person to whose account an account elsewhere is linked, whose provider does not vouch for its address. */
async function linkedTo(victim: string, hasNumber: boolean) {
  const { client: first, email, user } = await aPerson(site.auth);
  const phone = hasNumber ? aPhone() : '';
  if (hasNumber) {
    await first.updateUser({ phone });
    const token = (await site.auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    expect((await first.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
  }
  const client = site.auth.client('pkce');
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data } = await client.linkIdentity({
    provider: 'keycloak',
    options: { skipBrowserRedirect: true },
  });
  const elsewhere = somebody({ email: victim, email_verified: false });
  const { location } = await site.open(site.keycloak.visit(data?.url ?? '', elsewhere));
  expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
  const unlink = async (wanted: string) => {
    const { identities = [] } = (await client.getUser()).data.user ?? {};
    const { error } = await client.unlinkIdentity(identities.find(({ provider }) => provider === wanted)!);
    return error && [error.status, error.code];
  };
  return { client, id: user.id, email, phone, elsewhere, unlink };
}

const shownTo = async ({ client }: Pick<Awaited<ReturnType<typeof linkedTo>>, 'client'>) => {
  const { user } = (await client.getUser()).data;
  return [user?.id, user?.email, user?.phone];
};

const REFUSED = [422, 'single_identity_not_deletable'];

/** The ways in which a person proves an address. */
const WAYS = {
  'an account elsewhere': async (email: string) => {
    const client = site.auth.client('pkce');
    const { location } = await site.through(client, somebody({ email }));
    await client.exchangeCodeForSession(codeIn(location));
    return client;
  },
  'the code of a sign-up': async (email: string) => {
    const client = site.auth.client();
    await client.signUp({ email, password: OWNERS });
    const token = (await site.auth.sentTo(email)).at(-1)?.vars.code ?? '';
    expect((await client.verifyOtp({ email, token, type: 'signup' })).error).toBeNull();
    return client;
  },
  'a link': async (email: string) => {
    const client = site.auth.client('pkce');
    await client.signInWithOtp({ email });
    const link = (await site.auth.sentTo(email)).at(-1)?.vars.link ?? '';
    const opened = await site.auth.get(link.replace(`${site.auth.publicUrl}/auth/v1`, ''));
    const location = new URL(opened.headers.get('location') ?? '');
    expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
    return client;
  },
};

describe('an account whose linked account elsewhere has an unproven address', () => {
  it('keeps the proven address where nothing else is proven', async () => {
    const victim = anEmail();
    const person = await linkedTo(victim, false);
    expect(await person.unlink('email')).toEqual(REFUSED);
    expect(await shownTo(person)).toEqual([person.id, person.email, '']);
    const { identities = [] } = (await person.client.getUser()).data.user ?? {};
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);
  });

  it('given its number is proven, then it has no address once its own is unlinked, and keeps the number', async () => {
    const person = await linkedTo(anEmail(), true);
    expect(await person.unlink('email')).toBeNull();
    expect(await shownTo(person)).toEqual([person.id, '', person.phone]);
    const { user_metadata: words } = (await person.client.getUser()).data.user ?? {};
    expect([words?.email, words?.email_verified, words?.phone_verified]).toEqual([undefined, false, true]);
    expect(await person.unlink('phone')).toEqual(REFUSED);
    expect(await shownTo(person)).toEqual([person.id, '', person.phone]);
  });

  it('given capitals in its only address, when its account elsewhere is unlinked, then its words name none', async () => {
    const who = somebody({ email: anEmail().toUpperCase() });
    const { client: first } = await site.viaPkce(who);
    const phone = aPhone();
    expect((await first.updateUser({ phone })).error).toBeNull();
    const token = (await site.auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    expect((await first.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
    const { client } = await site.viaPkce(who);
    const { identities = [] } = (await client.getUser()).data.user ?? {};
    const elsewhere = identities.find(({ provider }) => provider === 'keycloak');
    expect((await client.unlinkIdentity(elsewhere!)).error).toBeNull();
    const { user } = (await client.getUser()).data;
    expect([user?.email, user?.phone, user?.user_metadata.email]).toEqual(['', phone, undefined]);
  });

  it.each(Object.entries(WAYS))(
    'is another’s than that of the person who proves the address by %s',
    async (_, prove) => {
      const victim = anEmail();
      const person = await linkedTo(victim, true);
      expect(await person.unlink('email')).toBeNull();
      site.auth.passSeconds(61);
      const { user } = (await (await prove(victim)).getUser()).data;
      expect(user?.id).not.toBe(person.id);
      expect([user?.email, user?.phone]).toEqual([victim, '']);
      expect(await shownTo(person)).toEqual([person.id, '', person.phone]);
    },
  );
});

/** An account as older versions left it: it was used, and has an address that came with an account elsewhere, unproven. */
async function adopted(victim: string, hasNumber: boolean) {
  const person = await linkedTo(victim, hasNumber);
  await site.auth.sql.query(
    "with gone as (delete from auth.identities where user_id = $1 and provider = 'email') update auth.users set email = $2, email_confirmed_at = null where id = $1",
    [person.id, victim],
  );
  expect((await shownTo(person))[1]).toBe(victim);
  return person;
}

describe('an account that was used, with an unproven address of before', () => {
  it.each(
    Object.entries(WAYS).flatMap(([way, prove]) => [
      { way, prove, hasNumber: true },
      { way, prove, hasNumber: false },
    ]),
  )(
    'is not taken over by the person who proves it by $way (a number proves the account: $hasNumber)',
    async ({ prove, hasNumber }) => {
      const victim = anEmail();
      const person = await adopted(victim, hasNumber);
      site.auth.passSeconds(61);
      const { user } = (await (await prove(victim)).getUser()).data;
      expect(user?.id).not.toBe(person.id);
      expect([user?.email, user?.phone]).toEqual([victim, '']);
      expect(await shownTo(person)).toEqual([person.id, '', person.phone]);
      const signedIn = await site.auth.client().signInWithPassword({ email: victim, password: PASSWORD });
      expect(signedIn.error?.code).toBe('invalid_credentials');
    },
  );

  it.each([true, false])(
    'is not deleted when the address goes back to its former owner (a number proves it: %s)',
    async (hasNumber) => {
      const owner = await aPerson(site.auth);
      const change = { password: OWNERS, current_password: PASSWORD };
      expect((await owner.client.updateUser(change)).error).toBeNull();
      const notice = (await site.auth.sentTo(owner.email)).at(-1);
      const token = new URL(notice?.vars.link ?? 'about:blank').hash.slice(1);
      await site.auth.sql.query('update auth.users set email = $2 where id = $1', [owner.user.id, anEmail()]);
      const person = await adopted(owner.email, hasNumber);
      expect((await site.auth.post('/undo', { token })).status).toBe(200);
      expect(await shownTo(person)).toEqual([person.id, '', person.phone]);
      const { rows } = await site.auth.sql.query('select email from auth.users where id = $1', [
        owner.user.id,
      ]);
      expect(rows).toEqual([{ email: owner.email }]);
    },
  );

  it('keeps all of it when the provider vouches for the address at last', async () => {
    const victim = anEmail();
    const person = await adopted(victim, false);
    expect((await person.client.updateUser({ data: { city: 'Pune' } })).error).toBeNull();
    const { client, user } = await site.viaPkce({ ...person.elsewhere, email_verified: true });
    expect([user.id, user.email, user.user_metadata.city]).toEqual([person.id, victim, 'Pune']);
    expect(user.email_confirmed_at).toMatch(/./);
    expect((await client.getUser()).error).toBeNull();
    expect((await person.client.getUser()).error).toBeNull();
  });
});
