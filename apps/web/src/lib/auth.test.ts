import { HOUR_MS } from '@mohlat/money';

// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../test/network.ts';
import { sampleSession } from '../../test/session.ts';
import { auth } from './auth-client.ts';
import { keys } from './keys.ts';
import * as language from './language.ts';
import { queryClient } from './query-client.ts';
import { getSessionState, logout, renewSession } from './auth.ts';

/** Logs a user in, with what the service answers afterwards. */
async function logIn(answers: Answers = {}) {
  stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now())] });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  return stubNetwork({ 'POST /auth/v1/logout': [204, null], ...answers });
}
const kept = () => localStorage.getItem('mohlat-auth');
const encoded = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');

afterEach(async () => {
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the client of the auth service', () => {
  test('SPEC-5.login: wants an email or a phone number, and a password', async () => {
    stubNetwork({});
    const { error } = await auth.signInWithPassword({ password: 'x' } as never);
    expect(error?.message).toBe('You must provide either an email or phone number and a password');
  });

  test.each([401, 403, 404])(
    'SPEC-8.logout-ignores: a %i does not keep the person logged in',
    async (status) => {
      await logIn({ 'POST /auth/v1/logout': [status, { error_code: 'session_not_found', msg: 'Over.' }] });
      expect(kept()).not.toBeNull();
      expect([status, await logout(), kept()]).toEqual([status, undefined, null]);
    },
  );

  test('given a server that fails, when the person logs out, then the session stays, and the next press ends it', async () => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('mohlat-name', 'Asha');
    localStorage.setItem('mohlat-asked-number', JSON.stringify({ digits: '9898765432', atMs: Date.now() }));
    await logIn({ 'POST /auth/v1/logout': [500, { error_code: 'unexpected_failure', msg: 'Not now.' }] });
    expect([await logout(), getSessionState().status, kept() === null]).toEqual(['Not now.', 'in', false]);
    const { sent } = stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    expect([await logout(), getSessionState().status, kept()]).toEqual([undefined, 'out', null]);
    expect(sent.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      ['/auth/v1/logout?scope=local', expect.stringMatching(/^Bearer ./)],
    ]);
    expect(['mohlat-name', 'mohlat-asked-number'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
    ]);
  });

  test.each(['local', 'global'] as const)(
    'given a token that ran out and cannot be renewed now, when the person logs out (%s), then they read so and stay',
    async (scope) => {
      vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
      stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now() - 2 * HOUR_MS)] });
      await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
      const busy = { error_code: 'over_request_rate_limit', msg: 'Too many.' };
      const { sent } = stubNetwork({ 'POST /auth/v1/token': [429, busy] });
      vi.useFakeTimers();
      try {
        const left = logout(scope);
        await vi.advanceTimersByTimeAsync(60_000);
        expect([await left, kept() === null]).toEqual(['Too many.', false]);
      } finally {
        vi.useRealTimers();
      }
      expect(sent.some(({ path }) => path.includes('logout'))).toBe(false);
    },
  );

  test('SPEC-9.backoff: tries a lost refresh again after 200 ms, then after twice as long', async () => {
    const lost = new TypeError('fetch failed');
    await logIn({ 'POST /auth/v1/token': [lost, lost, [200, sampleSession(Date.now())]] });
    const waits = vi.spyOn(globalThis, 'setTimeout');
    const { data } = await auth.refreshSession();
    expect(data.session).not.toBeNull();
    const asked = waits.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 200 || ms === 400);
    expect(asked).toEqual([200, 400]);
  });

  test('SPEC-4.refresh-refused: forgets a session whose refresh is refused for good', async () => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    const over = { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' };
    stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now() - 2 * HOUR_MS)] });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
    stubNetwork({ 'POST /auth/v1/token': [400, over] });
    const events: string[] = [];
    const { data } = auth.onAuthStateChange((event) => void events.push(event));
    expect((await auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect(kept()).toBeNull();
    expect(events).toContain('SIGNED_OUT');
    data.subscription.unsubscribe();
  });

  test('SPEC-8.jwks-empty: asks the service itself when the public keys are missing, and refuses another key', async () => {
    const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ]);
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', made.publicKey);
    const key = { kty: kty ?? '', crv, x, y, kid: 'k1', alg: 'ES256', key_ops: ['verify'] };
    const claims = { sub: 'u1', exp: Math.floor(Date.now() / 1000) + 3600 };
    const token = `${encoded({ alg: 'ES256', kid: 'k1', typ: 'JWT' })}.${encoded(claims)}.${'A'.repeat(86)}`;
    const refusal = { error_code: 'bad_jwt', msg: 'invalid JWT' };
    const { sent } = stubNetwork({
      'GET /auth/v1/.well-known/jwks.json': [200, { keys: [] }],
      'GET /auth/v1/user': [403, refusal],
    });
    expect((await auth.getClaims(token)).error?.message).toBe('invalid JWT');
    expect(sent.map(({ path }) => path)).toEqual(['/auth/v1/.well-known/jwks.json', '/auth/v1/user']);
    expect((await auth.getClaims(token, { jwks: { keys: [key] } })).error?.message).toBe(
      'Invalid JWT signature',
    );
  });
});

