// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.for([
  {
    list: 'notifications',
    key: 'GET /notifications',
    row: { id: '1', title: 'Paid', description: '', date: '2026-11-20T10:00:00Z', read: true, link: null },
    screen: async () => {
      const { NotificationsBell } = await import('../shell/notifications-bell.tsx');
      return { element: <NotificationsBell isOpenAtFirst /> };
    },
    more: 'Show older ones',
  },
])('given a next page of $list that fails, the button says so', async ({ key, row, screen: load, more }) => {
  const extra = { unreadCount: 0 };
  const [, first] = page([row], 'next') as readonly [number, object];
  stubNetwork({
    [key]: ({ path }) =>
      path.includes('cursor=') ? problem(500, 'internal', 'Broken.') : [200, { ...first, ...extra }],
  });
  await openScreen({ path: '/list', ...(await load()) }, '/list');
  await userEvent.click(await screen.findByRole('button', { name: more }));
  expect((await screen.findByRole('alert')).textContent).toBe('The next page did not come. Press once more.');
  expect(screen.getByRole('button', { name: more })).toBeDefined();
});
