import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PASSWORD, type TestAuth, aPerson, startTestAuth } from '@mohlat/auth/testing';
import { STEP_UP_SECONDS } from '@mohlat/contract';
import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productInstallation } from './sign-in.testing.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_RATE_LIMIT_FACTOR: '500' }, { installed: productInstallation });
});
afterAll(() => auth.stop());

let passedMs = 0;
function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

async function withApp(client: GoTrueClient) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
  const show = async (at: GoTrueClient) => {
    pass(30);
    const code = app.generate({ timestamp: Date.now() + passedMs });
    expect((await at.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  };
  await show(client);
  return show;
}

describe('staff', () => {
  it('are made by one command, and let in with the second factor alone', async () => {
    const { client, email, user } = await aPerson(auth);
    const run = promisify(execFile);
    const admin = (...args: string[]) =>
      run(process.execPath, [join(import.meta.dirname, '../../../../../scripts/admin.ts'), ...args], {
        env: { ...process.env, DATABASE_URL: String(auth.sql.options.connectionString) },
      });
    const door = async () => {
      const { data } = await client.getClaims();
      const { rows } = await auth.sql.query<{ state: string }>(
        "select auth.enter_staff($1, $2, now(), '{finance}', null) as state",
        [user.id, data?.claims.session_id],
      );
      return rows[0]?.state;
    };
    expect(await door()).toBe('not_staff');
    expect((await admin('grant', email)).stdout).toContain('(support, risk, finance, admin)');
    expect((await admin('grant', email, '--roles', 'risk,finance')).stdout).toContain('(risk, finance)');
    expect(await door()).toBe('aal1');
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') });
    const { rows } = await auth.sql.query<{ now: Date }>(
      'select created_at as now from auth.factors where id = $1',
      [data?.id],
    );
    const code = totp.generate({ timestamp: rows[0]?.now.getTime() ?? 0 });
    expect((await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })).error).toBeNull();
    expect(await door()).toBe('live');
    await admin('revoke', email);
    expect(await door()).toBe('not_staff');
  });
});

const promote = (userId: string) =>
  auth.sql.query(
    `update auth.users set app_metadata = app_metadata || '{"is_admin": true, "roles": ["risk"]}' where id = $1`,
    [userId],
  );

async function door(at: GoTrueClient, userId: string): Promise<string | undefined> {
  const { data } = await at.getClaims();
  const { rows } = await auth.sql.query<{ state: string }>(
    "select auth.enter_staff($1, $2, $3, '{risk}', $4) as state",
    [userId, data?.claims.session_id, new Date(Date.now() + passedMs), STEP_UP_SECONDS],
  );
  return rows[0]?.state;
}

describe('the door of staff', () => {
  it('takes no factor as fresh that the session itself enrolled, and takes it in the next session', async () => {
    const { client, email, user } = await aPerson(auth);
    await promote(user.id);
    const show = await withApp(client);
    expect(await door(client, user.id)).toBe('old_factor');
    await show(client);
    expect(await door(client, user.id)).toBe('old_factor');
    const next = auth.client();
    await next.signInWithPassword({ email, password: PASSWORD });
    expect(await door(next, user.id)).toBe('aal1');
    await show(next);
    expect(await door(next, user.id)).toBe('live');
  });

  it('given a mailbox that somebody else reads, when the link of a new second step is pressed there, then it opens for no factor of theirs', async () => {
    const { client, email, user } = await aPerson(auth);
    await promote(user.id);
    const show = await withApp(client);
    await show(client);
    const notice = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.factor_added');
    const token = new URL(notice?.vars.link ?? 'about:blank').hash.slice(1);
    expect((await auth.post('/undo', { token })).status).toBe(200);
    const way = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.recovery');
    const thief = auth.client();
    const back = await thief.verifyOtp({ email, token: way?.vars.code ?? '', type: 'recovery' });
    expect(back.error).toBeNull();
    expect((await thief.updateUser({ password: 'a-Thiefs-monsoon-7' })).error).toBeNull();
    const showTheirs = await withApp(thief);
    const next = auth.client();
    await next.signInWithPassword({ email, password: 'a-Thiefs-monsoon-7' });
    await showTheirs(next);
    expect(await door(next, user.id)).toBe('not_staff');
    const { rows } = await auth.sql.query(
      "select action, details from audit_log where subject_id = $1 and action like 'staff.%'",
      [user.id],
    );
    expect(rows).toEqual([
      { action: 'staff.revoked', details: { before: ['risk'], after: [], because: 'change_undone' } },
    ]);
  });

  it('given an account that is no staff, when its owner takes a change back, then no line of the audit log tells of roles', async () => {
    const { client, email, user } = await aPerson(auth);
    await withApp(client);
    const notice = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.factor_added');
    const token = new URL(notice?.vars.link ?? 'about:blank').hash.slice(1);
    expect((await auth.post('/undo', { token })).status).toBe(200);
    const { rowCount } = await auth.sql.query('select from audit_log where subject_id = $1', [user.id]);
    expect(rowCount).toBe(0);
  });
});
