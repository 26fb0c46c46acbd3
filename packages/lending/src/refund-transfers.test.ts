import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { transfersDue } from './refund-transfers.ts';
import {
  REFUND_RETRY_MS,
  type Refundable,
  refundsDue,
  type RefundOf,
  type RepaymentDispute,
} from './refunds-due.ts';

const refund = (status: RefundOf['status'], amount = 100, isUnmade = false, endedAt = 1): RefundOf => ({
  status,
  amountPaise: paise(amount),
  endedAt: status === 'failed' || status === 'processed' ? endedAt : null,
  isUnmade,
  isOffRail: false,
});
const refused = [refund('failed'), refund('failed'), refund('failed')];
const dispute = (status: RepaymentDispute['status']): RepaymentDispute => ({
  status,
  isDeducted: true,
  endedAt: null,
});
const repayment = (refunds: readonly RefundOf[], disputes: readonly RepaymentDispute[] = []): Refundable => ({
  repaymentId: 'repayment',
  excessPaise: paise(100),
  refunds,
  disputes,
});

test.each<[string, Refundable, number[]]>([
  ['three refusals', repayment(refused), [100]],
  ['three refusals since a part was sent', repayment([refund('processed', 60, false, 0), ...refused]), [40]],
  ['three refusals before a part was sent', repayment([...refused, refund('processed', 60, false, 2)]), []],
  [
    'a refusal after a part was sent, and three before',
    repayment([...refused, refund('processed', 60, false, 2), refund('failed', 40, false, 3)]),
    [],
  ],
  ['three refusals, and all that was sent', repayment([...refused, refund('processed', 100, false, 2)]), []],
  ['two refusals', repayment(refused.slice(1)), []],
  [
    'two refusals, and a request that was kept back',
    repayment([...refused.slice(1), refund('failed', 100, true)]),
    [],
  ],
  ['three refusals, and a refund under way', repayment([...refused, refund('unknown')]), []],
  ['three refusals, and an open dispute', repayment(refused, [dispute('open')]), []],
  ['three refusals, and a dispute that was won', repayment(refused, [dispute('won')]), [100]],
])(
  'LEND-16: given an excess with %s, then a transfer carries what the rail has given up',
  (_, one, amounts) => {
    expect(transfersDue([one]).map(({ amountPaise }) => amountPaise)).toEqual(amounts);
  },
);

test('LEND-16: given three refusals in all of two repayments, or of one of them, then a transfer carries the excess of that one alone', () => {
  const other = { ...repayment(refused.slice(2)), repaymentId: 'other' };
  expect(transfersDue([repayment(refused.slice(1)), other])).toEqual([]);
  expect(transfersDue([repayment(refused), other])).toEqual([{ repaymentId: 'repayment', amountPaise: 100 }]);
});

test('LEND-16: given an excess that a transfer may carry, then the rail begins none of it by itself, and goes on with another', () => {
  const other = { ...repayment([]), repaymentId: 'other' };
  for (const disputes of [[], [dispute('won')], [dispute('lost')]]) {
    const carried = repayment(refused, disputes);
    expect(transfersDue([carried, other])).toEqual([{ repaymentId: 'repayment', amountPaise: 100 }]);
    expect(refundsDue([carried, other], 100 * REFUND_RETRY_MS, 'by itself')).toEqual([
      { repaymentId: 'other', amountPaise: 100 },
    ]);
  }
});
