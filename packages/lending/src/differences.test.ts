import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type AccountName, codeOf } from './accounts.ts';
import {
  type BankRow,
  type Cleared,
  type Clearing,
  clearing,
  differenceDueOn,
  standingPaise,
} from './differences.ts';

const ON = businessDate('2027-02-20');
const OPEN: Cleared = {
  id: 'break',
  loanId: 'loan',
  kind: 'duplicate',
  rail: 'billpay',
  booksPaise: paise(500),
  bankRow: null,
};
const ROW: BankRow = {
  creditPaise: paise(0),
  debitPaise: paise(500),
  isPayment: false,
  isWaiting: true,
  isUnderway: false,
  dispute: 'none',
};
const brought: Partial<BankRow> = { creditPaise: paise(500), debitPaise: paise(0) };

type Case = [string, Partial<Cleared>, Clearing, AccountName, AccountName];

test.each<Case>([
  ['taken by the rail', {}, 'rail_returned', 'RAIL_FLOAT', 'DISPUTED'],
  ['missed by the rail', { booksPaise: paise(-500) }, 'rail_returned', 'DISPUTED', 'RAIL_FLOAT'],
  ['taken at the bank', { kind: 'lost_twice', rail: 'razorpay' }, 'rail_returned', 'BANK', 'DISPUTED'],
  ['missed at the bank', { rail: 'razorpay', booksPaise: paise(-500) }, 'rail_returned', 'DISPUTED', 'BANK'],
  ['taken for good', {}, 'loss', 'PAYMENT_LOSS', 'DISPUTED'],
  ['missed for good', { booksPaise: paise(-500) }, 'loss', 'DISPUTED', 'PAYMENT_LOSS'],
  ['owed and arrived', { kind: 'refund_due' }, 'refund_arrived', 'RAIL_FLOAT', 'RAIL_OWES'],
  ['owed and given up', { kind: 'refund_due' }, 'loss', 'PAYMENT_LOSS', 'RAIL_OWES'],
  ['a row that took', { kind: 'unmatched_row', bankRow: ROW }, 'loss', 'PAYMENT_LOSS', 'BANK'],
  [
    'a row that brought',
    { kind: 'unmatched_row', bankRow: { ...ROW, ...brought } },
    'rail_returned',
    'BANK',
    'PAYMENT_LOSS',
  ],
])(
  'LEND-16 journals 7, 8, 36: given %s, then it is cleared between its accounts',
  (_, of, how, debit, credit) => {
    const booked = clearing({ ...OPEN, ...of }, how, ON);
    expect(booked?.lines.map(({ account, amountPaise }) => [account, amountPaise])).toEqual([
      [codeOf(debit), 500],
      [codeOf(credit), -500],
    ]);
    expect(booked).toMatchObject({ source: { of: 'row', id: 'break' }, loanId: 'loan', effectiveOn: ON });
  },
);

test('LEND-21: given nothing in the books, then nothing clears a difference', () => {
  expect(clearing({ ...OPEN, booksPaise: paise(0) }, 'loss', ON)).toBeNull();
});

test.each<[string, Partial<Cleared>, Clearing]>([
  ['a duplicate as arrived', {}, 'refund_arrived'],
  ['a debt as returned', { kind: 'refund_due' }, 'rail_returned'],
  ['a debt below zero', { kind: 'refund_due', booksPaise: paise(-500) }, 'refund_arrived'],
])('LEND-21: given %s, then it is refused', (_, of, how) => {
  expect(() => clearing({ ...OPEN, ...of }, how, ON)).toThrow(RangeError);
});

test.each<[string, Partial<BankRow>, number]>([
  ['took', {}, 500],
  ['brought', brought, -500],
  ['brought a payment', { ...brought, isPayment: true }, 0],
  ['took a payment back', { isPayment: true }, 500],
  ['was explained', { isWaiting: false }, 0],
  ['is under way', { isUnderway: true }, 0],
  ['names a dispute not deducted', { dispute: 'known' }, 0],
  ['took for a deducted dispute', { dispute: 'deducted' }, 500],
  ['brought for a deducted dispute', { ...brought, dispute: 'deducted' }, 0],
  ['brought a paisa for a deducted dispute', { ...brought, creditPaise: paise(1), dispute: 'deducted' }, 0],
])('LEND-21: given a row that %s, then so much of it stands', (_, of, expected) => {
  const difference = { ...OPEN, kind: 'unmatched_row', booksPaise: paise(0), bankRow: { ...ROW, ...of } };
  expect(standingPaise(difference)).toBe(expected);
});

test('LEND-21: given a row of the file that is gone, then nothing of it stands', () => {
  expect(standingPaise({ ...OPEN, kind: 'unmatched_row' })).toBe(0);
});

test('LEND-T6: a difference is due on the second working day after its own, not counting holidays', () => {
  const christmasEve = businessDate('2026-12-24');
  expect(differenceDueOn(christmasEve, [])).toBe('2026-12-28');
  expect(differenceDueOn(christmasEve, [businessDate('2026-12-25')])).toBe('2026-12-29');
});
