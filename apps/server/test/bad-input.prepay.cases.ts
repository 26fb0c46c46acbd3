import { randomUUID } from 'node:crypto';
import { type Bad, ids } from './bad-input.cases.ts';

const KEYED = () => ({ 'idempotency-key': randomUUID() });
const quoteOf = (amount: string, id = () => ids.payment) => ({
  method: 'GET',
  path: () => `/payments/${id()}/part-prepayment${amount}`,
});

export const PREPAY_CASES: readonly Bad[] = [
  ...['', '?amountPaise=', '?amountPaise=-1', '?amountPaise=0', '?amountPaise=1e9', '?amountPaise=500.5'].map(
    (amount) => ({
      name: `a part paid early of ${amount || 'nothing'}`,
      ...quoteOf(amount),
      expect: [422, 'validation_failed'] as const,
    }),
  ),
  {
    name: 'a part paid early below ₹500',
    ...quoteOf('?amountPaise=49999'),
    expect: [422, 'part_prepayment_too_small'],
  },
  {
    name: 'a part paid early that leaves less than ₹1,000',
    ...quoteOf('?amountPaise=100001'),
    expect: [422, 'part_prepayment_close_instead'],
  },
  {
    name: "a part of someone else's payment",
    ...quoteOf('?amountPaise=60000', () => ids.raviPayment),
    expect: [404, 'not_found'],
  },
  {
    name: 'a repayment with an unknown intent',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 60_000, intent: 'exit' },
    headers: KEYED(),
    expect: [422, 'validation_failed'],
  },
  {
    name: 'a repayment that is to make instalments smaller, and leaves less than ₹1,000',
    path: () => `/payments/${ids.payment}/repayments`,
    body: { amountPaise: 100_001, intent: 'part_prepay' },
    headers: KEYED(),
    expect: [422, 'part_prepayment_close_instead'],
  },
];
