import { expect, test } from 'vitest';
import { sampleCard, samplePayment } from '../../test/samples.ts';
import { paidOfBill } from './paid-of-bill.ts';

const paidDue = (billDueDate: string | null) => samplePayment({ billDueDate });

test.each([
  ['2026-11-29', 1_500_000],
  ['2026-11-30', 1_500_000],
  ['2026-12-01', 1_500_000],
  ['2026-12-19', 1_500_000],
  ['2026-12-20', 0],
  ['2026-10-31', 0],
  [null, 0],
])(
  'given a paid bill due on 30 November, when one is due on %s, then %i paise of it are paid',
  (due, paise) => {
    expect(paidOfBill(sampleCard, due, [paidDue('2026-11-30')])).toBe(paise);
  },
);

test('given a payment without a due date, when a bill has one, then it counts for none', () => {
  expect(paidOfBill(sampleCard, '2026-11-30', [paidDue(null)])).toBe(0);
});
