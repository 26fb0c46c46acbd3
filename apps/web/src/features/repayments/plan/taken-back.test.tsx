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

test('given a repayment that its bank took back, when its owner reads the history, then it names the day', async () => {
  const receivedAt = '2026-09-10T06:00:00Z';
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    'GET /repayments': page([sampleRepayment({ status: 'failed', receivedAt, takenBackOn: '2026-11-05' })]),
  });
  const lazy = () => import('./payment-plan.tsx');
  await openScreen({ path: '/dashboard/payments/:id', lazy }, `/dashboard/payments/${ID.payment}`);
  expect(await screen.findByText(/^It had come in; your bank took it back on .*5 Nov/)).toBeDefined();
  expect(screen.getByText('Taken back')).toBeDefined();
  expect(screen.queryByText('Not received')).toBeNull();
});
