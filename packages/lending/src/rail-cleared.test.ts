import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { isCleared, type OpenDifference } from './rail-cleared.ts';
import type { ListedRow, PaymentAtRail } from './rail-verdicts.ts';

const BILL = paise(50_000);
const at = (status: PaymentAtRail) => ({ payment: { status, billPaise: BILL } });
const said = (status: ListedRow['status'], amountPaise = 50_000) => ({
  listedLast: { status, amountPaise: paise(amountPaise) },
});
const isClear = (kind: string, change: Partial<OpenDifference>) =>
  isCleared({
    kind,
    rail: 'billpay',
    payment: { status: 'unknown', billPaise: BILL },
    listedThen: null,
    listedLast: null,
    hasLateSuccess: false,
    hasLateReturn: false,
    latePaise: paise(0),
    standingPaise: paise(0),
    owedPaise: paise(0),
    hasRepaymentEnded: false,
    hasLoanEnded: false,
    ...change,
  });

test.each([
  ['ok_unknown', 'it is paid', at('paid'), true],
  ['ok_unknown', 'it failed', at('failed'), false],
  [
    'ok_unknown',
    'it failed, and its late success is booked',
    { ...at('failed'), hasLateSuccess: true },
    true,
  ],
  ['ok_unknown', 'nothing is known yet', {}, false],
  ['fail_unknown', 'it failed', { ...at('failed'), listedThen: 'failure' }, true],
  ['fail_unknown', 'it is paid', { ...at('paid'), listedThen: 'failure' }, true],
  [
    'fail_unknown',
    'it is paid, and the list says failure',
    { ...at('paid'), ...said('failure'), listedThen: 'failure' },
    false,
  ],
  ['fail_unknown', 'staff opened it, without a word of the list', at('failed'), false],
  ['fail_unknown', 'nothing is known yet', { listedThen: 'failure' }, false],
  ['pending_one_day', 'it is paid', at('paid'), true],
  ['pending_one_day', 'it is undone', at('reversed'), true],
  ['pending_one_day', 'nothing is known yet', { hasRepaymentEnded: true }, false],
  ['missing', 'the row came', { ...at('paid'), ...said('success') }, true],
  ['missing', 'a row of another amount came', { ...at('paid'), ...said('success', 49_999) }, false],
  ['missing', 'the row says failure', { ...at('paid'), ...said('failure') }, false],
  ['missing', 'it is undone', at('reversed'), true],
  ['adjusted', 'it is undone', at('reversed'), true],
  ['adjusted', 'it failed', at('failed'), true],
  ['adjusted', 'it is paid', at('paid'), false],
  ['contradiction', 'it is undone, as the list says', { ...at('reversed'), ...said('adjusted') }, true],
  [
    'contradiction',
    'it is undone, and the list says success',
    { ...at('reversed'), ...said('success') },
    false,
  ],
  [
    'contradiction',
    'the list says success now',
    { ...at('paid'), ...said('success'), listedThen: 'failure' },
    true,
  ],
  [
    'contradiction',
    'the list said success from the start',
    { ...at('paid'), ...said('success'), listedThen: 'success' },
    false,
  ],
  ['contradiction', 'both say that it failed', { ...at('failed'), ...said('failure') }, true],
  ['contradiction', 'it failed, and the list says success', { ...at('failed'), ...said('success') }, false],
  ['returned', 'the loan is undone', at('reversed'), true],
  ['returned', 'the bill is paid', at('paid'), false],
  ['late_success', 'its money came back', { ...at('failed'), hasLateReturn: true }, true],
  ['late_success', 'a part came back', { ...at('failed'), hasLateReturn: true, latePaise: paise(1) }, false],
  ['late_success', 'nothing came back', at('failed'), false],
  ['duplicate', 'nothing stands for it', at('paid'), true],
  ['duplicate', 'a part stands', { ...at('paid'), standingPaise: paise(1) }, false],
  ['refund_due', 'the rail owes nothing', at('failed'), true],
  ['refund_due', 'the rail owes a part', { ...at('failed'), owedPaise: paise(1) }, false],
  ['amount', 'it is paid', at('paid'), false],
  ['hand_booked', 'it is undone', at('reversed'), false],
] as const)(
  'LEND-21, LEND-X10: given a difference %s, when %s, then it clears itself or stays',
  (kind, _, change, is) => {
    expect(isClear(kind, change)).toBe(is);
  },
);

test('LEND-21: given a repayment without an outcome, when it ends, then its difference clears itself', () => {
  expect(isClear('pending_one_day', { rail: 'razorpay', hasRepaymentEnded: true })).toBe(true);
  expect(isClear('pending_one_day', { rail: 'razorpay', ...at('paid') })).toBe(false);
  expect(isClear('missing', { rail: 'razorpay', hasRepaymentEnded: true })).toBe(false);
});

test('LEND-21, LEND-D5: given a write-off that came to nothing, when its loan ends or is written off anew, then its difference clears itself', () => {
  const about = (hasLoanEnded: boolean) => ({ rail: 'razorpay', hasLoanEnded, ...at('paid') }) as const;
  expect([true, false].map((hasEnded) => isClear('hand_booked', about(hasEnded)))).toEqual([true, false]);
  expect(isClear('hand_booked', { ...about(true), rail: 'billpay' })).toBe(false);
});
