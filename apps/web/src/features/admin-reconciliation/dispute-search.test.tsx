// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { SearchButton } from '../../shell/admin-layout.tsx';
import { chargeback } from './reconciliation.faces.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given the reference of a dispute, the dispute is found and opened', async () => {
  const user = userEvent.setup();
  const dispute = { ...chargeback, disputeRef: 'disp_Kx81LmQ0' };
  const { sent } = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    'GET /admin/users': page([]),
    'GET /admin/payments': page([]),
    'GET /admin/chargebacks': page([dispute]),
  });
  const { router } = await openScreen({ path: '/admin', element: <SearchButton /> }, '/admin');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox'), `${dispute.disputeRef}{Enter}`);
  const disputes = within(await screen.findByRole('region', { name: 'Disputes' }));
  expect(sent.map(({ path }) => path)).toContainEqual(expect.stringContaining('disputeRef=disp_Kx81LmQ0'));
  await user.click(disputes.getByRole('link'));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/admin/chargebacks/${dispute.id}`));
});
