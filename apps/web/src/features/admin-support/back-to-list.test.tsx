// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { faces } from './support.faces.testing.ts';

const SCREENS = {
  path: '/admin/support',
  children: [
    { index: true, lazy: () => import('./tickets.tsx') },
    { path: ':id', lazy: () => import('./ticket.tsx') },
  ],
};
const LIST = '/admin/support?status=closed&order=-changed';

const open = (at: Parameters<typeof openScreen>[1]) => {
  stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    ...Object.fromEntries(faces.map(({ reads, content }) => [reads, content])),
  });
  return openScreen(SCREENS, at);
};
const back = async () => (await screen.findByRole('link', { name: 'Back to Support' })).getAttribute('href');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given a narrowed and ordered list, when staff open a ticket, its way back leads there, also after a reload', async () => {
  const { router } = await open(LIST);
  const table = within(await screen.findByRole('table'));
  await userEvent.click(table.getByRole('link', { name: 'Where is my card?' }));
  await screen.findByText('I added it yesterday.');
  expect(await back()).toBe(LIST);
  const { location } = router.state;
  cleanup();
  await open(location);
  expect(await back()).toBe(LIST);
});

test.each([
  ['no list', null],
  ['nothing that is a list', { list: 7 }],
])('given a ticket that was reached from %s, its way back is the bare list', async (_, state) => {
  await open({ pathname: `/admin/support/${ID}`, state });
  expect(await back()).toBe('/admin/support');
});
