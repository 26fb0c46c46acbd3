// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from '../../../../test/network.ts';
import { samplePayment, sampleTransaction } from '../../../../test/samples.ts';
import { openDashboard } from './dashboard.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given a bill paid after midnight in India, its day is the one there', async () => {
  await openDashboard({
    'GET /payments': page([samplePayment({ date: '2026-11-19T20:00:00Z', schedule: [] })]),
    'GET /transactions': page([sampleTransaction()]),
  });
  expect((await screen.findAllByText(/Fri, 20 Nov/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Thu, 19 Nov/)).toBeNull();
});

test('given a paid bill whose repayment is late, then its day is past, without a tick', async () => {
  const [first, ...others] = samplePayment().schedule;
  const late = { ...first!, dueDate: '2026-11-18', status: 'overdue' as const };
  await openDashboard({
    'GET /payments': page([samplePayment({ schedule: [late, ...others] })]),
    'GET /transactions': page([sampleTransaction()]),
  });
  expect(await screen.findByText(/^The repayment was due on (Wed, )?18 Nov( 2026)?\.$/)).toBeDefined();
  expect(screen.queryByText(/You repay by/)).toBeNull();
  const paid = screen.getByText('Bill paid: HDFC Bank has your ₹15,000.');
  expect(paid.querySelector('svg')).toBeNull();
  expect(screen.getByText('Bill Payment Pending')).toBeDefined();
});

test('given a bill whose instalments are repaid, when charges are left, then no day that is past is named', async () => {
  const schedule = samplePayment().schedule.map((row) => ({
    ...row,
    dueDate: '2026-11-10',
    status: 'paid' as const,
  }));
  await openDashboard({
    'GET /payments': page([samplePayment({ schedule, nextDue: null, outstandingPaise: 20_000 })]),
    'GET /transactions': page([sampleTransaction()]),
  });
  expect(await screen.findByText('Charges of ₹200 are left to pay.')).toBeDefined();
  expect(screen.queryByText(/You repay by/)).toBeNull();
  expect(screen.queryByText(/nothing left to repay/)).toBeNull();
});
