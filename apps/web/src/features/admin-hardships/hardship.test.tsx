// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { hardship } from './hardships.faces.testing.ts';

const HERE = `/admin/hardships/${ID}`;
const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: STAFF_ROLES, stepUpUntil: null };

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('more time: what is wrong with the day stands by the day, goes once it is right, and spares the reason', async () => {
  const { sent } = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET ${HERE}`]: [200, hardship],
    [`POST ${HERE}/extension`]: [202, { approvalId: ID }],
  });
  await openScreen({ path: '/admin/hardships/:id', lazy: () => import('./hardship.tsx') }, HERE);
  await userEvent.click(await screen.findByRole('button', { name: 'Propose more time' }));
  const dialog = within(screen.getByRole('dialog'));
  const propose = () => userEvent.click(dialog.getByRole('button', { name: 'Propose more time' }));
  const day = dialog.getByLabelText('Rests until');
  const reason = dialog.getByLabelText('Reason');

  await userEvent.type(reason, 'The treatment goes on');
  fireEvent.change(day, { target: { value: '2027-03-01' } });
  await propose();
  expect(dialog.getByRole('alert').textContent).toBe('Choose a day up to 16\u00a0Feb 2027');
  expect(reason.getAttribute('aria-invalid')).toBeNull();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);

  fireEvent.change(day, { target: { value: '2027-01-31' } });
  expect(dialog.queryByRole('alert')).toBeNull();
  await propose();
  expect(await screen.findByText('Proposed to a second person')).toBeDefined();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    untilDate: '2027-01-31',
    reason: 'The treatment goes on',
  });
});
