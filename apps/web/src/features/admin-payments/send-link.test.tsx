// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answer, problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { payment } from './payments.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['support'], stepUpUntil: null };
const SEND = `POST /admin/payments/${ID}/repay-links`;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function send(answer: Answer) {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET /admin/payments/${ID}`]: [200, { ...payment, actions: ['send_link'] }],
    [SEND]: answer,
  });
  const screenOf = { path: '/admin/payments/:id', lazy: () => import('./payment.tsx') };
  await openScreen(screenOf, `/admin/payments/${ID}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a link to pay' }));
  return network;
}

const sent = {
  amountPaise: 300_000,
  dueDate: '2026-12-15',
  expiresAt: '2026-12-15T18:30:00.000Z',
  sentBy: ['email'],
};

test('given an instalment to pay, when support sends a link, then it says that it is on its way', async () => {
  const network = await send([200, sent]);
  expect(await screen.findByText('The link is on its way')).toBeDefined();
  expect(network.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([
  ['a hardship', 'contact_rests'],
  ['two contacts on that day', 'contact_most'],
  ['the night', 'contact_hours'],
])(
  'LEND-23: given %s, when support says that the person asked for it, then the link is sent',
  async (_, code) => {
    const network = await send(problem(409, code, 'No contact now.'));
    await userEvent.click(await screen.findByRole('button', { name: 'They asked for it: send it' }));
    await vi.waitFor(() =>
      expect(network.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        {},
        { isAskedFor: true },
      ]),
    );
  },
);

test('given no proven address, when support sends a link, then it says why none went', async () => {
  await send(problem(409, 'no_proven_address', 'There is nowhere to send it.'));
  expect(await screen.findByText('There is nowhere to send it.')).toBeDefined();
});
