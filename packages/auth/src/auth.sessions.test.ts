import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

const refresh = (token: string) => auth.post('/token?grant_type=refresh_token', { refresh_token: token });
const whoAmI = (token: string) => auth.get('/user', { authorization: `Bearer ${token}` });

describe('refreshing', () => {
  it('gives one new token to ten at once', async () => {
    const { session } = await aPerson(auth);
    const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh_token)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const tokens = new Set(replies.map(({ json }) => json.refresh_token));
    expect(tokens.size).toBe(1);
    expect(tokens.has(session.refresh_token)).toBe(false);
  });

  it('gives the current token again to a client that lost the answer, however late', async () => {
    const { session } = await aPerson(auth);
    const first = await refresh(session.refresh_token);
    auth.passSeconds(3 * 24 * 3600);
    const again = await refresh(session.refresh_token);
    expect(again.status).toBe(200);
    expect(again.json.refresh_token).toBe(first.json.refresh_token);
    expect((await whoAmI(String(again.json.access_token))).status).toBe(200);
  });

  it('SPEC-4.refresh: serves two tabs that share what is kept, at once and again and again', async () => {
    const { email, user } = await aPerson(auth);
    const kept = new Map<string, string>();
    const tabs = [auth.client('implicit', kept), auth.client('implicit', kept)] as const;
    await tabs[0].signInWithPassword({ email, password: PASSWORD });
    const sessions = async () =>
      (await auth.sql.query('select id from auth.sessions where user_id = $1', [user.id])).rows.length;
    expect(await sessions()).toBe(2);
    for (let turn = 0; turn < 3; turn += 1) {
      const refreshed = await Promise.all(tabs.map((tab) => tab.refreshSession()));
      // The tab that comes second may find the other's session kept already: it takes that one.
      for (const { error } of refreshed)
        expect([undefined, 'AuthRefreshDiscardedError']).toContain(error?.name);
      expect(refreshed.some(({ data }) => data.session !== null)).toBe(true);
      // Long past the ten seconds in which any older token would do.
      auth.passSeconds(600);
    }
    for (const tab of tabs) expect((await tab.getUser()).data.user?.id).toBe(user.id);
    expect(await sessions()).toBe(2);
  });

  it('keeps the session id and the user, and needs no bearer', async () => {
    const { client, session } = await aPerson(auth);
    const { data, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims(data.session?.access_token ?? '').session_id).toBe(claims(session.access_token).session_id);
    expect(claims(data.session?.access_token ?? '').amr).toEqual(claims(session.access_token).amr);
  });

  it('answers an older token with the current one for ten seconds', async () => {
    const { session } = await aPerson(auth);
    const second = await refresh(session.refresh_token);
    const third = await refresh(String(second.json.refresh_token));
    const old = await refresh(session.refresh_token);
    expect(old.json.refresh_token).toBe(third.json.refresh_token);
  });

  it('ends the session when an old token comes back later, although the call fails', async () => {
    const { session, user } = await aPerson(auth);
    const second = await refresh(session.refresh_token);
    const third = await refresh(String(second.json.refresh_token));
    auth.passSeconds(11);
    const stolen = await refresh(session.refresh_token);
    expect(stolen.status).toBe(400);
    expect(stolen.json.error_code).toBe('refresh_token_already_used');
    expect((await refresh(String(third.json.refresh_token))).json.error_code).toBe('refresh_token_not_found');
    expect((await whoAmI(String(third.json.access_token))).json.error_code).toBe('session_not_found');
    const { rows } = await auth.sql.query('select what from auth.events where user_id = $1 order by at', [
      user.id,
    ]);
    expect(rows.at(-1)).toEqual({ what: 'refresh_token_reused' });
  });

  it.each([
    ['email', 'new_email', anEmail],
    ['phone', 'new_phone', aPhone],
  ] as const)(
    'given a reused token, then a change of %s that waits is over',
    async (field, column, wanted) => {
      const { client, session, user } = await aPerson(auth);
      const second = await refresh(session.refresh_token);
      await refresh(String(second.json.refresh_token));
      expect((await client.updateUser({ [field]: wanted() })).error).toBeNull();
      const waits = async () => {
        const { rows } = await auth.sql.query(
          `select ${column} is not null as waits from auth.users where id = $1`,
          [user.id],
        );
        return rows;
      };
      expect(await waits()).toEqual([{ waits: true }]);
      auth.passSeconds(11);
      expect((await refresh(session.refresh_token)).json.error_code).toBe('refresh_token_already_used');
      expect(await waits()).toEqual([{ waits: false }]);
    },
  );

  it('refuses what it never gave', async () => {
    const { session } = await aPerson(auth);
    const bytes = Buffer.from(session.refresh_token, 'base64url');
    const forged = Buffer.from(bytes);
    forged.writeBigUInt64BE(7n, 33);
    for (const token of [
      '',
      'x',
      'a'.repeat(81),
      forged.toString('base64url'),
      `${session.refresh_token}=`,
    ]) {
      const reply = await refresh(token);
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({
        error_code: 'validation_failed',
        msg: 'Refresh token is not valid',
      });
    }
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });

  it('gives up with a conflict when another refresh holds the session too long', async () => {
    const hurried = await startTestAuth({}, { lockMs: 500 });
    const { session, user } = await aPerson(hurried);
    const again = () =>
      hurried.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
    const holder = await hurried.sql.connect();
    try {
      await holder.query('begin');
      await holder.query('select id from auth.sessions where user_id = $1 for update', [user.id]);
      const reply = await again();
      expect([reply.status, reply.json.error_code]).toEqual([409, 'conflict']);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await again()).status).toBe(200);
    await hurried.stop();
  });

  it('finds no session of the token after logout', async () => {
    const { client, session } = await aPerson(auth);
    await client.signOut();
    expect((await refresh(session.refresh_token)).json).toMatchObject({
      error_code: 'refresh_token_not_found',
      msg: 'Invalid Refresh Token: Refresh Token Not Found',
    });
  });
});

