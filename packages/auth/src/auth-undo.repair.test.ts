import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, anEmail, startTestAuth } from './auth.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
const THIEFS = 'thiefs-Kettle-1';
const OWNERS = 'owners-Teapot-2';

let auth: TestAuth;
let service: Record<string, string>;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_JWT_SECRET: SECRET });
  const key = new TextEncoder().encode(SECRET);
  const token = await new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  service = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
});
afterAll(() => auth.stop());

const asAdmin = (id: string, body: object) =>
  auth.call(`/admin/users/${id}`, { method: 'PUT', headers: service, body: JSON.stringify(body) });
const undo = async (token: string) => {
  const { status, json } = await auth.post('/undo', { token });
  return [status, json.error_code];
};
const REFUSED = [403, 'otp_expired'];

/** An account whose password was changed, with the link that takes the change back. */
async function withLink() {
  const { client, email, user } = await aPerson(auth);
  const change = { password: THIEFS, current_password: PASSWORD };
  expect((await client.updateUser(change)).error).toBeNull();
  const notice = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.password_changed');
  return { id: user.id, email, token: new URL(notice?.vars.link ?? 'about:blank').hash.slice(1) };
}
const logIn = async (email: string, password: string) =>
  (await auth.client().signInWithPassword({ email, password })).error;

describe('the link of a notice, after an operator repaired the account', () => {
  it.each([
    ['a password', () => ({ password: OWNERS })],
    ['another address', () => ({ email: anEmail(), email_confirm: true })],
    ['a number', () => ({ phone: aPhone(), phone_confirm: true })],
  ])('is void where the operator set %s', async (_, repair) => {
    const { id, token } = await withLink();
    expect((await asAdmin(id, repair())).status).toBe(200);
    expect(await undo(token)).toEqual(REFUSED);
  });

  it('leaves the repaired account to its owner', async () => {
    const { id, token } = await withLink();
    const email = anEmail();
    await asAdmin(id, { email, email_confirm: true, password: OWNERS });
    await undo(token);
    expect(await logIn(email, OWNERS)).toBeNull();
  });

  it('goes on where the operator changed neither a contact nor the password', async () => {
    const { id, token } = await withLink();
    expect((await asAdmin(id, { user_metadata: { city: 'Pune' } })).status).toBe(200);
    expect(await undo(token)).toEqual([200, undefined]);
  });
});

describe('the link of a notice, in an account that is banned', () => {
  it('changes nothing, and is told as one that ran out', async () => {
    const { id, email, token } = await withLink();
    await asAdmin(id, { ban_duration: '1h' });
    const before = await auth.sentTo(email);
    expect(await undo(token)).toEqual(REFUSED);
    expect(await auth.sentTo(email)).toEqual(before);
    await asAdmin(id, { ban_duration: 'none' });
    expect(await logIn(email, THIEFS)).toBeNull();
  });
});
