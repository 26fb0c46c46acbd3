import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, startTestAuth } from './auth.testing.ts';
import { authenticator } from './passkey.testing.ts';

let auth: TestAuth;
let passedMs = 0;
beforeAll(async () => {
  auth = await startTestAuth({ AUTH_MFA_PHONE: 'on', AUTH_RATE_LIMIT_FACTOR: '50' });
});
afterAll(() => auth.stop());

/** Moves the server's clock, and remembers by how much: codes are made by it. */
function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

const STEP_MS = 30_000;

/** Moves it to the beginning of a step of authenticator apps, by so much at least: a code is not old before it is sent. */
function passToStep(seconds = 0): void {
  const at = Date.now() + passedMs + seconds * 1000;
  pass(seconds + (STEP_MS - (at % STEP_MS)) / 1000);
}

function codeOf(secret: string, stepsAway = 0): string {
  const timestamp = Date.now() + passedMs + stepsAway * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function enrolled(client: GoTrueClient, friendlyName = '') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
}

/** A person whose session is aal2 by an authenticator app. */
async function guarded() {
  const person = await aPerson(auth);
  const factor = await enrolled(person.client);
  const passed = await person.client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  });
  if (passed.error) throw passed.error;
  // The code of the enrolment is used up.
  pass(STEP_MS / 1000);
  return { ...person, factor };
}

