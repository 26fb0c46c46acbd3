// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment } from '../../../test/samples.ts';

async function openPlan(payment: ReturnType<typeof samplePayment>) {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, payment],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a plan of several instalments is drawn above its table, and its card can be paid again', async () => {
  await openPlan(samplePayment());
  const title = await screen.findByText('What each instalment is made of');
  expect(title.closest('figure')?.querySelectorAll('svg rect').length).toBe(9);
  // The figures are said once, by the table.
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByRole('link', { name: 'Pay this card again' }).getAttribute('href')).toBe(
    `/dashboard/pay-bill?card=${ID.card}&step=2`,
  );
});

test('a bill that is not paid yet has no picture, and is not offered again', async () => {
  await openPlan(samplePayment({ billStatus: 'submitted' }));
  await screen.findByRole('heading', { name: 'In writing' });
  expect(screen.queryByText('What each instalment is made of')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Pay this card again' })).toBeNull();
});
