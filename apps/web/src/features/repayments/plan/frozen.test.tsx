// @vitest-environment jsdom
import type { Mandate } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleMandate, samplePayment } from '../../../../test/samples.ts';

const FROZEN = samplePayment({ frozen: { since: '2026-12-18' }, nextDue: null });

async function openFrozen(query = '', mandates: readonly Mandate[] = []) {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, FROZEN],
    'GET /repayments': page([]),
    'GET /mandates': page(mandates),
    [`DELETE /mandates/${ID.quote}`]: [202, sampleMandate({ status: 'cancelling' })],
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}${query}`,
  );
  await screen.findByText('You need not pay anything on this now');
  return network;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('LEND-X10: a payment whose bill may come back asks for nothing, and says why', async () => {
  await openFrozen('?repay=all');
  screen.getByText(
    /^Since (Fri, )?18 Dec.* the bill network says that your payment to .* may be on its way back/,
  );
  expect(screen.queryByRole('button', { name: /pay|close|cancel|autopay/i })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('autopay of a frozen loan collects nothing meanwhile, and can be ended', async () => {
  const { sent } = await openFrozen('', [sampleMandate()]);
  expect(await screen.findByText(/^Nothing is collected while we find out/)).toBeDefined();
  expect(screen.queryByText(/will be collected/)).toBeNull();
  expect(screen.queryByText(/pay the rest yourself/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'End autopay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End autopay?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'End autopay' }));
  await vi.waitFor(() => expect(sent.filter((one) => one.method === 'DELETE')).toHaveLength(1));
});

test.each([
  ['not approved yet', sampleMandate({ status: 'setting_up', nextDebit: null })],
  ['that ended', sampleMandate({ status: 'cancelled', nextDebit: null })],
])('autopay %s cannot be set up while its loan is frozen', async (_, mandate) => {
  await openFrozen('?autopay=set-up', [mandate]);
  if (mandate.status === 'setting_up') await screen.findByRole('button', { name: 'End autopay' });
  else await screen.findByText('Bill payment');
  expect(screen.queryByRole('button', { name: /approval window|set up/i })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText(/Pay each instalment|begins once you approve/)).toBeNull();
});

test('the list of autopay does not announce a debit of a frozen loan', async () => {
  stubNetwork({
    'GET /schedule': page([]),
    'GET /payments': page([FROZEN]),
    'GET /mandates': page([sampleMandate()]),
  });
  await openScreen(
    { path: '/dashboard/payments', lazy: () => import('../payments.tsx') },
    '/dashboard/payments',
  );
  expect(await screen.findByText(/^Nothing is collected while we find out/)).toBeDefined();
  expect(screen.queryByText(/will be collected/)).toBeNull();
});
