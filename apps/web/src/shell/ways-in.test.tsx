// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { routes } from './routes.tsx';

const WAYS_IN = ['/login', '/signup', '/forgot-password', '/new-password', '/auth/enter', '/auth/confirmed'];
/** For people who want no account: another person's instalment or receipt, whether all works, "that was not me", good-bye. */
const OTHERS = ['/repay', '/receipt', '/status', '/auth/not-me', '/account-closed'];

beforeEach(() => {
  stubNetwork({ 'GET /public/status': problem(503, 'busy', 'We are busy right now.') });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const openPage = (address: string) => openScreen(routes[0]!, address);
const pitch = () => screen.queryByRole('complementary', { name: 'What to expect' });

test.each(WAYS_IN)('%s is a way in: what to expect stands beside it', async (address) => {
  await openPage(address);
  await screen.findByRole('main');
  expect(pitch()).not.toBeNull();
});

test.each(OTHERS)('%s is for a person who wants no account: it stands alone', async (address) => {
  await openPage(address);
  await screen.findByRole('main');
  expect(pitch()).toBeNull();
  // Such a page goes without the pitch, but not without the language and the theme.
  expect(screen.getByRole('button', { name: 'हिन्दी' })).toBeDefined();
  expect(screen.getByRole('group', { name: 'Theme' })).toBeDefined();
});
