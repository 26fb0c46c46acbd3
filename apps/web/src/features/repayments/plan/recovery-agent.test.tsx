// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment } from '../../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('LEND-23: given a recovery agent, when the person opens the payment, then name and number stand on it', async () => {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [
      200,
      samplePayment({ recoveryAgent: { name: 'Ravi Kumar', phone: '9876543210' } }),
    ],
    'GET /repayments': page([]),
    'GET /mandates': page([]),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  expect(await screen.findByText(/^Your recovery agent is Ravi Kumar, 9876543210\./)).toBeDefined();
});
