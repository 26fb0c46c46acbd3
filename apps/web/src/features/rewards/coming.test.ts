import type { Payment } from '@mohlat/contract';
import { businessDate } from '@mohlat/money';
import { expect, test } from 'vitest';
import { samplePayment } from '../../../test/samples.ts';
import { comingRewards } from './coming.ts';

const TERMS = { cashbackBps: 25, monthlyMaxPaise: 50_000 };
const on = businessDate;

/** Its first instalments are paid for. */
function repaid(count: number, change: Partial<Payment> = {}): Payment {
  const payment = samplePayment();
  return {
    ...payment,
    schedule: payment.schedule.map((row) =>
      row.number <= count ? { ...row, paidPaise: row.amountPaise, status: 'paid' } : row,
    ),
    ...change,
  };
}
const cashback = (amountPaise: number, earnedAt: string, instalment = 1, paymentId = 'another') => ({
  kind: 'cashback' as const,
  state: 'available' as const,
  paymentId,
  instalment,
  amountPaise,
  earnedAt,
});
const sumsOf = (...[payments, given, terms, today]: Parameters<typeof comingRewards>) =>
  comingRewards(payments, given, terms, today).map(({ instalment, on: day, amountPaise }) => [
    instalment,
    day,
    amountPaise,
  ]);

test('LEND-24: given two instalments repaid ahead, when asked, then each comes after its day', () => {
  expect(sumsOf([repaid(2)], [], TERMS, on('2026-12-01'))).toEqual([
    [1, '2026-12-20', 1_300],
    [2, '2027-01-20', 1_300],
  ]);
});

test('LEND-24: given a due day, when it is today, then it still comes; when over, no more', () => {
  expect(sumsOf([repaid(1)], [], TERMS, on('2026-12-20'))).toEqual([[1, '2026-12-20', 1_300]]);
  expect(sumsOf([repaid(1)], [], TERMS, on('2026-12-21'))).toEqual([]);
});

test('LEND-24: given all repaid early, when that day is open, then every instalment comes with it', () => {
  const closed = repaid(3, { ending: { kind: 'repaid', on: '2026-12-05' } });
  expect(sumsOf([closed], [], TERMS, on('2026-12-05')).map(([, day]) => day)).toEqual(
    Array<string>(3).fill('2026-12-05'),
  );
  expect(sumsOf([closed], [], TERMS, on('2026-12-06'))).toEqual([]);
});

test('LEND-24: given a month nearly full, when more is earned, then only its rest comes', () => {
  const given = [cashback(49_000, '2026-12-10T20:00:00Z'), cashback(40_000, '2027-01-02T20:00:00Z')];
  expect(sumsOf([repaid(1)], given, TERMS, on('2026-12-12'))).toEqual([[1, '2026-12-20', 1_000]]);
});

test('LEND-24: given a reward given already, when asked again, then it does not come twice', () => {
  const payment = repaid(1);
  const given = [cashback(1_300, '2026-12-20T20:00:00Z', 1, payment.id)];
  expect(sumsOf([payment], given, TERMS, on('2026-12-20'))).toEqual([]);
});

test('LEND-24, LEND-S6: given payments sold under other terms than today, when asked, then each brings by its own', () => {
  const before = repaid(1, { id: 'before', cashback: { cashbackBps: 0, monthlyMaxPaise: 50_000 } });
  const double = repaid(1, { id: 'double', cashback: { cashbackBps: 50, monthlyMaxPaise: 2_000 } });
  const coming = comingRewards([before, double, repaid(1)], [], TERMS, on('2026-12-20'));
  expect(coming.map(({ payment, amountPaise }) => [payment.id, amountPaise])).toEqual([
    [repaid(1).id, 1_300],
    ['double', 700],
  ]);
});

test.each([
  ['cancelled', repaid(1, { ending: { kind: 'cancelled', on: '2026-12-01', chargePaise: 0 } })],
  ['settled for less', repaid(1, { ending: { kind: 'settled', on: '2026-12-01' } })],
  ['sent back', repaid(1, { billStatus: 'reversed' })],
  ['not repaid', repaid(0)],
])('given a payment that was %s, when asked, then nothing comes', (_, payment) => {
  expect(sumsOf([payment], [], TERMS, on('2026-12-01'))).toEqual([]);
});

test('LEND-24, LEND-X10: given a due date a freeze moved, when repaid, then cashback goes by the agreed', () => {
  const { schedule, ...payment } = repaid(1);
  const rows = schedule.map((row) => ({ ...row, agreedDate: row.dueDate, dueDate: '2027-03-05' }));
  expect(sumsOf([{ ...payment, schedule: rows }], [], TERMS, on('2026-12-21'))).toEqual([]);
});
