// @vitest-environment jsdom
import type { PaymentAction } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { payment } from './payments.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['support'], stepUpUntil: null };
const AGENT = `POST /admin/payments/${ID}/recovery-agent`;
const CONTACT = `POST /admin/payments/${ID}/contacts`;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openDialog(action: PaymentAction, name: string, answers: Parameters<typeof stubNetwork>[0]) {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET /admin/payments/${ID}`]: [200, { ...payment, actions: [action] }],
    ...answers,
  });
  const screenOf = { path: '/admin/payments/:id', lazy: () => import('./payment.tsx') };
  await openScreen(screenOf, `/admin/payments/${ID}`);
  await userEvent.click(await screen.findByRole('button', { name }));
  return { network, dialog: within(await screen.findByRole('dialog')) };
}

test('LEND-23: given a loan that does not perform, when support names an agent, then name and number are sent', async () => {
  const { network, dialog } = await openDialog('name_agent', 'Name the recovery agent', {
    [AGENT]: [200, { namedAt: '2027-05-20T06:30:00.000Z' }],
  });
  await userEvent.type(dialog.getByLabelText('Name of the agent'), 'Ravi Kumar');
  await userEvent.type(dialog.getByLabelText('Mobile number of the agent'), '9876543210');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Taken over by recovery');
  await userEvent.click(dialog.getByRole('button', { name: 'Name the recovery agent' }));
  await vi.waitFor(() =>
    expect(network.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Ravi Kumar',
      phone: '9876543210',
      reason: 'Taken over by recovery',
    }),
  );
});

test('LEND-23: given a call beyond the most of a day, when support writes it down, then it says why not', async () => {
  const { network, dialog } = await openDialog('log_contact', 'Write down a contact', {
    [CONTACT]: problem(409, 'contact_most', 'That is the most.'),
  });
  await userEvent.selectOptions(dialog.getByLabelText('Way'), 'call');
  await userEvent.type(dialog.getByLabelText('Made at'), '2027-02-24T10:30');
  await userEvent.type(dialog.getByLabelText('Note'), 'They pay on Friday');
  await userEvent.click(dialog.getByRole('button', { name: 'Write down a contact' }));
  expect(await screen.findByText('That is the most.')).toBeDefined();
  expect(network.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    channel: 'call',
    at: '2027-02-24T05:00:00.000Z',
    note: 'They pay on Friday',
  });
});

test('given a recovery agent, when staff open the payment, then name and number stand in its facts', async () => {
  const recoveryAgent = { name: 'Ravi Kumar', phone: '9876543210' };
  const shown = { ...payment, payment: { ...payment.payment, recoveryAgent }, actions: [] };
  stubNetwork({ 'GET /admin/me': [200, me], [`GET /admin/payments/${ID}`]: [200, shown] });
  const screenOf = { path: '/admin/payments/:id', lazy: () => import('./payment.tsx') };
  await openScreen(screenOf, `/admin/payments/${ID}`);
  expect(await screen.findByText('Ravi Kumar · 9876543210')).toBeDefined();
});
