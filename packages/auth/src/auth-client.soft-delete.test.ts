import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
let auth: TestAuth;
let admin: GoTrueAdminApi;
let bearer: Record<string, string>;

beforeAll(async () => {
  auth = await startTestAuth({ AUTH_JWT_SECRET: SECRET, AUTH_RATE_LIMIT_FACTOR: '50' });
  const token = await new SignJWT({ role: 'service_role', sub: 'a program' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SECRET));
  bearer = { authorization: `Bearer ${token}` };
  admin = new GoTrueAdminApi({ url: auth.url, headers: bearer });
});
afterAll(() => auth.stop());

/** A person with an address and a number, signed in. */
async function aReachablePerson() {
  const person = await aPerson(auth);
  const phone = aPhone();
  const { error } = await admin.updateUserById(person.user.id, { phone, phone_confirm: true });
  if (error) throw error;
  return { ...person, phone };
}

async function softDeleted() {
  const person = await aReachablePerson();
  expect((await admin.deleteUser(person.user.id, true)).error).toBeNull();
  return person;
}

async function restore(id: string, body: object) {
  return auth.call(`/admin/users/${id}`, {
    method: 'PUT',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('a soft-deleted account', () => {
  it('is still shown to the service, with one-way hashes in place of its contacts', async () => {
    const { user, email, phone } = await softDeleted();
    const { data, error } = await admin.getUserById(user.id);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: user.id, app_metadata: {}, user_metadata: {}, identities: [] });
    expect(data.user?.deleted_at).toBeDefined();
    expect(data.user?.email).toMatch(/^[0-9a-f]{64}$/);
    expect(data.user?.phone).toMatch(/^[0-9a-f]{64}$/);
    expect(data.user?.email).not.toBe(data.user?.phone);
    const { rows } = await auth.sql.query<{ row: string }>(
      'select u::text as row from auth.users u where id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(email);
    expect(rows[0]?.row).not.toContain(phone);
    expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
  });

  it('ends its sessions and logs in by no address, number or token', async () => {
    const { client, session, email, phone } = await softDeleted();
    expect((await client.getUser()).error?.code).toBe('user_not_found');
    const refreshed = await auth.post('/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    expect([refreshed.status, refreshed.json.error_code]).toEqual([400, 'refresh_token_not_found']);
    for (const contact of [{ email }, { phone }])
      expect((await auth.client().signInWithPassword({ ...contact, password: PASSWORD })).error?.code).toBe(
        'invalid_credentials',
      );
    const asked = await auth.post('/otp', { email, create_user: false });
    expect([asked.status, asked.json.error_code]).toEqual([422, 'otp_disabled']);
  });

  it('frees its address and number for a new person, and hashes each account apart', async () => {
    const first = await softDeleted();
    const second = await aPerson(auth, first.email).catch(() => undefined);
    // The first mail to the address was the first account's: its code proves nothing any more.
    expect(second).toBeUndefined();
    const [, mail] = await auth.sentTo(first.email);
    const signedUp = await auth
      .client()
      .verifyOtp({ email: first.email, token: mail?.vars.code ?? '', type: 'signup' });
    expect(signedUp.error).toBeNull();
    const id = signedUp.data.user?.id ?? '';
    expect(id).not.toBe(first.user.id);
    expect((await admin.updateUserById(id, { phone: first.phone })).error).toBeNull();
    await admin.deleteUser(id, true);
    const shown = await Promise.all([first.user.id, id].map((one) => admin.getUserById(one)));
    expect(new Set(shown.map(({ data }) => data.user?.email)).size).toBe(2);
  });

  it('is deleted again without harm, and for good by a plain deletion', async () => {
    const { user } = await softDeleted();
    const before = (await admin.getUserById(user.id)).data.user;
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    expect((await admin.getUserById(user.id)).data.user).toEqual(before);
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    expect((await admin.getUserById(user.id)).error?.status).toBe(404);
    expect((await admin.deleteUser(user.id, true)).error?.status).toBe(404);
    expect((await restore(user.id, { email: anEmail() })).status).toBe(404);
    const { rows } = await auth.sql.query<{ row: string }>(
      'select u::text as row from auth.users u where id = $1',
      [user.id],
    );
    expect(rows[0]?.row).not.toContain(before?.email);
  });

  it('given its id, when another account is to be made under it, then it is taken, also after a plain deletion', async () => {
    const { user } = await softDeleted();
    for (const isSoft of [true, false]) {
      expect((await admin.deleteUser(user.id, isSoft)).error).toBeNull();
      const { error } = await admin.createUser({ id: user.id, email: anEmail() });
      expect([error?.status, error?.code]).toEqual([422, 'user_already_exists']);
    }
  });

  it('given a role and an audience, when it is restored, then it has those of everybody', async () => {
    const person = await aPerson(auth);
    const { id } = person.user;
    expect((await restore(id, { role: 'service_role', aud: 'staff' })).status).toBe(200);
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    const restored = await restore(id, { email: anEmail() });
    expect(restored.json).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
  });

  it('stays out of the list of accounts', async () => {
    const { user, email } = await softDeleted();
    const { json } = await auth.get(`/admin/users?filter=${encodeURIComponent(email)}`, bearer);
    expect((json.users as { id: string }[]).map(({ id }) => id)).not.toContain(user.id);
  });
});

describe('restoring a soft-deleted account', () => {
  it('takes an address: it is the same account, unproven until the address is confirmed', async () => {
    const { user, email } = await softDeleted();
    const back = await restore(user.id, { email, password: 'another-Kettle-88' });
    expect([back.status, back.json.id, back.json.email, back.json.phone]).toEqual([200, user.id, email, '']);
    expect(back.json).not.toHaveProperty('deleted_at');
    expect(back.json).not.toHaveProperty('email_confirmed_at');
    expect(back.json).not.toHaveProperty('phone_confirmed_at');
    const signIn = () => auth.client().signInWithPassword({ email, password: 'another-Kettle-88' });
    expect((await signIn()).error?.code).toBe('email_not_confirmed');
    expect((await admin.updateUserById(user.id, { email_confirm: true })).error).toBeNull();
    const { data, error } = await signIn();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: user.id, identities: [{ provider: 'email' }] });
  });

  it('is refused without an address, or with one that another account has', async () => {
    const { user, email } = await softDeleted();
    const bare = await restore(user.id, { user_metadata: { name: 'Asha' } });
    expect([bare.status, bare.json.error_code]).toEqual([400, 'validation_failed']);
    const { error } = await admin.createUser({ email });
    expect(error).toBeNull();
    const taken = await restore(user.id, { email });
    expect([taken.status, taken.json.error_code]).toEqual([422, 'email_exists']);
    expect((await admin.getUserById(user.id)).data.user?.deleted_at).toBeDefined();
  });

  it('lifts no ban, and is told to the host', async () => {
    const { user, email } = await aReachablePerson();
    await admin.updateUserById(user.id, { ban_duration: '24h' });
    await admin.deleteUser(user.id, true);
    await restore(user.id, { email, email_confirm: true, password: 'another-Kettle-88' });
    const signIn = await auth.client().signInWithPassword({ email, password: 'another-Kettle-88' });
    expect(signIn.error?.code).toBe('user_banned');
    const { rows } = await auth.sql.query<{ action: string; details: object }>(
      'select action, details from acts where user_id = $1 order by id desc limit 2',
      [user.id],
    );
    expect(rows).toEqual([
      {
        action: 'account.changed',
        details: { fields: ['email', 'password', 'email_confirm'], isRestored: true },
      },
      { action: 'account.deleted', details: { isSoft: true } },
    ]);
  });
});
