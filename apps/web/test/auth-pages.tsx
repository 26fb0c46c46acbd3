import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type Location, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { auth } from '../src/lib/auth-client.ts';
import { LanguageProvider } from '../src/lib/i18n.tsx';
import { createQueryClient } from '../src/lib/query-client.ts';
import { toast, Toaster } from '../src/ui/toast.tsx';
// The page fetches the list of toasts when it is idle; here it is compiled beforehand.
import '../src/ui/toast-list.tsx';
import { arrival } from './network.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}
type Answers = Record<string, (body: Record<string, unknown>) => readonly [number, unknown]>;

/** The requests of the pages, in their order; empty when a test begins. */
export const sent: Sent[] = [];

/** The default settings of the service; without an answer a form waits for two retries. */
const OFFERED: Answers = { '/auth/v1/settings': () => [200, {}] };

/** The network is the outside world: each test says what the auth service answers. */
export function service(said: Answers): void {
  const answers = { ...OFFERED, ...said };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    // The settings of the service are read before anybody does anything.
    if (url.pathname !== '/auth/v1/settings')
      sent.push({ method: init?.method ?? 'GET', path: url.pathname, body });
    const [status, answer] = answers[url.pathname]?.(body) ?? [404, {}];
    await arrival();
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  });
}

export const user = {
  id: '0192ab34-0000-7000-8000-000000000001',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
};
/** The auth server's answer to a log-in; good for an hour. */
export function session(nowMs: number) {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const now = Math.floor(nowMs / 1000);
  const token = `${part({ alg: 'HS256' })}.${part({ sub: user.id, exp: now + 3600 })}.sign`;
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: now + 3600,
    refresh_token: 'r',
    user,
  };
}
export const me = (onboardingComplete: boolean): Answers => ({
  '/api/v1/me': () => [200, { onboardingComplete }],
});

export async function open(path: string | Partial<Location>, language: 'en' | 'hi' = 'en') {
  const place = (name: string) => ({ path: name, element: <p>at {name}</p> });
  const routes: RouteObject[] = [
    { path: '/login', lazy: () => import('../src/features/auth/login/login.tsx') },
    { path: '/signup', lazy: () => import('../src/features/auth/signup/signup.tsx') },
    { path: '/forgot-password', lazy: () => import('../src/features/auth/password/forgot-password.tsx') },
    place('/onboarding'),
    place('/new-password'),
    place('/dashboard'),
    place('/dashboard/rewards'),
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <LanguageProvider initial={language}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster label="Messages" closeLabel="Close" />
      </QueryClientProvider>
    </LanguageProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { router };
}

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Into a box that is there, or comes: the second form of a page is fetched after the first. */
export const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label, { selector: ':not([hidden] *)' }), text);

beforeEach(() => {
  sent.length = 0;
  service({});
});
afterEach(async () => {
  cleanup();
  toast.dismissAll();
  service({ '/auth/v1/logout': () => [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
