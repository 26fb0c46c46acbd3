// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleDue, sampleForeclosure, samplePayment } from '../../../../test/samples.ts';
import { moneyChanged } from '../../../lib/keys.ts';

const charge = {
  id: ID.card,
  kind: 'penal' as const,
  instalment: 1,
  leviedOn: '2026-10-24',
  amountPaise: 50_000,
  paidPaise: 20_000,
  waivedPaise: 10_000,
};

const open = (answers: Answers, screenOf: Parameters<typeof openScreen>[0], at: string) => {
  stubNetwork(answers);
  return openScreen(screenOf, at);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an instalment that is overdue', () => {
  test('its late charges count into what is owed, which says how much they are', async () => {
    await open(
      {
        'GET /schedule': page([sampleDue(1, '2026-10-20', { status: 'overdue' })]),
        'GET /payments': page([samplePayment({ charges: [charge] })]),
      },
      { path: '/dashboard/payments', lazy: () => import('../payments.tsx') },
      '/dashboard/payments',
    );
    expect((await screen.findAllByText('₹5,400')).length).toBeGreaterThan(0);
    expect(screen.getByText('₹200 of it are charges.')).toBeDefined();
    expect(screen.getByText('₹5,400 with ₹200 of charges')).toBeDefined();
    const pay = screen.getByRole('link', { name: 'Pay now: ₹5,400, HDFC Bank' });
    expect(pay.getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}?repay=both`);
  });

  test('is called overdue at the top of its plan, not next', async () => {
    const [first, ...rest] = samplePayment().schedule;
    const { amountPaise, dueDate } = first!;
    await open(
      {
        [`GET /payments/${ID.payment}`]: [
          200,
          samplePayment({
            schedule: [{ ...first!, status: 'overdue' }, ...rest],
            charges: [charge],
            nextDue: { number: first!.number, amountPaise, dueDate },
          }),
        ],
        [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
        'GET /repayments': page([]),
      },
      { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
      `/dashboard/payments/${ID.payment}`,
    );
    expect(await screen.findByText(/^Overdue: ₹5,200 was due on/)).toBeDefined();
    expect(screen.getByText('₹200 of it are charges.')).toBeDefined();
    expect(screen.queryByText(/^Next instalment/)).toBeNull();
  });
});

test('given a charge and an instalment paid in part, the plan says how much of each is left', async () => {
  const [first, ...rest] = samplePayment().schedule;
  await open(
    {
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          schedule: [{ ...first!, status: 'part_paid', paidPaise: 2_000 }, ...rest],
          charges: [charge],
        }),
      ],
      [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
      'GET /repayments': page([]),
    },
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  expect(await screen.findByText('₹200 of ₹500 left')).toBeDefined();
  expect(screen.queryByText('₹500')).toBeNull();
  // In the list of a phone and in the table of a desk.
  expect(screen.getAllByText('₹5,180 of ₹5,200 left')).toHaveLength(2);
});

describe('late charges can be paid', () => {
  const START = `POST /payments/${ID.payment}/repayments`;
  const openPlan = async (payment: ReturnType<typeof samplePayment>, query = '') => {
    const network = stubNetwork({
      [`GET /payments/${ID.payment}`]: [200, payment],
      [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
      'GET /repayments': page([]),
      [START]: problem(422, 'repayment_exceeds_outstanding', 'This is more than you owe on this payment.'),
    });
    const opened = await openScreen(
      { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
      `/dashboard/payments/${ID.payment}${query}`,
    );
    return { ...network, ...opened };
  };
  const overdue = (count: number, more: Parameters<typeof samplePayment>[0] = {}) => {
    const { schedule } = samplePayment();
    return samplePayment({
      schedule: schedule.map((row, index) => (index < count ? { ...row, status: 'overdue' } : row)),
      charges: [charge],
      outstandingPaise: 1_580_000,
      ...more,
    });
  };
  const options = async () => {
    const dialog = within(await screen.findByRole('dialog'));
    return {
      dialog,
      names: dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent),
    };
  };

  test('with the instalment they came from, in one sum that is named on the first button', async () => {
    const { sent } = await openPlan(overdue(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹5,400 with charges' }));
    const { dialog, names } = await options();
    expect(names).toEqual([
      expect.stringMatching(/^Instalment and charges.*5,400.*₹200 of it are charges/),
      expect.stringMatching(/^Next instalment/),
      expect.stringMatching(/^Everything/),
      expect.stringMatching(/^Another amount/),
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,400' }));
    await vi.waitFor(() =>
      expect(sent.find((one) => one.method === 'POST')?.body).toEqual({ amountPaise: 540_000 }),
    );
  });

  test('after every instalment that is overdue, for those take the money first', async () => {
    await openPlan(overdue(2), '?repay=due');
    const { names } = await options();
    expect(names[0]).toMatch(/^2 instalments and charges.*10,600/);
  });

  test('alone while no instalment is due, and no instalment without them', async () => {
    await openPlan(overdue(0));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay late charges' }));
    const { dialog, names } = await options();
    expect(names).toEqual([
      expect.stringMatching(/^Charges.*200.*No instalment is due yet/),
      expect.stringMatching(/^Instalment and charges.*5,400/),
      expect.stringMatching(/^Everything/),
      expect.stringMatching(/^Another amount/),
    ]);
    expect(dialog.getByRole('button', { name: 'Pay ₹200' })).toBeDefined();
  });

  test('a chosen sum that is not offered any more gives way to what is due', async () => {
    const { answers, client } = await openPlan(overdue(0, { charges: [] }), '?repay=next');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Pay ₹5,200' })).toBeDefined();
    answers[`GET /payments/${ID.payment}`] = [200, overdue(0)];
    await act(() => moneyChanged(client));
    expect(await dialog.findByRole('button', { name: 'Pay ₹200' })).toBeDefined();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Charges/ }).checked).toBe(true);
    answers[`GET /payments/${ID.payment}`] = [
      200,
      overdue(0, { charges: [], outstandingPaise: 0, nextDue: null }),
    ];
    await act(() => moneyChanged(client));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('and are still asked for when every instalment is paid', async () => {
    stubNetwork({
      'GET /schedule': page([]),
      'GET /payments': page([samplePayment({ charges: [charge], nextDue: null, outstandingPaise: 20_000 })]),
    });
    await openScreen(
      { path: '/dashboard/payments', lazy: () => import('../payments.tsx') },
      '/dashboard/payments',
    );
    const pay = await screen.findByRole('link', { name: 'Pay now: ₹200, HDFC Bank' });
    expect(pay.getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}?repay=due`);
    expect(screen.queryByText('You have no pending payments at the moment.')).toBeNull();
  });
});

