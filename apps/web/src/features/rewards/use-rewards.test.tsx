// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { providerWindow } from '../../../test/provider-window.ts';
import { problem, type Answer } from '../../../test/network.ts';
import { ID, samplePayment } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { checkout, openPlan, START, starts } from '../repayments/plan.testing.ts';

const reward = {
  id: ID.card,
  amountPaise: 1_300,
  kind: 'cashback',
  earnedFrom: 'Cashback',
  paymentId: ID.payment,
  instalment: 1,
  earnedAt: '2026-11-20T11:00:00Z',
  isUsed: false,
  state: 'available',
  expiresOn: '2027-11-20',
};
const rewards = (...items: object[]): Answer => [200, { availablePaise: 0, items, nextCursor: null }];

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('LEND-24: rewards are put in only when wanted, whole, and the rest is what is paid', async () => {
  providerWindow('pays');
  const { sent } = await openPlan({
    'GET /rewards': [200, { availablePaise: 1_300, items: [reward], nextCursor: null }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹5,200 now' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = await dialog.findByRole('checkbox', { name: 'Use ₹13 of rewards' });
  expect((box as HTMLInputElement).checked).toBe(false);
  await userEvent.click(box);
  expect(dialog.getByText(/They are used as soon as the payment window opens/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,187' }));
  await vi.waitFor(() => expect(starts(sent)).toHaveLength(1));
  expect(starts(sent)[0]!.body).toEqual({ amountPaise: 520_000, rewardIds: [ID.card] });
});

/** Presses for ₹5,200 with ₹13 of rewards; the repayment is started, and its answer is lost. */
async function loseRepayment() {
  providerWindow('closes');
  const opened = await openPlan({ 'GET /rewards': rewards(reward), [START]: new TypeError('lost') });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹5,200 now' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Use ₹13 of rewards' }));
  const { answers } = opened;
  answers['GET /rewards'] = rewards();
  answers[`GET /payments/${ID.payment}`] = [
    200,
    samplePayment({
      outstandingPaise: 1_558_700,
      nextDue: { number: 1, amountPaise: 518_700, dueDate: '2026-12-20' },
    }),
  ];
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,187' }));
  await dialog.findByText(/Press again: it is the same request/);
  // The page below has read again what is owed.
  await screen.findByText('Pay ₹5,187 now');
  return { ...opened, dialog };
}

test('given rewards that a lost answer used, when it is pressed again, then the same request goes under the same key', async () => {
  const { answers, sent, dialog } = await loseRepayment();
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.getByText('Use ₹13 of rewards')).toBeDefined();
  answers[START] = [202, { id: ID.repayment, status: 'initiated', amountPaise: 518_700, checkout }];
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,187' }));
  expect(await screen.findByText('Waiting for your payment')).toBeDefined();
  const [first, second] = starts(sent);
  expect(second!.body).toEqual({ amountPaise: 520_000, rewardIds: [ID.card] });
  expect(second!.headers.get('idempotency-key')).toBe(first!.headers.get('idempotency-key'));
});

test('given a lost repayment, when its question is closed and opened again, then it still is the same request', async () => {
  const { sent, dialog } = await loseRepayment();
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }));
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByText(/We did not hear the answer/)).toBeDefined();
  await userEvent.click(again.getByRole('button', { name: 'Pay ₹5,187' }));
  await vi.waitFor(() => expect(starts(sent)).toHaveLength(2));
  const [first, second] = starts(sent);
  expect(second!.headers.get('idempotency-key')).toBe(first!.headers.get('idempotency-key'));
});

test('given a lost repayment, when the server has judged it, then another amount can be chosen', async () => {
  const { answers, dialog } = await loseRepayment();
  answers[START] = problem(
    422,
    'repayment_exceeds_outstanding',
    'This is more than you owe on this payment.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,187' }));
  expect(await dialog.findByText('This is more than you owe on this payment.')).toBeDefined();
  expect(dialog.getAllByRole('radio').length).toBeGreaterThan(1);
});

test('given a lost repayment, when the next answer judges the caller alone, then the same request stays', async () => {
  const { answers, dialog } = await loseRepayment();
  answers[START] = problem(429, 'too_many_requests', 'Too many tries.');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,187' }));
  expect(await dialog.findByText(/^Too many tries\. We did not hear the answer/)).toBeDefined();
  expect(dialog.queryByRole('radio')).toBeNull();
});