describe('logging out', () => {
  const threeSessions = async () => {
    const { email, client, session } = await aPerson(auth);
    const others = [auth.client(), auth.client()];
    const tokens = [session.access_token];
    for (const other of others) {
      const { data } = await other.signInWithPassword({ email, password: PASSWORD });
      tokens.push(data.session?.access_token ?? '');
    }
    const alive = async () => Promise.all(tokens.map(async (token) => (await whoAmI(token)).status === 200));
    return { client, alive };
  };

  it('ends every session, this one, or all others, as asked', async () => {
    const everywhere = await threeSessions();
    expect((await everywhere.client.signOut({ scope: 'global' })).error).toBeNull();
    expect(await everywhere.alive()).toEqual([false, false, false]);
    const here = await threeSessions();
    expect((await here.client.signOut({ scope: 'local' })).error).toBeNull();
    expect(await here.alive()).toEqual([false, true, true]);
    const elsewhere = await threeSessions();
    expect((await elsewhere.client.signOut({ scope: 'others' })).error).toBeNull();
    expect(await elsewhere.alive()).toEqual([true, false, false]);
  });

  it('answers 204 to an empty body of JSON type, and refuses another scope', async () => {
    const { session } = await aPerson(auth);
    const headers = {
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json;charset=UTF-8',
    };
    const strange = await auth.call('/logout?scope=planet', { method: 'POST', headers });
    expect(strange.json).toMatchObject({
      error_code: 'validation_failed',
      msg: 'Unsupported logout scope "planet"',
    });
    const reply = await auth.call('/logout', { method: 'POST', headers, body: '' });
    expect(reply.status).toBe(204);
    expect((await auth.call('/logout', { method: 'POST', headers })).json.error_code).toBe(
      'session_not_found',
    );
  });

  it('is what the product’s own functions see at once', async () => {
    const { client, user } = await aPerson(auth);
    const { rows: before } = await auth.sql.query<{ id: string }>(
      'select id from auth.sessions where user_id = $1',
      [user.id],
    );
    const state = async () => {
      const { rows } = await auth.sql.query('select auth.session_state($1, $2, now()) as state', [
        user.id,
        before[0]?.id,
      ]);
      return rows[0].state;
    };
    expect(await state()).toBe('live');
    await auth.sql.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      user.id,
    ]);
    expect(await state()).toBe('banned');
    await auth.sql.query('update auth.users set banned_until = null where id = $1', [user.id]);
    await client.signOut();
    expect(await state()).toBe('ended');
  });
});