test('given a reader of Hindi, when the server does not end the session, then they read so in Hindi', async () => {
  vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
  await logIn({ 'POST /auth/v1/logout': [500, { error_code: 'unexpected_failure', msg: 'Not now.' }] });
  vi.spyOn(language, 'currentLanguage').mockReturnValue('hi');
  expect(await logout()).toMatch(/^सेवा अभी उपलब्ध नहीं है/u);
});

describe('a session the service refuses to renew', () => {
  const refusal = (code: string) => ({ error_code: code, msg: 'Refused.' });
  const reason = () => {
    const state = getSessionState();
    return state.status === 'out' ? state.reason : state.status;
  };

  test('is over, and is not kept for the next person at this device although its own time runs', async () => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    await logIn({ 'POST /auth/v1/token': [400, refusal('session_not_found')] });
    expect(kept()).not.toBeNull();
    expect([await renewSession(), reason(), kept()]).toEqual([false, 'expired', null]);
  });

  test.each([
    { code: 'over_request_rate_limit', status: 429, ageMs: 0 },
    { code: 'over_request_rate_limit', status: 429, ageMs: 2 * HOUR_MS },
    { code: 'conflict', status: 409, ageMs: 0 },
    { code: 'conflict', status: 409, ageMs: 2 * HOUR_MS },
  ])('is not over after $status, $ageMs ms after its token began', async ({ code, status, ageMs }) => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now() - ageMs)] });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
    const { sent } = stubNetwork({ 'POST /auth/v1/token': [status, refusal(code)] });
    vi.useFakeTimers();
    try {
      const renewed = renewSession();
      await vi.advanceTimersByTimeAsync(60_000);
      expect([await renewed, reason(), kept() === null]).toEqual([false, 'in', false]);
    } finally {
      vi.useRealTimers();
    }
    expect(sent.length).toBeGreaterThan(1);
  });

  test('is left alone where another tab has renewed it meanwhile', async () => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    const renewed = JSON.stringify({ ...sampleSession(Date.now()), refresh_token: 'r2' });
    await logIn({
      'POST /auth/v1/token': () => {
        localStorage.setItem('mohlat-auth', renewed);
        return [400, refusal('refresh_token_already_used')];
      },
    });
    expect([await renewSession(), reason(), kept()]).toEqual([true, 'in', renewed]);
  });
});

