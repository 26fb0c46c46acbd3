// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment, sampleRepayment } from '../../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given a repayment by a link, when its owner reads the history, then it says so', async () => {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    'GET /repayments': page([
      sampleRepayment({ id: ID.repayment, isPaidByLink: true }),
      sampleRepayment({ id: ID.card, isPaidByLink: false }),
    ]),
  });
  const lazy = () => import('../plan/payment-plan.tsx');
  await openScreen({ path: '/dashboard/payments/:id', lazy }, `/dashboard/payments/${ID.payment}`);
  const line = await screen.findByText('Paid by the holder of your link');
  expect(screen.getAllByText('Paid by the holder of your link')).toHaveLength(1);
  expect(within(line.closest('li')!).getByText('₹5,200.00')).toBeDefined();
});
