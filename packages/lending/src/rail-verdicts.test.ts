import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import {
  heardAgain,
  type ListedRow,
  type PaymentAtRail,
  railVerdict,
  railVerdicts,
} from './rail-verdicts.ts';

const BILL = paise(50_000);
const at = (status: PaymentAtRail) => ({ status, billPaise: BILL });
const listed = (change: Partial<ListedRow> = {}): ListedRow => ({
  status: 'success',
  refundStatus: null,
  amountPaise: BILL,
  payment: at('paid'),
  isSecond: false,
  hasOtherSuccess: false,
  ofOtherAmounts: [],
  ...change,
});

test.each([
  ['what we know', {}, null],
  ['a success without a payment of ours', { payment: null }, 'not_ours'],
  ['an adjustment without a payment of ours', { payment: null, status: 'adjusted' }, 'not_ours'],
  ['a failure without a payment of ours', { payment: null, status: 'failure' }, null],
  ['a second success', { hasOtherSuccess: true }, 'duplicate'],
  ['a refund of a paid bill', { refundStatus: 'required' }, 'returned'],
  ['a refund of a paid bill called a failure', { refundStatus: 'processed', status: 'failure' }, 'returned'],
  [
    'a refund of the one that was too many',
    { refundStatus: 'processed', isSecond: true, status: 'failure' },
    null,
  ],
  ['a success of a failed payment', { payment: at('failed') }, 'late_success'],
  [
    'a success of a failed payment, of another amount',
    { payment: at('failed'), amountPaise: paise(1) },
    'late_success',
  ],
  ['another amount', { amountPaise: paise(49_999) }, 'amount'],
  [
    'another amount of a payment under way',
    { amountPaise: paise(50_001), payment: at('submitted') },
    'amount',
  ],
  ['a success of an undone payment', { payment: at('reversed') }, 'contradiction'],
  ['the money of an undone payment', { payment: at('reversed'), refundStatus: 'processed' }, null],
  [
    'the second of an undone payment',
    { payment: at('reversed'), refundStatus: 'processed', isSecond: true },
    'contradiction',
  ],
  ['a success of a payment under way', { payment: at('submitted') }, 'ok_unknown'],
  ['a success of a payment that was not sent', { payment: at('accepted') }, 'ok_unknown'],
  ['a failure of a paid bill', { status: 'failure' }, 'contradiction'],
  ['a failure of the one that was too many', { status: 'failure', isSecond: true }, null],
  [
    'a failure of a payment without an outcome',
    { status: 'failure', payment: at('unknown') },
    'fail_unknown',
  ],
  ['a failure of a payment under way', { status: 'failure', payment: at('submitted') }, 'fail_unknown'],
  ['a failure of a failed payment', { status: 'failure', payment: at('failed') }, null],
  ['the word adjusted of a paid bill', { status: 'adjusted' }, 'adjusted'],
  ['the word adjusted of the one that was too many', { status: 'adjusted', isSecond: true }, null],
  ['the word adjusted of a payment under way', { status: 'adjusted', payment: at('unknown') }, 'adjusted'],
  ['the word adjusted of a failed payment', { status: 'adjusted', payment: at('failed') }, null],
  ['a payment that is being processed', { status: 'processing', payment: at('submitted') }, null],
] as const)(
  'LEND-21, LEND-X9, LEND-X10, LEND-X11: given %s, when compared, then its verdict is %3$s',
  (_, change, is) => {
    expect(railVerdict(listed(change))).toBe(is);
  },
);

test.each(['not_ours', 'duplicate', 'amount'] as const)(
  'LEND-21: given a success booked as %s, when the list says another amount, then a person looks',
  (verdict) => {
    const change = {
      not_ours: { payment: null },
      duplicate: { hasOtherSuccess: true },
      amount: { amountPaise: paise(1) },
    }[verdict];
    expect(railVerdict(listed({ ...change, ofOtherAmounts: [verdict] }))).toBe('contradiction');
    expect(railVerdict(listed({ ...change, ofOtherAmounts: [null, 'late_success'] }))).toBe(verdict);
  },
);

test('LEND-21: given a word booked by no amount, when another amount came before, then it keeps its verdict', () => {
  expect(railVerdict(listed({ payment: at('failed'), ofOtherAmounts: ['late_success'] }))).toBe(
    'late_success',
  );
  const adjusted = listed({ payment: null, status: 'adjusted', ofOtherAmounts: ['not_ours'] });
  expect(railVerdict(adjusted)).toBe('not_ours');
});

test('LEND-21: given one reading with two amounts of a reference, when compared, then the first counts', () => {
  const row = (id: string, amountPaise: number, change: Partial<ListedRow> & { userId?: string } = {}) => ({
    userId: 'u',
    reference: 'R1',
    id,
    ...listed({ payment: null, amountPaise: paise(amountPaise), ...change }),
    ...change,
  });
  const verdicts = (...rows: ReturnType<typeof row>[]) => railVerdicts(rows).map(({ verdict }) => verdict);
  expect(verdicts(row('a', 100), row('b', 200))).toEqual(['not_ours', 'contradiction']);
  expect(verdicts(row('b', 200), row('a', 100))).toEqual(['contradiction', 'not_ours']);
  expect(verdicts(row('a', 100), row('b', 100))).toEqual(['not_ours', 'not_ours']);
  expect(verdicts(row('a', 100, { status: 'adjusted' }), row('b', 200))).toEqual(['not_ours', 'not_ours']);
  expect(verdicts(row('a', 100, { userId: 'v' }), row('b', 200))).toEqual(['not_ours', 'not_ours']);
});

test.each([
  ['required', 'paid', { verdict: 'returned', isNews: true }],
  ['processed', 'paid', { verdict: 'returned', isNews: true }],
  ['processed', 'failed', { verdict: null, isNews: true }],
  ['processed', 'reversed', { verdict: null, isNews: true }],
  ['requested', 'failed', { verdict: null, isNews: false }],
  ['required', 'reversed', { verdict: null, isNews: false }],
] as const)(
  'LEND-21, LEND-X10: given a refund %s said before, when the payment is %s, then it is heard so',
  (word, status, is) => {
    expect(heardAgain(word, status)).toEqual(is);
  },
);
