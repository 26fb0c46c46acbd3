import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '@mohlat/platform/db/transactions.ts';
import { createAccountReader, rotateUnchanged } from './auth.accounts.repo.ts';
import { listFactors } from './auth.factors.repo.ts';
import { findUser, listIdentities } from './auth.repo.ts';
import { findSession } from './auth.sessions.repo.ts';
import { aPerson, startTestAuth, type TestAuth } from './auth.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

async function statementsOf(call: () => Promise<{ status: number }>) {
  const before = auth.statements.length;
  expect((await call()).status).toBe(200);
  return auth.statements.length - before;
}

test('given a signed-in person, when they are shown, it takes one statement', async () => {
  const { session } = await aPerson(auth);
  const show = () => auth.get('/user', { authorization: `Bearer ${session.access_token}` });
  expect(await statementsOf(show)).toBe(1);
});

test('given a current refresh token, when exchanged, it is counted, read and written', async () => {
  const { session } = await aPerson(auth);
  const exchange = (token: unknown) => auth.post('/token?grant_type=refresh_token', { refresh_token: token });
  const first = await exchange(session.refresh_token);
  expect(await statementsOf(() => exchange(first.json.refresh_token))).toBe(3);
});

test('given an account with a factor, when it is read whole, nothing differs from its rows', async () => {
  const { client, user, session } = await aPerson(auth);
  await client.mfa.enroll({ factorType: 'totp' });
  await auth.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
  const db = createDatabase(auth.sql);
  const rows = await db.plain(async (tx) => {
    const [own] = await tx.call<{ id: string }>('select id from auth.sessions where user_id = $1', [user.id]);
    return {
      user: await findUser(tx, user.id),
      session: await findSession(tx, user.id, own!.id),
      identities: await listIdentities(tx, user.id),
      factors: await listFactors(tx, user.id),
    };
  });
  const { factors, ...account } = (await createAccountReader(db)(user.id, rows.session!.id))!;
  expect(account).toEqual({ user: rows.user, session: rows.session, identities: rows.identities });
  expect(account.session?.refresh_key_sealed).toBeInstanceOf(Buffer);
  expect(factors).toHaveLength(1);
  expect(rows.factors[0]).toMatchObject(factors[0]!);
});

test('given many who ask at once, each is told of their own account, in one statement', async () => {
  const people = [await aPerson(auth), await aPerson(auth), await aPerson(auth)];
  const readAccount = createAccountReader(createDatabase(auth.sql));
  const asked = [...people, ...people.toReversed()].map(({ user }) => user.id);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const accounts = await Promise.all(asked.map((id) => readAccount(id, undefined)));
  expect(accounts.map((account) => account?.user.id)).toEqual(asked);
  const asking = query.mock.calls.filter(([statement]) => /auth\.users/.test(JSON.stringify(statement)));
  expect(asking).toHaveLength(1);
  query.mockRestore();
});

describe('given an account that was read before, when it is read after', () => {
  const ADD_IDENTITY = `insert into auth.identities (user_id, id, provider, provider_subject, identity_data, created_at, updated_at)
    values ($1, $2::uuid, 'google', $2::uuid::text, '{}', now(), now())`;
  const ADD_FACTOR = `insert into auth.factors (user_id, id, factor_type, status, friendly_name, secret_sealed, created_at, updated_at)
    values ($1, $2::uuid, 'totp', 'unverified', $2::uuid::text, '\\x00', now(), now())`;
  test.each([
    ['nothing', []],
    [
      'a new name',
      [`update auth.users set user_metadata = '{"name": "Asha"}' where id = $1 and $2::uuid is not null`],
    ],
    [
      'a ban',
      [`update auth.users set banned_until = now() + '1 day' where id = $1 and $2::uuid is not null`],
    ],
    ['its deletion', ['update auth.users set deleted_at = now() where id = $1 and $2::uuid is not null']],
    ['a refresh', ['update auth.sessions set refresh_counter = 7 where user_id = $1 and id = $2']],
    ['the end of its session', ['delete from auth.sessions where user_id = $1 and id = $2']],
    ['one more identity', [ADD_IDENTITY]],
    ['one identity less', ['delete from auth.identities where user_id = $1 and $2::uuid is not null']],
    ['one factor more', [ADD_FACTOR]],
    [
      'a factor that is proven',
      [ADD_FACTOR, `update auth.factors set status = 'verified' where user_id = $1 and id = $2`],
    ],
    ['one factor less', [ADD_FACTOR, 'delete from auth.factors where user_id = $1 and id = $2']],
  ])('%s, it reads as to a caller who knew nothing', async (_, statements) => {
    const { user } = await aPerson(auth);
    const db = createDatabase(auth.sql);
    const [own] = await db.once<{ id: string }>('select id from auth.sessions where user_id = $1', [user.id]);
    const readAccount = createAccountReader(db);
    await readAccount(user.id, own!.id);
    for (const sql of statements) {
      await auth.sql.query(sql, [user.id, own!.id]);
      const account = await readAccount(user.id, own!.id);
      expect(account).toEqual(await createAccountReader(db)(user.id, own!.id));
    }
    expect(await readAccount(user.id, own!.id)).toEqual(await createAccountReader(db)(user.id, own!.id));
  });

  test('nothing, its rows are not sent again', async () => {
    const { user } = await aPerson(auth);
    const readAccount = createAccountReader(createDatabase(auth.sql));
    const account = await readAccount(user.id, undefined);
    expect(account?.user.id).toBe(user.id);
    expect(await readAccount(user.id, undefined)).toBe(account);
  });
});

describe('given a session that was read, when it is rotated after', () => {
  /** Reads a person's session, lets something happen, and tries to move the session on. */
  async function rotateAfter(happens: (userId: string, sessionId: string) => readonly [string, unknown[]]) {
    const { user } = await aPerson(auth);
    const db = createDatabase(auth.sql);
    const [own] = await db.once<{ id: string }>('select id from auth.sessions where user_id = $1', [user.id]);
    const account = await createAccountReader(db)(user.id, own!.id);
    await auth.sql.query(...(happens(user.id, own!.id) as [string, unknown[]]));
    const rotation = { session: account!.session!, notAfter: null, ip: '127.0.0.1' };
    const rotated = await rotateUnchanged(db, rotation, new Date());
    const counted = await db.once(
      `select 1 from auth.events where user_id = $1 and what = 'token_refreshed'`,
      [user.id],
    );
    return { counter: rotated?.refresh_counter, events: counted.length };
  }

  test('nothing, it has its next token and the day its event', async () => {
    expect(await rotateAfter(() => ['select 1', []])).toEqual({ counter: 1, events: 1 });
  });

  test.each([
    ['its refresh elsewhere', 'update auth.sessions set refresh_counter = 1 where id = $2 and user_id = $1'],
    ['its end', 'delete from auth.sessions where id = $2 and user_id = $1'],
    ['a ban', `update auth.users set banned_until = now() + '1 day' where id = $1 and $2::uuid is not null`],
    ['a deletion', 'update auth.users set deleted_at = now() where id = $1 and $2::uuid is not null'],
  ])('%s, nothing is written', async (_, sql) => {
    const outcome = await rotateAfter((userId, sessionId) => [sql, [userId, sessionId]]);
    expect(outcome).toEqual({ counter: undefined, events: 0 });
  });
});
