// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';

const TOKEN = 'ab'.repeat(32);

async function open(hash: string, answers: Answers = {}) {
  const network = stubNetwork(answers);
  const children = [{ path: '/auth/enter', lazy: () => import('./enter.tsx') }];
  await openScreen(
    { HydrateFallback: () => null, lazy: () => import('../../../shell/auth-layout.tsx'), children },
    `/auth/enter${hash}`,
  );
  await screen.findByRole('heading', { level: 1 });
  return network;
}
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Log In' }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the page that the link of an SMS leads to', () => {
  test('asks first: opening it logs no person in', async () => {
    const { sent } = await open(`#${TOKEN}`);
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('shows the link by its button, as a link of a mail is shown', async () => {
    const refused = { code: 403, error_code: 'otp_expired', msg: 'x' };
    const { sent } = await open(`#${TOKEN}`, { 'POST /auth/v1/verify': [403, refused] });
    await press();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
    expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      token_hash: TOKEN,
      type: 'magiclink',
    });
    expect(screen.getByRole('link', { name: 'Ask for a new code' }).getAttribute('href')).toBe('/login');
  });

  test('keeps the button where the service was not reached', async () => {
    await open(`#${TOKEN}`, { 'POST /auth/v1/verify': [503, {}] });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('That did not work');
    expect(screen.getByRole('button', { name: 'Log In' })).toBeDefined();
  });

  test('given too many presses, when one is one too many, then the link still works', async () => {
    const tooMany = { code: 429, error_code: 'over_request_rate_limit', msg: 'x' };
    await open(`#${TOKEN}`, { 'POST /auth/v1/verify': [429, tooMany] });
    await press();
    expect((await screen.findByRole('alert')).textContent).toContain('Too many tries.');
    expect(screen.getByRole('button', { name: 'Log In' })).toBeDefined();
  });

  test('says of an address without a link that it does not work', async () => {
    await open('');
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  });
});

const EXPIRES = Math.floor(Date.parse('2026-11-20T13:00:00Z') / 1000);
const person = (id: string, phone: string) => ({
  id: `0192ab34-0000-7000-8000-00000000000${id}`,
  phone,
  app_metadata: {},
});
const asha = person('a', '919812345678');
const other = person('b', '919898765432');
type Person = typeof asha;

function sessionOf(who: Person) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: who.id, exp: EXPIRES })}.sign`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: EXPIRES,
    refresh_token: `refresh-${who.id}`,
    user: who,
  };
}
const keptUser = () =>
  (JSON.parse(localStorage.getItem('mohlat-auth') ?? '{}') as { user?: Person }).user?.id;

/** Opens the link of an SMS on a device where another user may be logged in, or where a code was asked for. */
async function openAs(
  signedIn: Person | undefined,
  owner: Person | 'refused',
  asked?: { readonly digits: string; readonly at: string },
) {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  localStorage.clear();
  // By another tab of this browser.
  if (asked) {
    const sent = { digits: asked.digits, atMs: Date.parse(asked.at) };
    localStorage.setItem('mohlat-asked-number', JSON.stringify(sent));
  }
  if (signedIn) localStorage.setItem('mohlat-auth', JSON.stringify(sessionOf(signedIn)));
  globalThis.history.replaceState(null, '', `/auth/enter#${TOKEN}`);
  const { stubNetwork: stub } = await import('../../../../test/network.ts');
  const { openScreen: show } = await import('../../../../test/open-screen.tsx');
  stub({
    ...(owner === 'refused'
      ? { 'POST /auth/v1/verify': [403, { code: 403, error_code: 'otp_expired', msg: 'x' }] }
      : { 'POST /auth/v1/verify': [200, sessionOf(owner)], 'GET /auth/v1/user': [200, owner] }),
    'GET /me': [200, { onboardingComplete: true }],
  });
  const page = { path: '/auth/enter', lazy: () => import('./enter.tsx') };
  await show(page, `/auth/enter#${TOKEN}`);
  await screen.findByRole('button', { name: 'Log In' });
}

describe('the link of an SMS on a device where a person is logged in', () => {
  test('is taken out of the address bar when the page opens', async () => {
    await openAs(undefined, other);
    expect(globalThis.location.pathname + globalThis.location.hash).toBe('/auth/enter');
  });

  test('of another account is asked about first; staying keeps the session', async () => {
    await openAs(asha, other);
    expect(screen.getByText(/^You are signed in as \+91 98123 45678\./)).toBeDefined();
    await press();
    expect(await screen.findByRole('heading', { name: 'Which account?' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Continue as +91 98987 65432' })).toBeDefined();
    expect(keptUser()).toBe(asha.id);
    await userEvent.click(screen.getByRole('button', { name: 'Stay as +91 98123 45678' }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(keptUser()).toBe(asha.id);
  });

  test('of another account is taken when the person says so', async () => {
    await openAs(asha, other);
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue as +91 98987 65432' }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(keptUser()).toBe(other.id);
  });

  test('of the same account logs in without a question', async () => {
    await openAs(asha, asha);
    await press();
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(keptUser()).toBe(asha.id);
  });

  test('can be left by its own button', async () => {
    await openAs(asha, other);
    expect(screen.getByRole('link', { name: 'Stay as +91 98123 45678' }).getAttribute('href')).toBe(
      '/dashboard',
    );
  });

  test('refused, leads on as who is logged in, who gets no code at the log-in', async () => {
    await openAs(asha, 'refused');
    await press();
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Ask for a new code' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Stay as +91 98123 45678' }).getAttribute('href')).toBe(
      '/dashboard',
    );
  });

  test('given a link that was not asked for here, when a visitor presses, then it names its account first', async () => {
    await openAs(undefined, other);
    await press();
    expect(await screen.findByText(/^This link logs you in as \+91 98987 65432\./)).toBeDefined();
    expect(keptUser()).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue as +91 98987 65432' }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(keptUser()).toBe(other.id);
  });

  test('says as whom it logs a visitor in who asked for a code here, also in a new tab', async () => {
    await openAs(undefined, other, { digits: '9898765432', at: '2026-11-20T11:01:00Z' });
    await press();
    expect(await screen.findByText('You are logged in as +91 98987 65432.')).toBeDefined();
    expect(keptUser()).toBe(other.id);
    expect(localStorage.getItem('mohlat-asked-number')).toBeNull();
  });

  test.each([
    ['another number', '9898765433', '2026-11-20T11:59:00Z'],
    ['a code of long ago', '9898765432', '2026-11-20T11:00:00Z'],
  ])(
    'given %s that was asked for here, when a visitor presses, then it names its account first',
    async (_, digits, at) => {
      await openAs(undefined, other, { digits, at });
      await press();
      expect(await screen.findByText(/^This link logs you in as \+91 98987 65432\./)).toBeDefined();
      expect(keptUser()).toBeUndefined();
      expect(localStorage.getItem('mohlat-asked-number')).toBeNull();
    },
  );
});
