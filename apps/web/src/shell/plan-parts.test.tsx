// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { ID, samplePayment } from '../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openPlan(payment: ReturnType<typeof samplePayment>) {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, payment],
    [`GET /payments/${ID.payment}/repay-links`]: [200, { items: [], nextCursor: null }],
    [`GET /payments/${ID.payment}/testimonial`]: [200, { canGive: true, given: null }],
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../features/repayments/plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  return network;
}

test('a plan with something to repay offers that another person pays it, and asks for no sentence', async () => {
  const { sent } = await openPlan(samplePayment());
  expect(await screen.findByRole('button', { name: 'Let somebody else pay it' })).toBeDefined();
  expect(sent.some(({ path }) => path.endsWith('/testimonial'))).toBe(false);
});

test('a plan that is repaid asks for a sentence', async () => {
  const ending = { kind: 'repaid', on: '2026-11-19' } as const;
  await openPlan(samplePayment({ status: 'completed', outstandingPaise: 0, nextDue: null, ending }));
  expect(await screen.findByRole('button', { name: 'Tell others how it was' })).toBeDefined();
});
