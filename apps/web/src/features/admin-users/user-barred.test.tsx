// @vitest-environment jsdom
import { STAFF_ROLES, type UserDetail } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { beside, user } from './users.faces.testing.ts';

const barred: NonNullable<UserDetail['block']> = { at: null, by: null, reason: null, isFraud: false };
const blocked = { ...barred, at: AT, by: { id: 'lata', name: 'Lata Iyer' }, reason: 'Phone stolen' };

const open = async (block: UserDetail['block'], state: UserDetail['state'] = 'blocked') => {
  const { sent } = stubNetwork({
    ...beside,
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    [`GET /admin/users/${ID}`]: [200, { ...user, state, block }],
    [`POST /admin/users/${ID}/block`]: [200, { state: 'blocked', approvalId: null }],
  });
  await openScreen({ path: '/admin/users/:id', lazy: () => import('./user.tsx') }, `/admin/users/${ID}`);
  await screen.findByRole('button', { name: 'Propose to unblock' });
  return sent;
};
const acts = () =>
  ['Block the account', 'Mark the block as fraud', 'Propose to unblock'].filter(
    (name) => screen.queryByRole('button', { name }) !== null,
  );

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('given an account banned by the auth server, when staff block it, then the block is sent with its reason', async () => {
  const sent = await open(barred);
  expect(acts()).toEqual(['Block the account', 'Propose to unblock']);
  await userEvent.click(screen.getByRole('button', { name: 'Block the account' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Three people sign in as one');
  await userEvent.click(dialog.getByRole('checkbox', { name: /It is fraud/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Block the account' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: `/admin/users/${ID}/block`, body: { reason: 'Three people sign in as one', isFraud: true } },
  ]);
});

test('given an account banned by the auth server, then staff read that no colleague blocked it and that payments go on', async () => {
  await open(barred);
  expect(screen.getByText('Blocked by the sign-in service alone')).toBeDefined();
  expect(screen.getByText(/payments go on/)).toBeDefined();
});

test('given an account that staff blocked and the auth server opened, then it may be blocked anew or the block lifted', async () => {
  await open(blocked, 'active');
  expect(acts()).toEqual(['Block the account', 'Propose to unblock']);
});

test('given an account that staff blocked, then it is marked and opened, and not blocked again', async () => {
  await open(blocked);
  expect(acts()).toEqual(['Mark the block as fraud', 'Propose to unblock']);
  expect(screen.getByText(/^Blocked: Lata Iyer, /)).toBeDefined();
  expect(screen.queryByText(/sign-in service/)).toBeNull();
});
