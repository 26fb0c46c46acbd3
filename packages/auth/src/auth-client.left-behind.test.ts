import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { PASSWORD, aPerson, aPhone, anEmail } from './auth.testing.ts';
import { authWithProvider, codeIn, somebody } from './elsewhere.testing.ts';

const site = authWithProvider({ AUTH_PROVIDER_KEYCLOAK_SECRET: 'between us' });

const OWNERS = 'owners-Teapot-2';

let passedMs = 0;
function pass(seconds: number): void {
  passedMs += seconds * 1000;
  site.auth.passSeconds(seconds);
}

/**
 * A stranger whose account has another person's address, which was never proven: it came with an account elsewhere and stayed when the
 * stranger's own went. They left in it all that could open it later.
 */
async function waitingFor(victim: string) {
  const { email, user } = await aPerson(site.auth);
  const client = site.auth.client('pkce');
  await client.signInWithPassword({ email, password: PASSWORD });
  const options = { skipBrowserRedirect: true };
  const { data } = await client.linkIdentity({ provider: 'keycloak', options });
  const elsewhere = somebody({ email: victim, email_verified: false });
  const { location } = await site.open(site.keycloak.visit(data?.url ?? '', elsewhere));
  expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
  const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
  pass(30);
  const code = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) }).generate({
    timestamp: Date.now() + passedMs,
  });
  expect((await client.mfa.challengeAndVerify({ factorId: factor!.id, code })).error).toBeNull();
  const phone = aPhone();
  expect((await client.updateUser({ phone })).error).toBeNull();
  const { identities = [] } = (await client.getUser()).data.user ?? {};
  expect(
    (await client.unlinkIdentity(identities.find(({ provider }) => provider === 'email')!)).error,
  ).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(victim);
  const notice = (await site.auth.sentTo(email)).findLast(
    ({ template }) => template === 'auth.identity_unlinked',
  );
  return { client, id: user.id, phone, undoToken: new URL(notice?.vars.link ?? 'about:blank').hash.slice(1) };
}

describe('a stranger who waits in an account with an unproven address', () => {
  const byProvider = async (email: string) => (await site.viaPkce(somebody({ email }))).client;
  const byCode = async (email: string) => {
    const client = site.auth.client();
    pass(61);
    await client.signInWithOtp({ email });
    const token = (await site.auth.sentTo(email)).at(-1)?.vars.code ?? '';
    expect((await client.verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    return client;
  };

  it.each([
    ['an account elsewhere', byProvider],
    ['a code', byCode],
  ])('is left nothing when its owner proves the address by %s', async (_, prove) => {
    const victim = anEmail();
    const stranger = await waitingFor(victim);
    const owner = await prove(victim);
    const { user } = (await owner.getUser()).data;
    expect([user?.id, user?.email, user?.phone, user?.new_phone]).toEqual([
      stranger.id,
      victim,
      '',
      undefined,
    ]);
    expect((await owner.mfa.listFactors()).data?.all).toEqual([]);
    expect((await stranger.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    // Nor a link that gives the account's former address back.
    expect((await site.auth.post('/undo', { token: stranger.undoToken })).status).toBe(403);
    const before = (await site.auth.sentTo(stranger.phone)).length;
    pass(31);
    await site.auth.post('/resend', { type: 'phone_change', phone: stranger.phone });
    expect(await site.auth.sentTo(stranger.phone)).toHaveLength(before);
    expect((await owner.getUser()).data.user?.email).toBe(victim);
  });
});

describe('an address that came with an account elsewhere, unproven, to an account that a number proves', () => {
  const byProvider = async (email: string) => {
    const client = site.auth.client('pkce');
    const { location } = await site.through(client, somebody({ email }));
    await client.exchangeCodeForSession(codeIn(location));
    return client;
  };
  const byCode = async (email: string) => {
    const client = site.auth.client();
    await client.signUp({ email, password: OWNERS });
    const token = (await site.auth.sentTo(email)).at(-1)?.vars.code ?? '';
    expect((await client.verifyOtp({ email, token, type: 'signup' })).error).toBeNull();
    return client;
  };
  const byLink = async (email: string) => {
    const client = site.auth.client('pkce');
    await client.signInWithOtp({ email });
    const link = (await site.auth.sentTo(email)).at(-1)?.vars.link ?? '';
    const opened = await site.auth.get(link.replace(`${site.auth.publicUrl}/auth/v1`, ''));
    const location = new URL(opened.headers.get('location') ?? '');
    expect((await client.exchangeCodeForSession(codeIn(location))).error).toBeNull();
    return client;
  };

  it.each([
    ['an account elsewhere', byProvider],
    ['the code of a sign-up', byCode],
    ['a link', byLink],
  ])('leads the person who proves it by %s to an account of their own', async (_, prove) => {
    const victim = anEmail();
    const { email, user, client: first } = await aPerson(site.auth);
    const phone = aPhone();
    await first.updateUser({ phone });
    const token = (await site.auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    expect((await first.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
    const stranger = site.auth.client('pkce');
    await stranger.signInWithPassword({ email, password: PASSWORD });
    const options = { skipBrowserRedirect: true };
    const { data } = await stranger.linkIdentity({ provider: 'keycloak', options });
    const elsewhere = somebody({ email: victim, email_verified: false });
    const { location } = await site.open(site.keycloak.visit(data?.url ?? '', elsewhere));
    await stranger.exchangeCodeForSession(codeIn(location));
    const { identities = [] } = (await stranger.getUser()).data.user ?? {};
    const mail = identities.find(({ provider }) => provider === 'email');
    expect((await stranger.unlinkIdentity(mail!)).error).toBeNull();
    expect((await stranger.getUser()).data.user?.email).toBe(victim);

    pass(61);
    const owner = await prove(victim);
    const theirs = (await owner.getUser()).data.user;
    expect(theirs?.id).not.toBe(user.id);
    expect([theirs?.email, theirs?.phone]).toEqual([victim, '']);
    const left = (await stranger.getUser()).data.user;
    expect([left?.id, left?.email, left?.phone]).toEqual([user.id, '', phone]);
    expect(
      (await site.auth.client().signInWithPassword({ email: victim, password: PASSWORD })).error?.code,
    ).toBe('invalid_credentials');
  });
});
