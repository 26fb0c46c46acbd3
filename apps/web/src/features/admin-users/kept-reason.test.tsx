// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { faces, user } from './users.faces.testing.ts';

const BLOCK = `POST /admin/users/${ID}/block`;
const WHY = 'He says that he lost the phone';

const open = async (answers: Record<string, Answer> = {}) => {
  stubNetwork({
    ...Object.fromEntries(faces.map(({ reads, content }) => [reads, content])),
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    [`GET /admin/users/${ID}`]: [200, user],
    ...answers,
  });
  await openScreen({ path: '/admin/users/:id', lazy: () => import('./user.tsx') }, `/admin/users/${ID}`);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const reason = () => dialog().getByLabelText<HTMLTextAreaElement>('Reason');
const send = () => userEvent.click(dialog().getByRole('button', { name: 'Block the account' }));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => userEvent.click(dialog().getByRole('button', { name: 'Close' }))],
  ['Cancel', () => userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))],
])(
  'given a reason, when %s closes the dialog, it stands there the next time, and in no other dialog',
  async (_, close) => {
    await open();
    await press('Block the account');
    await userEvent.type(reason(), WHY);
    await close();
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Propose to free the limit');
    expect(reason().value).toBe('');
    await userEvent.keyboard('{Escape}');
    await press('Block the account');
    expect(reason().value).toBe(WHY);
  },
);

test('given a reason that could not be sent, when staff come back to the page, it stands there until it is sent', async () => {
  await open({ [BLOCK]: problem(503, 'unavailable', 'The service is not available now.') });
  await press('Block the account');
  await userEvent.type(reason(), WHY);
  await send();
  await dialog().findByText('The service is not available now.');
  cleanup();
  await open({ [BLOCK]: [200, { state: 'blocked', approvalId: null }] });
  await press('Block the account');
  expect(reason().value).toBe(WHY);
  await send();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Block the account');
  expect(reason().value).toBe('');
});
