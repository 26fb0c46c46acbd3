// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment } from '../../../../test/samples.ts';

const PLAN = `/dashboard/payments/${ID.payment}`;

/** Opens the plan that a notice leads to, at first without a question. */
async function openPlan(query = '') {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [
      200,
      samplePayment({
        cancel: { until: '2026-11-23', amountPaise: 1_501_959, chargePaise: 1_959, refundPaise: 0 },
      }),
    ],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    'GET /mandates': page([]),
  });
  const { router } = await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `${PLAN}${query}`,
  );
  return router;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['?repay=due', 'Repay'],
  ['?repay=cancel', 'Cancel this payment?'],
  ['?autopay=set-up', 'Set up autopay'],
])(
  'given a plan that is open, when a notice leads to it with %s, then it asks each time',
  async (query, name) => {
    const router = await openPlan();
    await screen.findByRole('heading', { name: 'Autopay' });
    expect(screen.queryByRole('dialog')).toBeNull();
    for (const _ of ['the first notice', 'the next one']) {
      await act(() => router.navigate(`${PLAN}${query}`));
      expect(await screen.findByRole('dialog', { name })).toBeDefined();
      await userEvent.keyboard('{Escape}');
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(router.state.location.search).toBe('');
    }
  },
);

test('given a question of the address that was closed, when the address changes, then it stays closed', async () => {
  const router = await openPlan('?repay=due');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(() => router.navigate(`${PLAN}#bill`));
  expect(screen.queryByRole('dialog')).toBeNull();
});