describe('what a person typed in a tab', () => {
  const typed = () => sessionStorage.getItem('signupUserData');
  const enter = async (id: string) => {
    const session = sampleSession(Date.now());
    stubNetwork({
      'POST /auth/v1/token': [200, { ...session, user: { ...session.user, id } }],
      'POST /auth/v1/logout': [204, null],
    });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
  };

  test('waits for them when their session has ended, and is gone before another person is in', async () => {
    await enter('u1');
    sessionStorage.setItem('signupUserData', '{"pan":"ABCDE1234F"}');
    await auth.signOut({ scope: 'local' });
    await enter('u1');
    expect(typed()).not.toBeNull();
    // As in the log-in over an open screen, and as in one after the other has left without logging out.
    await auth.signOut({ scope: 'local' });
    const seen: (string | null)[] = [];
    const { data } = auth.onAuthStateChange((event) => void (event === 'SIGNED_IN' && seen.push(typed())));
    await enter('u2');
    data.subscription.unsubscribe();
    expect([seen, typed()]).toEqual([[null], null]);
  });

  test('goes with what was read for them: another person finds neither', async () => {
    await enter('u1');
    queryClient.setQueryData(keys.me, { name: 'Asha Rao' });
    await auth.signOut({ scope: 'local' });
    await enter('u1');
    expect(queryClient.getQueryData(keys.me)).toEqual({ name: 'Asha Rao' });
    await auth.signOut({ scope: 'local' });
    await enter('u2');
    expect(queryClient.getQueryData(keys.me)).toBeUndefined();
  });

  test('without a session goes on with the person who logs in', async () => {
    sessionStorage.setItem('mohlat-draft:support-message', '{"message":"Hello"}');
    await enter('u1');
    expect(sessionStorage.getItem('mohlat-draft:support-message')).not.toBeNull();
  });
});

test('SPEC-9.url-session: a session in the address that was issued long ago is warned about', async () => {
  const warned = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined);
  vi.resetModules();
  const issued = Math.floor(Date.now() / 1000) - 130;
  const { access_token: token } = sampleSession(issued * 1000);
  const parts = new URLSearchParams({
    access_token: token,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: '3600',
    expires_at: String(issued + 3600),
    type: 'signup',
  });
  localStorage.setItem('mohlat-asked', JSON.stringify({ m: Date.now() + 1000 }));
  globalThis.history.replaceState(null, '', `/auth/confirmed?asked=m#${parts}`);
  stubNetwork({ 'GET /auth/v1/user': [200, { id: 'u1' }] });
  const anew = await import('./auth.ts');
  await anew.sessionSettled();
  expect(warned.mock.calls.flat().join(' ')).toContain(
    'Session as retrieved from URL was issued over 120s ago',
  );
});

describe('a tab in which another person has logged in elsewhere', () => {
  const kept = sampleSession(Date.now());
  const other = { ...kept, access_token: 'ravis', user: { ...kept.user, id: 'u2' } };

  /** A tab of Asha's that has not heard of it yet. */
  async function openTab() {
    localStorage.setItem('mohlat-auth', JSON.stringify(kept));
    stubNetwork({ 'POST /auth/v1/token': [200, other], 'POST /auth/v1/logout': [204, null] });
    vi.resetModules();
    const tab = await import('./auth.ts');
    expect([tab.getSessionState().status, await tab.accessToken()]).toEqual(['in', kept.access_token]);
    localStorage.setItem('mohlat-auth', JSON.stringify(other));
    return tab;
  }

  test('does not speak for them', async () => {
    const { accessToken, renewSession } = await openTab();
    expect([await accessToken(), await renewSession()]).toEqual([undefined, false]);
  });

  test('does nothing in their name that was begun before', async () => {
    const { accessToken } = await openTab();
    const { insist } = await import('./api.ts');
    const bearers: (string | undefined)[] = [];
    const attempt = async () => {
      bearers.push(await accessToken());
      return Response.json({ code: 'unauthorized', status: 401 }, { status: 401 });
    };
    await expect(insist({ access: 'user', method: 'POST' }, attempt)).rejects.toThrow();
    expect(bearers).toEqual([undefined]);
  });
});
