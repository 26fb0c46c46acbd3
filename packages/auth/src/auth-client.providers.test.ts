import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PASSWORD, aPerson, anEmail } from './auth.testing.ts';
import { authWithProvider, somebody } from './elsewhere.testing.ts';

const site = authWithProvider({
  AUTH_PROVIDER_KEYCLOAK_CLIENT_ID: 'example,example-app',
  AUTH_PROVIDER_KEYCLOAK_SECRET: 'between us',
});

describe('signing in with an account elsewhere', () => {
  it('makes an account and ends in a code exchange, with the provider’s tokens', async () => {
    const who = somebody();
    const { client, session, user } = await site.viaPkce(who);
    expect(user).toMatchObject({
      email: who.email,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: { full_name: 'Asha Rao', email_verified: true },
      identities: [{ id: who.sub, provider: 'keycloak' }],
    });
    expect(session.provider_token).toBe('theirs');
    expect(session.provider_refresh_token).toBe('theirs-too');
    const { data } = await client.getClaims();
    expect(data?.claims.amr).toMatchObject([{ method: 'oauth', provider: 'keycloak' }]);
    const again = await site.viaPkce({ ...who, name: 'Asha R' });
    expect(again.user.id).toBe(user.id);
    expect(again.user.user_metadata.full_name).toBe('Asha R');
  });

  it('without a challenge hands the session over in the fragment', async () => {
    const { status, location } = await site.through(site.auth.client(), somebody());
    expect(status).toBe(302);
    const params = new URLSearchParams(location.hash.slice(1));
    expect(params.get('token_type')).toBe('bearer');
    expect(params.get('provider_token')).toBe('theirs');
    const shown = await site.auth.get('/user', { authorization: `Bearer ${params.get('access_token')}` });
    expect(shown.status).toBe(200);
  });

  it('opens the account of a proven address, and takes an unproven one from who waits in it', async () => {
    const person = await aPerson(site.auth);
    const same = await site.viaPkce(somebody({ email: person.email }));
    expect(same.user.id).toBe(person.user.id);
    expect(same.user.app_metadata.providers).toEqual(['email', 'keycloak']);
    expect(
      (await site.auth.client().signInWithPassword({ email: person.email, password: PASSWORD })).error,
    ).toBeNull();

    const email = anEmail();
    await site.auth.client().signUp({ email, password: PASSWORD });
    const owner = await site.viaPkce(somebody({ email }));
    expect(owner.user.identities).toMatchObject([{ provider: 'keycloak' }]);
    expect((await site.auth.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('that is linked so to a proven account is written down, and its owner told, who may take it back', async () => {
    const person = await aPerson(site.auth);
    const who = somebody({ email: person.email });
    expect((await site.viaPkce(who)).user.id).toBe(person.user.id);
    const notices = async () =>
      (await site.auth.sentTo(person.email)).filter(({ template }) => template === 'auth.identity_linked');
    const { rows } = await site.auth.sql.query(
      "select ip is not null as from_somewhere from auth.events where user_id = $1 and what = 'identity_linked'",
      [person.user.id],
    );
    expect(rows).toEqual([{ from_somewhere: true }]);
    expect(await notices()).toHaveLength(1);
    await site.viaPkce(who);
    expect(await notices()).toHaveLength(1);
    const token = new URL((await notices())[0]?.vars.link ?? 'about:blank').hash.slice(1);
    expect((await site.auth.post('/undo', { token })).status).toBe(200);
    const left = await site.auth.sql.query('select provider from auth.identities where user_id = $1', [
      person.user.id,
    ]);
    expect(left.rows).toEqual([{ provider: 'email' }]);
  });

  it('given an account that waits for its owner, when its address comes from elsewhere, then nothing is linked', async () => {
    const person = await aPerson(site.auth);
    const who = somebody({ email: person.email });
    const guard = (at: string) =>
      site.auth.sql.query(`update auth.users set guarded_at = ${at} where id = $1`, [person.user.id]);
    await guard('now()');
    const { location } = await site.through(site.auth.client('pkce'), who);
    expect(location.searchParams.get('error_code')).toBe('account_guarded');
    const byToken = await site.auth.client().signInWithIdToken({
      provider: 'keycloak',
      token: await site.keycloak.idToken(who),
    });
    expect([byToken.error?.status, byToken.error?.code]).toEqual([403, 'account_guarded']);
    expect((await person.client.getUser()).data.user?.identities).toHaveLength(1);
    await guard('null');
    expect((await site.viaPkce(who)).user.id).toBe(person.user.id);
  });

  it('does not believe an address the provider did not look at', async () => {
    const person = await aPerson(site.auth);
    for (const email of [person.email, anEmail()]) {
      const { location } = await site.through(
        site.auth.client('pkce'),
        somebody({ email, email_verified: false }),
      );
      expect(location.searchParams.get('error')).toBe('access_denied');
      expect(location.searchParams.get('error_code')).toBe('provider_email_needs_verification');
      expect(location.hash).toContain('error_code=provider_email_needs_verification');
      expect(location.searchParams.get('code')).toBeNull();
    }
    const { data } = await person.client.getUser();
    expect(data.user?.identities).toHaveLength(1);
  });

  it('takes a state once, for five minutes, and none it did not give', async () => {
    const client = site.auth.client('pkce');
    const { data } = await client.signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true },
    });
    const sent = await site.open(data.url ?? '');
    const back = site.keycloak.visit(sent.location.href, somebody());
    expect((await site.open(back)).location.searchParams.get('code')).not.toBeNull();
    const replay = await site.open(back);
    expect([replay.status, replay.location.searchParams.get('error_code')]).toEqual([
      303,
      'flow_state_already_used',
    ]);
    for (const [query, code] of [
      ['code=x', 'bad_oauth_callback'],
      ['code=x&state=nonsense', 'bad_oauth_state'],
      [`code=x&state=${crypto.randomUUID()}`, 'bad_oauth_state'],
    ]) {
      const odd = await site.open(`${site.auth.publicUrl}/auth/v1/callback?${query}`);
      expect([odd.status, odd.location.searchParams.get('error_code')]).toEqual([303, code]);
      expect(odd.location.origin).toBe(site.auth.publicUrl);
    }
    const late = await site.open(
      (await client.signInWithOAuth({ provider: 'keycloak', options: { skipBrowserRedirect: true } })).data
        .url ?? '',
    );
    site.auth.passSeconds(301);
    const expired = await site.open(site.keycloak.visit(late.location.href, somebody()));
    expect(expired.location.searchParams.get('error_code')).toBe('bad_oauth_state');
  });

  it('passes a provider’s refusal and a code that is none on to the page', async () => {
    const begin = async () =>
      (
        await site.open(`${site.auth.publicUrl}/auth/v1/authorize?provider=keycloak`)
      ).location.searchParams.get('state');
    const denied = await site.open(
      `${site.auth.publicUrl}/auth/v1/callback?error=access_denied&error_description=no&state=${await begin()}`,
    );
    expect(denied.location.searchParams.get('error')).toBe('access_denied');
    const wrong = await site.open(
      `${site.auth.publicUrl}/auth/v1/callback?code=made-up&state=${await begin()}`,
    );
    expect(wrong.location.searchParams.get('error')).toBe('server_error');
    const posted = await site.auth.call('/callback', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `code=made-up&state=${await begin()}`,
    });
    expect(posted.status).toBe(302);
  });

  it('is refused for a provider that is not offered, bad challenges and strange targets', async () => {
    for (const [query, message] of [
      ['provider=google', 'Unsupported provider: provider is not enabled'],
      ['provider=x', 'Unsupported provider: Provider x could not be found'],
      ['', 'Unsupported provider: Provider  could not be found'],
      [
        `provider=keycloak&code_challenge=${'a'.repeat(43)}&code_challenge_method=md5`,
        'Invalid code_challenge_method',
      ],
    ]) {
      const reply = await site.auth.get(`/authorize?${query}`);
      expect([reply.status, reply.json.error_code, reply.json.msg]).toEqual([
        400,
        'validation_failed',
        message,
      ]);
    }
    const sent = await site.open(
      `${site.auth.publicUrl}/auth/v1/authorize?provider=keycloak&redirect_to=https://evil.example/&state=mine&nonce=mine&client_id=mine&prompt=login`,
    );
    const asked = sent.location.searchParams;
    expect([
      asked.get('client_id'),
      asked.get('prompt'),
      asked.get('state') === 'mine',
      asked.get('nonce') === 'mine',
    ]).toEqual(['example', 'login', false, false]);
    const back = await site.open(site.keycloak.visit(sent.location.href, somebody()));
    expect(back.location.origin).toBe(site.auth.publicUrl);
  });
});