async function level(client: GoTrueClient) {
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

async function bearer(client: GoTrueClient): Promise<Record<string, string>> {
  const { data } = await client.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

describe('an authenticator app', () => {
  it('raises the session to aal2 in place, and unenrolling lets it fall back', async () => {
    const { client, session } = await aPerson(auth);
    const { id, secret, totp } = await enrolled(client, 'my phone');
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totp.uri).toMatch(
      /^otpauth:\/\/totp\/localhost%3A3999:person.+\?algorithm=SHA1&digits=6&issuer=localhost%3A3999&period=30&secret=[A-Z2-7]{32}$/,
    );
    expect(await level(client)).toEqual(['aal1', 'aal1']);
    const { data, error } = await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect(error).toBeNull();
    expect(data?.refresh_token).not.toBe(session.refresh_token);
    expect(await level(client)).toEqual(['aal2', 'aal2']);
    const claims = (await client.getClaims()).data?.claims;
    expect(claims?.amr).toMatchObject([{ method: 'totp' }, { method: 'otp' }]);
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id, friendly_name: 'my phone' }]);

    expect((await client.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    expect((await client.refreshSession()).error).toBeNull();
    expect(await level(client)).toEqual(['aal1', 'aal1']);
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }]);
  });

  it('ends the sessions that have only the password, and asks the next sign-in', async () => {
    const person = await aPerson(auth);
    const other = auth.client();
    expect((await person.client.updateUser({ password: 'a-Better-monsoon-77' })).error?.code).toBe(
      'current_password_required',
    );
    await other.signInWithPassword({ email: person.email, password: PASSWORD });
    const factor = await enrolled(person.client);
    await person.client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
    const next = auth.client();
    await next.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(await level(next)).toEqual(['aal1', 'aal2']);
    const mail = await auth.sentTo(person.email);
    expect(mail.at(-1)?.template).toBe('auth.factor_added');
  });

  it('takes a code once, one step to either side, and five wrong ones lock it for a while', async () => {
    passToStep();
    const { client, email, factor } = await guarded();
    const code = codeOf(factor.secret);
    expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    const replayed = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect([replayed.error?.status, replayed.error?.code, replayed.error?.message]).toEqual([
      422,
      'mfa_verification_failed',
      'Invalid TOTP code entered',
    ]);
    const thief = auth.client();
    await thief.signInWithPassword({ email, password: PASSWORD });
    const { data } = await thief.mfa.challenge({ factorId: factor.id });
    const guess = () =>
      thief.mfa.verify({ factorId: factor.id, challengeId: data?.id ?? '', code: '000000' });
    // The owner's own wrong one is not among them.
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess()).error?.code).toBe('mfa_verification_failed');
    expect((await guess()).error?.code).toBe('over_request_rate_limit');
    const right = await thief.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, 1) });
    expect(right.error?.status).toBe(429);
    passToStep(301);
    const later = await thief.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.secret, -1),
    });
    expect(later.error).toBeNull();
    expect(
      (await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret, -3) })).error
        ?.code,
    ).toBe('mfa_verification_failed');
  });

  it('answers each obstacle with the protocol’s code and status', async () => {
    const { client, email, factor } = await guarded();
    const weak = auth.client();
    await weak.signInWithPassword({ email, password: PASSWORD });
    const said = (error: { status?: number | undefined; code?: string | undefined } | null) => [
      error?.status,
      error?.code,
    ];
    // The one place where a missing level has three statuses.
    expect(said((await weak.mfa.enroll({ factorType: 'totp' })).error)).toEqual([403, 'insufficient_aal']);
    expect(said((await weak.mfa.unenroll({ factorId: factor.id })).error)).toEqual([422, 'insufficient_aal']);
    expect(
      said((await weak.updateUser({ password: 'x-Monsoon-99-kettle', current_password: PASSWORD })).error),
    ).toEqual([401, 'insufficient_aal']);
    expect((await weak.updateUser({ data: { theme: 'dark' } })).error).toBeNull();

    expect(said((await client.mfa.enroll({ factorType: 'sms' as 'totp' })).error)).toEqual([
      400,
      'validation_failed',
    ]);
    await enrolled(client, 'twin');
    expect(said((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'twin' })).error)).toEqual([
      422,
      'mfa_factor_name_conflict',
    ]);
    expect(said((await client.mfa.challenge({ factorId: 'nonsense' })).error)).toEqual([
      404,
      'validation_failed',
    ]);
    const stranger = await guarded();
    for (const factorId of [stranger.factor.id, crypto.randomUUID()])
      expect(said((await client.mfa.challenge({ factorId })).error)).toEqual([404, 'mfa_factor_not_found']);
    const { data: challenge } = await client.mfa.challenge({ factorId: factor.id });
    const verify = (challengeId: string, code: string) =>
      client.mfa.verify({ factorId: factor.id, challengeId, code });
    expect(said((await verify(challenge?.id ?? '', '')).error)).toEqual([400, 'validation_failed']);
    expect(said((await verify('nonsense', '123456')).error)).toEqual([400, 'bad_json']);
    expect(said((await verify(crypto.randomUUID(), '123456')).error)).toEqual([422, 'mfa_factor_not_found']);
    pass(301);
    expect(said((await verify(challenge?.id ?? '', codeOf(factor.secret))).error)).toEqual([
      422,
      'mfa_challenge_expired',
    ]);
    const reply = await auth.post('/factors', { factor_type: 'totp' });
    expect([reply.status, reply.json.error_code]).toEqual([401, 'no_authorization']);
  });

  it('is bound to the address the challenge was asked from', async () => {
    const { client, factor } = await guarded();
    const headers = { ...(await bearer(client)), 'x-forwarded-for': '203.0.113.7' };
    const asked = await auth.post(`/factors/${factor.id}/challenge`, '', headers);
    expect(asked.status).toBe(200);
    const verified = await client.mfa.verify({
      factorId: factor.id,
      challengeId: String(asked.json.id),
      code: codeOf(factor.secret),
    });
    expect(verified.error?.code).toBe('mfa_ip_address_mismatch');
  });

  it('lets ten at once spend one challenge once', async () => {
    const { client, factor } = await guarded();
    const { data } = await client.mfa.challenge({ factorId: factor.id });
    const headers = await bearer(client);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        auth.post(
          `/factors/${factor.id}/verify`,
          { challenge_id: data?.id, code: codeOf(factor.secret) },
          headers,
        ),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toHaveLength(0);
  });

  it('keeps its secret sealed', async () => {
    const { factor } = await guarded();
    const { rows } = await auth.sql.query<{ text: string }>('select f::text as text from auth.factors f');
    const raw = Buffer.from(factor.secret).toString('hex');
    for (const { text } of rows) {
      expect(text).not.toContain(factor.secret);
      expect(text).not.toContain(raw);
    }
  });

  it('counts ten factors at most and forgets the abandoned ones', async () => {
    const { client } = await aPerson(auth);
    for (let index = 0; index < 10; index += 1) await enrolled(client);
    expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe(
      'too_many_enrolled_mfa_factors',
    );
    pass(301);
    await enrolled(client);
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1);
  });
});

describe('a number as a factor', () => {
  it('SPEC-4.factor-status: gets a code by SMS and raises the session', async () => {
    const { client } = await aPerson(auth);
    const phone = aPhone();
    const { data, error } = await client.mfa.enroll({ factorType: 'phone', phone: `+${phone}` });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'phone', phone });
    const factorId = data?.id ?? '';
    const { data: challenge } = await client.mfa.challenge({ factorId });
    expect((await client.mfa.challenge({ factorId })).error?.code).toBe('over_sms_send_rate_limit');
    const code = (await auth.sentTo(phone)).at(-1)?.vars.code ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    const verify = (typed: string) =>
      client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code: typed });
    expect((await verify(wrong)).error?.message).toBe('Invalid MFA Phone code entered');
    expect((await verify(code)).error).toBeNull();
    expect(await level(client)).toEqual(['aal2', 'aal2']);
    expect((await client.getClaims()).data?.claims.amr?.[0]).toMatchObject({ method: 'mfa/phone' });
    expect((await client.mfa.enroll({ factorType: 'phone', phone })).error?.code).toBe(
      'mfa_verified_factor_exists',
    );
    expect((await client.mfa.enroll({ factorType: 'phone', phone: '12' + 'x' })).error?.status).toBe(400);
  });
});

