import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestAuth, aPerson, aPhone, startTestAuth } from './auth.testing.ts';

const DAY = 24 * 60 * 60;
let auth: TestAuth;
let passedMs = 0;
beforeAll(async () => {
  auth = await startTestAuth({
    AUTH_MFA_PHONE: 'on',
    AUTH_MFA_REFUSALS_PER_DAY: '10',
    AUTH_MFA_RECOVERY_REFUSALS_PER_DAY: '12',
    AUTH_RATE_LIMIT_FACTOR: '50',
  });
});
afterAll(() => auth.stop());

function pass(seconds: number): void {
  passedMs += seconds * 1000;
  auth.passSeconds(seconds);
}

async function bearer(client: GoTrueClient): Promise<Record<string, string>> {
  const { data } = await client.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

/** A person with an authenticator app and recovery codes. */
async function guarded() {
  const person = await aPerson(auth);
  const { data } = await person.client.mfa.enroll({ factorType: 'totp' });
  const { id: factorId, totp } = data!;
  const app = new TOTP({ secret: Secret.fromBase32(totp.secret) });
  /** A code counts once: each time a later one. */
  const show = (client: GoTrueClient) => {
    pass(30);
    return client.mfa.challengeAndVerify({
      factorId,
      code: app.generate({ timestamp: Date.now() + passedMs }),
    });
  };
  expect((await show(person.client)).error).toBeNull();
  const made = await auth.post('/factors/recovery-codes', '', await bearer(person.client));
  return { ...person, factorId, show, codes: made.json.codes as string[] };
}

/** An attacker who has the password and nothing else. */
async function guesser(email: string): Promise<GoTrueClient> {
  const client = auth.client();
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

/** Guesses until the factor rests, waits, and goes on; what each guess was answered with. */
async function guess(client: GoTrueClient, factorId: string, count: number) {
  const said: (string | undefined)[] = [];
  for (let tries = 0; tries < count; tries += 1) {
    if (tries > 0 && tries % 5 === 0) pass(301);
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: 'abcdef' });
    said.push(error?.code);
  }
  return said;
}

const told = async (email: string) =>
  (await auth.sentTo(email)).filter(({ template }) => template === 'auth.factor_locked');

const WRONG = 'mfa_verification_failed';
const LOCKED = 'mfa_verification_rejected';

describe('a code guessed again and again', () => {
  it('is not taken for a day from the tenth refusal of a day on, and the owner is told once', async () => {
    const { email, user, factorId, show } = await guarded();
    const thief = await guesser(email);
    expect(await guess(thief, factorId, 10)).toEqual(Array.from({ length: 10 }, () => WRONG));
    const refused = await thief.mfa.challengeAndVerify({ factorId, code: 'abcdef' });
    expect([refused.error?.status, refused.error?.code]).toEqual([403, LOCKED]);
    expect((await show(thief)).error?.code).toBe(LOCKED);
    // An open challenge is of no use either, and how long it lasts is said.
    const reply = await auth.post(`/factors/${factorId}/challenge`, '', await bearer(thief));
    expect(reply.status).toBe(403);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(DAY - 60);
    expect(await told(email)).toMatchObject([{ vars: { link: `${auth.publicUrl}/dashboard/security` } }]);
    const { rows } = await auth.sql.query(
      "select what, sum(times)::integer as times from auth.events where user_id = $1 and what like 'factor_%' group by what order by what",
      [user.id],
    );
    expect(rows).toEqual([
      { what: 'factor_asked', times: 11 },
      { what: 'factor_enrolled', times: 1 },
      { what: 'factor_locked', times: 1 },
      { what: 'factor_refused', times: 10 },
      { what: 'factor_verified', times: 1 },
    ]);
    pass(DAY);
    expect((await show(await guesser(email))).error).toBeNull();
  });

  it('is counted over right ones in between, and forgotten after a day', async () => {
    const { client, email, factorId, show } = await guarded();
    const thief = await guesser(email);
    await guess(thief, factorId, 5);
    pass(301);
    expect((await show(client)).error).toBeNull();
    // The right code ended the sessions that had the password alone.
    const again = await guesser(email);
    expect(await guess(again, factorId, 4)).toEqual(Array.from({ length: 4 }, () => WRONG));
    pass(DAY + 1);
    expect(await guess(await guesser(email), factorId, 9)).toEqual(Array.from({ length: 9 }, () => WRONG));
    expect(await told(email)).toEqual([]);
  });

  it('leaves the owner their recovery codes, and a new password opens the factor again', async () => {
    const { email, factorId, show, codes } = await guarded();
    await guess(await guesser(email), factorId, 10);
    const owner = await guesser(email);
    expect((await show(owner)).error?.code).toBe(LOCKED);
    const recovered = await auth.post(
      '/factors/recovery-codes/verify',
      { code: codes[0] },
      await bearer(owner),
    );
    expect(recovered.status).toBe(200);
    await owner.setSession({
      access_token: String(recovered.json.access_token),
      refresh_token: String(recovered.json.refresh_token),
    });
    const changed = await owner.updateUser({ password: 'a-Better-monsoon-7', current_password: PASSWORD });
    expect(changed.error).toBeNull();
    expect((await show(owner)).error).toBeNull();
  });

  it('asks for a session that passed the first factor: another person cannot lock the owner out', async () => {
    const { factorId, client, show } = await guarded();
    const stranger = await aPerson(auth);
    for (let tries = 0; tries < 12; tries += 1) {
      const { error } = await stranger.client.mfa.challengeAndVerify({ factorId, code: 'abcdef' });
      expect(error?.code).toBe('mfa_factor_not_found');
    }
    expect((await show(client)).error).toBeNull();
  });
});