describe('a token the app got from the provider', () => {
  it('signs in, with its nonce and for our clients alone', async () => {
    const who = somebody();
    const nonce = 'a nonce';
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const token = await site.keycloak.idToken({ ...who, aud: 'example-app', nonce: hashed });
    const signedIn = await site.auth.client().signInWithIdToken({ provider: 'keycloak', token, nonce });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.user?.email).toBe(who.email);
    const grant = (body: object) =>
      site.auth.post('/token?grant_type=id_token', { provider: 'keycloak', ...body });
    const cases: [object, string, string | RegExp][] = [
      [{}, 'invalid request', 'id_token required'],
      [{ id_token: 'x' }, 'invalid request', 'Bad ID token'],
      [{ id_token: await site.keycloak.idToken(who, 'strange') }, 'invalid request', 'Bad ID token'],
      [
        { id_token: await site.keycloak.idToken({ ...who, iss: 'http://evil.example' }) },
        'invalid request',
        'Bad ID token',
      ],
      [
        { id_token: await site.keycloak.idToken({ ...who, aud: 'another' }) },
        'invalid request',
        /^Unacceptable audience in id_token: /,
      ],
      [
        { id_token: token },
        'invalid request',
        'Passed nonce and nonce in id_token should either both exist or not.',
      ],
      [{ id_token: token, nonce: 'other' }, 'invalid nonce', 'Nonces mismatch'],
    ];
    for (const [body, error, description] of cases) {
      const reply = await grant(body);
      expect([reply.status, reply.json.error]).toEqual([400, error]);
      expect(reply.json.error_description).toMatch(description);
      expect(reply.headers.get('x-sb-error-code')).toBeNull();
    }
    const off = await grant({ provider: 'google', id_token: token });
    expect([off.status, off.json.error_code]).toEqual([400, 'provider_disabled']);
  });

  it('links where it is asked to, for who is signed in', async () => {
    const { client, user } = await aPerson(site.auth);
    const token = await site.keycloak.idToken(somebody());
    const linked = await client.linkIdentity({ provider: 'keycloak', token });
    expect(linked.error).toBeNull();
    expect((await client.getUser()).data.user?.identities).toHaveLength(2);
    const nobody = await site.auth.post('/token?grant_type=id_token', {
      provider: 'keycloak',
      id_token: token,
      link_identity: true,
    });
    expect(nobody.json.error_code).toBe('no_authorization');
    expect(user.identities).toHaveLength(1);
  });
});
