import { expect, test } from 'vitest';
import { askForRefund } from './refunds.ask.ts';

const WANTED = { paymentRef: 'pay_1', key: 'refund-1', amount: 5_000, reason: 'excess' } as const;

/** A rail that has these refunds under one receipt, in its order, and is not to be asked for another one. */
const railWith = (...statuses: readonly ('processed' | 'pending' | 'failed')[]) => ({
  refundsOf: async () =>
    statuses.map((status, index) => ({
      status,
      refundRef: `rfnd_${index}`,
      paymentRef: 'pay_1',
      receipt: 'refund-1',
      amount: 5_000,
      createdAt: new Date(0),
    })),
  refund: () => Promise.reject(new Error('asked once more')),
});

test.each([
  [['failed', 'processed'], 'processed'],
  [['pending', 'processed'], 'processed'],
  [['failed', 'pending'], 'pending'],
  [['failed', 'failed'], 'failed'],
] as const)(
  'LEND-X1: given a rail that made refunds %j under one key, when it is looked at, then it is %s',
  async (statuses, status) => {
    const markSent = () => Promise.reject(new Error('sent once more'));
    const answer = await askForRefund(railWith(...statuses), WANTED, true, markSent);
    expect(answer).toMatchObject({ status });
  },
);