describe('access tokens', () => {
  const parts = (token: string) => token.split('.') as [string, string, string];
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());

  it('carry the claims of the protocol and are proven by the public key set', async () => {
    const { client, session, user, email } = await aPerson(auth);
    const [header, payload] = parts(session.access_token);
    expect(decode(header)).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) });
    const claims = decode(payload);
    expect(claims).toMatchObject({
      iss: 'http://localhost:3999/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      amr: [{ method: 'otp', timestamp: expect.any(Number) }],
    });
    expect(claims.exp - claims.iat).toBe(3600);
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(user.id);
    const keys = await auth.get('/.well-known/jwks.json');
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
    const [key] = keys.json.keys as Record<string, unknown>[];
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] });
  });

  it('are refused when unsigned, edited, signed by another key, or signed with the public key as a secret', async () => {
    const { session } = await aPerson(auth);
    const [header, payload, signature] = parts(session.access_token);
    const claims = decode(payload);
    const { kid } = decode(header);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const foreign = (name: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: name }).sign(other);
    const hmacHead = `${encode({ alg: 'HS256', kid })}.${payload}`;
    const hmac = createHmac('sha256', JSON.stringify(auth.jwtKeys[0])).update(hmacHead).digest('base64url');
    const forged = [
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none', kid })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      await foreign(kid),
      await foreign('elsewhere'),
      `${hmacHead}.${hmac}`,
      `${header}.${payload}.`,
      'x.y.z',
      'x',
    ];
    for (const token of forged) {
      const reply = await whoAmI(token);
      expect(reply.status).toBe(403);
      expect(reply.json.error_code).toBe('bad_jwt');
      expect(reply.json.msg).toMatch(/^invalid JWT: unable to parse or verify signature, /);
    }
    expect((await whoAmI(session.access_token)).status).toBe(200);
  });

  it('expire by the machine’s time, also when they were seen before', async () => {
    const { session } = await aPerson(auth);
    expect((await whoAmI(session.access_token)).status).toBe(200);
    auth.passSeconds(3601);
    const reply = await whoAmI(session.access_token);
    expect(reply.status).toBe(403);
    expect(reply.json.msg).toContain('token is expired');
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });

  it('must come as one bearer; a project key is none', async () => {
    const { session } = await aPerson(auth);
    for (const authorization of [
      '',
      'Bearer',
      `Bearer  ${session.access_token}`,
      `Token ${session.access_token}`,
    ]) {
      const reply = await auth.get('/user', { authorization, apikey: session.access_token });
      expect(reply.status).toBe(401);
      expect(reply.json.error_code).toBe('no_authorization');
    }
    expect((await auth.get('/user', { authorization: `bearer ${session.access_token}` })).status).toBe(200);
  });

  it('are refused without a subject, with a strange one, and for another audience', async () => {
    const signingKey = auth.jwtKeys[0] as { kid: string };
    const { importJWK } = await import('jose');
    const key = await importJWK({ ...signingKey, key_ops: ['sign'] } as never, 'ES256');
    const sign = (claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid: signingKey.kid }).sign(key);
    const cases = [
      [{ role: 'anon' }, 403, 'invalid claim: missing sub claim'],
      [{ sub: 'me' }, 400, 'invalid claim: sub claim must be a UUID'],
      [{ sub: crypto.randomUUID(), session_id: 'x' }, 403, 'invalid claim: session_id claim must be a UUID'],
      [{ sub: crypto.randomUUID() }, 403, 'User from sub claim in JWT does not exist'],
    ] as const;
    for (const [claims, status, message] of cases) {
      const reply = await whoAmI(await sign(claims));
      expect(reply.status).toBe(status);
      expect(reply.json.msg).toBe(message);
    }
    const { session, user } = await aPerson(auth);
    const audience = await auth.get('/user', {
      authorization: `Bearer ${session.access_token}`,
      'x-jwt-aud': 'elsewhere',
    });
    expect(audience.json.msg).toBe("Token audience doesn't match request audience");
    const lasting = await whoAmI(await sign({ sub: user.id, aud: 'authenticated' }));
    expect(lasting.status).toBe(200);
  });

  it('act for a person as they were issued: by this server, for this audience, in the person’s role', async () => {
    const { session } = await aPerson(auth);
    const signingKey = auth.jwtKeys[0] as { kid: string };
    const { importJWK } = await import('jose');
    const key = await importJWK({ ...signingKey, key_ops: ['sign'] } as never, 'ES256');
    const claims = decode(parts(session.access_token)[1]) as Record<string, unknown>;
    const signed = (change: object) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid })
        .sign(key);
    const product = async (token: string) =>
      auth.server.authenticate({ headers: { authorization: `Bearer ${token}` } }).then(
        () => 'let in',
        (error: { code: string }) => error.code,
      );
    const others = [
      { iss: 'https://elsewhere.example/auth/v1' },
      { iss: undefined },
      { aud: 'elsewhere' },
      { aud: undefined },
      { role: 'anon' },
      { role: 'service_role' },
      { role: undefined },
    ];
    for (const change of others) {
      const token = await signed(change);
      const { status, json } = await whoAmI(token);
      expect([change, status, json.error_code]).toEqual([change, 403, 'bad_jwt']);
      expect([change, await product(token)]).toEqual([change, 'bad_jwt']);
    }
    const own = await signed({ jti: 'another' });
    expect([(await whoAmI(own)).status, await product(own)]).toEqual([200, 'let in']);
  });

  it('tell the product who asks, and nothing else does', async () => {
    const { session, user } = await aPerson(auth);
    const request = (authorization?: string) => ({ headers: { authorization } }) as never;
    const actor = await auth.server.authenticate(request(`Bearer ${session.access_token}`));
    expect(actor).toEqual({ userId: user.id, sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await expect(auth.server.authenticate(request())).rejects.toMatchObject({ code: 'no_authorization' });
    await expect(auth.server.authenticate(request('Bearer x.y.z'))).rejects.toMatchObject({
      code: 'bad_jwt',
    });
  });
});
