// @vitest-environment jsdom
import type { Payment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment } from '../../../../test/samples.ts';

async function openPlan(changes: Partial<Payment>) {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment(changes)],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  return network;
}

const openRepaidPlan = (ending: Payment['ending'] = null) =>
  openPlan({ status: 'completed', outstandingPaise: 0, nextDue: null, ending });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a payment has in writing what exists by now, and a no-dues letter once it is repaid', async () => {
  const papers = async () => {
    const card = (await screen.findByRole('heading', { name: 'In writing' })).closest('section')!;
    return within(card)
      .getAllByRole('button')
      .map((link) => link.textContent);
  };
  const { sent } = await openPlan({ billStatus: 'submitted' });
  expect(await papers()).toEqual(['Save the key facts (PDF)']);
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save the key facts (PDF)' }));
  await vi.waitFor(() =>
    expect(sent.map(({ path }) => path)).toContain(`/payments/${ID.payment}/key-facts.pdf?language=en`),
  );
  cleanup();
  await openRepaidPlan();
  expect(await papers()).toEqual([
    'Save the key facts (PDF)',
    'Sanction letter and agreement (PDF)',
    'Receipt (PDF)',
    'Tax invoice of the fee (PDF)',
    'No-dues letter (PDF)',
  ]);
});

test('LEND-24: given a loan, then its page says that credit bureaus are told of it; without one it does not', async () => {
  await openRepaidPlan();
  expect(await screen.findByText(/^This loan is reported to the credit bureaus/)).toBeDefined();
  cleanup();
  await openPlan({ billStatus: 'submitted' });
  await screen.findByRole('heading', { name: 'In writing' });
  expect(screen.queryByText(/^This loan is reported/)).toBeNull();
});

test('given a cancelled payment, when its papers are listed, then the credit note is named beside the invoice', async () => {
  await openRepaidPlan({ kind: 'cancelled', on: '2026-11-21', chargePaise: 980 });
  expect(
    await screen.findByRole('button', { name: 'Tax invoice and credit note of the fee (PDF)' }),
  ).toBeDefined();
});

test('given a settled payment, when its papers are listed, then the settlement letter stands where others have no dues', async () => {
  await openRepaidPlan({ kind: 'settled', on: '2026-11-21' });
  expect(await screen.findByRole('button', { name: 'Settlement letter (PDF)' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'No-dues letter (PDF)' })).toBeNull();
});
