// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment, sampleRepayment } from '../../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(change: Parameters<typeof sampleRepayment>[0]) {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    'GET /repayments': page([
      sampleRepayment({ status: 'failed', receivedAt: '2026-09-10T06:00:00Z', ...change }),
    ]),
  });
  const lazy = () => import('./payment-plan.tsx');
  await openScreen({ path: '/dashboard/payments/:id', lazy }, `/dashboard/payments/${ID.payment}`);
}

test('given a repayment that its bank took back, when its owner reads the history, then it names the day', async () => {
  await open({ takenBackOn: '2026-11-05' });
  expect(await screen.findByText(/^It had come in; your bank took it back on .*5 Nov/)).toBeDefined();
  expect(screen.getByText('Taken back')).toBeDefined();
  expect(screen.queryByText('Not received')).toBeNull();
});

test('given money that staff had given to a wrong payment, when its person reads the history, then it says whose mistake it was', async () => {
  await open({ channel: 'identified', failureReason: 'given_by_mistake' });
  expect(await screen.findByText(/^This money was not yours\. Our team had given it/)).toBeDefined();
  expect(screen.getByText('Taken back')).toBeDefined();
  expect(screen.queryByText('Not received')).toBeNull();
});
