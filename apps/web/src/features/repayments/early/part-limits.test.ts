import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { samplePayment } from '../../../../test/samples.ts';
import { mostOf } from './part-limits.ts';

test('LEND-9, LEND-X10: given an agreed day that is over, when shown later, then no part is paid early', () => {
  const payment = samplePayment();
  const [first, ...later] = payment.schedule;
  const moved = { ...first!, agreedDate: first!.dueDate, dueDate: '2027-01-10' };
  expect(mostOf(payment, paise(0), '2026-12-19')).toBeDefined();
  expect(mostOf({ ...payment, schedule: [moved, ...later] }, paise(0), '2027-01-09')).toBeUndefined();
});
