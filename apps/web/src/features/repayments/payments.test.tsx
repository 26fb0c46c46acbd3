// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleDue, samplePayment } from '../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what is owed', () => {
  const openOwed = async (answers: Answers) => {
    const network = stubNetwork(answers);
    await openScreen(
      { path: '/dashboard/payments', lazy: () => import('./payments.tsx') },
      '/dashboard/payments',
    );
    return network;
  };

  test('says so when nothing is', async () => {
    await openOwed({ 'GET /schedule': page([]), 'GET /payments': page([]) });
    expect(await screen.findByText('You have no pending payments at the moment.')).toBeDefined();
    expect(screen.getByText('No transaction history yet')).toBeDefined();
  });

  test('lists instalments in the order the server gives, overdue ones in words, with one way to pay for each payment', async () => {
    await openOwed({
      'GET /schedule': page([
        sampleDue(1, '2026-10-20', { status: 'overdue', duePaise: 120_000 }),
        sampleDue(2, '2027-12-20'),
      ]),
      'GET /payments': page([samplePayment()]),
    });
    expect((await screen.findAllByText('₹6,400')).length).toBeGreaterThan(0);
    expect(screen.getByText(/^Every instalment still to come, with its interest/)).toBeDefined();
    expect(screen.getByText(/^was due/)).toBeDefined();
    expect(screen.getByText('Overdue')).toBeDefined();
    expect(screen.getByText('₹1,200 of ₹5,200 left')).toBeDefined();
    const links = screen.getAllByRole('link', { name: /^Pay now/ });
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Pay now: ₹1,200, HDFC Bank']);
    expect(links[0]?.getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}?repay=next`);
  });

  test('given an agreed lower sum, then that is what its line asks for', async () => {
    const settlement = { agreedPaise: 400_000, restPaise: 400_000, payBy: '2026-12-10' };
    await openOwed({
      'GET /schedule': page([sampleDue(1, '2026-12-20')]),
      'GET /payments': page([samplePayment({ settlement })]),
    });
    expect(await screen.findByText('₹4,000 is agreed, and closes this loan')).toBeDefined();
    const pay = screen.getByRole('link', { name: 'Pay now: ₹4,000, HDFC Bank' });
    expect(pay.getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}?repay=due`);
  });

  test('given instalments ahead, it says when nothing is owed, and has the figures as a table', async () => {
    await openOwed({
      'GET /schedule': page([sampleDue(2, '2026-12-20'), sampleDue(3, '2027-01-20')]),
      'GET /payments': page([samplePayment()]),
    });
    expect(await screen.findByText('On 20 Jan 2027, if each instalment is paid on its day.')).toBeDefined();
    const table = within(screen.getByRole('table', { name: 'When will I owe nothing?' }));
    expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual(
      [
        ['After', 'Still owed'],
        ['20\u00a0Nov 2026', '₹10,400.00'],
        ['20\u00a0Dec 2026', '₹5,200.00'],
        ['20\u00a0Jan 2027', '₹0.00'],
      ],
    );
  });

  test('given a plan that reaches into the next year, then the dates of all bills under Autopay have their year', async () => {
    const once = { kind: 'single' as const };
    const short = samplePayment({ id: ID.card, amountPaise: 900_000, plan: once, dueDate: '2026-12-20' });
    const [first] = short.schedule;
    await openOwed({
      'GET /schedule': page([sampleDue(1, '2026-12-20')]),
      'GET /payments': page([samplePayment(), { ...short, schedule: [first!] }]),
      'GET /mandates': page([]),
    });
    const list = await screen.findAllByText(/^Bill of ₹/);
    expect(list.map((line) => line.textContent)).toEqual([
      'Bill of ₹15,000, 20\u00a0Nov 2026',
      'Bill of ₹9,000, 20\u00a0Nov 2026',
    ]);
  });

  test('a payment beyond the first page of payments is among them', async () => {
    const network = await openOwed({
      'GET /schedule': page([]),
      'GET /payments': ({ path }) => [
        200,
        path.includes('cursor=older')
          ? { items: [samplePayment({ bankName: 'Axis Bank' })], nextCursor: null }
          : { items: [], nextCursor: 'older' },
      ],
      'GET /mandates': page([]),
    });
    expect((await screen.findAllByText(/Axis Bank/)).length).toBeGreaterThan(0);
    expect(network.sent.map(({ path }) => path)).toContain('/payments?limit=100&cursor=older');
  });

  test('a failed reading can be repeated', async () => {
    await openOwed({ 'GET /schedule': problem(400, 'bad_json', 'Broken.'), 'GET /payments': page([]) });
    expect((await screen.findAllByText(/^Opening a page never moves money/)).length).toBeGreaterThan(0);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  });
});
