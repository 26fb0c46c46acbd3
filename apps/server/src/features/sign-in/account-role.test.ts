import { type TestAuth, aPerson, startTestAuth } from '@mohlat/auth/testing';
import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productInstallation } from './sign-in.testing.ts';

const SECRET = 'a shared secret of well over thirty-two characters';
let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_JWT_SECRET: SECRET }, { installed: productInstallation });
});
afterAll(() => auth.stop());

describe('the product’s database role', () => {
  it('learns of the account it acts for, of no other, and reads no table', async () => {
    const { user, email } = await aPerson(auth);
    const stranger = await aPerson(auth);
    const api = await auth.sql.connect();
    try {
      await api.query('begin; set local role mohlat_api');
      await api.query(`select set_config('app.user_id', $1, true)`, [user.id]);
      const account = async (id: string) =>
        (await api.query('select email, email_confirmed from auth.account($1)', [id])).rows;
      expect(await account(user.id)).toEqual([{ email, email_confirmed: true }]);
      expect(await account(stranger.user.id)).toEqual([]);
      const { rows } = await api.query(`select auth.session_state($1, $2, now()) as state`, [
        user.id,
        user.id,
      ]);
      expect(rows).toEqual([{ state: 'ended' }]);
      await expect(api.query('select id from auth.users')).rejects.toThrow('permission denied');
    } finally {
      await api.query('rollback');
      api.release();
    }
  });
});

async function aProgram(): Promise<GoTrueAdminApi> {
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(SECRET));
  return new GoTrueAdminApi({ url: auth.url, headers: { authorization: `Bearer ${token}` } });
}

describe('what a program does to an account', () => {
  it('stands in the chained log', async () => {
    const admin = await aProgram();
    const { user } = await aPerson(auth);
    await admin.updateUserById(user.id, { password: 'a-secret-Monsoon-9' });
    await admin.deleteUser(user.id, true);
    const { rows } = await auth.sql.query<{ action: string; details: object }>(
      'select action, details from audit_log where subject_id = $1 order by seq',
      [user.id],
    );
    expect(rows).toEqual([
      { action: 'account.changed', details: { fields: ['password'] } },
      { action: 'account.deleted', details: { isSoft: true } },
    ]);
    expect((await auth.sql.query('select * from audit_breaks()')).rows).toEqual([]);
  });

  it.each([
    ['lifts the ban', 'none', 0],
    ['lets it end tomorrow', '24h', 1],
  ])(
    'LEND-L3: when it %s of a person, then their days without late charges are to end with it',
    async (_, ban_duration, days) => {
      const admin = await aProgram();
      const { user } = await aPerson(auth);
      const jobs = async () => {
        const { rows } = await auth.sql.query<{ days: number }>(
          `select (payload ->> 'lastOn')::date - ist_date(now()) as days from graphile_worker._private_jobs
           where payload ->> 'userId' = $1 and (payload ->> 'lastOn') is not null
             and (payload ->> 'actedAt')::timestamptz <= now()`,
          [user.id],
        );
        return rows.map((row) => row.days);
      };
      await admin.updateUserById(user.id, { user_metadata: { nickname: 'A' } });
      expect(await jobs()).toEqual([]);
      expect((await admin.updateUserById(user.id, { ban_duration })).error).toBeNull();
      expect(await jobs()).toEqual([days]);
    },
  );
});
