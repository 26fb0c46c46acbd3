// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/samples.ts';
import { moneyChanged } from '../../lib/keys.ts';
import { toast } from '../../ui/toast.tsx';
import { ShareInstalment } from './share-instalment.tsx';

const TOKEN = 'a'.repeat(43);
const LINKS = `/payments/${ID.payment}/repay-links`;
const link = {
  amountPaise: 520_000,
  dueDate: '2026-12-20',
  state: 'open',
  id: ID.quote,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-27T10:00:00Z',
};
const list = (...items: object[]) => [200, { items, nextCursor: null }] as const;
afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

async function openPlan(answers: Answers) {
  const network = stubNetwork({
    [`DELETE /repay-links/${ID.quote}`]: [204, undefined],
    ...answers,
  });
  const { client } = await openScreen(
    { path: '/plan', element: <ShareInstalment paymentId={ID.payment} /> },
    '/plan',
  );
  return { ...network, client };
}

test('a link is made, says what it shows, and is taken back', async () => {
  const { sent } = await openPlan({
    [`GET ${LINKS}`]: [list(), list(link), list()],
    [`POST ${LINKS}`]: [201, { ...link, token: TOKEN }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Let somebody else pay it' }));
  expect(await screen.findByText(new RegExp(`/repay#${TOKEN}$`))).toBeDefined();
  expect(screen.getByText(/can pay ₹5,200\. It shows the amount and the date/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Take the link back' }));
  expect(await screen.findByRole('button', { name: 'Let somebody else pay it' })).toBeDefined();
  expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe(`/repay-links/${ID.quote}`);
});

test('a link that a payer has used is no longer offered on the open page', async () => {
  const { client } = await openPlan({
    [`GET ${LINKS}`]: [list(), list(link), list({ ...link, state: 'paid' })],
    [`POST ${LINKS}`]: [201, { ...link, token: TOKEN }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Let somebody else pay it' }));
  expect(await screen.findByText(/can pay ₹5,200/)).toBeDefined();
  await act(() => moneyChanged(client));
  expect(await screen.findByRole('button', { name: 'Let somebody else pay it' })).toBeDefined();
  expect(screen.queryByText(/can pay ₹5,200/)).toBeNull();
});

test('a link that is out from another day can be taken back or replaced', async () => {
  await openPlan({ [`GET ${LINKS}`]: list(link) });
  expect(await screen.findByText('A link to pay ₹5,200 is out until Fri, 27 Nov.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Take the link back' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Make a new one' })).toBeDefined();
});
