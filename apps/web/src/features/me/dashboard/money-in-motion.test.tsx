// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from '../../../../test/network.ts';
import { ID, sampleDue, samplePayment, sampleRepayment } from '../../../../test/samples.ts';
import { openDashboard } from './dashboard.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(...repayments: readonly ReturnType<typeof sampleRepayment>[]) {
  await openDashboard({
    'GET /schedule': page([sampleDue(1, '2026-12-20')]),
    'GET /payments': page([samplePayment()]),
    'GET /repayments': page(repayments),
  });
  await screen.findByRole('link', { name: 'Pay ₹5,200' });
}

test('given an unknown repayment, the dashboard says not to pay it again', async () => {
  await open(sampleRepayment({ status: 'unknown' }));
  expect(screen.getByText('₹5,200 is being confirmed with your bank. Do not pay it again.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toBe(
    `/dashboard/payments/${ID.payment}?repayment=${ID.repayment}`,
  );
});

test('given repayments that ended or wait for a payment, the dashboard warns of none', async () => {
  await open(sampleRepayment({ status: 'succeeded' }), sampleRepayment({ id: ID.quote }));
  expect(screen.queryByText(/Do not pay it again/)).toBeNull();
});
