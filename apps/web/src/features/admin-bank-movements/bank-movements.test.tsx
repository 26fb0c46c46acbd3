// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, ID } from '../../../test/staff-samples.ts';
import { movement } from './bank-movements.faces.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = async (row = movement, roles: readonly string[] = ['finance']) => {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles, stepUpUntil: null }],
    'GET /admin/bank-movements': [200, { items: [row], nextCursor: null }],
    'POST /admin/bank-movements': [202, { approvalId: ID }],
    [`POST /admin/bank-movements/${ID}/reversal`]: [202, { approvalId: ID }],
  });
  await openScreen(
    { path: '/admin/bank-movements', lazy: () => import('./bank-movements.tsx') },
    `/admin/bank-movements?movement=${ID}`,
  );
  await screen.findByRole('heading', { name: 'IGST paid' });
  return network;
};

test('given a line of the statement, when finance proposes it, then the sum is sent in paise with its day and reference', async () => {
  const { sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Book a movement' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Book a movement' }));
  expect(dialog.getByText('Fill in every field.')).toBeDefined();
  await userEvent.selectOptions(dialog.getByLabelText('Movement'), 'funding_in');
  await userEvent.type(dialog.getByLabelText('Amount'), '500000');
  fireEvent.change(dialog.getByLabelText('Value date'), { target: { value: '2026-11-18' } });
  await userEvent.type(dialog.getByLabelText('Reference'), ' UTR100 ');
  await userEvent.type(dialog.getByLabelText(/reason/i), 'On the statement');
  await userEvent.click(dialog.getByRole('button', { name: 'Book a movement' }));
  expect(await screen.findByText('Proposed; a colleague decides')).toBeDefined();
  expect(sent.find(({ path }) => path === '/admin/bank-movements')?.body).toEqual({
    kind: 'funding_in',
    amountPaise: 50_000_000,
    valueOn: '2026-11-18',
    reference: 'UTR100',
    reason: 'On the statement',
  });
});

test('given a movement in the books, when finance takes it back, then that is proposed with the reason', async () => {
  const { sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Take it back' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/reason/i), 'The sum was mistyped');
  await userEvent.click(dialog.getByRole('button', { name: 'Take it back' }));
  expect(await screen.findByText('Proposed; a colleague decides')).toBeDefined();
  expect(sent.find(({ path }) => path.endsWith('/reversal'))?.body).toEqual({
    reason: 'The sum was mistyped',
  });
});

test.each([
  ['was taken back', { ...movement, takenBackAt: AT }, ['finance']],
  ['is read without the role', movement, ['admin']],
])('given a movement that %s, then it offers no way to take it back', async (_, row, roles) => {
  await open(row, roles);
  expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
});
