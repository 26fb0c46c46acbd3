// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, samplePayment } from '../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('LEND-X10: a payment whose bill may come back asks for nothing, and says why', async () => {
  const payment = samplePayment({ frozen: { since: '2026-12-18' }, nextDue: null });
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, payment],
    'GET /repayments': page([]),
    'GET /mandates': page([]),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}?repay=all`,
  );
  await screen.findByText('You need not pay anything on this now');
  screen.getByText(
    /^Since (Fri, )?18 Dec.* the bill network says that your payment to .* may be on its way back/,
  );
  expect(screen.queryByRole('button', { name: /pay|close|cancel|autopay/i })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
