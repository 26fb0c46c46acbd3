import type { BusinessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { buildStatement, type CounterRow, monthDays, monthsBetween } from './statement.rules.ts';

const day = (text: string) => text as BusinessDate;
const last = day('2026-01-31');
const row = (change: Partial<CounterRow>): CounterRow => ({
  loan_id: 'a',
  posting_on: day('2026-01-15'),
  effective_on: day('2026-01-15'),
  source_kind: 'loan_booked',
  account: 'A110',
  amount_paise: 0,
  ...change,
});
const BOOKED = [
  row({ account: 'A110', amount_paise: -1_500_000 }),
  row({ account: 'I400', amount_paise: -25_424 }),
  row({ account: 'L330', amount_paise: -2_288 }),
  row({ account: 'L331', amount_paise: -2_288 }),
];

test('a booked loan is the bill and one line for the fee with its tax', () => {
  const { loans, closingPaise } = buildStatement([], BOOKED, last);
  expect(loans[0]?.movements).toEqual([
    { on: '2026-01-15', effectiveOn: null, kind: 'bill', amountPaise: 1_500_000, balancePaise: 1_500_000 },
    { on: '2026-01-15', effectiveOn: null, kind: 'fee', amountPaise: 30_000, balancePaise: 1_530_000 },
  ]);
  expect(closingPaise).toBe(1_530_000);
});

test("a month's interest is one line on its last day", () => {
  const days = [15, 16, 17].map((number) =>
    row({
      posting_on: day(`2026-01-${number}`),
      source_kind: 'accrual',
      account: 'I410',
      amount_paise: -484,
    }),
  );
  expect(buildStatement([], days, last).loans[0]?.movements).toEqual([
    { on: last, effectiveOn: null, kind: 'interest', amountPaise: 1_452, balancePaise: 1_452 },
  ]);
});

test('what was taken back and lived again on one day is not told', () => {
  const penal = (amount: number) => row({ source_kind: 'penal', account: 'I420', amount_paise: amount });
  expect(buildStatement([], [penal(-20_000), penal(20_000)], last).loans).toEqual([]);
});

test('money that counts from an earlier day says so', () => {
  const late = row({
    account: 'A120',
    effective_on: day('2026-01-03'),
    source_kind: 'repayment',
    amount_paise: 520_000,
  });
  const { loans } = buildStatement([{ loan_id: 'a', amount_paise: 520_000 }], [late], last);
  expect(loans[0]).toMatchObject({
    openingPaise: 520_000,
    movements: [{ on: '2026-01-15', effectiveOn: '2026-01-03', kind: 'repayment', amountPaise: -520_000 }],
    closingPaise: 0,
  });
});

test('a charge of a loan that does not perform is a charge, and its income beginning to count is nothing', () => {
  const penal = row({ source_kind: 'penal', account: 'L350', amount_paise: -35_000 });
  expect(buildStatement([], [penal], last).loans[0]?.movements[0]).toMatchObject({
    kind: 'charge',
    amountPaise: 35_000,
  });
  const npa = [
    row({ source_kind: 'npa', account: 'I410', amount_paise: 100 }),
    row({ source_kind: 'npa', account: 'I420', amount_paise: 50 }),
    row({ source_kind: 'npa', account: 'L350', amount_paise: -150 }),
  ];
  expect(buildStatement([], npa, last).loans).toEqual([]);
});

/** An NPA loan that owed 15,000 of the bill, 300 of the fee, 300 of interest and 1,200 of charges. */
const paidOn = (rows: readonly (readonly [account: string, amount: number])[]) =>
  rows.map(([account, amount]) => row({ source_kind: 'repayment', account, amount_paise: amount }));

test('given a settlement of a loan that does not perform, then interest and charges are let off as agreed, too', () => {
  const settled = paidOn([
    ['A120', 1_000_000],
    ['E520', 530_000],
    ['L350', 150_000],
  ]);
  const { loans } = buildStatement([{ loan_id: 'a', amount_paise: 1_680_000 }], settled, last);
  expect(loans[0]?.movements.map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
    ['repayment', -1_000_000],
    ['writtenOff', -680_000],
  ]);
  expect(loans[0]?.closingPaise).toBe(0);
});

test('given a settlement that lets charges off alone, then they are waived, and received interest is nothing', () => {
  const settled = paidOn([
    ['A120', 1_560_000],
    ['L350', 150_000],
    ['I410', -30_000],
  ]);
  const { loans } = buildStatement([{ loan_id: 'a', amount_paise: 1_680_000 }], settled, last);
  expect(loans[0]?.movements.map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
    ['repayment', -1_560_000],
    ['waived', -120_000],
  ]);
});

test('given a repayment of a loan that does not perform, then its income that begins to count is no movement', () => {
  const paid = paidOn([
    ['A120', 52_000],
    ['L350', 2_000],
    ['I410', -1_500],
    ['I420', -500],
  ]);
  const { loans } = buildStatement([{ loan_id: 'a', amount_paise: 100_000 }], paid, last);
  expect(loans[0]?.movements.map(({ kind }) => kind)).toEqual(['repayment']);
});

test('a payment owed on without a movement in the month still stands on it, and one repaid long ago does not', () => {
  const { loans } = buildStatement(
    [
      { loan_id: 'a', amount_paise: 100 },
      { loan_id: 'b', amount_paise: 0 },
    ],
    [],
    last,
  );
  expect(loans.map((loan) => [loan.loanId, loan.closingPaise])).toEqual([['a', 100]]);
});

test('months know their last day, and run over the end of a year', () => {
  expect(monthDays('2028-02')).toEqual({ firstOn: '2028-02-01', lastOn: '2028-02-29' });
  expect(monthDays('2026-12').lastOn).toBe('2026-12-31');
  expect(monthsBetween('2025-11-20', '2026-02-01')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});
