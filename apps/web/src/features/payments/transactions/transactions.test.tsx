// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment, sampleTransaction } from '../../../../test/samples.ts';

const open = async (answers: Answers, query = '') => {
  const network = stubNetwork({ 'GET /statements': page([]), ...answers });
  const opened = await openScreen(
    { path: '/dashboard/transactions', lazy: () => import('./transactions.tsx') },
    `/dashboard/transactions${query}`,
  );
  return { ...network, ...opened };
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('transaction history', () => {
  test('says so when there is nothing', async () => {
    await open({ 'GET /transactions': page([]) });
    expect(await screen.findByText('No transactions found')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Transaction History' })).toBeDefined();
    expect(screen.getByText('View all your past transactions and payments')).toBeDefined();
  });

  test('SPEC-2.history-columns, SPEC-2.history-amount, SPEC-2.history-badge: is a table of date, description, status and amount', async () => {
    await open({ 'GET /transactions': page([sampleTransaction({ status: 'completed' })]) });
    const table = within(await screen.findByRole('table', { name: 'All Transactions' }));
    const heads = table.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Date', 'Description', 'Status', 'Amount']);
    const cells = table.getAllByRole('cell').map((cell) => cell.textContent);
    const description = 'Credit Card Bill PaymentHDHDFC Bank ••\u00a04021';
    expect(cells).toEqual(['Nov 20, 2026 15:35', description, 'Completed', '₹15,000.00']);
    expect(table.getByRole('link').getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}`);
  });

  test('a row says under its words whose bill it was, by the face of its card', async () => {
    const card = { bankName: 'Axis Bank', last4: '3547' };
    await open({ 'GET /transactions': page([sampleTransaction({ card })]) });
    const table = within(await screen.findByRole('table', { name: 'All Transactions' }));
    const [, description] = table.getAllByRole('cell');
    const [words, bill] = description!.firstElementChild!.children;
    expect([words?.textContent, bill?.textContent]).toEqual([
      'Credit Card Bill Payment',
      'AXAxis Bank ••\u00a03547',
    ]);
  });

  test('given a cancelled and a settled payment, when the history is read, then each row names its ending', async () => {
    await open({
      'GET /transactions': page([
        sampleTransaction({ status: 'completed', ending: 'cancelled' }),
        sampleTransaction({ id: ID.quote, status: 'completed', ending: 'settled' }),
        sampleTransaction({ id: ID.card, status: 'completed', ending: 'repaid' }),
      ]),
    });
    const table = within(await screen.findByRole('table', { name: 'All Transactions' }));
    const [cancelled, settled, repaid] = table.getAllByRole('row').slice(1);
    expect(cancelled!.textContent).toContain('Bill paid · cancelled by you, nothing left to repay');
    expect(settled!.textContent).toContain('Bill paid · settled as agreed, nothing left to repay');
    expect(repaid!.textContent).not.toContain('nothing left to repay');
  });

  test('bills of several months are drawn, with their figures for those who do not see it', async () => {
    const paid = samplePayment({ billStatus: 'paid', date: '2026-11-20T10:05:00Z' });
    const before = samplePayment({
      id: ID.quote,
      billStatus: 'paid',
      date: '2026-10-02T10:00:00Z',
      amountPaise: 984_000,
    });
    await open({ 'GET /transactions': page([sampleTransaction()]), 'GET /payments': page([paid, before]) });
    const table = within(await screen.findByRole('table', { name: 'Bills paid by month' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'MonthBillsPaid',
      'October 20261₹9,840.00',
      'November 20261₹15,000.00',
    ]);
    expect(screen.getByText('Most in November 2026: ₹15,000')).toBeDefined();
  });

  test('given bills of this year, when looked at, then what they avoided stands beside what they cost', async () => {
    const late = samplePayment({ id: ID.quote, billDueDate: '2026-11-01' });
    const unknown = samplePayment({ id: ID.card, bankName: 'Yes Bank' });
    await open({
      'GET /transactions': page([sampleTransaction()]),
      'GET /payments': page([samplePayment(), late, unknown]),
    });
    const name = 'Was it worth it in 2026?';
    const card = within((await screen.findByRole('heading', { name })).closest('section')!);
    expect(card.getByText('Late fees avoided').parentElement!.textContent).toContain('₹800.00');
    expect(card.getByText('What that cost you').parentElement!.textContent).toContain('₹1,200.00');
    expect(card.getByText(/^₹400 more than the late fee alone/)).toBeDefined();
    expect(card.getByText(/^2 bills compared\. 1 left out/)).toBeDefined();
  });

  test('given a year that is not known whole, when looked at, then nothing is added up', async () => {
    await open({
      'GET /transactions': page([sampleTransaction()]),
      'GET /payments': page([samplePayment()], 'next'),
    });
    await screen.findByRole('table', { name: 'All Transactions' });
    expect(screen.queryByText(/Was it worth it/)).toBeNull();
  });

  test('a failed reading can be repeated', async () => {
    const { answers } = await open({ 'GET /transactions': problem(400, 'bad_json', 'Broken.') });
    expect((await screen.findAllByText(/^Opening a page never moves money/)).length).toBeGreaterThan(0);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers['GET /transactions'] = page([]);
    await userEvent.click(retry);
    expect(await screen.findByText('No transactions found')).toBeDefined();
  });

  test('reads on where the last page ended', async () => {
    const second = sampleTransaction({ id: ID.quote, amountPaise: 984_000 });
    const { sent } = await open({
      'GET /transactions': ({ path }) =>
        path.includes('cursor=next') ? page([second]) : page([sampleTransaction()], 'next'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findAllByText('₹9,840.00')).length).toBe(2);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(sent.map(({ path }) => path)).toContain('/transactions?limit=20&cursor=next');
  });

  test('keeps the chosen status in the address and asks the server for it', async () => {
    const { sent, router } = await open({ 'GET /transactions': page([]) });
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Failed');
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain('/transactions?limit=20&status=failed'),
    );
    expect(router.state.location.search).toBe('?status=failed');
  });

  test('the file holds what is shown', async () => {
    const { sent } = await open({ 'GET /transactions': page([sampleTransaction()]) }, '?status=pending');
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain('/transactions?format=csv&language=en&status=pending'),
    );
  });
});

describe('monthly statements', () => {
  const months = [
    { month: '2026-11', isComplete: false, closingPaise: 1_560_000 },
    { month: '2026-10', isComplete: true, closingPaise: 0 },
  ];

  test('stand below the history, each with what was owed and as a PDF or a sheet', async () => {
    const { sent } = await open({
      'GET /transactions': page([]),
      'GET /statements': page(months),
      'GET /statements/2026-10.pdf': page([]),
    });
    expect((await screen.findByText(/Not over yet/)).textContent).toContain('₹15,600.00');
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'PDF October 2026' }));
    await vi.waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain('/statements/2026-10.pdf?language=en'),
    );
  });

  test('a failed reading of them can be repeated and hides nothing else', async () => {
    await open({
      'GET /transactions': page([sampleTransaction()]),
      'GET /statements': problem(400, 'bad_json', 'Broken.'),
    });
    expect(await screen.findByText('Broken.')).toBeDefined();
    expect(await screen.findByRole('table', { name: 'All Transactions' })).toBeDefined();
  });
});