describe('a passkey as a factor', () => {
  interface Asked {
    readonly id: string;
    readonly webauthn: {
      readonly type: string;
      readonly credential_options: { readonly publicKey: { readonly challenge: string } };
    };
  }

  it('is made, then used; another page’s, another key’s and a replayed answer prove nothing', async () => {
    const { client, email } = await aPerson(auth);
    const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'laptop' });
    const factorId = data?.id ?? '';
    const headers = await bearer(client);
    const ask = async (as: Record<string, string>) =>
      (await auth.post(`/factors/${factorId}/challenge`, { factorId }, as)).json as unknown as Asked;
    const answer = (asked: Asked, credential: object, as: Record<string, string>) =>
      auth.post(
        `/factors/${factorId}/verify`,
        { challenge_id: asked.id, webauthn: { type: asked.webauthn.type, credential_response: credential } },
        as,
      );
    const challengeOf = (asked: Asked) => asked.webauthn.credential_options.publicKey.challenge;

    const key = authenticator('localhost', 'http://localhost:3999');
    const elsewhere = authenticator('localhost', 'http://evil.example');
    const first = await ask(headers);
    expect(first.webauthn.type).toBe('create');
    expect((await answer(first, elsewhere.create(challengeOf(first)), headers)).json.error_code).toBe(
      'mfa_verification_failed',
    );
    expect((await answer(first, {}, headers)).status).toBe(422);
    const made = await answer(first, key.create(challengeOf(first)), headers);
    expect(made.status).toBe(200);
    expect((made.json.user as { factors: object[] }).factors).toMatchObject([
      { id: factorId, status: 'verified', factor_type: 'webauthn' },
    ]);

    const next = auth.client();
    await next.signInWithPassword({ email, password: PASSWORD });
    const as = await bearer(next);
    const second = await ask(as);
    expect(second.webauthn.type).toBe('request');
    const stranger = authenticator('localhost', 'http://localhost:3999');
    expect((await answer(second, stranger.sign(challengeOf(second)), as)).status).toBe(422);
    expect((await answer(second, key.sign(challengeOf(first)), as)).status).toBe(422);
    const signed = key.sign(challengeOf(second));
    const used = await answer(second, signed, as);
    expect(used.status).toBe(200);
    const [, payload = ''] = String(used.json.access_token).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    });
    const replay = await answer(second, signed, as);
    expect([replay.status, replay.json.error_code]).toEqual([422, 'mfa_challenge_expired']);
  });
});

describe('recovery codes', () => {
  it('come after a factor, work once each, and end with the last factor', async () => {
    const { client, email, factor } = await guarded();
    const lone = await aPerson(auth);
    const refused = await auth.post('/factors/recovery-codes', '', await bearer(lone.client));
    expect(refused.json.error_code).toBe('mfa_recovery_codes_sole_factor');
    const headers = await bearer(client);
    const made = await auth.post('/factors/recovery-codes', '', headers);
    expect(made.json).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
    const codes = made.json.codes as string[];
    expect(new Set(codes).size).toBe(10);
    expect((await auth.post('/factors/recovery-codes', '', headers)).json.error_code).toBe(
      'mfa_verified_factor_exists',
    );

    const lost = auth.client();
    await lost.signInWithPassword({ email, password: PASSWORD });
    const as = await bearer(lost);
    const typed = (codes[0] ?? '').toUpperCase().replace(/(.{4})(?!$)/g, '$1-');
    const use = (code: string) => auth.post('/factors/recovery-codes/verify', { code }, as);
    expect((await use(typed)).status).toBe(200);
    expect((await use(typed)).json.error_code).toBe('mfa_verification_failed');
    for (let tries = 0; tries < 4; tries += 1) await use('nonsense');
    const locked = await use(codes[1] ?? '');
    expect([locked.status, locked.json.error_code]).toEqual([429, 'mfa_recovery_codes_locked']);
    expect((await auth.get('/factors/recovery-codes', as)).json).toMatchObject({ total: 10, remaining: 9 });
    const anew = await auth.post('/factors/recovery-codes/regenerate', '', as);
    expect((await use(codes[1] ?? '')).status).toBe(422);
    expect((await use((anew.json.codes as string[])[0] ?? '')).status).toBe(200);

    const gone = await auth.call(`/factors/${factor.id}`, { method: 'DELETE', headers: as });
    expect(gone.status).toBe(200);
    expect((await auth.get('/factors/recovery-codes', as)).json.error_code).toBe('mfa_factor_not_found');
  });
});
