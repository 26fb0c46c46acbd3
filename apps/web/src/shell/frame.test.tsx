// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { sampleMe } from '../../test/samples.ts';
import { sampleSession } from '../../test/session.ts';
import { auth } from '../lib/auth-client.ts';
import { toast } from '../ui/toast.tsx';
import { adminRoutes } from './admin-routes.tsx';
import { routes } from './routes.tsx';

const SIGNED_IN: Answers = {
  'POST /auth/v1/token': [200, sampleSession(Date.now())],
  'GET /me': [200, sampleMe()],
  'GET /notifications': [200, { items: [], nextCursor: null, unreadCount: 0 }],
};
const leave = vi.fn();

beforeEach(async () => {
  stubNetwork(SIGNED_IN);
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
});
afterEach(async () => {
  cleanup();
  toast.dismissAll();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The frame of the dashboard around one line of text. */
function openFrame(answers: Answers = {}) {
  stubNetwork({ ...SIGNED_IN, ...answers });
  const children: RouteObject[] = [{ index: true, element: <h1>Within</h1> }];
  return openScreen(
    {
      path: '/dashboard',
      HydrateFallback: () => null,
      lazy: () => import('./dashboard-layout.tsx'),
      children,
    },
    '/dashboard',
  );
}

describe('the notifications panel', () => {
  const news = (read: boolean): Answers[string] => [
    200,
    {
      items: [{ id: '1', title: 'Paid', description: '', date: '2026-11-20T10:00:00Z', read, link: null }],
      nextCursor: null,
      unreadCount: read ? 0 : 1,
    },
  ];
  const openNews = async (answer: Answers[string]) => {
    const { answers } = stubNetwork({
      ...SIGNED_IN,
      'GET /notifications': news(false),
      'POST /notifications/read-all': answer,
    });
    const { NotificationsBell } = await import('./notifications-bell.tsx');
    await openScreen({ path: '/dashboard', element: <NotificationsBell isOpenAtFirst /> }, '/dashboard');
    return { answers, all: await screen.findByRole('button', { name: 'Mark all as read' }) };
  };

  test('given all marked as read, then its heading has the focus of the button that went', async () => {
    const { answers, all } = await openNews([204, null]);
    answers['GET /notifications'] = news(true);
    await userEvent.click(all);
    await vi.waitUntil(() => !all.isConnected);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }));
  });

  test('given a marking as read that fails, then it says so', async () => {
    const { all } = await openNews(problem(503, 'service_unavailable', 'Not now.'));
    await userEvent.click(all);
    expect(await screen.findByText('They were not marked as read')).toBeDefined();
    expect(screen.getByText('Not now.')).toBeDefined();
    expect(document.activeElement).toBe(all);
  });

  test('SPEC-2.panel-size, SPEC-2.panel-outside: is 80 units wide and high, and closes by a press outside', async () => {
    await openFrame();
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
    expect(panel.className.split(' ')).toContain('w-80');
    const list = (await within(panel).findByText('No notifications yet')).parentElement;
    expect(list?.className.split(' ')).toContain('max-h-80');
    await userEvent.click(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('Logout', () => {
  test('SPEC-8.logout-home: leads to the landing page', async () => {
    vi.stubGlobal('location', Object.assign(new URL(globalThis.location.href), { assign: leave }));
    await openFrame({ 'POST /auth/v1/logout': [204, null] });
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
  });

  test('says when it failed, with the reason', async () => {
    await openFrame({ 'POST /auth/v1/logout': [500, { error_code: 'x', msg: 'Not just now.' }] });
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logout Failed')).toBeDefined();
    expect(screen.getByText('Not just now.')).toBeDefined();
  });
});

describe('a logged-in person', () => {
  test.each(['/login', '/signup'])('SPEC-2.login-guest-only: has no use for %s', async (path) => {
    const ways = (routes[0]?.children ?? []).flatMap((route) => route.children ?? []);
    const found = ways.find((route) => `/${route.path ?? ''}` === path);
    const { router } = await openScreen({ ...found, path }, path);
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});

/** The staff's frame around one page of theirs, or none. */
function openStaff(answers: Answers, address: string, ...pages: RouteObject[]) {
  const [{ loader = true, lazy = {} } = {}] = adminRoutes;
  stubNetwork({ ...SIGNED_IN, ...answers });
  return openScreen({ path: '/admin', loader, lazy, children: pages }, address);
}

describe('the staff', () => {
  test('SPEC-6.admin-menu: have Dashboard, Users, Payments and Settings in their menu', async () => {
    const member = {
      id: 'u1',
      name: 'Meera',
      email: 'meera@example.in',
      roles: ['admin'],
      steppedUpUntil: null,
    };
    await openStaff({ 'GET /admin/me': [200, member] }, '/admin', { index: true, element: <h1>Within</h1> });
    const [menu] = await screen.findAllByRole('navigation', { name: 'Staff menu' });
    const names = within(menu!)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names).toEqual(expect.arrayContaining(['Dashboard', 'Users', 'Payments', 'Settings']));
  });

  test('SPEC-6.admin-only: do not exist for a person who is not staff', async () => {
    vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    await openStaff({ 'GET /admin/me': problem(403, 'admin_required', 'Not yours.') }, '/admin');
    expect(await screen.findByText('Oops! Page not found')).toBeDefined();
  });
});
