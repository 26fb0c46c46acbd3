import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { until } from '@mohlat/platform/waiting.testing.ts';
import { PASSWORD, type Reply, aPerson, anEmail } from './auth.testing.ts';
import { authWithProvider, somebody } from './elsewhere.testing.ts';

const STRANGERS = 'strangers-Kettle-9';
const OWNERS = 'owners-Teapot-2';

const SECRET = 'a shared secret of well over thirty-two characters';
const site = authWithProvider({ AUTH_JWT_SECRET: SECRET });

type Token = Pick<Awaited<ReturnType<typeof aPerson>>['session'], 'access_token'>;
const bearer = ({ access_token }: Token) => ({ authorization: `Bearer ${access_token}` });
const put = (session: Token, fields: object) =>
  site.auth.call('/user', { method: 'PUT', headers: bearer(session), body: JSON.stringify(fields) });
const signIn = (email: string, password: string) =>
  site.auth.post('/token?grant_type=password', { email, password });
const outcome = ({ status, json }: Reply) => [status, json.error_code];

async function adminHeaders(): Promise<Record<string, string>> {
  const signing = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
  return { authorization: `Bearer ${await signing.sign(new TextEncoder().encode(SECRET))}` };
}

/** Waits until so many of the server's transactions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await until(async () => {
    const { rows } = await site.auth.sql.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length >= count ? true : undefined;
  });
}

/** Lets calls come to the account's row one after the other while it is held, and then lets them go on in that order. */
async function inTurn(userId: string, calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const holder = await site.auth.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from auth.users where id = $1 for no key update', [userId]);
  const begun: Promise<Reply>[] = [];
  for (const call of calls) {
    begun.push(call());
    await untilWaiting(begun.length);
  }
  await holder.query('commit');
  holder.release();
  return Promise.all(begun);
}

