// @vitest-environment jsdom
import { getMe, getNotice } from '@mohlat/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { sampleSession } from '../../test/session.ts';
import { call } from './api.ts';
import { isAskedEarly } from './asked-early.ts';
import { AUTH_STORAGE_KEY } from './kept-session.ts';

const session = sampleSession(new Date().getTime());
const NOTICE = '/api/v1/public/notice';
const saying = (en: string) => ({ notice: { en, hi: en, until: null } });
const answerOf = (body: object) => Promise.resolve(new Response(JSON.stringify(body)));

beforeEach(() => {
  // The page has just been opened, whatever the age of the process.
  vi.spyOn(performance, 'now').mockReturnValue(500);
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session));
  globalThis.askedEarly = {
    token: session.access_token,
    language: 'en',
    answers: { [NOTICE]: answerOf(saying('asked early')) },
  };
});
afterEach(() => {
  globalThis.askedEarly = undefined;
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a question that is under way is not asked again; the next time it is', async () => {
  const sent = stubNetwork({ 'GET /public/notice': [200, saying('asked again')] }).sent;
  expect(isAskedEarly()).toBe(true);
  expect(await call(getNotice, {})).toEqual(saying('asked early'));
  expect([sent.length, isAskedEarly()]).toEqual([0, false]);
  expect(await call(getNotice, {})).toEqual(saying('asked again'));
});

test.each([
  ['another person', { token: 'another' }],
  ['another language', { language: 'hi' }],
])('the answer to %s is given to no page', async (_, other) => {
  globalThis.askedEarly = { ...globalThis.askedEarly!, ...other };
  stubNetwork({ 'GET /public/notice': [200, saying('asked again')] });
  expect(await call(getNotice, {})).toEqual(saying('asked again'));
});

test('what was not fetched within some seconds is asked again', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(10_001);
  stubNetwork({ 'GET /public/notice': [200, saying('asked again')] });
  expect([isAskedEarly(), await call(getNotice, {})]).toEqual([false, saying('asked again')]);
});

test('an early refusal is like any other: the session is renewed and the question asked once more', async () => {
  globalThis.askedEarly!.answers['/api/v1/me'] = Promise.resolve(
    new Response(JSON.stringify({ code: 'unauthenticated', status: 401 }), { status: 401 }),
  );
  const { sent } = stubNetwork({
    'POST /auth/v1/token': [200, { ...session, refresh_token: 'newer' }],
    'GET /me': [200, { id: 'u1' }],
  });
  expect(await call(getMe, {})).toEqual({ id: 'u1' });
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /auth/v1/token?grant_type=refresh_token',
    'GET /me',
  ]);
});

test('a kept session that is good is known at once, and its token needs no request', async () => {
  vi.resetModules();
  const { sent } = stubNetwork({});
  const anew = await import('./auth.ts');
  expect(anew.getSessionState()).toMatchObject({ status: 'in', userId: 'u1' });
  expect(await anew.accessToken()).toBe(session.access_token);
  expect(sent).toEqual([]);
});

test.each([
  ['is about to end', JSON.stringify(sampleSession(new Date().getTime() - 3_500_000))],
  ['cannot be read', '{'],
  ['is of no user', JSON.stringify({ ...session, user: null })],
])('a kept session that %s is the client’s to judge', async (_, kept) => {
  localStorage.setItem(AUTH_STORAGE_KEY, kept);
  vi.resetModules();
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(globalThis.console, level).mockImplementation(() => undefined);
  stubNetwork({ 'POST /auth/v1/token': [200, { ...session, access_token: 'renewed.by.client' }] });
  const anew = await import('./auth.ts');
  expect(anew.getSessionState().status).toBe('loading');
  expect((await anew.sessionSettled()).status).not.toBe('loading');
});

describe('given another tab whose session is over', () => {
  async function openTab() {
    vi.resetModules();
    for (const level of ['error', 'warn'] as const)
      vi.spyOn(globalThis.console, level).mockImplementation(() => undefined);
    stubNetwork({});
    const tab = await import('./auth.ts');
    const { queryClient } = await import('./query-client.ts');
    queryClient.setQueryData(['me'], { name: 'Asha Rao' });
    sessionStorage.setItem('signupUserData', '{"pan":"ABCDE1234F"}');
    expect(tab.getSessionState().status).toBe('in');
    const left = () => [sessionStorage.getItem('signupUserData'), queryClient.getQueryData(['me'])];
    return { tab, left };
  }

  const hears = (key: string, newValue: string | null) =>
    globalThis.dispatchEvent(new StorageEvent('storage', { key, newValue }));

  test('when it ended by itself, then this one waits for its owner', async () => {
    const { tab, left } = await openTab();
    localStorage.removeItem(AUTH_STORAGE_KEY);
    hears(AUTH_STORAGE_KEY, null);
    await vi.waitFor(() => expect(tab.getSessionState()).toEqual({ status: 'out', reason: 'expired' }));
    expect(left()).toEqual(['{"pan":"ABCDE1234F"}', { name: 'Asha Rao' }]);
  });

  /** The word that a tab which logs out writes down for the others; none hears itself. */
  async function wordOfLeaving(): Promise<[string, string]> {
    const { tab } = await openTab();
    stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    const written = vi.spyOn(Storage.prototype, 'setItem');
    expect(await tab.logout()).toBeUndefined();
    const { calls, contexts } = written.mock;
    const word = calls.find(([, value], index) => value === 'u1' && contexts[index] === localStorage);
    written.mockRestore();
    localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session));
    sessionStorage.clear();
    return word!;
  }

  test.each([false, true])(
    'when its owner logged out, then nothing of theirs stays here (the client heard first: %s)',
    async (isClientFirst) => {
      const word = await wordOfLeaving();
      const { tab, left } = await openTab();
      localStorage.removeItem(AUTH_STORAGE_KEY);
      hears(AUTH_STORAGE_KEY, null);
      if (isClientFirst) await vi.waitFor(() => expect(tab.getSessionState().status).toBe('out'));
      hears(...word);
      expect([tab.getSessionState(), left()]).toEqual([
        { status: 'out', reason: 'left_elsewhere' },
        [null, undefined],
      ]);
      await import('./auth-client.ts').then(({ auth }) => auth.getSession());
      expect(tab.getSessionState()).toEqual({ status: 'out', reason: 'left_elsewhere' });
    },
  );

  test('when its owner shows once more that it is them, then this one waits with what they typed', async () => {
    const { tab } = await openTab();
    stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    const written = vi.spyOn(Storage.prototype, 'setItem');
    expect(await tab.logout('local', { isBackSoon: true })).toBeUndefined();
    const { calls, contexts } = written.mock;
    const told = calls.filter(([, value], index) => value === 'u1' && contexts[index] === localStorage);
    expect(told).toEqual([]);
  });

  test('when a call here is refused after its owner left there, then nothing asks them to log in', async () => {
    const word = await wordOfLeaving();
    const { tab } = await openTab();
    localStorage.removeItem(AUTH_STORAGE_KEY);
    hears(...word);
    expect([await tab.renewSession(), tab.getSessionState()]).toEqual([
      false,
      { status: 'out', reason: 'left_elsewhere' },
    ]);
  });

  test('when another person logged out there, then this one stays', async () => {
    const [key] = await wordOfLeaving();
    const { tab } = await openTab();
    hears(key, 'u2');
    expect(tab.getSessionState().status).toBe('in');
  });
});
