// @vitest-environment jsdom
import type { AdminPayment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { payment } from './payments.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the page of a loan of ₹15,000. */
async function open(change: Partial<AdminPayment['payment']>) {
  const shown = {
    ...payment,
    payment: { ...payment.payment, status: 'completed', amountPaise: 1_500_000, charges: [], ...change },
  } as const;
  stubNetwork({ 'GET /admin/me': [200, me], [`GET /admin/payments/${ID}`]: [200, shown] });
  const lazy = () => import('./payment.tsx');
  await openScreen({ path: '/admin/payments/:id', lazy }, `/admin/payments/${ID}`, 'en');
}

/** The same of one that is over; answers what was repaid. */
async function openEnded(change: Partial<AdminPayment['payment']>) {
  await open(change);
  return (await screen.findByText('Repaid in all')).parentElement!.textContent;
}

test('a cancelled payment has what it cost beside what was agreed, and no schedule', async () => {
  const repaid = await openEnded({ ending: { kind: 'cancelled', on: '2027-01-17', chargePaise: 1_959 } });
  expect(repaid).toContain('₹15,019.59');
  expect(screen.getByText('To repay as agreed')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Schedule' })).toBeNull();
});

test('a payment under way says what closes it today, and what that saves', async () => {
  await open({ status: 'pending', ending: null });
  expect((await screen.findByText('Closes it today')).parentElement!.textContent).toBe(
    'Closes it today₹15,300.00 · saves ₹250',
  );
});

test('a settled payment has the schedule that was agreed, no row of it called paid, and what was repaid', async () => {
  const repaid = await openEnded({
    ending: { kind: 'settled', on: '2027-01-17' },
    schedule: payment.payment.schedule.map((row, index) => ({
      ...row,
      status: 'paid',
      paidPaise: index === 0 ? row.amountPaise : 130_000,
    })),
  });
  expect(repaid).toContain('₹7,800.00');
  const card = screen.getByRole('heading', { name: 'Schedule' }).closest('section')!;
  expect(card.textContent).toContain('it ended for a lower sum, so not all of it was paid.');
  expect(within(card).getAllByText('₹5,200.00').length).toBe(3);
  expect(within(card).queryByText('Paid')).toBeNull();
});
