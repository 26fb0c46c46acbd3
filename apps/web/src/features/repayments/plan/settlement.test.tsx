// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment, sampleRepayment } from '../../../../test/samples.ts';
import type { Payment } from '@mohlat/contract';

const START = `POST /payments/${ID.payment}/repayments`;

const openPlan = async (payment: Payment, query = '', answers: Answers = {}) => {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, payment],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    [`GET /payments/${ID.payment}/hardship`]: [200, { canTell: false, hardship: null }],
    'GET /repayments': page([]),
    [START]: [202, { id: ID.repayment, status: 'initiated', amountPaise: 600_000, checkout: null }],
    [`GET /repayments/${ID.repayment}`]: [200, sampleRepayment()],
    ...answers,
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}${query}`,
  );
  return network;
};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('a lower sum that was agreed is named with its day, and paid with one press', async () => {
  const settlement = { agreedPaise: 1_000_000, restPaise: 600_000, payBy: '2026-12-20' };
  const { sent } = await openPlan(samplePayment({ settlement }));
  await screen.findByText(/^Agreed: pay ₹6,000 by (Sun, )?20 Dec( 2026)? and this loan is closed$/);
  screen.getByText(/Of the ₹10,000 agreed/);
  await userEvent.click(screen.getByRole('button', { name: /^Pay ₹6,000$/ }));
  await vi.waitFor(() => expect(sent.some((one) => JSON.stringify(one).includes('600000'))).toBe(true));
});

test('given an agreed sum, when the address asks to pay, then it is the first choice', async () => {
  const settlement = { agreedPaise: 1_000_000, restPaise: 600_000, payBy: '2026-12-20' };
  const { sent } = await openPlan(samplePayment({ settlement }), '?repay=due');
  const dialog = within(await screen.findByRole('dialog'));
  const [first] = dialog.getAllByRole<HTMLInputElement>('radio');
  expect(first!.checked).toBe(true);
  expect(first!.closest('label')!.textContent).toMatch(/^The agreed sum.*₹6,000/);
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹6,000' }));
  await vi.waitFor(() => expect(sent.some((one) => one.path.endsWith('/repayments'))).toBe(true));
  const start = sent.find((one) => one.method === 'POST' && one.path.endsWith('/repayments'));
  expect(start!.body).toEqual({ amountPaise: 600_000 });
});

test('given a repayment whose answer was lost, when the card is pressed, then the same is sent under its key', async () => {
  const settlement = { agreedPaise: 1_000_000, restPaise: 600_000, payBy: '2026-12-20' };
  const started = { id: ID.repayment, status: 'initiated', amountPaise: 100_000, checkout: null };
  const { sent } = await openPlan(samplePayment({ settlement }), '?repay=due', {
    [START]: [new TypeError('lost'), [202, started]],
  });
  const posts = () => sent.filter(({ method }) => method === 'POST');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: /another amount/i }));
  await userEvent.type(dialog.getByLabelText('Amount'), '1000');
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹1,000' }));
  await dialog.findByText(/We did not hear the answer/);
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('button', { name: 'Pay ₹6,000' })).toBeNull();
  screen.getByText(/We did not hear the answer/);
  await userEvent.click(screen.getByRole('button', { name: 'Pay ₹1,000' }));
  await vi.waitFor(() => expect(posts()).toHaveLength(2));
  const [first, again] = posts();
  expect(again!.body).toEqual({ amountPaise: 100_000 });
  expect(again!.headers.get('idempotency-key')).toBe(first!.headers.get('idempotency-key'));
  await screen.findByRole('button', { name: 'Pay ₹6,000' });
});

test('a settled payment says that nothing is left, and offers no way to pay', async () => {
  const ending = { kind: 'settled', on: '2026-12-10' } as const;
  await openPlan(samplePayment({ status: 'completed', outstandingPaise: 0, nextDue: null, ending }));
  await screen.findByText('Bill paid · settled as agreed, nothing left to repay');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});
