// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { sampleMe } from '../../test/samples.ts';
import { UserMenu } from './user-menu.tsx';

async function open(isAdmin: boolean) {
  stubNetwork({ 'GET /me': [200, sampleMe({ isAdmin })] });
  return openScreen(
    { path: '/dashboard', element: <UserMenu isOpenAtFirst onLeave={() => undefined} /> },
    '/dashboard',
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given staff, when they open their account menu, then it leads to their desk', async () => {
  const { router } = await open(true);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Staff desk' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('given a person, when they open their account menu, then no desk is named', async () => {
  await open(false);
  // On the button and at the head of the menu: the account is known.
  await vi.waitFor(() => expect(screen.getAllByText('Asha Rao').length).toBeGreaterThan(0));
  expect(screen.getByRole('menuitem', { name: 'Logout' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Staff desk' })).toBeNull();
});
