// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pressTwice } from '../../../../test/press-twice.ts';
import { ID, sampleForeclosure, samplePayment, sampleRepayment } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';

const CANCEL = `POST /payments/${ID.payment}/cancel`;
const READ = `GET /repayments/${ID.repayment}`;
const [firstRow, ...otherRows] = samplePayment().schedule;
const cancellable = samplePayment({
  schedule: [{ ...firstRow!, paidPaise: 100_000 }, ...otherRows],
  cancel: { until: '2026-11-23', amountPaise: 1_401_959, chargePaise: 1_959, refundPaise: 0 },
});
const cancelled = samplePayment({
  status: 'completed',
  outstandingPaise: 0,
  nextDue: null,
  ending: { kind: 'cancelled', on: '2026-11-22', chargePaise: 1_959 },
});

const openPlan = async (answers: Answers = {}, query = '') => {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, cancellable],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    [CANCEL]: [202, { id: ID.repayment, status: 'initiated', amountPaise: 1_401_959, checkout: null }],
    [READ]: [200, sampleRepayment({ intent: 'exit' })],
    ...answers,
  });
  const opened = await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}${query}`,
  );
  return { ...network, ...opened };
};
const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel this payment' }));
  return within(await screen.findByRole('dialog'));
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('money that was too much', () => {
  test('is announced while it is here, and shown where it was paid once it is back', async () => {
    const refund = { id: ID.card, createdAt: '2026-11-22T06:30:00Z', settledAt: '2026-11-22T06:31:00Z' };
    await openPlan({
      [`GET /payments/${ID.payment}`]: [200, samplePayment({ refundDuePaise: 50_000 })],
      'GET /repayments': page([
        sampleRepayment({
          status: 'succeeded',
          receivedAt: '2026-11-22T06:29:00Z',
          refunds: [
            { ...refund, amountPaise: 20_000, status: 'processed' },
            { ...refund, id: ID.quote, amountPaise: 40_000, status: 'failed' },
            { ...refund, id: ID.repayment, amountPaise: 50_000, status: 'unknown', settledAt: null },
          ],
        }),
      ]),
    });
    expect(await screen.findByText('₹500 goes back to you')).toBeDefined();
    expect(await screen.findByText(/^₹200 returned on 22.Nov 2026$/)).toBeDefined();
    expect(screen.getByText('₹500 on its way back')).toBeDefined();
    expect(screen.queryByText(/could not be returned/)).toBeNull();
  });
});

describe('cancelling a payment', () => {
  test('after more was repaid than it costs, shows the whole repaid sum, and that the minimum of one rupee is refunded', async () => {
    await openPlan({
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          schedule: [{ ...firstRow!, paidPaise: 1_510_000 }, ...otherRows],
          cancel: { until: '2026-11-23', amountPaise: 100, chargePaise: 1_959, refundPaise: 8_141 },
        }),
      ],
    });
    const dialog = await ask();
    expect(dialog.getByText('Already repaid').parentElement!.textContent).toContain('₹15,100.00');
    expect(dialog.getByText('To pay now').parentElement!.textContent).toContain('₹1.00');
    expect(dialog.getByText(/It comes back to you with the ₹80\.41 you paid too much/)).toBeDefined();
  });

  test('LEND-8: says until when and for how much, and shows every line before it is asked for', async () => {
    const { sent } = await openPlan();
    expect(await screen.findByText(/^Cancel until the end of 23 Nov 2026 for ₹14,019\.59/)).toBeDefined();
    const dialog = await ask();
    for (const [label, amount] of [
      ['The bill', '₹15,000.00'],
      ['For the days used', '₹19.59'],
      ['Service fee and GST', '₹0.00'],
      ['Already repaid', '₹1,000.00'],
      ['To pay now', '₹14,019.59'],
    ] as const) {
      const line = dialog.getByText(label).parentElement!;
      expect(line.textContent).toContain(amount);
    }
    pressTwice(dialog.getByRole('button', { name: 'Pay ₹14,019.59 and cancel' }));
    expect(await screen.findByText('Waiting for your payment')).toBeDefined();
    expect(sent.filter((one) => one.path.endsWith('/cancel'))).toHaveLength(1);
  });

  test('LEND-8: a person about to close the plan is told that cancelling costs less', async () => {
    await openPlan();
    await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/Cancelling it costs ₹14,019.59/)).toBeDefined();
    expect(await screen.findByText('Cancelling costs ₹1,294.41 less.')).toBeDefined();
    // The cheaper way stands beside the button of what was asked for.
    await userEvent.click(dialog.getByRole('radio', { name: /costs ₹14,019.59/ }));
    const close = dialog.getByRole('button', { name: 'Pay ₹15,314' });
    expect(dialog.getByRole('button', { name: 'Not now' })).toBeDefined();
    expect(dialog.queryByRole('button', { name: /Cancel/ })).toBeNull();
    const cancel = dialog.getByRole('button', { name: 'Leave the loan for ₹14,019.59 instead' });
    expect([close, cancel].map((one) => one.classList.contains('bg-brand'))).toEqual([true, false]);
    await userEvent.click(cancel);
    expect(await screen.findByRole('heading', { name: 'Cancel this payment?' })).toBeDefined();
    cleanup();
    await openPlan({ [`GET /payments/${ID.payment}`]: [200, samplePayment()] });
    await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }));
    expect(await screen.findByText(/^Closes the plan today/)).toBeDefined();
  });

  test('LEND-8: a clock says how long it is offered, and a link of the receipt asks at once', async () => {
    await openPlan({}, '?repay=cancel');
    expect((await screen.findByRole('timer', { hidden: true })).textContent).toBe(
      '3 days and 6 hours left to cancel',
    );
    expect(await screen.findByRole('heading', { name: 'Cancel this payment?' })).toBeDefined();
  });

  test('LEND-8: given midnight under an open dialog, a press pays nothing and reads the sum of the new day', async () => {
    const { sent, answers } = await openPlan();
    const dialog = await ask();
    vi.setSystemTime(new Date('2026-11-20T18:35:00Z'));
    const cancel = { until: '2026-11-23', amountPaise: 1_402_449, chargePaise: 2_449, refundPaise: 0 };
    answers[`GET /payments/${ID.payment}`] = [200, { ...cancellable, cancel }];
    await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹14,019.59 and cancel' }));
    expect(await dialog.findByText(/A new day has begun/)).toBeDefined();
    const cancels = () => sent.filter((one) => one.path.endsWith('/cancel')).length;
    expect(cancels()).toBe(0);
    await userEvent.click(await dialog.findByRole('button', { name: 'Pay ₹14,024.49 and cancel' }));
    await vi.waitFor(() => expect(cancels()).toBe(1));
  });

  test('LEND-8: is not offered once the time for it is over', async () => {
    await openPlan({ [`GET /payments/${ID.payment}`]: [200, samplePayment()] });
    expect(await screen.findByText('Still to repay')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel this payment' })).toBeNull();
  });

  test('a refusal is said where it was asked', async () => {
    await openPlan({
      [CANCEL]: problem(409, 'cancellation_over', 'The time for cancelling this payment is over.'),
    });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: /and cancel$/ }));
    expect(await dialog.findByText(/The time for cancelling this payment is over/)).toBeDefined();
  });

  test('a cancelled payment says so: no schedule, no fee, the days used', async () => {
    await openPlan(
      {
        [`GET /payments/${ID.payment}`]: [200, cancelled],
        [READ]: [
          200,
          sampleRepayment({
            intent: 'exit',
            status: 'succeeded',
            amountPaise: 1_501_959,
            receivedAt: '2026-11-22T06:30:00Z',
          }),
        ],
      },
      `?repayment=${ID.repayment}`,
    );
    expect(await screen.findByText('You cancelled this payment')).toBeDefined();
    expect(await screen.findByText('₹15,019.59 received. The payment is cancelled')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Schedule' })).toBeNull();
    const cost = screen.getByRole('heading', { name: 'What it costs' }).closest('section')!;
    expect(cost.textContent).toMatch(/Service fee.*0\.00.*Interest.*19\.59.*Repaid.*15,019\.59/);
    // The agreed cost a year never came to be.
    expect(cost.textContent).not.toContain('APR');
  });
});
