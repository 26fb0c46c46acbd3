import { createHash } from 'node:crypto';
import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { PASSWORD, aPerson } from './auth.testing.ts';
import { authWithProvider, codeIn, somebody } from './elsewhere.testing.ts';
import type { Elsewhere } from './oidc-provider.testing.ts';

const site = authWithProvider();

/** A person whose client keeps verifiers, as one that links has to. */
async function aLinker() {
  const person = await aPerson(site.auth);
  const client = site.auth.client('pkce');
  const { data } = await client.signInWithPassword({ email: person.email, password: PASSWORD });
  return { ...person, client, session: data.session! };
}

/** Asks for a link and goes to the provider as a person; answers where the browser is led. */
async function askToLink(of: GoTrueClient, who: Elsewhere): Promise<URL> {
  const { data, error } = await of.linkIdentity({
    provider: 'keycloak',
    options: { skipBrowserRedirect: true },
  });
  if (error) throw error;
  return (await site.open(site.keycloak.visit(data.url ?? '', who))).location;
}

describe('linking', () => {
  it('SPEC-8.identity-missing, SPEC-8.identity-single: adds an identity to the account, once and to one account only, and takes it away again', async () => {
    const { client, user, email } = await aLinker();
    const who = somebody();
    const linked = await client.exchangeCodeForSession(codeIn(await askToLink(client, who)));
    expect(linked.error).toBeNull();
    expect(linked.data.session).toMatchObject({ provider_token: 'theirs', user: { id: user.id } });
    const { data } = await client.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);
    expect((await askToLink(client, who)).searchParams.get('error_description')).toBe(
      'Identity is already linked',
    );
    const other = await aLinker();
    expect((await askToLink(other.client, who)).searchParams.get('error_description')).toBe(
      'Identity is already linked to another user',
    );
    expect((await site.viaPkce(who)).user.id).toBe(user.id);

    const [mail, elsewhere] = data?.identities ?? [];
    expect((await other.client.unlinkIdentity(elsewhere!)).error?.code).toBe('single_identity_not_deletable');
    expect(
      (await client.unlinkIdentity({ ...elsewhere!, identity_id: crypto.randomUUID() })).error?.code,
    ).toBe('identity_not_found');
    expect((await client.unlinkIdentity({ ...elsewhere!, identity_id: 'x' })).error?.status).toBe(404);
    expect((await client.unlinkIdentity(mail!)).error).toBeNull();
    const left = (await client.getUser()).data.user;
    expect(left).toMatchObject({ email: who.email, app_metadata: { providers: ['keycloak'] } });
    expect(left?.email).not.toBe(email);
    expect((await client.unlinkIdentity(elsewhere!)).error?.code).toBe('single_identity_not_deletable');
  });

  it('given a code that an account elsewhere was handed, when that account is unlinked, then the code opens nothing', async () => {
    const { client } = await aLinker();
    const who = somebody();
    await client.exchangeCodeForSession(codeIn(await askToLink(client, who)));
    const visitor = site.auth.client('pkce');
    const code = codeIn((await site.through(visitor, who)).location);
    const elsewhere = (await client.getUser()).data.user?.identities?.find(
      (one) => one.provider === 'keycloak',
    );
    expect((await client.unlinkIdentity(elsewhere!)).error).toBeNull();
    const late = await visitor.exchangeCodeForSession(code);
    expect([late.data.session, late.error?.code]).toEqual([null, 'flow_state_not_found']);
  });

  it('is told to the owner when it is done, not when it is asked for: it opens the account after a new password, too', async () => {
    const { client, email } = await aLinker();
    const told = async () =>
      (await site.auth.sentTo(email)).filter(({ template }) => template === 'auth.identity_linked');
    const code = codeIn(await askToLink(client, somebody()));
    expect(await told()).toEqual([]);
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(await told()).toMatchObject([
      { vars: { link: expect.stringContaining(`${site.auth.publicUrl}/auth/not-me#`) as string } },
    ]);
  });

  it('goes on in the session that asked, which keeps the second factor it has shown', async () => {
    const { client, session, user } = await aLinker();
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const app = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
    const begun = (session.expires_at ?? 0) - 3600;
    const raised = await client.mfa.challengeAndVerify({
      factorId: data?.id ?? '',
      code: app.generate({ timestamp: begun * 1000 }),
    });
    expect(raised.error).toBeNull();
    const before = (await client.getClaims()).data?.claims;
    const linked = await client.exchangeCodeForSession(codeIn(await askToLink(client, somebody())));
    expect(linked.error).toBeNull();
    const after = (await client.getClaims()).data?.claims;
    expect(after).toMatchObject({ session_id: before?.session_id, aal: 'aal2', amr: before?.amr });
    expect((await client.refreshSession()).error).toBeNull();
    const { rows } = await site.auth.sql.query('select id from auth.sessions where user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
  });

  it('given a link under way, when the factor its session showed is taken away, then it is not finished', async () => {
    const { client: stolen, email } = await aLinker();
    let passed = 0;
    const shower = (secret: string, factorId: string) => (at: GoTrueClient) => {
      passed += 30;
      site.auth.passSeconds(30);
      const timestamp = Date.now() + passed * 1000;
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
      return at.mfa.challengeAndVerify({ factorId, code });
    };
    const withFactor = async (friendlyName: string) => {
      const { data } = await stolen.mfa.enroll({ factorType: 'totp', friendlyName });
      const show = shower(data?.totp.secret ?? '', data?.id ?? '');
      expect((await show(stolen)).error).toBeNull();
      return { id: data?.id ?? '', show };
    };
    const kept = await withFactor('kept');
    const lost = await withFactor('lost');
    const owner = site.auth.client('pkce');
    await owner.signInWithPassword({ email, password: PASSWORD });
    expect((await kept.show(owner)).error).toBeNull();
    const code = codeIn(await askToLink(stolen, somebody()));
    expect((await owner.mfa.unenroll({ factorId: lost.id })).error).toBeNull();
    expect((await stolen.exchangeCodeForSession(code)).error?.code).toBe('insufficient_aal');
    expect((await owner.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  it('is on, and the providers are named, where any visitor may ask', async () => {
    const { json } = await site.auth.get('/settings');
    expect(json).toMatchObject({ manual_linking_enabled: true, mfa_factors: ['totp', 'webauthn'] });
    expect(json.external).toMatchObject({ keycloak: true, google: false });
  });

  it('SPEC-8.identity-exists: links nothing when the call-back came in another browser, or its code was stolen', async () => {
    const attacker = await aLinker();
    const victim = somebody();
    // The victim is talked into opening the attacker's address, signed in at the provider.
    const landed = await askToLink(attacker.client, victim);
    const code = codeIn(landed);
    expect(code).not.toBe('');
    // Their page holds no verifier, or one of its own.
    const theirs = site.auth.client('pkce');
    await theirs.signInWithOAuth({ provider: 'keycloak', options: { skipBrowserRedirect: true } });
    expect((await theirs.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier');
    const bare = await site.auth.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    });
    expect(bare.json.error_code).toBe('bad_code_verifier');
    expect((await attacker.client.getUserIdentities()).data?.identities).toHaveLength(1);
    // The account elsewhere is still the victim's own to sign in with.
    expect((await site.viaPkce(victim)).user.id).not.toBe(attacker.user.id);
    // And when the attacker gets hold of the code after that, it is linked already.
    expect((await attacker.client.exchangeCodeForSession(code)).error?.code).toBe('identity_already_exists');
  });

  it('links nothing after the session that asked for it ended', async () => {
    const { client, session } = await aLinker();
    const code = codeIn(await askToLink(client, somebody()));
    await site.auth.call('/logout?scope=local', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect((await client.exchangeCodeForSession(code)).error?.name).toBe('AuthSessionMissingError');
  });

  it('links once when one code is exchanged many times at once', async () => {
    const { client, user } = await aLinker();
    const verifier = 'v'.repeat(60);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const bearer = (await client.getSession()).data.session?.access_token;
    const asked = await site.auth.get(
      `/user/identities/authorize?provider=keycloak&skip_http_redirect=true&code_challenge=${challenge}&code_challenge_method=s256`,
      { authorization: `Bearer ${bearer}` },
    );
    const { location } = await site.open(site.keycloak.visit(String(asked.json.url), somebody()));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.auth.post('/token?grant_type=pkce', { auth_code: codeIn(location), code_verifier: verifier }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(9);
    const { rows } = await site.auth.sql.query('select provider from auth.identities where user_id = $1', [
      user.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('is refused without a challenge, which alone tells one browser from another', async () => {
    const { client } = await aPerson(site.auth);
    const { error } = await client.linkIdentity({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    });
    expect([error?.status, error?.message]).toEqual([400, 'Linking an identity requires the PKCE flow']);
  });

  it('needs a recent sign-in, so that a stolen token adds no way in', async () => {
    const { client } = await aPerson(site.auth);
    site.auth.passSeconds(3600);
    await client.refreshSession();
    const { error } = await client.linkIdentity({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    });
    expect(error?.code).toBe('reauthentication_needed');
  });

  it('is undone only after a recent sign-in, so that a stolen token takes no way in away', async () => {
    const { client } = await aLinker();
    expect(
      (await client.exchangeCodeForSession(codeIn(await askToLink(client, somebody())))).error,
    ).toBeNull();
    const { data } = await client.getUserIdentities();
    const elsewhere = data?.identities.find(({ provider }) => provider === 'keycloak');
    site.auth.passSeconds(3600);
    await client.refreshSession();
    expect((await client.unlinkIdentity(elsewhere!)).error?.code).toBe('reauthentication_needed');
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(2);
  });
});
