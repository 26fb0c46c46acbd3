import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '#test/crediting.ts';
import { startTestServer, type TestServer } from '#test/harness.ts';
import type { Person } from '#test/person.ts';
import { idOf } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { somebody } from '#test/steps.ts';
import { readStateAsked } from './consent-state.ts';

const GUESS = 'A'.repeat(43);

describe.each(['on', undefined] as const)('LEND-3 (Aadhaar): with KYC_AADHAAR_STATE %s', (asked) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(asked ? { env: { KYC_AADHAAR_STATE: asked } } : {});
  });
  afterAll(() => server.stop());

  async function opened(): Promise<{ person: Person; sessionId: string; redirectUrl: string }> {
    const person = await somebody(server).signUp();
    await person.onboard();
    await person.ok('POST', '/kyc/pan', { pan: person.pan });
    const { aadhaar } = person;
    return { person, ...(await person.ok<Session>('POST', '/kyc/aadhaar', { aadhaar })) };
  }
  interface Checked {
    readonly aadhaar: { readonly status: string };
  }
  interface Session {
    readonly sessionId: string;
    readonly redirectUrl: string;
  }
  const complete = (person: Person, sessionId: string, body?: object) =>
    person.call<{ status: string }>('POST', `/kyc/aadhaar/${sessionId}/complete`, body);
  const documentsRead = async () => {
    const { rows } = await server.sql.query<{ op: string }>(
      "select op from provider_calls where op in ('aadhaarStatus', 'pullAadhaar')",
    );
    return rows.length;
  };

  test('given a consent whose address is not known, when the opener guesses, then nothing is read', async () => {
    const { person, sessionId, redirectUrl } = await opened();
    // The page of DigiLocker may be sent to anybody: it does not hold what their browser will bring back.
    const [page, state] = [await (await fetch(redirectUrl)).text(), await person.consent(sessionId)];
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(`${redirectUrl} ${page}`).not.toContain(state);
    const before = await documentsRead();
    const guessed = await complete(person, sessionId, { state: GUESS });
    expect([guessed.status, codeOf(guessed)]).toEqual([409, 'consent_elsewhere']);
    expect(await documentsRead()).toBe(before);
    const { aadhaar } = await person.ok<{ aadhaar: { status: string } }>('GET', '/kyc');
    expect(aadhaar.status).toBe('pending');
    expect((await complete(person, sessionId, { state })).body.status).toBe('verified');
  });

  test('given a consent of another, when its address is opened in their own account, then no account is verified', async () => {
    const opener = await opened();
    const state = await opener.person.consent(opener.sessionId);
    const { person } = await opened();
    expect((await complete(person, opener.sessionId, { state })).status).toBe(404);
  });

  test('given a refusal that comes back, when its request is approved all the same, then the session is over', async () => {
    const { person, sessionId } = await opened();
    const state = await person.consent(sessionId);
    const refused = await complete(person, sessionId, { state, isRefused: true });
    expect(refused.body).toMatchObject({
      status: 'not_started',
      reason: { code: 'aadhaar_consent_denied' },
    });
    expect((await complete(person, sessionId, { state })).body.status).toBe('not_started');
  });

  test('given a refusal that comes back without its state, when DigiLocker still waits, then the session is over in a trial alone', async () => {
    const { person, sessionId } = await opened();
    const refused = await complete(person, sessionId, { isRefused: true });
    if (asked) return expect([refused.status, codeOf(refused)]).toEqual([409, 'consent_elsewhere']);
    expect(refused.body.status).toBe('not_started');
    await person.consent(sessionId);
    expect((await complete(person, sessionId)).body.status).toBe('not_started');
  });

  test('given a consent, when it comes back without its state, then it counts in a trial alone', async () => {
    const { person, sessionId } = await opened();
    await person.consent(sessionId);
    const reply = await complete(person, sessionId);
    if (asked) expect([reply.status, codeOf(reply)]).toEqual([409, 'consent_elsewhere']);
    else expect(reply.body.status).toBe('verified');
  });

  test('given a visit without a return, when its session is over, then the check has not begun', async () => {
    const { person } = await opened();
    const userId = await idOf(person);
    const staff = await promote(server, await somebody(server).signUp());
    const statuses = async () => {
      const own = await person.ok<Checked>('GET', '/kyc');
      const { checks } = await staff.ok<{ checks: Checked }>('GET', `/admin/users/${userId}`);
      return [own.aadhaar.status, checks.aadhaar.status];
    };
    expect(await statuses()).toEqual(['pending', 'pending']);
    await server.sql.query('update aadhaar_sessions set expires_at = created_at where user_id = $1', [
      userId,
    ]);
    expect(await statuses()).toEqual(['not_started', 'not_started']);
    expect(await person.shareAadhaar<{ status: string }>()).toMatchObject({ status: 'verified' });
    expect(await statuses()).toEqual(['verified', 'verified']);
  });

  test('given a session that an older process opened, when it comes back, then it is completed as before', async () => {
    const { person, sessionId } = await opened();
    await person.consent(sessionId);
    await server.sql.query('update aadhaar_sessions set state_hash = null where user_id = $1', [
      await idOf(person),
    ]);
    expect((await complete(person, sessionId)).body.status).toBe('verified');
  });
});

test('given a real DigiLocker, then a consent never counts without its state', () => {
  const live = { sandboxUrl: undefined, env: {} };
  expect(readStateAsked(live)).toBe(true);
  expect(readStateAsked({ ...live, sandboxUrl: 'http://127.0.0.1:3100' })).toBe(false);
  expect(() => readStateAsked({ ...live, env: { KYC_AADHAAR_STATE: 'off' } })).toThrow('KYC_AADHAAR_STATE');
});
