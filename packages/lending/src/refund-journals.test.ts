import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { allowedLines, type Journal } from './journals.ts';
import { refundBegun, refundFailed, refundPaid, refundTaken } from './refund-journals.ts';

const ON = businessDate('2027-02-20');
const REFUND = { id: 'refund', loanId: 'loan', amountPaise: paise(25_161) };

test.each<[string, Journal, Record<string, number>]>([
  ['begun', refundBegun(REFUND, ON), { L310: 25_161, L311: -25_161 }],
  ['paid', refundPaid(REFUND, ON), { L311: 25_161, A100: -25_161 }],
  ['failed', refundFailed(REFUND, ON, false), { L311: 25_161, L310: -25_161 }],
  ['failed after its repayment was lost', refundFailed(REFUND, ON, true), { L311: 25_161, A230: -25_161 }],
  ['taken by a dispute', refundTaken(REFUND, ON), { L311: 25_161, A230: -25_161 }],
])('LEND-16 journal 23: a refund %s', (_, booked, expected) => {
  expect(Object.fromEntries(booked.lines.map(({ account, amountPaise }) => [account, amountPaise]))).toEqual(
    expected,
  );
  expect(new Set(booked.lines.map(({ loanId }) => loanId))).toEqual(new Set(['loan']));
  const allowed = new Set(allowedLines().map(({ kind, account, side }) => `${kind} ${account} ${side}`));
  for (const { account, amountPaise } of booked.lines)
    expect(allowed).toContain(`refund ${account} ${amountPaise > 0 ? 'debit' : 'credit'}`);
});
