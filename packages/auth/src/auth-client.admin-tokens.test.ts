import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a secret for tests that is long enough to be one';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_JWT_SECRET: SECRET, AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

const signed = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(SECRET));

/** Asks for the list of accounts with a token; gives the status and the error. */
async function asked(token: string): Promise<[number, string | undefined]> {
  const { status, json } = await auth.get('/admin/users', { authorization: `Bearer ${token}` });
  return [status, json.error_code as string | undefined];
}

/** A person whom an administrator gave the role of programs that administer accounts, with a token that says so. */
async function anAdministrator() {
  const { email, user } = await aPerson(auth);
  await auth.sql.query("update auth.users set role = 'service_role' where id = $1", [user.id]);
  const { data } = await auth.client().signInWithPassword({ email, password: PASSWORD });
  const token = data.session?.access_token ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
  expect(await asked(token)).toEqual([200, undefined]);
  return { id: user.id, token, claims };
}

describe('a token of an administrator of accounts', () => {
  it.each([
    ['the role is taken away', "role = 'authenticated'", [403, 'not_admin']],
    ['they are banned', "banned_until = now() + interval '1 year'", [403, 'user_banned']],
    ['the account is deleted', 'deleted_at = now()', [403, 'user_not_found']],
  ] as const)('counts no more from the moment in which %s', async (_, change, refusal) => {
    const { id, token, claims } = await anAdministrator();
    await auth.sql.query(`update auth.users set ${change} where id = $1`, [id]);
    expect(await asked(token)).toEqual(refusal);
    // Nor does one that names the person alone.
    expect(await asked(await signed({ role: claims.role, sub: id }))).toEqual(refusal);
  });

  it('counts only where we issued it, for the audience of that person', async () => {
    const { claims } = await anAdministrator();
    expect(await asked(await signed(claims))).toEqual([200, undefined]);
    for (const wrong of [
      { iss: 'https://elsewhere.example/auth/v1' },
      { iss: undefined },
      { aud: 'another' },
    ])
      expect(await asked(await signed({ ...claims, ...wrong }))).toEqual([403, 'bad_jwt']);
    expect(await asked(await signed({ role: 'supabase_admin', iss: 'https://elsewhere.example' }))).toEqual([
      403,
      'bad_jwt',
    ]);
  });

  it('counts with the second factor alone where one stands behind the person', async () => {
    const { id, claims } = await anAdministrator();
    const { rows } = await auth.sql.query<{ email: string }>('select email from auth.users where id = $1', [
      id,
    ]);
    const client = auth.client();
    await client.signInWithPassword({ email: rows[0]!.email, password: PASSWORD });
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    const code = new TOTP({ secret: Secret.fromBase32(factor!.totp.secret) }).generate();
    const raised = await client.mfa.challengeAndVerify({ factorId: factor!.id, code });
    expect(await asked(raised.data?.access_token ?? '')).toEqual([200, undefined]);

    const half = await auth.client().signInWithPassword({ email: rows[0]!.email, password: PASSWORD });
    const token = half.data.session?.access_token ?? '';
    expect(await asked(token)).toEqual([403, 'insufficient_aal']);
    const taken = await auth.call(`/admin/users/${id}/factors/${factor!.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([taken.status, taken.json.error_code]).toEqual([403, 'insufficient_aal']);
    // A token of no session is an operator's own, who signed it.
    expect(await asked(await signed({ role: claims.role, sub: id }))).toEqual([200, undefined]);
  });
});

describe('an address or number that a program chose for a person', () => {
  it('ends their sessions, and one that they have already ends none', async () => {
    const headers = { authorization: `Bearer ${await signed({ role: 'service_role' })}` };
    for (const field of ['email', 'phone'] as const) {
      const { email, user, client } = await aPerson(auth);
      const change = (fields: object) =>
        auth.call(`/admin/users/${user.id}`, { method: 'PUT', headers, body: JSON.stringify(fields) });
      expect((await change({ email, user_metadata: { name: 'Asha Rao' } })).status).toBe(200);
      expect((await client.getUser()).error).toBeNull();
      expect((await change({ [field]: field === 'email' ? anEmail() : aPhone() })).status).toBe(200);
      expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    }
  });
});
