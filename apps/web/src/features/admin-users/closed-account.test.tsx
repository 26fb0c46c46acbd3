// @vitest-environment jsdom
import { STAFF_ROLES, type StaffRole, type UserDetail } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { faces, user } from './users.faces.testing.ts';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const open = async (block: UserDetail['block'], roles: readonly StaffRole[] = STAFF_ROLES) => {
  stubNetwork({
    ...Object.fromEntries(faces.map(({ reads, content }) => [reads, content])),
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: [...roles], stepUpUntil: null }],
    [`GET /admin/users/${ID}`]: [200, { ...user, state: 'closed', block }],
  });
  await openScreen({ path: '/admin/users/:id', lazy: () => import('./user.tsx') }, `/admin/users/${ID}`);
  await screen.findByRole('heading', { name: 'What may be done' });
};
const ACTIONS = ['Mark as fraud', 'Propose to take the mark back', 'Block the account', 'Propose to unblock'];
const offered = () => ACTIONS.filter((name) => screen.queryByRole('button', { name }) !== null);
const mark = { at: AT, by: null, reason: 'Forged papers', isFraud: true };

test.each([
  ['no mark and risk', null, STAFF_ROLES, ['Mark as fraud']],
  ['a mark and risk', mark, STAFF_ROLES, ['Propose to take the mark back']],
  ['a mark and support', mark, ['support'] as const, ['Propose to take the mark back']],
])('given a closed account with %s, then what fits is offered', async (_, block, roles, expected) => {
  await open(block, roles);
  expect(offered()).toEqual(expected);
});

test('given a closed account, when risk marks it, then the dialog says that it stays closed', async () => {
  await open(null);
  await userEvent.click(screen.getByRole('button', { name: 'Mark as fraud' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByText(/The account stays closed; nobody is told/)).not.toBeNull();
});

test.each([
  [true, 'Blocked as fraud: '],
  [false, 'Blocked: '],
])('given a block that says %s of fraud, then its notice says so', async (isFraud, start) => {
  await open({ ...mark, isFraud });
  expect(await screen.findByText((text) => text.startsWith(start))).toBeDefined();
});
