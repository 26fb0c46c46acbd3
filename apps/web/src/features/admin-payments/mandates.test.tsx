// @vitest-environment jsdom
import type { AdminPayment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, DAY, ID } from '../../../test/staff-samples.ts';
import { payment } from './payments.faces.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const seen: AdminPayment = {
  ...payment,
  repayments: [
    {
      id: ID,
      at: AT,
      amountPaise: 52_000,
      status: 'succeeded',
      channel: 'checkout',
      providerRef: null,
      takenBackOn: null,
      isPaidByLink: true,
    },
    {
      id: ID,
      at: AT,
      amountPaise: 41_000,
      status: 'failed',
      channel: 'identified',
      providerRef: null,
      takenBackOn: null,
      failureReason: 'given_by_mistake',
      isPaidByLink: false,
    },
  ],
  mandates: [
    {
      id: ID,
      paymentId: ID,
      kind: 'enach',
      status: 'active',
      maximumPaise: 600_000,
      until: '2027-05-01',
      maskedAccountNumber: 'XXXX4021',
      nextDebit: { instalment: 2, amountPaise: 520_000, on: '2027-03-15', state: 'announced' },
      lastDebit: { instalment: 1, amountPaise: 510_000, on: DAY, state: 'failed', reason: 'funds' },
      createdAt: AT,
    },
  ],
};

async function open(language: 'en' | 'hi') {
  stubNetwork({ [`GET /admin/payments/${ID}`]: [200, seen] });
  const lazy = () => import('./payment.tsx');
  await openScreen({ path: '/admin/payments/:id', lazy }, `/admin/payments/${ID}`, language);
}

test('given autopay, then its state, next debit and last failure are shown to staff', async () => {
  await open('en');
  const heading = await screen.findByRole('heading', { name: 'Autopay' });
  const card = within(heading.closest('section')!);
  for (const text of [
    'On',
    'Bank account (eNACH) · XXXX4021',
    '₹5,200 · 15 Mar 2027 · announced',
    /^₹5,100 · .+ · not enough money in the account$/,
  ])
    expect(card.getByText(text)).toBeDefined();
  expect(screen.getByText(/Link, paid by somebody else$/)).toBeDefined();
});

test('given money that staff had given by mistake, then its repayment is not called one that never came', async () => {
  await open('en');
  expect(await screen.findByText(/Taken back by staff · .*had given it to the wrong payment$/)).toBeDefined();
  expect(screen.queryByText(/Not received/)).toBeNull();
});

test('given Hindi, then autopay and the link are named in Hindi', async () => {
  await open('hi');
  expect(await screen.findByRole('heading', { name: 'ऑटोपे' })).toBeDefined();
  expect(screen.getByText(/लिंक से, किसी और ने चुकाया$/)).toBeDefined();
});
