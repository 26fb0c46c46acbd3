// @vitest-environment jsdom
import type { Payment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment } from '../../../../test/samples.ts';

/** Staff let ₹100 of the first instalment's fee off. */
const waived: Payment['waived'] = [
  { on: '2026-12-24', instalment: 1, component: 'fee', amountPaise: 10_000 },
];

async function open(change: Partial<Payment>) {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment({ waived, ...change })],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  return within((await screen.findByRole('heading', { name: 'What it costs' })).closest('section')!);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('LEND-24: given a waived fee, when the plan is read, then it is a line of the schedule and of the cost', async () => {
  const cost = await open({});
  const line = /₹100 of the service fee of instalment 1 was waived. It is not asked for.$/;
  expect(screen.getByText(line)).toBeDefined();
  expect(cost.getByText('Waived').parentElement!.textContent).toBe('Waived−₹100.00');
  expect(cost.getByText('Total to repay').parentElement!.textContent).toContain('₹15,500.00');
});

test('LEND-24: given a closed loan with a waived fee, then what was waived is not called repaid', async () => {
  const schedule = samplePayment().schedule.map((row) => ({
    ...row,
    paidPaise: row.amountPaise,
    status: 'paid' as const,
  }));
  const cost = await open({
    schedule,
    status: 'completed',
    outstandingPaise: 0,
    nextDue: null,
    ending: { kind: 'repaid', on: '2027-02-20' },
  });
  expect(cost.getByText('Waived').parentElement!.textContent).toBe('Waived−₹100.00');
  expect(cost.getByText('Repaid').parentElement!.textContent).toContain('₹15,500.00');
});
