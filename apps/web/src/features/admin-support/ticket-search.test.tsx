// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { SearchButton } from '../../shell/admin-layout.tsx';
import { ticketRow } from './support.faces.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given the number of a ticket, the ticket is found and opened', async () => {
  const user = userEvent.setup();
  const { sent } = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    'GET /admin/users': page([]),
    'GET /admin/payments': page([]),
    'GET /admin/support/messages': page([ticketRow]),
  });
  const { router } = await openScreen({ path: '/admin', element: <SearchButton /> }, '/admin');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), `${ticketRow.ticket}{Enter}`);
  const tickets = within(await screen.findByRole('region', { name: 'Tickets' }));
  expect(sent.map(({ path }) => path)).toContainEqual(
    expect.stringContaining(`ticket=${encodeURIComponent(ticketRow.ticket)}`),
  );
  await user.click(tickets.getByRole('link'));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/admin/support/${ticketRow.id}`));
});
