// @vitest-environment jsdom
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Notification } from '@mohlat/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { arrival } from '../../test/network.ts';
import { sampleMe } from '../../test/samples.ts';
import { sampleSession } from '../../test/session.ts';
import { auth } from '../lib/auth-client.ts';
import { LanguageProvider } from '../lib/i18n.tsx';
import { applyLanguage } from '../lib/language.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { setTheme } from '../lib/theme.ts';
import { Component as AuthLayout } from './auth-layout.tsx';
import { Component as DashboardLayout } from './dashboard-layout.tsx';
import { signedInOnly } from './guards.ts';
import { NotFound } from './not-found.tsx';
import { RootLayout } from './root-layout.tsx';
import { RootProblem } from './root-problem.tsx';
import { routes } from './routes.tsx';

/** Words of features that may be deleted, by their folders. */
const DELETABLE = new Map([
  ['Rewards', 'rewards'],
  ['Help & Support', 'support'],
]);
const isThere = (word: string) => {
  const folder = DELETABLE.get(word);
  return folder === undefined || existsSync(join(import.meta.dirname, '../features', folder));
};
const MENU = [
  'Dashboard',
  'Pay Bill',
  'Payments',
  'Transactions',
  'Rewards',
  'My Profile',
  'KYC Verification',
  'Help & Support',
].filter(isThere);

const me = sampleMe();
let notifications: { status: number; items: readonly Notification[] };
let refreshStatus: number;

function sampleNotification(change: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    type: 'success',
    icon: 'tick',
    title: 'Bill paid',
    description: 'HDFC Bank',
    link: null,
    read: false,
    date: '2026-11-20T10:05:00Z',
    ...change,
  };
}

async function json(status: number, body: unknown): Promise<Response> {
  const text = status === 204 ? null : JSON.stringify(body);
  await arrival();
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

function network(input: RequestInfo | URL): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
  switch (url.pathname + url.search) {
    case '/auth/v1/token?grant_type=password':
      return json(200, sampleSession(Date.now()));
    case '/auth/v1/token?grant_type=refresh_token':
      return json(
        refreshStatus,
        refreshStatus === 200 ? sampleSession(Date.now()) : { error_code: 'session_expired', msg: 'over' },
      );
    case '/api/v1/me':
      return json(200, me);
    case '/api/v1/notifications?limit=20':
      return json(notifications.status, {
        items: notifications.items,
        nextCursor: null,
        unreadCount: notifications.items.filter((item) => !item.read).length,
      });
    case '/auth/v1/logout?scope=local':
      return json(204, null);
    default:
      return json(404, {});
  }
}

async function logIn() {
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
}

