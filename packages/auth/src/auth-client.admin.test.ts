import { createHmac, scryptSync, createCipheriv, randomBytes } from 'node:crypto';
import { GoTrueAdminApi } from '@supabase/auth-js';
import bcrypt from 'bcryptjs';
import { type JWK, SignJWT, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HASH_COST } from './auth.passwords.ts';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
let auth: TestAuth;
let admin: GoTrueAdminApi;
let bearer: Record<string, string>;

beforeAll(async () => {
  auth = await startTestAuth(
    { AUTH_JWT_SECRET: SECRET, AUTH_RATE_LIMIT_FACTOR: '50' },
    { hashCost: HASH_COST },
  );
  // As service keys are: no expiry, a subject that is no account.
  const token = await signed({ role: 'service_role', sub: 'a program' });
  bearer = { authorization: `Bearer ${token}` };
  admin = new GoTrueAdminApi({ url: auth.url, headers: bearer });
});
afterAll(() => auth.stop());

function signed(claims: Record<string, unknown>, secret = SECRET, kid?: string): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...(kid ? { kid } : {}) })
    .sign(new TextEncoder().encode(secret));
}

async function created(attributes: Parameters<GoTrueAdminApi['createUser']>[0]) {
  const { data, error } = await admin.createUser(attributes);
  if (error) throw error;
  return data.user;
}

