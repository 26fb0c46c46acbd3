import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@mohlat/platform/waiting.testing.ts';
import { aPerson, aPhone, PASSWORD, startTestAuth, type TestAuth } from './auth.testing.ts';
import { authenticator } from './passkey.testing.ts';

let auth: TestAuth;
let passedMs = 0;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.stop());

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

async function bearer(client: GoTrueClient): Promise<Record<string, string>> {
  const { data } = await client.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

/** Puts an authenticator app behind an account; answers how it is shown in this session again. */
async function guard(client: GoTrueClient) {
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  const { id: factorId, totp } = data!;
  const app = new TOTP({ secret: Secret.fromBase32(totp.secret) });
  /** A code counts once: each time a later one. */
  const show = (at = client) => {
    pass(30);
    return at.mfa.challengeAndVerify({ factorId, code: app.generate({ timestamp: Date.now() + passedMs }) });
  };
  expect((await show()).error).toBeNull();
  return { factorId, show };
}

const TOO_LITTLE = [403, 'insufficient_aal'];

describe('a person who has the password alone', () => {
  it('finishes no factor they began before there was a second step', async () => {
    const { client, email } = await aPerson(auth);
    const thief = auth.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const { data } = await thief.mfa.enroll({ factorType: 'webauthn', friendlyName: 'planted' });
    const path = `/factors/${data?.id}`;
    const asked = (await auth.post(`${path}/challenge`, '', await bearer(thief))).json as {
      readonly id: string;
      readonly webauthn: {
        readonly credential_options: { readonly publicKey: { readonly challenge: string } };
      };
    };
    await guard(client);

    const back = auth.client();
    await back.signInWithPassword({ email, password: PASSWORD });
    const as = await bearer(back);
    const again = await auth.post(`${path}/challenge`, '', as);
    expect([again.status, again.json.error_code]).toEqual(TOO_LITTLE);
    const key = authenticator('localhost', 'http://localhost:3999');
    const { challenge } = asked.webauthn.credential_options.publicKey;
    const answer = { type: 'create', credential_response: key.create(challenge) };
    const taken = await auth.post(`${path}/verify`, { challenge_id: asked.id, webauthn: answer }, as);
    expect([taken.status, taken.json.error_code]).toEqual(TOO_LITTLE);
  });
});

describe('a stolen session', () => {
  it('brings no first second factor once the sign-in is an hour old, and finishes none that was begun', async () => {
    const { client, email } = await aPerson(auth);
    const as = await bearer(client);
    const begun = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'begun' });
    const asked = await client.mfa.challenge({ factorId: begun.data!.id });
    expect(asked.error).toBeNull();
    pass(HOUR + 1);
    const calls = [
      () => auth.post('/factors', { factor_type: 'totp', friendly_name: 'own' }, as),
      () => auth.post(`/factors/${begun.data?.id}/challenge`, '', as),
      () =>
        auth.post(`/factors/${begun.data?.id}/verify`, { challenge_id: asked.data?.id, code: '000000' }, as),
    ];
    for (const call of calls) {
      await client.refreshSession();
      Object.assign(as, await bearer(client));
      const { status, json } = await call();
      expect([status, json.error_code]).toEqual([400, 'reauthentication_needed']);
    }
    const anew = auth.client();
    await anew.signInWithPassword({ email, password: PASSWORD });
    expect((await anew.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
  });

  it('has proven nothing by a factor it brought itself, however often that is shown', async () => {
    const { client, email } = await aPerson(auth);
    const { show, factorId } = await guard(client);
    pass(HOUR + 1);
    await client.refreshSession();
    expect((await show()).error).toBeNull();
    const { error } = await client.updateUser({ phone: aPhone() });
    expect(error?.code).toBe('reauthentication_needed');
    const other = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'other' });
    expect(other.error?.code).toBe('reauthentication_needed');
    expect((await auth.post('/factors/recovery-codes', '', await bearer(client))).json.error_code).toBe(
      'reauthentication_needed',
    );
    expect((await client.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed');

    const anew = auth.client();
    await anew.signInWithPassword({ email, password: PASSWORD });
    pass(HOUR + 1);
    await anew.refreshSession();
    expect((await show(anew)).error).toBeNull();
    expect((await anew.mfa.enroll({ factorType: 'totp', friendlyName: 'other' })).error).toBeNull();
    expect((await anew.updateUser({ phone: aPhone() })).error).toBeNull();
  });

  it('uses a code up by enrolling with it', async () => {
    const { client } = await aPerson(auth);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const app = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) });
    const code = app.generate({ timestamp: Date.now() + passedMs });
    const show = () => client.mfa.challengeAndVerify({ factorId: data!.id, code });
    expect((await show()).error).toBeNull();
    expect((await show()).error?.code).toBe('mfa_verification_failed');
  });
});

describe('a sign-in under way while the account is shut', () => {
  it('begins no session that would live on when the account is opened again', async () => {
    const { email, user } = await aPerson(auth);
    const staff = await auth.sql.connect();
    await staff.query('begin');
    await staff.query('select 1 from auth.users where id = $1 for update', [user.id]);
    const signingIn = auth.post('/token?grant_type=password', { email, password: PASSWORD });
    const isWaiting = async () => {
      const { rows } = await auth.sql.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0 ? true : undefined;
    };
    await until(isWaiting);
    const shut = "banned_until = now() + interval '1 year'";
    await staff.query(`update auth.users set ${shut} where id = $1`, [user.id]);
    await staff.query('delete from auth.sessions where user_id = $1', [user.id]);
    await staff.query('commit');
    staff.release();
    const { status, json } = await signingIn;
    expect([status, json.error_code]).toEqual([400, 'user_banned']);
    const { rows } = await auth.sql.query('select 1 from auth.sessions where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });
});

describe('a session that was left open', () => {
  it('brings no factor and no codes of its own, and takes none away, until the second step is shown again', async () => {
    const { client: first, email } = await aPerson(auth);
    const { factorId, show: showTo } = await guard(first);
    const client = auth.client();
    await client.signInWithPassword({ email, password: PASSWORD });
    const show = () => showTo(client);
    expect((await show()).error).toBeNull();
    const begun = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'begun' });
    pass(QUARTER_HOUR + 1);
    const as = await bearer(client);
    const calls = [
      () => auth.post('/factors', { factor_type: 'totp', friendly_name: 'own' }, as),
      () => auth.post(`/factors/${begun.data?.id}/challenge`, '', as),
      () => auth.call(`/factors/${factorId}`, { method: 'DELETE', headers: as }),
      () => auth.post('/factors/recovery-codes', '', as),
      () => auth.post('/factors/recovery-codes/regenerate', '', as),
      () => auth.call('/factors/recovery-codes', { method: 'DELETE', headers: as }),
    ];
    for (const call of calls) {
      const { status, json } = await call();
      expect([status, json.error_code]).toEqual(TOO_LITTLE);
    }
    expect((await client.mfa.unenroll({ factorId: begun.data?.id ?? '' })).error).toBeNull();

    expect((await show()).error).toBeNull();
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'own' })).error).toBeNull();
    expect((await auth.post('/factors/recovery-codes', '', await bearer(client))).status).toBe(200);
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  });
});