/** A session that a mail to the owner began; the second factor is still to be shown. */
async function byMail(email: string): Promise<GoTrueClient> {
  const client = auth.client();
  pass(61);
  expect((await client.resetPasswordForEmail(email)).error).toBeNull();
  const mail = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.recovery');
  const token = mail?.vars.code ?? '';
  expect((await client.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
  return client;
}

describe('an app that somebody with the password locked', () => {
  it('given the owner has no recovery codes, when they come by a mail, then the code opens and a new password locks the thief out', async () => {
    const { email, factorId, show } = await guarded();
    const thief = await guesser(email);
    await guess(thief, factorId, 10);
    expect((await show(await guesser(email))).error?.code).toBe(LOCKED);
    const owner = await byMail(email);
    expect((await show(owner)).error).toBeNull();
    expect((await owner.updateUser({ password: 'a-Better-monsoon-7' })).error).toBeNull();
    const again = auth.client();
    await again.signInWithPassword({ email, password: 'a-Better-monsoon-7' });
    expect((await show(again)).error).toBeNull();
  });

  it('given the owner comes by a mail, when the thief gave five wrong codes just now, then the owner waits for none of them', async () => {
    const { email, factorId, show } = await guarded();
    const owner = await byMail(email);
    const thief = await guesser(email);
    await guess(thief, factorId, 5);
    const resting = await thief.mfa.challengeAndVerify({ factorId, code: 'abcdef' });
    expect(resting.error?.code).toBe('over_request_rate_limit');
    expect((await show(owner)).error).toBeNull();
  });

  it('given a session that has shown the app, then it goes on showing it', async () => {
    const { client, email, factorId, show } = await guarded();
    await guess(await guesser(email), factorId, 10);
    expect((await show(client)).error).toBeNull();
  });
});

describe('codes guessed by somebody who reads the mails', () => {
  it('are bounded for all such sessions together, and the log-in by password goes on', async () => {
    const { email, factorId, show } = await guarded();
    const thief = await byMail(email);
    await guess(thief, factorId, 5);
    pass(301);
    const other = await byMail(email);
    expect(await guess(other, factorId, 5)).toEqual(Array.from({ length: 5 }, () => WRONG));
    expect((await show(await byMail(email))).error?.code).toBe(LOCKED);
    expect(await told(email)).toHaveLength(1);
    expect((await show(await guesser(email))).error).toBeNull();
    expect((await show(await byMail(email))).error?.code).toBe(LOCKED);
    pass(DAY);
    expect((await show(await byMail(email))).error).toBeNull();
  });
});

describe('wrong recovery codes', () => {
  const CODES = '/factors/recovery-codes/verify';
  const give = async (client: GoTrueClient, code = 'nonsense') =>
    auth.post(CODES, { code }, await bearer(client));
  const answers = async (client: GoTrueClient, count: number) => {
    const said: unknown[] = [];
    for (let tries = 0; tries < count; tries += 1) said.push((await give(client)).json.error_code);
    return said;
  };
  const five = Array.from({ length: 5 }, () => WRONG);
  const toldOfCodes = async (email: string) =>
    (await auth.sentTo(email)).filter(({ template }) => template === 'auth.recovery_codes_locked');

  it('rest the session that gave them for five minutes, and no other: the owner gets in beside a thief', async () => {
    const { email, factorId, show, codes } = await guarded();
    const thief = await guesser(email);
    await guess(thief, factorId, 10);
    expect(await answers(thief, 5)).toEqual(five);
    const rests = await give(thief, codes[0]);
    expect([rests.status, rests.json.error_code]).toEqual([429, 'mfa_recovery_codes_locked']);
    expect(Number(rests.headers.get('retry-after'))).toBeGreaterThan(290);
    const owner = await guesser(email);
    expect((await show(owner)).error?.code).toBe(LOCKED);
    expect((await give(owner, codes[0])).status).toBe(200);
    // The thief's session had the password alone, and is over.
    expect((await give(thief)).json.error_code).toBe('session_not_found');
  });

  it('count again from nought when the session has rested', async () => {
    const { email, codes } = await guarded();
    const owner = await guesser(email);
    expect(await answers(owner, 5)).toEqual(five);
    pass(301);
    expect(await answers(owner, 4)).toEqual(five.slice(1));
    expect((await give(owner, codes[0])).status).toBe(200);
    expect(await told(email)).toEqual([]);
  });

  it('of many log-ins by password are bounded for a day, which a mail to the owner comes round', async () => {
    const { email, codes, client: open } = await guarded();
    for (const count of [5, 5, 2])
      expect(await answers(await guesser(email), count)).toEqual(five.slice(0, count));
    const refused = await give(await guesser(email), codes[0]);
    expect([refused.status, refused.json.error_code]).toEqual([403, LOCKED]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY - 60);
    expect(await toldOfCodes(email)).toMatchObject([{ vars: { link: `${auth.publicUrl}/forgot-password` } }]);
    // A session that has shown a factor before is no guesser either.
    expect((await give(open, codes[1])).status).toBe(200);

    const owner = auth.client();
    pass(61);
    await owner.resetPasswordForEmail(email);
    const mail = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.recovery');
    await owner.verifyOtp({ email, token: mail?.vars.code ?? '', type: 'recovery' });
    const shown = await give(owner, codes[0]);
    expect(shown.status).toBe(200);
    await owner.setSession({
      access_token: String(shown.json.access_token),
      refresh_token: String(shown.json.refresh_token),
    });
    expect((await owner.updateUser({ password: 'a-Better-monsoon-7' })).error).toBeNull();
    // The new password is the owner's alone, so it may be tried with again.
    const again = auth.client();
    await again.signInWithPassword({ email, password: 'a-Better-monsoon-7' });
    expect((await give(again, codes[2])).status).toBe(200);
  });

  it('end a session that only guesses, however it began', async () => {
    const { email, codes } = await guarded();
    const thief = auth.client();
    await thief.resetPasswordForEmail(email);
    const mail = (await auth.sentTo(email)).findLast(({ template }) => template === 'auth.recovery');
    await thief.verifyOtp({ email, token: mail?.vars.code ?? '', type: 'recovery' });
    for (let round = 0; round < 4; round += 1) {
      expect(await answers(thief, 5)).toEqual(five);
      pass(301);
    }
    expect((await give(thief, codes[0])).json.error_code).toBe('session_not_found');
    expect(await toldOfCodes(email)).toEqual([]);
    expect((await give(await guesser(email), codes[0])).status).toBe(200);
  });

  it('are not what ten at once of one right code are: it opens one session’s way, once', async () => {
    const { email, codes } = await guarded();
    const clients = await Promise.all(Array.from({ length: 10 }, () => guesser(email)));
    const statuses = await Promise.all(clients.map(async (client) => (await give(client, codes[0])).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('given at once count one by one', async () => {
    const { email } = await guarded();
    const thief = await guesser(email);
    const all = await Promise.all(
      Array.from({ length: 10 }, async () => (await give(thief)).json.error_code),
    );
    expect(all.filter((code) => code === WRONG)).toHaveLength(5);
    expect(all.filter((code) => code === 'mfa_recovery_codes_locked')).toHaveLength(5);
  });
});

it('a number that is locked gets no SMS', async () => {
  const { client, email } = await aPerson(auth);
  const phone = aPhone();
  const { data } = await client.mfa.enroll({ factorType: 'phone', phone });
  const factorId = data?.id ?? '';
  const { data: asked } = await client.mfa.challenge({ factorId });
  const code = (await auth.sentTo(phone)).at(-1)?.vars.code ?? '';
  const raised = await client.mfa.verify({ factorId, challengeId: asked?.id ?? '', code });
  expect(raised.error).toBeNull();
  const thief = await guesser(email);
  pass(31);
  const { data: open } = await thief.mfa.challenge({ factorId });
  for (let round = 0, challengeId = open?.id ?? ''; round < 2; round += 1) {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await thief.mfa.verify({ factorId, challengeId, code: 'abcdef' })).error?.code).toBe(WRONG);
    if (round > 0) break;
    pass(901);
    challengeId = (await thief.mfa.challenge({ factorId })).data?.id ?? '';
  }
  const sent = (await auth.sentTo(phone)).length;
  pass(901);
  expect((await thief.mfa.challenge({ factorId })).error?.code).toBe(LOCKED);
  expect(await auth.sentTo(phone)).toHaveLength(sent);
  expect(await told(email)).toHaveLength(1);
});