describe('who may administer accounts', () => {
  it('shows a token of the role, by our own key or the shared secret', async () => {
    const key = auth.jwtKeys[0] as JWK & { kid: string };
    const own = await new SignJWT({ role: 'supabase_admin' })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(await importJWK({ ...key, key_ops: ['sign'] }, 'ES256'));
    const person = await aPerson(auth);
    const cases: [string | undefined, number, string | undefined][] = [
      [own, 200, undefined],
      [await signed({ role: 'service_role' }), 200, undefined],
      [undefined, 401, 'no_authorization'],
      [person.session.access_token, 403, 'not_admin'],
      [await signed({ role: 'authenticated' }), 403, 'not_admin'],
      [
        await signed({ role: 'service_role' }, 'another secret of more than thirty-two letters'),
        403,
        'bad_jwt',
      ],
      [await signed({ role: 'service_role', exp: 1 }), 403, 'bad_jwt'],
      // A key's name stands for that key alone.
      [await signed({ role: 'service_role' }, SECRET, key.kid), 403, 'bad_jwt'],
      [await signed({ role: 'service_role' }, JSON.stringify(key), 'elsewhere'), 403, 'bad_jwt'],
      [
        await signed({ role: 'service_role', sub: person.user.id, session_id: crypto.randomUUID() }),
        403,
        'session_not_found',
      ],
      [
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`,
        403,
        'bad_jwt',
      ],
    ];
    for (const [token, status, code] of cases) {
      const reply = await auth.get('/admin/users', token ? { authorization: `Bearer ${token}` } : {});
      expect([reply.status, reply.json.error_code]).toEqual([status, code]);
    }
    // An edited role breaks the signature.
    const [head, payload = '', signature] = person.session.access_token.split('.');
    const edited = {
      ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
      role: 'service_role',
    };
    const forged = `${head}.${Buffer.from(JSON.stringify(edited)).toString('base64url')}.${signature}`;
    expect((await auth.get('/admin/users', { authorization: `Bearer ${forged}` })).json.error_code).toBe(
      'bad_jwt',
    );
    const [first = ''] = (await signed({ role: 'service_role' })).split(/\.(?=[^.]*$)/);
    const badly = `${first}.${createHmac('sha256', '').update(first).digest('base64url')}`;
    expect((await auth.get('/admin/users', { authorization: `Bearer ${badly}` })).status).toBe(403);
  });

  it('is asked on each of the routes, before anything else', async () => {
    const id = crypto.randomUUID();
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${id}`],
      ['PUT', `/admin/users/${id}`],
      ['DELETE', `/admin/users/${id}`],
      ['GET', `/admin/users/${id}/factors`],
      ['PUT', `/admin/users/${id}/factors/${id}`],
      ['DELETE', `/admin/users/${id}/factors/${id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ])
      expect((await auth.call(path!, { method: method! })).status).toBe(401);
  });
});

describe('an account made for a person', () => {
  it('is as given, and signs in with the given password', async () => {
    const email = anEmail();
    const phone = aPhone();
    const user = await created({
      email: email.toUpperCase(),
      phone,
      password: 'short',
      email_confirm: true,
      user_metadata: { name: 'Asha' },
      app_metadata: { plan: 'x' },
    });
    expect(user).toMatchObject({
      email,
      phone,
      role: 'authenticated',
      user_metadata: { name: 'Asha', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'x' },
      identities: [{ provider: 'email' }, { provider: 'phone' }],
    });
    expect(await auth.sentTo(email)).toEqual([]);
    const signedIn = await auth.client().signInWithPassword({ email, password: 'short' });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.weakPassword?.reasons).toEqual(['length']);
  });

  it('is refused when it contradicts itself or is there already', async () => {
    const email = anEmail();
    const user = await created({ email });
    const cases: [Record<string, unknown>, number, string][] = [
      [{}, 400, 'validation_failed'],
      [{ email, password: PASSWORD, password_hash: 'x' }, 400, 'validation_failed'],
      [{ email: anEmail(), password_hash: 'x' }, 400, 'validation_failed'],
      [{ email: anEmail(), id: 'one' }, 400, 'validation_failed'],
      [{ email: anEmail(), id: user.id }, 422, 'user_already_exists'],
      [{ email }, 422, 'email_exists'],
      [{ email: anEmail(), ban_duration: 'long' }, 400, 'validation_failed'],
    ];
    for (const [body, status, code] of cases) {
      const reply = await auth.post('/admin/users', body, bearer);
      expect([body, reply.status, reply.json.error_code]).toEqual([body, status, code]);
    }
    const phone = aPhone();
    await created({ phone });
    expect((await admin.createUser({ phone })).error?.message).toBe(
      'Phone number already registered by another user',
    );
  });

  it('may bring its hash along, which the first sign-in turns into ours', async () => {
    const firebase = (password: string) => {
      const [salt, separator, signer] = [randomBytes(8), Buffer.from('Bw==', 'base64'), randomBytes(64)];
      const key = scryptSync(password, Buffer.concat([salt, separator]), 32, { N: 2 ** 10, r: 8, p: 1 });
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      const tag = Buffer.concat([cipher.update(signer), cipher.final()]);
      const text = (bytes: Buffer) => bytes.toString('base64');
      return `$fbscrypt$v=1,n=10,r=8,p=1,ss=${text(separator)},sk=${text(signer)}$${text(salt)}$${text(tag)}`;
    };
    for (const password_hash of [
      bcrypt.hashSync(PASSWORD, 6),
      firebase(PASSWORD),
      '$argon2id$v=19$m=1024,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$' + 'A'.repeat(43),
    ]) {
      const email = anEmail();
      const user = await created({ email, password_hash, email_confirm: true });
      expect((await auth.client().signInWithPassword({ email, password: 'wrong' })).error?.code).toBe(
        'invalid_credentials',
      );
      if (password_hash.startsWith('$argon2id')) continue;
      expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
      const { rows } = await auth.sql.query<{ password_hash: string }>(
        'select password_hash from auth.users where id = $1',
        [user.id],
      );
      expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect((await auth.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    }
  });
});

describe('an account', () => {
  it('is changed at once: addresses, metadata, password, ban', async () => {
    const person = await aPerson(auth);
    const email = anEmail();
    const { data, error } = await admin.updateUserById(person.user.id, {
      email,
      user_metadata: { name: 'Ravi', email_verified: null },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { name: 'Ravi' },
      app_metadata: { plan: 'gold' },
    });
    expect((await person.client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await admin.updateUserById(person.user.id, { password: 'short' })).error?.code).toBe(
      'weak_password',
    );
    const other = await aPerson(auth);
    expect((await admin.updateUserById(person.user.id, { email: other.email })).error?.code).toBe(
      'email_exists',
    );
    await admin.updateUserById(person.user.id, { password: 'another-Kettle-88' });
    expect((await person.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    await admin.updateUserById(person.user.id, { ban_duration: '1h30m' });
    const banned = await auth.client().signInWithPassword({ email, password: 'another-Kettle-88' });
    expect(banned.error?.code).toBe('user_banned');
    await admin.updateUserById(person.user.id, { ban_duration: 'none' });
    expect(
      (await auth.client().signInWithPassword({ email, password: 'another-Kettle-88' })).error,
    ).toBeNull();
  });

  it('is shown, and told apart from none', async () => {
    const person = await aPerson(auth);
    expect((await admin.getUserById(person.user.id)).data.user).toMatchObject({
      id: person.user.id,
      identities: [{ provider: 'email' }],
    });
    const none = await auth.get(`/admin/users/${crypto.randomUUID()}`, bearer);
    expect([none.status, none.json.error_code, none.json.msg]).toEqual([
      404,
      'user_not_found',
      'User not found',
    ]);
    const odd = await auth.get('/admin/users/one', bearer);
    expect([odd.status, odd.json.error_code]).toEqual([404, 'validation_failed']);
  });

  it('is emptied when deleted: no session, no sign-in, the address free again', async () => {
    const person = await aPerson(auth);
    expect((await admin.deleteUser(person.user.id)).error).toBeNull();
    expect((await person.client.getUser()).error?.code).toBe('user_not_found');
    expect((await admin.getUserById(person.user.id)).error?.status).toBe(404);
    expect((await admin.deleteUser(person.user.id)).error?.status).toBe(404);
    await created({ email: person.email });
    const { rows } = await auth.sql.query(
      'select email, phone, password_hash, user_metadata from auth.users where id = $1',
      [person.user.id],
    );
    expect(rows).toEqual([{ email: null, phone: null, password_hash: null, user_metadata: {} }]);
  });

  it('has factors, which may be taken away for who lost them', async () => {
    const { client, user } = await aPerson(auth);
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'lost' });
    const id = data?.id ?? '';
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toMatchObject([{ id }]);
    const renamed = await auth.call(`/admin/users/${user.id}/factors/${id}`, {
      method: 'PUT',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ friendly_name: 'found' }),
    });
    expect(renamed.json.friendly_name).toBe('found');
    expect((await admin.mfa.deleteFactor({ userId: user.id, id })).data).toMatchObject({ data: { id } });
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
    expect((await admin.mfa.deleteFactor({ userId: user.id, id })).error?.code).toBe('mfa_factor_not_found');
  });

  it('hands the host whatever was done to it', async () => {
    const user = await created({ email: anEmail() });
    await admin.updateUserById(user.id, { password: 'a-secret-Monsoon-9' });
    await admin.deleteUser(user.id);
    const { rows } = await auth.sql.query<{ action: string; details: object }>(
      'select action, details from acts where user_id = $1 order by id',
      [user.id],
    );
    expect(rows).toEqual([
      { action: 'account.created', details: {} },
      { action: 'account.changed', details: { fields: ['password'] } },
      { action: 'account.deleted', details: {} },
    ]);
  });
});

describe('the list', () => {
  it('SPEC-7.user-pages: comes in pages with headers the client understands', async () => {
    const marker = randomBytes(4).toString('hex');
    for (let index = 0; index < 5; index += 1) await created({ email: `${marker}.${index}@example.com` });
    const { data } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(data.users).toHaveLength(2);
    const pages = data as typeof data & { nextPage: number; lastPage: number; total: number };
    const { rows } = await auth.sql.query<{ count: string }>(
      'select count(*) from auth.users where deleted_at is null',
    );
    expect(pages.total).toBe(Number(rows[0]?.count));
    expect(pages.nextPage).toBe(2);
    const found = await auth.get(
      `/admin/users?page=3&per_page=2&sort=created_at%20asc&filter=${marker}`,
      bearer,
    );
    expect(found.headers.get('x-total-count')).toBe('5');
    expect(found.headers.get('link')).toBe(
      `<${auth.publicUrl}/auth/v1/admin/users?page=3&per_page=2>; rel="last"`,
    );
    expect((found.json.users as { email: string }[]).map(({ email }) => email)).toEqual([
      `${marker}.4@example.com`,
    ]);
    expect((await admin.listUsers()).error).toBeNull();
    for (const query of ['page=x', 'page=-1', 'per_page=0', 'per_page=1.5', 'sort=email'])
      expect([query, (await auth.get(`/admin/users?${query}`, bearer)).status]).toEqual([query, 400]);
  });
});

describe('an invitation', () => {
  it('is mailed, taken up by its link or code, and not sent to who is there', async () => {
    const email = anEmail();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { team: 'a' } });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeDefined();
    expect((await admin.inviteUserByEmail(email)).error).toBeNull();
    const mails = await auth.sentTo(email);
    expect(mails.map(({ template }) => template)).toEqual(['auth.invite', 'auth.invite']);
    const client = auth.client();
    const taken = await client.verifyOtp({ email, token: mails[1]?.vars.code ?? '', type: 'invite' });
    expect(taken.error).toBeNull();
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });
});

describe('a generated link', () => {
  it('of each type does what its mail would do, and nothing is mailed', async () => {
    const fresh = anEmail();
    const person = await aPerson(auth);
    const known = person.email;
    const mailsBefore = (await auth.sentTo(known)).length;
    const link = async (fields: Parameters<GoTrueAdminApi['generateLink']>[0]) => {
      const { data, error } = await admin.generateLink(fields);
      if (error) throw error;
      return data.properties;
    };
    const signup = await link({ type: 'signup', email: fresh, password: PASSWORD });
    expect(signup.action_link).toMatch(
      new RegExp(`^${auth.publicUrl}/auth/v1/verify\\?token=${signup.hashed_token}&type=signup&redirect_to=`),
    );
    const byHash = await auth.client().verifyOtp({ token_hash: signup.hashed_token, type: 'signup' });
    expect(byHash.data.user?.email).toBe(fresh);
    const again = await admin.generateLink({ type: 'signup', email: fresh, password: PASSWORD });
    expect(again.error?.code).toBe('email_exists');

    const invited = anEmail();
    const invite = await link({ type: 'invite', email: invited });
    expect(
      (await auth.client().verifyOtp({ email: invited, token: invite.email_otp, type: 'invite' })).error,
    ).toBeNull();

    const unknown = anEmail();
    expect((await link({ type: 'magiclink', email: unknown })).verification_type).toBe('signup');
    const magic = await link({ type: 'magiclink', email: known });
    expect(magic.verification_type).toBe('magiclink');
    const opened = await auth.get(
      new URL(magic.action_link).pathname.replace('/auth/v1', '') + new URL(magic.action_link).search,
    );
    expect(opened.status).toBe(303);
    expect(opened.headers.get('location')).toContain('#access_token=');

    const recovery = await link({ type: 'recovery', email: known });
    expect(
      (await auth.client().verifyOtp({ email: known, token: recovery.email_otp, type: 'recovery' })).error,
    ).toBeNull();
    const nobody = await admin.generateLink({ type: 'recovery', email: anEmail() });
    expect([nobody.error?.status, nobody.error?.code]).toEqual([404, 'user_not_found']);

    const next = anEmail();
    const current = await link({ type: 'email_change_current', email: known, newEmail: next });
    const wanted = await link({ type: 'email_change_new', email: known, newEmail: next });
    const half = await auth.client().verifyOtp({ token_hash: current.hashed_token, type: 'email_change' });
    expect(half.data.session).toBeNull();
    const whole = await auth.client().verifyOtp({ token_hash: wanted.hashed_token, type: 'email_change' });
    expect(whole.data.user?.email).toBe(next);
    expect((await auth.sentTo(known)).slice(mailsBefore).map(({ template }) => template)).toEqual([
      'auth.email_changed',
    ]);
    const odd = await auth.post('/admin/generate_link', { type: 'gift', email: known }, bearer);
    expect([odd.status, odd.json.msg]).toEqual([400, 'Invalid email action link type requested: gift']);
  });

  it('leads only where mails may lead', async () => {
    const { data } = await admin.generateLink({
      type: 'magiclink',
      email: anEmail(),
      options: { redirectTo: 'https://evil.example/' },
    });
    expect(data.properties?.redirect_to).toBe(`${auth.publicUrl}/auth/confirmed`);
  });
});