function open(path: string, initial: 'en' | 'hi' = 'en') {
  const router = createMemoryRouter(
    [
      {
        Component: RootLayout,
        ErrorBoundary: RootProblem,
        HydrateFallback: () => null,
        children: [
          {
            path: 'dashboard',
            loader: signedInOnly,
            Component: DashboardLayout,
            children: [
              { index: true, element: <input aria-label="Typed" /> },
              { path: 'pay-bill', element: <p>the wizard</p> },
              { path: 'broken', Component: BrokenScreen },
            ],
          },
          { path: 'login', element: <p>at the log-in page</p> },
          { path: '*', Component: NotFound },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>,
  );
  return router;
}

function BrokenScreen(): never {
  throw new Error('a screen broke');
}

beforeEach(() => {
  notifications = { status: 200, items: [] };
  refreshStatus = 200;
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(async () => {
  cleanup();
  await auth.signOut({ scope: 'local' });
  setTheme('system');
  document.documentElement.lang = 'en';
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an unknown path', () => {
  test('SPEC-2.not-found: says 404 and Oops! Page not found, links home and logs the path', async () => {
    const log = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    open('/no/such/page');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404');
    expect(screen.getByText('Oops! Page not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(log.mock.calls.flat()).toContain('/no/such/page');
    // The help inside the app asks for a log-in first.
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/support');
  });
});

describe('the dashboard’s frame', () => {
  test('SPEC-2.signed-in-only, SPEC-6.signed-in: sends a visitor to the log-in page and remembers where they wanted to be', async () => {
    const router = open('/dashboard?tab=2');
    expect(await screen.findByText('at the log-in page')).toBeDefined();
    expect(router.state.location.search).toBe(`?next=${encodeURIComponent('/dashboard?tab=2')}`);
  });

  test('SPEC-2.sidebar, SPEC-2.bell-and-badge: shows every destination there is, the person’s name and a Logout button', async () => {
    await logIn();
    open('/dashboard');
    const menu = await screen.findByRole('navigation', { name: 'Main' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(MENU);
    expect(await screen.findByRole('button', { name: /Your account:\s*Asha Rao/ })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
  });

  test('links only to screens that exist', async () => {
    await logIn();
    open('/dashboard');
    await screen.findByRole('navigation', { name: 'Main' });
    const inApp = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.startsWith('/dashboard'));
    expect(inApp.length).toBeGreaterThan(MENU.length);
    expect(inApp.filter((href) => matchRoutes(routes, href)?.at(-1)?.route.path === '*')).toEqual([]);
  });

  test('SPEC-2.panel: the bell opens a panel that says when there is nothing, and closes again', async () => {
    await logIn();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(await within(panel).findByText('No notifications yet')).toBeDefined();
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('SPEC-2.bell-and-badge: the bell tells how many are unread', async () => {
    notifications = { status: 200, items: [sampleNotification()] };
    await logIn();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    expect(await screen.findByText('Bill paid')).toBeDefined();
    expect(screen.getByText(/3:35 pm/)).toBeDefined();
  });

  test('a notification leads to the page it is about and closes the panel', async () => {
    notifications = { status: 200, items: [sampleNotification({ link: '/dashboard/pay-bill' })] };
    await logIn();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
    await userEvent.click(await screen.findByRole('button', { name: /Bill paid/ }));
    expect(await screen.findByText('the wizard')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a panel that cannot be read says so and offers another try', async () => {
    notifications = { status: 400, items: [] };
    await logIn();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    expect(await screen.findByText(/Notifications could not be loaded/)).toBeDefined();
    notifications = { status: 200, items: [sampleNotification()] };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Bill paid')).toBeDefined();
  });

  test('the bar of a phone has the four places a thumb wants, marks the current one, and leaves wizards alone', async () => {
    await logIn();
    const router = open('/dashboard');
    const bar = await screen.findByRole('navigation', { name: 'Shortcuts' });
    const links = within(bar).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(
      ['Home', 'Pay', 'History', 'Rewards'].filter(isThere),
    );
    expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual(links.slice(0, 1));
    await act(() => router.navigate('/dashboard/pay-bill'));
    expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull();
    await act(() => router.navigate('/dashboard/pay-bill?step=3'));
    expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull();
  });

  test('SPEC-2.phone-menu: the menu of a phone holds everything and closes', async () => {
    await logIn();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(menu).getAllByRole('link').length).toBeGreaterThanOrEqual(MENU.length);
    await userEvent.click(within(menu).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a session that ends by itself asks for a log-in over the screen and keeps what was typed', async () => {
    await logIn();
    open('/dashboard');
    await userEvent.type(await screen.findByLabelText('Typed'), 'half a form');
    refreshStatus = 400;
    const { renewSession } = await import('../lib/auth.ts');
    await renewSession();
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    // On the close button, the next Enter of a user who was typing would leave the page.
    expect(globalThis.document.activeElement).toBe(within(dialog).getByLabelText('Password'));
    expect(within(dialog).getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.in');
    // Another holder of the phone reads no figure beside the dialog.
    expect(document.querySelector('[data-veil]')?.getAttribute('data-veil')).toBe('whole');
    await userEvent.type(within(dialog).getByLabelText('Password'), 'x');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Log In' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('half a form');
  });

  test('a screen that breaks says that no money moved', async () => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    await logIn();
    open('/dashboard/broken');
    expect(await screen.findByText('There is a problem with the service')).toBeDefined();
    expect(screen.getByText(/never moves money/)).toBeDefined();
  });
});

describe('theme', () => {
  test('is chosen on the pages before a log-in too, and remembered', async () => {
    const router = createMemoryRouter(
      [{ Component: AuthLayout, children: [{ path: '/login', element: <h1>Log in</h1> }] }],
      { initialEntries: ['/login'] },
    );
    render(
      <LanguageProvider initial="en">
        <RouterProvider router={router} />
      </LanguageProvider>,
    );
    const group = within(await screen.findByRole('group', { name: 'Theme' }));
    expect(screen.getByRole('button', { name: 'हिन्दी' })).toBeDefined();
    await userEvent.click(group.getByRole('radio', { name: 'Dark' }));
    expect(group.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true);
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('mohlat-theme')).toBe('dark');
    await userEvent.click(group.getByRole('radio', { name: 'System' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  test('is one choice, however often the switch stands on the page', async () => {
    await logIn();
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    const inMenu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await userEvent.click(inMenu.getByRole('radio', { name: 'Light' }));
    const light = screen.getAllByRole<HTMLInputElement>('radio', { name: 'Light', hidden: true });
    expect(light).toHaveLength(2);
    expect(light.every((choice) => choice.checked)).toBe(true);
  });
});

/** Opens the dashboard on a device where Hindi was chosen; answers what is stored of the account, which remembers this. */
async function storedOnHindiDevice(remembered: 'en' | null): Promise<unknown[]> {
  const stored: unknown[] = [];
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (!input.endsWith('/me/preferences')) return network(input);
    if (init?.method === 'PUT') stored.push(JSON.parse(init.body as string));
    return json(200, { language: remembered, theme: 'system', channels: {}, quietHours: null });
  });
  applyLanguage('hi');
  await logIn();
  open('/dashboard', 'hi');
  await screen.findByRole('button', { name: 'लॉग आउट' });
  return stored;
}

describe('language', () => {
  test('that was chosen before the log-in is remembered by an account that remembers none', async () => {
    const stored = await storedOnHindiDevice(null);
    await vi.waitFor(() => expect(stored).toEqual([{ language: 'hi', theme: 'system' }]));
  });

  test('that an account remembers is not changed by the one of a device', async () => {
    const stored = await storedOnHindiDevice('en');
    expect(stored).toEqual([]);
  });

  test('chosen while the account is still being asked, and not drawn yet, is remembered', async () => {
    const stored: unknown[] = [];
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (!input.endsWith('/me/preferences')) return network(input);
      if (init?.method === 'PUT') stored.push(JSON.parse(init.body as string));
      asked.resolve();
      await answered.promise;
      return json(200, { language: 'en', theme: 'system', channels: {}, quietHours: null });
    });
    await logIn();
    open('/dashboard');
    await asked.promise;
    applyLanguage('hi');
    answered.resolve();
    await vi.waitFor(() => expect(stored).toEqual([{ language: 'hi', theme: 'system' }]));
  });

  test('Hindi comes with one press and is remembered', async () => {
    await logIn();
    open('/dashboard');
    const toHindi = await screen.findByRole('button', { name: 'हिन्दी' });
    // The words come by a dynamic import, which the press alone does not wait for.
    await act(async () => {
      await userEvent.click(toHindi);
      await import('./words.hi.ts');
    });
    expect(await screen.findByRole('button', { name: 'लॉग आउट' })).toBeDefined();
    expect(document.documentElement.lang).toBe('hi');
    expect(localStorage.getItem('mohlat-language')).toBe('hi');
    await userEvent.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
  });
});
