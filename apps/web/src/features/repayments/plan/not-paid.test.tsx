// @vitest-environment jsdom
import type { Payment } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ID, samplePayment } from '../../../../test/samples.ts';
import { openPlan } from '../plan.testing.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AGAIN = { name: 'Pay another way or try again' };

async function openEnded(change: Partial<Payment>) {
  const ended = samplePayment({
    status: 'failed',
    outstandingPaise: 0,
    nextDue: null,
    cancel: null,
    ...change,
  });
  await openPlan({ [`GET /payments/${ID.payment}`]: [200, ended] });
  await screen.findByRole('heading', { name: 'Bill payment' });
  expect(screen.queryByRole('heading', { name: 'Schedule' })).toBeNull();
  expect(screen.queryByText('Total to repay')).toBeNull();
}

test('given a bill that failed, when its page is read, then it says why and offers to pay again, without a schedule', async () => {
  await openEnded({ billStatus: 'failed', paidAt: null, failureReason: 'biller_closed' });
  expect(screen.getByText('Not paid. You owe nothing.')).toBeDefined();
  expect(screen.getByText('The bank does not take payments for this card right now.')).toBeDefined();
  expect(screen.getByRole('link', AGAIN).getAttribute('href')).toBe('/dashboard/pay-bill');
});

test('given a bill that came back, when its page is read, then it names the due date of the card, without a schedule', async () => {
  await openEnded({ billStatus: 'reversed' });
  expect(screen.getByText(/Check the card’s due date/)).toBeDefined();
  expect(screen.getByRole('link', AGAIN)).toBeDefined();
});

test('LEND-X5: given a failed bill that may be paid after all, then its page says to look first, and offers no payment', async () => {
  await openEnded({ billStatus: 'failed', paidAt: null, lateSuccess: { on: '2026-11-21' } });
  expect(screen.getByText(/Look at your card first/)).toBeDefined();
  expect(screen.getByText('May have been paid after all. You owe us nothing.')).toBeDefined();
  expect(screen.queryByRole('link', AGAIN)).toBeNull();
  expect(screen.queryByText('Not paid. You owe nothing.')).toBeNull();
});
