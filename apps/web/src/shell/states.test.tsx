// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answer } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { ID } from '../../test/samples.ts';
import { sampleSession } from '../../test/session.ts';
import { auth } from '../lib/auth-client.ts';
import { en } from '../lib/glossary.en.ts';
import { routes } from './routes.tsx';

/**
 * Every screen of the dashboard by what it does when nothing comes. A full and an empty one are in the test beside each
 * screen; a session that ends, in shell.test.tsx; money whose outcome is not known, in payment-success.test.tsx and
 * repayments.test.tsx; the same in a browser, with the app opened again, in e2e/offline.spec.ts.
 */
const dashboard = (routes[0]?.children ?? []).find((route) => route.path === 'dashboard')?.children ?? [];
const screens = dashboard.filter((route) => route.path !== '*');
const pathOf = (route: RouteObject) => route.path ?? '';
/** Screens that read their subject from the query. */
const QUERY: Readonly<Record<string, string>> = { 'payment-success': `?id=${ID.payment}` };

/** Opens a screen as the router would. */
function open(path: string) {
  const found = screens.find((route) => pathOf(route) === path);
  const address = `/dashboard/${path}`;
  return openScreen(
    { path: address, lazy: found?.lazy ?? {} },
    address.replace(/\/$/, '').replace(':id', ID.payment) + (QUERY[path] ?? ''),
  );
}

/** Answers and the form are there without a network as well, and say that a message waits: help.test.tsx. */
const WITHOUT_FIGURES = 'help';
const names = screens.map(pathOf);
const withFigures = names.filter((path) => path !== WITHOUT_FIGURES);
const never = () => vi.stubGlobal('fetch', () => new Promise(() => undefined));
const refused: Answer = problem(500, 'internal', 'Something broke on our side.');

// The page of security asks the auth server, which is asked nothing without a session.
beforeEach(async () => {
  stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now())] });
  await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
});
afterEach(async () => {
  cleanup();
  stubNetwork({ 'POST /auth/v1/logout': [204, null] });
  await auth.signOut({ scope: 'local' });
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the screens of the features were found', () => {
  expect(names).toEqual(expect.arrayContaining(['', 'pay-bill', 'payments/:id', 'profile', WITHOUT_FIGURES]));
});

describe.each(names)('/dashboard/%s', (path) => {
  test('says that it is loading, in a place that is busy', async () => {
    never();
    await open(path);
    expect((await screen.findAllByText(/^Loading/)).length).toBeGreaterThan(0);
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toBeDefined();
  });

  test('says that it could not be read, and reads again when asked to', async () => {
    const { sent } = stubNetwork(new Proxy({}, { get: () => refused }));
    await open(path);
    // A page that loads slowly offers to ask again as well: that button goes when the answer comes.
    const [unread] = await screen.findAllByText(en.notShownText);
    const face = within(unread!.closest<HTMLElement>('[role=alert]')!);
    if (path !== WITHOUT_FIGURES)
      expect(face.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/dashboard/help');
    const before = sent.length;
    await userEvent.click(face.getByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(before));
  });
});

test.each(withFigures)(
  '/dashboard/%s says that it waits for the network, and not that it loads',
  async (path) => {
    never();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open(path);
    expect((await screen.findAllByText('Waiting for the network')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Loading')).toBeNull();
  },
);
