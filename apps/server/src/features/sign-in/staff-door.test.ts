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

describe('the door of staff', () => {
  it('takes no factor as fresh that the session itself enrolled, and takes it in the next session', async () => {
    const { client, email, user } = await aPerson(auth);
    await auth.sql.query(
      `update auth.users set app_metadata = app_metadata || '{"is_admin": true, "roles": ["risk"]}' where id = $1`,
      [user.id],
    );
    const door = async (at: GoTrueClient) => {
      const { data } = await at.getClaims();
      const { rows } = await auth.sql.query<{ state: string }>(
        "select auth.enter_staff($1, $2, $3, '{risk}', $4) as state",
        [user.id, data?.claims.session_id, new Date(Date.now() + passedMs), STEP_UP_SECONDS],
      );
      return rows[0]?.state;
    };
    const show = await withApp(client);
    expect(await door(client)).toBe('old_factor');
    await show(client);
    expect(await door(client)).toBe('old_factor');
    const next = auth.client();
    await next.signInWithPassword({ email, password: PASSWORD });
    expect(await door(next)).toBe('aal1');
    await show(next);
    expect(await door(next)).toBe('live');
  });
});
