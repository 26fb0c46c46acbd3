import { DAY_MS, paise, ZERO_PAISE } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type JudgedRow, railOutcomes, refundDifference, sentDifferences } from './rail-opened.ts';
import type { RailVerdict } from './rail-verdicts.ts';

const NOW = new Date('2027-01-16T09:00:00Z');
const BILL = paise(1_500_000);
const before = (ms: number) => new Date(NOW.getTime() - ms);
const PAYMENT = { status: 'submitted', billPaise: BILL, acceptedAt: before(DAY_MS) } as const;
const ROW: JudgedRow = {
  userId: 'user',
  reference: 'R1',
  paymentId: 'payment',
  status: 'success',
  refundStatus: null,
  verdict: 'ok_unknown',
  amountPaise: BILL,
  payment: PAYMENT,
  promisedPaise: ZERO_PAISE,
  hasLateSuccess: false,
  wasLateOpened: false,
};
const outcomeOf = (of: Partial<JudgedRow>) => railOutcomes([{ ...ROW, ...of }], NOW)[0]!.outcome;
const paid = { ...PAYMENT, status: 'paid' } as const;
const failed = { ...PAYMENT, status: 'failed' } as const;

test.each<[string, Partial<JudgedRow>, RailVerdict | null]>([
  ['a row without a payment of ours', { verdict: 'not_ours', paymentId: null, payment: null }, 'not_ours'],
  [
    'a row without a payment of ours that took no money',
    { verdict: 'not_ours', status: 'adjusted', payment: null },
    null,
  ],
  ['a second execution', { verdict: 'duplicate', payment: paid }, 'duplicate'],
  ['another amount of a paid bill', { verdict: 'amount', payment: paid }, 'amount'],
  ['another amount of a bill on its way', { verdict: 'amount' }, null],
  ['a late success', { verdict: 'late_success', payment: failed }, 'late_success'],
  ['a late success that is booked', { verdict: 'late_success', payment: failed, hasLateSuccess: true }, null],
  ['a contradiction', { verdict: 'contradiction', payment: paid }, null],
])('LEND-21: given %s, then the books take its money or none', (_, of, taken) => {
  expect(outcomeOf(of).taken?.verdict ?? null).toBe(taken);
});

test.each([
  { under: 'the same reference', reference: 'R1' },
  { under: 'another reference', reference: 'R2' },
])(
  'LEND-X5: given a late success twice in one reading, under $under, then it is booked and told once',
  ({ reference }) => {
    const row: JudgedRow = { ...ROW, verdict: 'late_success', payment: failed };
    const outcomes = railOutcomes([row, { ...row, reference }], NOW).map(({ outcome }) => outcome);
    expect(outcomes.map(({ taken, isNewSuccess }) => [taken !== null, isNewSuccess])).toEqual([
      [true, true],
      [false, false],
    ]);
  },
);

test.each<[string, Partial<JudgedRow>]>([
  ['a second execution', { verdict: 'duplicate', payment: paid }],
  ['another amount of a paid bill', { verdict: 'amount', payment: paid, amountPaise: paise(1_499_000) }],
  ['a row without a payment of ours', { verdict: 'not_ours', paymentId: null, payment: null }],
])('LEND-21: given %s twice in one reading, then its money is booked once, in lots as well', (_, of) => {
  const row: JudgedRow = { ...ROW, ...of };
  const other: JudgedRow = { ...row, reference: 'R2' };
  const taken = (lots: readonly (readonly JudgedRow[])[]) => {
    const told = new Set<string>();
    return lots.flatMap((lot) => railOutcomes(lot, NOW, told).map(({ outcome }) => outcome.taken !== null));
  };
  const again: JudgedRow = { ...row, refundStatus: 'requested' };
  expect(taken([[row, again, other]])).toEqual([true, false, true]);
  expect(taken([[row], [again], [other]])).toEqual([true, false, true]);
});