test('what was repaid counts the late charges that were paid', async () => {
  const { schedule } = samplePayment();
  await open(
    {
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          status: 'completed',
          outstandingPaise: 0,
          nextDue: null,
          charges: [{ ...charge, amountPaise: 20_000, waivedPaise: 0 }],
          schedule: schedule.map((row) => ({ ...row, status: 'paid', paidPaise: row.amountPaise })),
        }),
      ],
      'GET /repayments': page([]),
    },
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  expect(await screen.findByText('Repaid')).toBeDefined();
  expect(screen.getAllByText('₹15,800.00')).toHaveLength(1);
  expect(screen.getAllByText('₹200.00')).toHaveLength(1);
});

test('what is due already cannot be closed early', async () => {
  const first = samplePayment().schedule[0]!;
  await open(
    {
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          plan: { kind: 'single' },
          outstandingPaise: 540_000,
          charges: [charge],
          schedule: [{ ...first, status: 'overdue' }],
          nextDue: { number: first.number, amountPaise: 520_000, dueDate: first.dueDate },
        }),
      ],
      [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
      'GET /repayments': page([]),
    },
    { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  expect(await screen.findByRole('button', { name: 'Pay ₹5,400 with charges' })).toBeDefined();
  expect(screen.queryByText('Close early')).toBeNull();
});
