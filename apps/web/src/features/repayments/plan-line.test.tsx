// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { shownRows } from './plan-line.tsx';
import { ID, sampleForeclosure, samplePayment } from '../../../test/samples.ts';

async function openPlan(payment: ReturnType<typeof samplePayment>) {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, payment],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    'GET /me/preferences': [200, { salaryDay: 1 }],
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('./plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a plan of several instalments is a line above its table; its card can be paid again', async () => {
  await openPlan(samplePayment());
  const line = await vi.waitUntil(() => document.querySelector('svg[role=list]'));
  expect([...line.querySelectorAll('[role=img]')].map((point) => point.getAttribute('aria-label'))).toEqual([
    '₹5,200 20 Dec: instalment 1 of 3, Upcoming',
    '₹5,200 20 Jan: instalment 2 of 3, Upcoming',
    '₹5,200 20 Feb: instalment 3 of 3, Upcoming',
  ]);
  // A salary comes on the 1st: before each of the three, and named once. Its day is asked for beside the payment.
  expect(await screen.findByText('Salary on the 1st')).toBeDefined();
  expect(line.querySelectorAll('path.fill-ok').length).toBe(3);
  // One card may have several plans: the page says which bill this one paid.
  expect(screen.getByText('Bill of ₹15,000, 20 Nov 2026')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Pay this card again' }).getAttribute('href')).toBe(
    `/dashboard/pay-bill?card=${ID.card}&step=2`,
  );
});

test('the line goes on after an instalment that is open, and ends with the last rupee', async () => {
  const ground = async (payment: ReturnType<typeof samplePayment>) => {
    await openPlan(payment);
    const line = await vi.waitUntil(() => document.querySelector('svg[role=list] > line'));
    cleanup();
    return line.getAttribute('x2');
  };
  expect(await ground(samplePayment())).toBe('100%');
  const { schedule } = samplePayment();
  const over = samplePayment({ schedule: schedule.map((row) => ({ ...row, status: 'paid' as const })) });
  expect(await ground(over)).not.toBe('100%');
});

test.each(['part_paid', 'overdue'] as const)(
  'of an instalment that is paid in part the line has the rest, as the button does: %s',
  async (status) => {
    const [first, ...later] = samplePayment().schedule;
    await openPlan(
      samplePayment({
        schedule: [{ ...first!, status }, ...later],
        nextDue: { number: 1, amountPaise: 420_000, dueDate: first!.dueDate },
      }),
    );
    const line = await vi.waitUntil(() => document.querySelector('svg[role=list]'));
    expect([...line.querySelectorAll('[role=img]')].map((point) => point.getAttribute('aria-label'))).toEqual(
      [
        `₹4,200 20 Dec: instalment 1 of 3, ${status === 'overdue' ? 'Overdue' : 'Part paid'}`,
        '₹5,200 20 Jan: instalment 2 of 3, Upcoming',
        '₹5,200 20 Feb: instalment 3 of 3, Upcoming',
      ],
    );
  },
);

test.each([
  [0, [1, 2, 3, 4, 12]],
  [6, [6, 7, 8, 9, 12]],
  [11, [8, 9, 10, 11, 12]],
  [12, [8, 9, 10, 11, 12]],
])('of twelve instalments with %i paid, those around the next and the last are drawn', (paid, shown) => {
  const [first] = samplePayment().schedule;
  const rows = Array.from({ length: 12 }, (_, index) => ({
    ...first!,
    number: index + 1,
    status: index < paid ? ('paid' as const) : ('upcoming' as const),
  }));
  expect(shownRows(rows).map((row) => row.number)).toEqual(shown);
});

test('a bill that is not paid yet has no picture, and is not offered again', async () => {
  await openPlan(samplePayment({ billStatus: 'submitted' }));
  await screen.findByRole('heading', { name: 'In writing' });
  expect(document.querySelector('svg[role=list]')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Pay this card again' })).toBeNull();
});

test('what can be done stands in two boxes, and facts in none', async () => {
  await openPlan(
    samplePayment({
      cancel: { until: '2026-11-23', amountPaise: 1_500_000, chargePaise: 0, refundPaise: 0 },
    }),
  );
  await screen.findByText(/closes this today/);
  const boxOf = (title: string) =>
    screen.getByRole('heading', { name: title }).closest('.rounded-card.bg-surface');
  for (const fact of ['Schedule', 'Bill payment', 'What it costs', 'In writing'])
    expect([fact, boxOf(fact)]).toEqual([fact, null]);
  expect(boxOf('Close early')).not.toBeNull();
  expect(document.querySelectorAll('.rounded-card.bg-surface').length).toBeLessThanOrEqual(2);
});
