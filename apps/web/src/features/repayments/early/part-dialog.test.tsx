// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Sent } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment, sampleRepayment } from '../../../../test/samples.ts';

const PLAN = `GET /payments/${ID.payment}`;
const started = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'POST');
const figures = {
  asOf: '2026-11-20',
  amountPaise: 500_000,
  interestPaise: 1_400,
  principalPaise: 498_600,
  instalmentBeforePaise: 520_000,
  instalmentAfterPaise: 350_100,
  savingPaise: 5_000,
  schedule: ['2026-12-20', '2027-01-20'].map((dueDate, index) => ({
    number: index + 1,
    dueDate,
    principalPaise: 340_000,
    interestPaise: 10_100,
    feePaise: 0,
    amountPaise: 350_100,
  })),
};

async function openPlan(payment = samplePayment(), part = figures) {
  const network = stubNetwork({
    [PLAN]: [200, payment],
    [`${PLAN}/foreclosure`]: [200, sampleForeclosure],
    [`${PLAN}/part-prepayment`]: [200, part],
    'GET /repayments': page([]),
    [`POST /payments/${ID.payment}/repayments`]: problem(409, 'payment_not_payable', 'Not now.'),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  return network;
}

async function ask(part = figures) {
  const network = await openPlan(samplePayment(), part);
  await userEvent.click(await screen.findByRole('button', { name: 'See what changes' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...network, dialog, field: await dialog.findByLabelText('Amount') };
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('LEND-9: Enter before the figures are shown pays no part', async () => {
  const { sent, dialog, field } = await ask();
  await userEvent.type(field, '5000{Enter}');
  expect(dialog.getByText('Working it out...')).toBeDefined();
  expect(await dialog.findByText('Next instalment afterwards')).toBeDefined();
  expect(started(sent)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,000' }));
  await vi.waitFor(() => expect(started(sent)).toHaveLength(1));
});

test('given a repayment whose answer was lost, when a part is paid meanwhile, then the same is still to be sent again', async () => {
  const { sent, answers } = await openPlan(samplePayment());
  const start = `POST /payments/${ID.payment}/repayments`;
  const part = { id: ID.repayment, status: 'initiated', amountPaise: 500_000, checkout: null };
  answers[`GET /repayments/${ID.repayment}`] = [200, sampleRepayment()];
  answers[start] = ({ body }) => ('intent' in body ? [202, part] : new TypeError('lost'));
  const pay = async () => within(await screen.findByRole('dialog'));
  await userEvent.click(await screen.findByRole('button', { name: /^Pay ₹/ }));
  const repay = await pay();
  await userEvent.click(repay.getByRole('radio', { name: /another amount/i }));
  await userEvent.type(repay.getByLabelText('Amount'), '1000');
  await userEvent.click(repay.getByRole('button', { name: 'Pay ₹1,000' }));
  await repay.findByText(/We did not hear the answer/);
  await userEvent.click(repay.getByRole('button', { name: 'Not now' }));
  await userEvent.click(screen.getByRole('button', { name: 'See what changes' }));
  const early = await pay();
  await userEvent.type(await early.findByLabelText('Amount'), '5000');
  await early.findByText('Next instalment afterwards');
  await userEvent.click(early.getByRole('button', { name: 'Pay ₹5,000' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(started(sent)).toHaveLength(2);
  await userEvent.click(await screen.findByRole('button', { name: /^Pay ₹/ }));
  (await pay()).getByRole('button', { name: 'Pay ₹1,000' });
});

test('the days of a new schedule have one form', async () => {
  const { dialog, field } = await ask();
  await userEvent.type(field, '5000');
  await userEvent.click(await dialog.findByText('Show the new schedule'));
  expect(dialog.getByText(/20 Dec 2026/)).toBeDefined();
  expect(dialog.getByText('These figures hold until the end of 20 Nov 2026.')).toBeDefined();
});

test('LEND-9: given an instalment paid ahead, then the card says from when a part may be paid', async () => {
  const [first, ...others] = samplePayment().schedule;
  await openPlan(
    samplePayment({ schedule: [{ ...first!, paidPaise: first!.amountPaise, status: 'paid' }, ...others] }),
  );
  const line = await screen.findByText(/^You paid an instalment ahead\. From 20 Dec 2026, its day/);
  expect(line.closest('section')!.textContent).toContain('Pay a part early');
  expect(screen.queryByRole('button', { name: 'See what changes' })).toBeNull();
});