describe('a password change under way', () => {
  it('does not survive the owner’s own, which ended its session', async () => {
    const { email, session, user } = await aPerson(site.auth);
    const stolen = (await signIn(email, PASSWORD)).json as unknown as Token;
    const [owners, strangers] = await inTurn(user.id, [
      () => put(session, { password: OWNERS, current_password: PASSWORD }),
      () => put(stolen, { password: STRANGERS, current_password: PASSWORD }),
    ]);
    expect(outcome(owners!)).toEqual([200, undefined]);
    expect(outcome(strangers!)).toEqual([403, 'session_not_found']);
    expect((await signIn(email, STRANGERS)).status).toBe(400);
    expect((await signIn(email, OWNERS)).status).toBe(200);
    expect((await site.auth.get('/user', bearer(session))).status).toBe(200);
  });

  it('does not survive that a change was taken back', async () => {
    const { email, session, user } = await aPerson(site.auth);
    await put(session, { password: STRANGERS, current_password: PASSWORD });
    const notice = (await site.auth.sentTo(email)).findLast(
      ({ template }) => template === 'auth.password_changed',
    );
    const token = new URL(notice?.vars.link ?? 'about:blank').hash.slice(1);
    const [undone, strangers] = await inTurn(user.id, [
      () => site.auth.post('/undo', { token }),
      () => put(session, { password: 'strangers-Kettle-10', current_password: STRANGERS }),
    ]);
    expect(outcome(undone!)).toEqual([200, undefined]);
    expect(outcome(strangers!)).toEqual([403, 'session_not_found']);
    const { rows } = await site.auth.sql.query(
      'select password_hash, guarded_at from auth.users where id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ password_hash: null, guarded_at: expect.any(Date) as Date }]);
  });

  it('is refused when the one of the same session came first: it changes a password it was not asked for', async () => {
    const { email, session, user } = await aPerson(site.auth);
    const [first, second] = await inTurn(user.id, [
      () => put(session, { password: OWNERS, current_password: PASSWORD }),
      () => put(session, { password: STRANGERS, current_password: PASSWORD }),
    ]);
    expect([outcome(first!), outcome(second!)]).toEqual([
      [200, undefined],
      [400, 'current_password_invalid'],
    ]);
    expect((await signIn(email, OWNERS)).status).toBe(200);
  });

  it('is refused when the account was shut meanwhile', async () => {
    const { email, session, user } = await aPerson(site.auth);
    const staff = await site.auth.sql.connect();
    await staff.query('begin');
    await staff.query("update auth.users set banned_until = now() + interval '1 year' where id = $1", [
      user.id,
    ]);
    const changing = put(session, { password: OWNERS, current_password: PASSWORD });
    await untilWaiting(1);
    await staff.query('commit');
    staff.release();
    expect(outcome(await changing)).toEqual([403, 'user_banned']);
    await site.auth.sql.query('update auth.users set banned_until = null where id = $1', [user.id]);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('is one of a recovery, however many come at once', async () => {
    const { email, user } = await aPerson(site.auth);
    site.auth.passSeconds(61);
    await site.auth.post('/recover', { email });
    const code = (await site.auth.sentTo(email)).at(-1)?.vars.code;
    const session = (await site.auth.post('/verify', { type: 'recovery', email, token: code }))
      .json as unknown as Token;
    const replies = await inTurn(
      user.id,
      [OWNERS, STRANGERS, 'thirds-Samovar-3'].map((password) => () => put(session, { password })),
    );
    expect(replies.map(outcome)).toEqual([
      [200, undefined],
      [400, 'current_password_required'],
      [400, 'current_password_required'],
    ]);
    expect((await signIn(email, OWNERS)).status).toBe(200);
  });
});

describe('the code of an opened link', () => {
  const verifier = 'v'.repeat(60);
  const challenged = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  };

  /** A person whose mailed link was opened: its code waits to be exchanged. */
  async function withCode() {
    const person = await aPerson(site.auth);
    site.auth.passSeconds(61);
    await site.auth.post('/recover', { email: person.email, ...challenged });
    const link = (await site.auth.sentTo(person.email)).at(-1)?.vars.link ?? '';
    const opened = await site.auth.get(link.replace(`${site.auth.publicUrl}/auth/v1`, ''));
    const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code');
    expect(code).toMatch(/./);
    const exchange = () =>
      site.auth.post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier });
    return { ...person, exchange };
  }

  it('begins no session after the password was changed, nor while it is', async () => {
    const { session, exchange } = await withCode();
    expect((await put(session, { password: OWNERS, current_password: PASSWORD })).status).toBe(200);
    expect(outcome(await exchange())).toEqual([404, 'flow_state_not_found']);

    const other = await withCode();
    const [owners, strangers] = await inTurn(other.user.id, [
      () => put(other.session, { password: OWNERS, current_password: PASSWORD }),
      other.exchange,
    ]);
    expect(outcome(owners!)).toEqual([200, undefined]);
    expect(outcome(strangers!)).toEqual([404, 'flow_state_not_found']);
  });

  it('begins none after logging out everywhere; the mails that are out still lead in', async () => {
    const { session, email, exchange } = await withCode();
    site.auth.passSeconds(61);
    await site.auth.post('/recover', { email, ...challenged });
    const headers = bearer(session);
    expect((await site.auth.call('/logout?scope=global', { method: 'POST', headers })).status).toBe(204);
    expect(outcome(await exchange())).toEqual([404, 'flow_state_not_found']);
    const link = (await site.auth.sentTo(email)).at(-1)?.vars.link ?? '';
    const opened = await site.auth.get(link.replace(`${site.auth.publicUrl}/auth/v1`, ''));
    expect(new URL(opened.headers.get('location') ?? '').searchParams.get('code')).toMatch(/./);
  });

  it('begins none after a program chose the password or the address', async () => {
    for (const fields of [{ password: OWNERS }, { email: anEmail() }]) {
      const { user, exchange } = await withCode();
      const headers = await adminHeaders();
      const path = `/admin/users/${user.id}`;
      const changed = await site.auth.call(path, { method: 'PUT', headers, body: JSON.stringify(fields) });
      expect(changed.status).toBe(200);
      expect(outcome(await exchange())).toEqual([404, 'flow_state_not_found']);
    }
  });
});

