// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers, type Sent } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { providerWindow } from '../../../../test/provider-window.ts';
import { ID, sampleForeclosure, samplePayment } from '../../../../test/samples.ts';

const PLAN = `GET /payments/${ID.payment}`;
const PRICE = `${PLAN}/foreclosure`;

/** An answer on its way until it is let through. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.includes('/foreclosure')) await promise;
    return plain(input, init);
  });
  return resolve;
}

function listen(answers: Answers = {}) {
  return stubNetwork({
    [PLAN]: [200, samplePayment()],
    [PRICE]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    [`POST /payments/${ID.payment}/repayments`]: problem(409, 'payment_not_payable', 'Not now.'),
    ...answers,
  });
}
const openPlan = () =>
  openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
const inDialog = async () => within(await screen.findByRole('dialog'));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const started = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'POST');

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('until the closing price is known, everything is not paid', async () => {
  providerWindow('closes');
  const { sent } = listen();
  const arrive = held();
  await openPlan();
  await press('Other amount');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('radio', { name: /^Everything/ }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Repay' });
  expect(button.disabled).toBe(true);
  expect(dialog.queryByText('₹15,600')).toBeNull();
  arrive();
  await userEvent.click(await dialog.findByRole('button', { name: 'Pay ₹15,314' }));
  await vi.waitFor(() => expect(started(sent)[0]?.body).toEqual({ amountPaise: 1_531_400 }));
});

test('given a closing price that cannot be read, everything is what is outstanding', async () => {
  listen({ [PRICE]: problem(500, 'internal', 'Broken.') });
  await openPlan();
  await screen.findByText('The closing cost could not be worked out.');
  await press('Other amount');
  const dialog = await inDialog();
  await userEvent.click(dialog.getByRole('radio', { name: /^Everything/ }));
  // The dialog asks for the price once more, and waits for that answer.
  const pay = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Pay ₹15,600' });
  await vi.waitFor(() => expect(pay.disabled).toBe(false));
});

test('until the closing price is known, the first button of a last instalment waits', async () => {
  const [first, second, last] = samplePayment().schedule;
  const paid = { status: 'paid' as const };
  listen({
    [PLAN]: [
      200,
      samplePayment({
        schedule: [{ ...first!, ...paid }, { ...second!, ...paid }, last!],
        outstandingPaise: 520_000,
        nextDue: { number: 3, amountPaise: 520_000, dueDate: last!.dueDate },
      }),
    ],
    [PRICE]: [200, { ...sampleForeclosure, totalPaise: 515_645 }],
  });
  const arrive = held();
  await openPlan();
  await screen.findByRole('button', { name: 'Other amount' });
  expect(screen.queryByRole('button', { name: 'Pay ₹5,200 now' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Repay' }).disabled).toBe(true);
  arrive();
  expect(await screen.findByRole('button', { name: 'Pay ₹5,156.45 now' })).toBeDefined();
});

test('given midnight under an open dialog, a press pays nothing and asks the new price', async () => {
  providerWindow('closes');
  const { sent, answers } = listen();
  await openPlan();
  await press('Close for ₹15,314');
  const dialog = await inDialog();
  expect(await dialog.findByText(/^Closes the plan today/)).toBeDefined();
  vi.setSystemTime(new Date('2026-11-20T18:35:00Z'));
  answers[PRICE] = [200, { ...sampleForeclosure, asOf: '2026-11-21', totalPaise: 1_531_900 }];
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹15,314' }));
  expect(await dialog.findByText(/A new day has begun/)).toBeDefined();
  expect(started(sent)).toEqual([]);
  await userEvent.click(await dialog.findByRole('button', { name: 'Pay ₹15,319' }));
  await vi.waitFor(() => expect(started(sent)[0]?.body).toEqual({ amountPaise: 1_531_900 }));
});
