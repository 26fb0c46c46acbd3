// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from '../../../../test/network.ts';
import { ID, sampleBill, sampleCard, sampleDue, samplePayment } from '../../../../test/samples.ts';
import { openDashboard } from './dashboard.testing.ts';

/** The line, and the list that stands for it where letters are large; in a test both are there. */
const line = async () => {
  const svg = await vi.waitFor(() => {
    const found = document.querySelector('svg[aria-label="What is ahead"]');
    if (found === null || found.querySelector('a') === null) throw new Error('there is no line yet');
    return found;
  });
  const list = svg.parentElement!.querySelector('ol')!;
  return { links: [...svg.querySelectorAll('a')], list };
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('bills and instalments stand on one line by their days, and in a list', async () => {
  await openDashboard({
    'GET /schedule': page([sampleDue(1, '2026-12-20'), sampleDue(2, '2027-01-20')]),
    'GET /cards': page([sampleCard]),
    [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
  });
  await screen.findByText('Bill due 30 Nov 2026');
  const { list, links } = await line();
  const expected = [
    '₹15,000 30 Nov: bill of HDFC Bank ••\u00a04021',
    '₹5,200 20 Dec: repayment, HDFC Bank ••\u00a04021',
    '₹5,200 20 Jan: repayment, HDFC Bank ••\u00a04021',
  ];
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(expected);
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(expected);
});

test('given an instalment of another year, then every date of the dashboard has its year', async () => {
  await openDashboard({
    'GET /schedule': page([sampleDue(1, '2026-12-20'), sampleDue(2, '2027-01-20')]),
    'GET /cards': page([sampleCard]),
    [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
  });
  expect(await screen.findByText('Bill due 30 Nov 2026')).toBeDefined();
  expect(screen.getByText('Due on 20 Dec 2026')).toBeDefined();
  expect(screen.getByText('Your payment of ₹5,200 is due on 20 Dec 2026.')).toBeDefined();
  expect(document.body.textContent).not.toMatch(/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d/);
});

test('a salary day is drawn under the line and named once, and moves no point', async () => {
  await openDashboard({
    'GET /schedule': page([sampleDue(1, '2026-12-20'), sampleDue(2, '2027-01-20')]),
    'GET /me/preferences': [200, { salaryDay: 31 }],
  });
  expect(await screen.findByText('Salary on the 31st')).toBeDefined();
  const { links } = await line();
  expect(links.map((link) => link.getAttribute('aria-label')?.slice(0, 13))).toEqual([
    '₹5,200 20 Dec',
    '₹5,200 20 Jan',
  ]);
  // On the last day of November, and of December.
  expect(document.querySelectorAll('path.fill-ok')).toHaveLength(2 + 1);
});

test('instalments of one day are one point with their sum', async () => {
  await openDashboard({
    'GET /schedule': page([sampleDue(1, '2026-12-20'), sampleDue(1, '2026-12-20', { paymentId: ID.card })]),
  });
  const { links } = await line();
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['₹10,400 20 Dec: 2 repayments']);
});

test('of more points than have room the next repayment is never left out, and the line says how many are', async () => {
  const overdue = ['02', '03', '04', '05', '06', '07'].map((day, index) =>
    sampleDue(index + 1, `2026-11-${day}`, { status: 'overdue' }),
  );
  await openDashboard({ 'GET /schedule': page([...overdue, sampleDue(7, '2026-12-20')]) });
  const { links } = await line();
  const labels = links.map((link) => link.getAttribute('aria-label')?.slice(0, 13));
  expect(labels).toEqual([
    '₹5,200 2 Nov:',
    '₹5,200 3 Nov:',
    '₹5,200 4 Nov:',
    '₹5,200 5 Nov:',
    '₹5,200 20 Dec',
  ]);
  expect(screen.getByText('And 2 more')).toBeDefined();
});

test('each point takes the focus, and pressed it opens its plan', async () => {
  const { router } = await openDashboard({
    'GET /schedule': page([sampleDue(1, '2026-12-20')]),
    'GET /payments': page([samplePayment()]),
  });
  const { links } = await line();
  links[0]!.focus();
  expect(document.activeElement).toBe(links[0]);
  await userEvent.click(links[0]!);
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/payments/${ID.payment}`));
});
