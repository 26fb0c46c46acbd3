// @vitest-environment jsdom
import { STAFF_ROLES, type StaffRole, type UserDetail } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { faces, user } from './users.faces.testing.ts';

const open = async (roles: readonly StaffRole[], over: Partial<UserDetail> = {}) => {
  stubNetwork({
    ...Object.fromEntries(faces.map(({ reads, content }) => [reads, content])),
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles, stepUpUntil: null }],
    [`GET /admin/users/${ID}`]: [200, { ...user, ...over }],
  });
  await openScreen({ path: '/admin/users/:id', lazy: () => import('./user.tsx') }, `/admin/users/${ID}`);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given a limit to propose, then the dialog says that the person reads the reason of a lower one', async () => {
  await open(STAFF_ROLES);
  await userEvent.click(await screen.findByRole('button', { name: 'Propose a limit' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText('Reason')).toHaveProperty('tagName', 'TEXTAREA');
  expect(dialog.getByText(/^The person reads this if the limit falls/)).toBeDefined();
  expect(dialog.getByText(/the person is sent your reason/)).toBeDefined();
});

const barred = { at: null, by: null, reason: null, isFraud: false };

test.each([
  ['support', true, false],
  ['support', false, true],
  ['risk', true, true],
] as const)(
  'given staff of %s and an account, of a colleague: %s, then to block it is offered: %s',
  async (role, isStaff, isOffered) => {
    // Both may propose to lift the ban of the auth server, so that this button says that the roles are known.
    await open([role], { isStaff, state: 'blocked', block: barred });
    await screen.findByRole('button', { name: 'Propose to unblock' });
    expect(screen.queryByRole('button', { name: 'Block the account' }) !== null).toBe(isOffered);
  },
);