describe('what else an ended session began', () => {
  it('asks for no code to prove the person by', async () => {
    const { email, session, user } = await aPerson(site.auth);
    const stolen = (await signIn(email, PASSWORD)).json as unknown as Token;
    const [owners, asked] = await inTurn(user.id, [
      () => put(session, { password: OWNERS, current_password: PASSWORD }),
      () => site.auth.get('/reauthenticate', bearer(stolen)),
    ]);
    expect(outcome(owners!)).toEqual([200, undefined]);
    expect(outcome(asked!)).toEqual([403, 'session_not_found']);
    expect((await site.auth.sentTo(email)).map(({ template }) => template)).not.toContain(
      'auth.reauthentication',
    );
  });

  it('logs no other session out', async () => {
    const { email, session, user } = await aPerson(site.auth);
    const stolen = (await signIn(email, PASSWORD)).json as unknown as Token;
    const [owners, out] = await inTurn(user.id, [
      () => put(session, { password: OWNERS, current_password: PASSWORD }),
      () => site.auth.call('/logout?scope=global', { method: 'POST', headers: bearer(stolen) }),
    ]);
    expect(outcome(owners!)).toEqual([200, undefined]);
    expect(outcome(out!)).toEqual([403, 'session_not_found']);
    expect((await site.auth.get('/user', bearer(session))).status).toBe(200);
  });

  it('links no account elsewhere and takes none away', async () => {
    const { email, session, user } = await aPerson(site.auth);
    await site.viaPkce(somebody({ email }));
    const stolen = (await signIn(email, PASSWORD)).json as unknown as Token;
    const link = {
      provider: 'keycloak',
      id_token: await site.keycloak.idToken(somebody()),
      link_identity: true,
    };
    const { rows } = await site.auth.sql.query<{ id: string }>(
      "select id from auth.identities where user_id = $1 and provider = 'keycloak'",
      [user.id],
    );
    const path = `/user/identities/${rows[0]?.id}`;
    const [owners, ...strangers] = await inTurn(user.id, [
      () => put(session, { password: OWNERS, current_password: PASSWORD }),
      () => site.auth.post('/token?grant_type=id_token', link, bearer(stolen)),
      () => site.auth.call(path, { method: 'DELETE', headers: bearer(stolen) }),
    ]);
    expect(outcome(owners!)).toEqual([200, undefined]);
    expect(strangers.map(outcome)).toEqual([
      [403, 'session_not_found'],
      [403, 'session_not_found'],
    ]);
    const left = await site.auth.sql.query('select id from auth.identities where user_id = $1', [user.id]);
    expect(left.rows).toHaveLength(2);
  });
});

it('given an account elsewhere that is being unlinked, when it logs in meanwhile, then it opens nothing', async () => {
  const { session, user } = await aPerson(site.auth);
  const who = somebody();
  const logIn = async (headers = {}, more = {}) =>
    site.auth.post(
      '/token?grant_type=id_token',
      { provider: 'keycloak', id_token: await site.keycloak.idToken(who), ...more },
      headers,
    );
  expect((await logIn(bearer(session), { link_identity: true })).status).toBe(200);
  const { rows } = await site.auth.sql.query<{ id: string }>(
    "select id from auth.identities where user_id = $1 and provider = 'keycloak'",
    [user.id],
  );
  const path = `/user/identities/${rows[0]?.id}`;
  const [unlinked, entered] = await inTurn(user.id, [
    () => site.auth.call(path, { method: 'DELETE', headers: bearer(session) }),
    () => logIn(),
  ]);
  expect(outcome(unlinked!)).toEqual([200, undefined]);
  expect(outcome(entered!)).toEqual([409, 'conflict']);
});

it('given an account elsewhere made it unproven, when two log-ins prove it at once, then both get in', async () => {
  const who = somebody();
  const logIn = async (email_verified: boolean) =>
    site.auth.post('/token?grant_type=id_token', {
      provider: 'keycloak',
      id_token: await site.keycloak.idToken({ ...who, email_verified }),
    });
  expect(outcome(await logIn(false))).toEqual([422, 'provider_email_needs_verification']);
  const { rows } = await site.auth.sql.query<{ id: string }>('select id from auth.users where email = $1', [
    who.email,
  ]);
  const replies = await inTurn(rows[0]?.id ?? '', [() => logIn(true), () => logIn(true)]);
  expect(replies.map(outcome)).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
});
