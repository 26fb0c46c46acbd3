// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Payment } from '@mohlat/contract';
import { page } from '../../../../test/network.ts';
import { ID, sampleDue, sampleMandate, samplePayment } from '../../../../test/samples.ts';
import { openDashboard } from './dashboard.testing.ts';

const hero = async () => {
  const heading = await screen.findByRole('heading', { name: 'Next Repayment' });
  return heading.closest('section')!.textContent;
};
const penal = (amountPaise: number): Payment['charges'] => [
  {
    id: ID.card,
    kind: 'penal',
    instalment: 1,
    leviedOn: '2026-10-24',
    amountPaise,
    paidPaise: 0,
    waivedPaise: 0,
  },
];
const late = (change: Partial<Payment>) => {
  const { schedule } = samplePayment();
  return samplePayment({
    schedule: schedule.map((row, index) => (index === 0 ? { ...row, status: 'overdue' } : row)),
    ...change,
  });
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('given an agreed lower sum', () => {
  const settlement = { agreedPaise: 1_000_000, restPaise: 600_000, payBy: '2027-12-10' };
  const settled = late({ settlement, charges: penal(20_000) });

  test('when the loan is next, then the dashboard asks for that sum alone', async () => {
    await openDashboard({
      'GET /schedule': page([
        sampleDue(1, '2026-11-10', { status: 'overdue' }),
        sampleDue(2, '2027-12-20'),
        sampleDue(3, '2028-01-20'),
      ]),
      'GET /payments': page([settled]),
    });
    expect(await hero()).toMatch(/₹6,000.*Due on 10\u00a0Dec 2027/);
    expect(screen.getByText('Your payment of ₹6,000 is due on 10 Dec 2027.')).toBeDefined();
    expect(screen.getByText('It is the agreed sum, and closes this loan.')).toBeDefined();
    const pay = screen.getByRole('link', { name: 'Pay ₹6,000' });
    expect(pay.getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}?repay=due`);
    expect(screen.queryByText(/Charges of|₹5,200/)).toBeNull();
  });

  test('when all of it is paid but for another loan, then that one is next', async () => {
    await openDashboard({
      'GET /schedule': page([
        sampleDue(1, '2026-11-10', { status: 'overdue' }),
        sampleDue(1, '2027-12-01', { paymentId: ID.quote, duePaise: 140_000 }),
      ]),
      'GET /payments': page([settled, samplePayment({ id: ID.quote })]),
    });
    expect(await hero()).toMatch(/₹1,400.*Due on 1\u00a0Dec 2027/);
  });
});

describe('given two loans with charges', () => {
  const other = { id: ID.quote, bankName: 'Axis Bank', cardMasked: '•••• 9999' };

  test('when no instalment is due, then the sum and the button of its part are named', async () => {
    await openDashboard({
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
      'GET /payments': page([
        samplePayment({ charges: penal(10_000) }),
        samplePayment({ ...other, charges: penal(5_000) }),
      ]),
    });
    expect(await hero()).toMatch(/₹150/);
    expect(screen.getByText('₹150 is to be paid now:')).toBeDefined();
    expect(screen.getByText(/^₹100 of charges, HDFC Bank/)).toBeDefined();
    expect(screen.getByText(/^₹50 of charges, Axis Bank/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Pay ₹100 of charges' })).toBeDefined();
  });

  test('when both are overdue, then all is one sum, and what autopay leaves comes first', async () => {
    const nextDebit = { instalment: 1, amountPaise: 520_000, on: '2026-11-25', state: 'due' as const };
    await openDashboard({
      'GET /schedule': page([
        sampleDue(1, '2026-11-10', { status: 'overdue' }),
        sampleDue(1, '2026-11-12', { status: 'overdue', paymentId: ID.quote, bankName: 'Axis Bank' }),
      ]),
      'GET /payments': page([late({ charges: penal(10_000) }), late({ ...other, charges: penal(5_000) })]),
      'GET /mandates': page([sampleMandate({ nextDebit })]),
    });
    expect(await hero()).toMatch(/₹10,550/);
    expect(screen.getByText('₹10,550 is to be paid now:')).toBeDefined();
    const pay = screen.getByRole('link', { name: 'Pay ₹5,250 with charges' });
    expect(pay.getAttribute('href')).toBe(`/dashboard/payments/${ID.quote}?repay=due`);
    const parts = screen.getAllByText(/^₹5,[23]\d0 with charges, /).map((part) => part.textContent);
    expect(parts.map((part) => part.slice(0, 6))).toEqual(['₹5,250', '₹5,300']);
  });
});

test('given all of it repaid, then all bills are called paid', async () => {
  await openDashboard({ 'GET /payments': page([samplePayment({ status: 'completed', nextDue: null })]) });
  expect(await hero()).toContain('All your bills are paid');
});