test.each<[string, Partial<JudgedRow>, boolean]>([
  ['ten minutes old', { payment: { ...PAYMENT, acceptedAt: before(10 * 60_000) } }, false],
  ['older than ten minutes', { payment: { ...PAYMENT, acceptedAt: before(10 * 60_000 + 1) } }, true],
  [
    'a failure ten minutes old',
    { verdict: 'fail_unknown', payment: { ...PAYMENT, acceptedAt: before(10 * 60_000) } },
    false,
  ],
  [
    'another amount, a moment old',
    { verdict: 'amount', payment: { ...PAYMENT, acceptedAt: before(1) } },
    true,
  ],
  ['a late success', { verdict: 'late_success', payment: failed }, true],
  ['a late success that was one before', { verdict: 'late_success', wasLateOpened: true }, false],
])('LEND-X9: given an answer that is %s, then it is a difference or not yet', (_, of, isOne) => {
  expect(outcomeOf(of).opens !== null).toBe(isOne);
});

test('LEND-21: given a row without a payment, then finance looks; given one of ours, then operations', () => {
  const nobody = outcomeOf({ verdict: 'not_ours', paymentId: null, payment: null });
  expect(nobody.opens).toEqual({ kind: 'not_ours', owner: 'finance', oursPaise: null, theirsPaise: BILL });
  expect(nobody.needsReview).toBe(false);
  expect(outcomeOf({ verdict: 'amount', amountPaise: paise(7) }).opens).toEqual({
    kind: 'amount',
    owner: 'operations',
    oursPaise: BILL,
    theirsPaise: 7,
  });
});

test.each<[RailVerdict, boolean, boolean]>([
  ['ok_unknown', true, false],
  ['fail_unknown', true, false],
  ['adjusted', true, true],
  ['amount', false, true],
  ['duplicate', false, true],
  ['contradiction', false, true],
  ['returned', false, true],
  ['late_success', false, true],
])(
  'LEND-X11: given the verdict %s of a bill on its way, then it is asked about or reviewed',
  (verdict, isAsked, needsReview) => {
    expect(outcomeOf({ verdict })).toMatchObject({ isAsked, needsReview });
    expect(outcomeOf({ verdict, payment: paid }).isAsked).toBe(false);
  },
);

test('LEND-X10: given the return of a paid bill, then its loan freezes by the word of the list', () => {
  const of = { payment: paid, refundStatus: 'requested' } as const;
  expect(outcomeOf({ ...of, verdict: 'returned' }).freezesAs).toBe('refund_requested');
  expect(outcomeOf({ ...of, verdict: 'contradiction' }).freezesAs).toBeNull();
});

const SENT = {
  status: 'paid',
  billPaise: BILL,
  movingPaise: ZERO_PAISE,
  isBooked: true,
  isListed: true,
} as const;

test.each([
  ['paid and listed', SENT, []],
  ['paid and not listed', { ...SENT, isListed: false }, [['missing', BILL, 0]]],
  ['paid and not booked', { ...SENT, isBooked: false }, [['ledger_gap', 0, BILL]]],
  ['failed and booked', { ...SENT, status: 'failed' }, [['ledger_gap', 0, BILL]]],
  ['failed and not listed', { ...SENT, status: 'failed', isBooked: false, isListed: false }, []],
  ['on its way', { ...SENT, status: 'submitted', isBooked: false, movingPaise: BILL }, []],
  ['unknown and nowhere', { ...SENT, status: 'unknown', isBooked: false }, [['ledger_gap', 0, BILL]]],
  ['paid and on its way', { ...SENT, movingPaise: BILL }, [['ledger_gap', BILL, BILL]]],
] as const)('LEND-21: given a payment %s, then a complete list shows its differences', (_, sent, opened) => {
  const found = sentDifferences(sent);
  expect(found.map(({ kind, oursPaise, theirsPaise }) => [kind, oursPaise, theirsPaise])).toEqual(opened);
});

test('LEND-21: given a refund, then it is a difference once it is owed for more than five days', () => {
  expect(refundDifference(BILL, before(5 * DAY_MS), NOW)).toBeNull();
  expect(refundDifference(BILL, before(5 * DAY_MS + 1), NOW)).toMatchObject({
    kind: 'refund_due',
    owner: 'finance',
    oursPaise: BILL,
  });
  expect(refundDifference(ZERO_PAISE, before(9 * DAY_MS), NOW)).toBeNull();
});
