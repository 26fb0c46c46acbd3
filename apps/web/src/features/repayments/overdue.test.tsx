// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleDue, sampleForeclosure, samplePayment } from '../../../test/samples.ts';

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
      { path: '/dashboard/payments', lazy: () => import('./payments.tsx') },
      '/dashboard/payments',
    );
    expect((await screen.findAllByText('₹5,400')).length).toBeGreaterThan(0);
    expect(screen.getByText('₹200 of it are late charges.')).toBeDefined();
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
            nextDue: { amountPaise, dueDate },
          }),
        ],
        [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
        'GET /repayments': page([]),
      },
      { path: '/dashboard/payments/:id', lazy: () => import('./payment-plan.tsx') },
      `/dashboard/payments/${ID.payment}`,
    );
    expect(await screen.findByText(/^Overdue: ₹5,200 was due on/)).toBeDefined();
    expect(screen.getByText('₹200 of it are late charges.')).toBeDefined();
    expect(screen.queryByText(/^Next instalment/)).toBeNull();
  });
});
