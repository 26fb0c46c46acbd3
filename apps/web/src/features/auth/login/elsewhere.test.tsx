// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Answers, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleMe } from '../../../../test/samples.ts';
import { auth } from '../../../lib/auth-client.ts';
import { toast } from '../../../ui/toast.tsx';
import { Component } from './login.tsx';

const user = { id: ID.user, aud: 'authenticated', app_metadata: {}, user_metadata: {} };
function session() {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: ID.user, exp })}.sign`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    refresh_token: 'r',
    user,
  };
}

const begun = () =>
  sessionStorage.setItem(
    'mohlat-elsewhere',
    JSON.stringify({ provider: 'google', verifier: 'v'.repeat(64) }),
  );

async function open(search: string, answers: Answers = {}) {
  const network = stubNetwork({
    'GET /auth/v1/settings': [
      200,
      { external: { email: true, google: true, github: false, keycloak: true } },
    ],
    ...answers,
  });
  const { router } = await openScreen({ path: '/login', Component }, `/login${search}`);
  return { ...network, router };
}

afterEach(async () => {
  cleanup();
  toast.dismissAll();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('logging in with an account elsewhere', () => {
  test('is offered by the providers that are on, with the terms for who is new', async () => {
    await open('');
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Continue with Keycloak' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /GitHub/ })).toBeNull();
    expect(screen.getByText(/New here\? By going on you agree to the/)).toBeDefined();
  });

  test('goes there with the code of the friend who sent the visitor', async () => {
    sessionStorage.setItem('mohlat-ref', 'ABCD1234');
    await open('');
    const assign = vi.fn<(address: string) => void>();
    vi.stubGlobal('location', { origin: 'http://localhost', assign });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalled());
    const asked = new URL(assign.mock.calls[0]?.[0] ?? '', 'http://localhost').searchParams;
    expect([asked.get('provider'), asked.get('ref')]).toEqual(['google', 'ABCD1234']);
  });

  test('takes the session for the code, shows its verifier, and goes where the person wanted to be', async () => {
    begun();
    sessionStorage.setItem('mohlat-ref', 'ABCD1234');
    const { sent, router } = await open('?next=%2Fdashboard%2Frewards&code=abc', {
      'POST /auth/v1/token': () => [200, session()],
      'GET /auth/v1/user': [200, user],
      'GET /me': [200, sampleMe()],
    });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/rewards'));
    expect(await screen.findByText('Login Successful')).toBeDefined();
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { auth_code: 'abc', code_verifier: 'v'.repeat(64) },
    ]);
    expect(sessionStorage.getItem('mohlat-elsewhere')).toBeNull();
    expect(sessionStorage.getItem('mohlat-ref')).toBeNull();
  });

  test('has no use for a code that this device did not ask for', async () => {
    const { sent, router } = await open('?code=abc');
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeDefined();
    await vi.waitFor(() => expect(router.state.location.search).toBe(''));
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test.each([
    ['access_denied', 'The other side did not confirm.'],
    ['signup_disabled', 'There is no account of that address here'],
    ['account_guarded', 'Choose a new password first'],
    ['provider_email_needs_verification', 'That address is not proven yet.'],
  ])('says what went wrong: %s', async (code, sentence) => {
    await open(`?error=access_denied&error_code=${code}`);
    expect(await screen.findAllByText('Login Failed')).toHaveLength(1);
    expect(screen.getAllByText(new RegExp(`^${sentence}`))).toHaveLength(1);
  });
});
