import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { isEven, spendByMonth, toldMonths } from './spend-months.ts';

const TODAY = businessDate('2026-01-15');
const paid = (date: string, amountPaise: number) => ({
  billStatus: 'paid' as const,
  date,
  amountPaise,
  frozen: null,
});

test('sums what was paid in each Indian month, and shows an empty month between as none', () => {
  const payments = [
    paid('2026-01-03T10:00:00Z', 100),
    // Half past midnight on the first of January in India.
    paid('2025-12-31T19:00:00Z', 20),
    { ...paid('2025-11-20T10:00:00Z', 999), billStatus: 'failed' as const },
    { ...paid('2025-11-20T10:00:00Z', 999), frozen: { since: '2025-11-21' } },
    paid('2025-11-02T10:00:00Z', 7),
  ];
  expect(spendByMonth(payments, true, TODAY)).toEqual([
    { month: '2025-11', paidPaise: 7, billCount: 1 },
    { month: '2025-12', paidPaise: 0, billCount: 0 },
    { month: '2026-01', paidPaise: 120, billCount: 2 },
  ]);
});

test('leaves out the month in which a long list breaks off', () => {
  const payments = [paid('2026-01-03T10:00:00Z', 100), paid('2025-12-20T10:00:00Z', 50)];
  expect(spendByMonth(payments, false, TODAY).map(({ month }) => month)).toEqual(['2026-01']);
});

test('shows six months at most, and none before the first bill', () => {
  const years = [paid('2024-01-03T10:00:00Z', 1), paid('2026-01-03T10:00:00Z', 1)];
  expect(spendByMonth(years, true, TODAY)).toHaveLength(6);
  expect(spendByMonth([], true, TODAY)).toEqual([]);
});

const months = (...sums: number[]) =>
  sums.map((paidPaise, index) => ({ month: `2026-0${index + 1}`, paidPaise, billCount: 1 }));

test.each([
  ['the highest and both ends', [300, 100, 900, 100, 200], ['2026-03', '2026-01', '2026-05']],
  ['no neighbour of the highest', [300, 900, 100, 950, 200], ['2026-04', '2026-01']],
  ['no end that is nothing', [0, 100, 900, 100, 0], ['2026-03']],
  ['the newer of two alike', [900, 100, 100, 900], ['2026-04', '2026-01']],
])('given months, when drawn, then figures stand over %s', (_, sums, told) => {
  expect([...toldMonths(months(...sums))]).toEqual(told);
});

test('given months all alike, when drawn, then they are called even', () => {
  expect(isEven(months(100, 100, 100))).toBe(true);
  expect(isEven(months(100, 100, 99))).toBe(false);
});
