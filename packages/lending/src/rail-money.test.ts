import fc from 'fast-check';
import { businessDate, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { codeOf } from './accounts.ts';
import type { Journal } from './journals.ts';
import {
  type AtRail,
  railTook,
  type RefundWord,
  refundsHeard,
  secondGivenBack,
  type TakenRow,
} from './rail-money.ts';

const ON = businessDate('2027-02-20');
const BILL = paise(1_500_000);
const NONE = paise(0);
const FLOAT = codeOf('RAIL_FLOAT');
const OWES = codeOf('RAIL_OWES');
const DISPUTED = codeOf('DISPUTED');
const LOSS = codeOf('PAYMENT_LOSS');

/** Sums of journals by account, without zero sums. */
function sumsOf(journals: readonly Journal[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amountPaise } of journals.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + amountPaise;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const TAKEN: TakenRow = {
  paymentId: 'payment',
  reference: 'R1',
  verdict: 'late_success',
  amountPaise: BILL,
  billPaise: BILL,
  promisedPaise: NONE,
};

test.each<[string, Partial<TakenRow>, Record<string, number>]>([
  ['a late success', {}, { [DISPUTED]: BILL, [FLOAT]: -BILL }],
  ['a late success of promised money', { promisedPaise: BILL }, { [DISPUTED]: BILL, [OWES]: -BILL }],
  ['a duplicate', { verdict: 'duplicate', promisedPaise: BILL }, { [DISPUTED]: BILL, [FLOAT]: -BILL }],
  [
    'money of no payment',
    { verdict: 'not_ours', paymentId: null, billPaise: null },
    { [DISPUTED]: BILL, [FLOAT]: -BILL },
  ],
  ['too much', { verdict: 'amount', amountPaise: paise(1_500_500) }, { [DISPUTED]: 500, [FLOAT]: -500 }],
  ['too little', { verdict: 'amount', amountPaise: paise(1_499_500) }, { [DISPUTED]: -500, [FLOAT]: 500 }],
])('LEND-16 journal 6: given %s, then what no bill accounts for is disputed', (_, row, sums) => {
  expect(sumsOf([railTook({ ...TAKEN, ...row }, ON)])).toEqual(sums);
});

test('LEND-X5: given a late success, then its journal is named by the payment, others by the reference', () => {
  expect(railTook(TAKEN, ON).source).toEqual({ of: 'row', id: 'payment', rewoundCount: 0 });
  expect(railTook({ ...TAKEN, verdict: 'duplicate' }, ON).source).toEqual({
    of: 'rail reference',
    reference: 'R1',
    verdict: 'duplicate',
  });
});

const AT: AtRail = {
  paymentId: 'payment',
  billPaise: BILL,
  isFailed: true,
  isByHand: false,
  owedPaise: NONE,
  latePaise: NONE,
  lostPaise: NONE,
};
const BACK: RefundWord = { rowId: 'back', isBack: true, amountPaise: BILL, wasBack: false };
const PROMISE: RefundWord = { ...BACK, rowId: 'promise', isBack: false };

test('LEND-16 journal 8: given a promise and then the money, then the rail owes it and repays it', () => {
  const { journals, handBooked } = refundsHeard(AT, [PROMISE, PROMISE, BACK], ON);
  expect(journals.map(({ kind }) => kind)).toEqual(['float', 'float']);
  expect(sumsOf(journals.slice(0, 1))).toEqual({ [OWES]: BILL, [FLOAT]: -BILL });
  expect(sumsOf(journals)).toEqual({});
  expect(handBooked).toEqual([]);
});

test('LEND-21: given debt, late success and loss, when money is back, then each takes in turn', () => {
  const at = { ...AT, owedPaise: paise(400), latePaise: paise(300), lostPaise: paise(200) };
  const { journals, handBooked } = refundsHeard(at, [{ ...BACK, amountPaise: paise(750) }], ON);
  expect(sumsOf(journals)).toEqual({ [FLOAT]: 750, [OWES]: -400, [DISPUTED]: -300, [LOSS]: -50 });
  expect(journals.map(({ kind }) => kind)).toEqual(['float', 'rail_orphan_back', 'loss']);
  expect(handBooked).toEqual([{ rowId: 'back', oursPaise: 0, theirsPaise: 50 }]);
});

test('LEND-21: given more back than stands, then no more is booked than stands', () => {
  const at = { ...AT, owedPaise: paise(100) };
  expect(sumsOf(refundsHeard(at, [BACK, { ...BACK, rowId: 'again' }], ON).journals)).toEqual({
    [FLOAT]: 100,
    [OWES]: -100,
  });
});

test.each<[string, Partial<AtRail>, Partial<RefundWord>]>([
  ['of a returned bill', { isFailed: false }, {}],
  ['where the rail owes already', { owedPaise: BILL }, {}],
  ['where a late success took it', { latePaise: BILL }, {}],
  ['after the money was back', {}, { wasBack: true }],
])('LEND-16 journal 8: given a promise %s, then nothing is booked', (_, at, word) => {
  const heard = refundsHeard({ ...AT, ...at }, [{ ...PROMISE, ...word }], ON);
  expect(heard).toEqual({ journals: [], handBooked: [] });
});

test.each<[string, number, { oursPaise: number; theirsPaise: number }]>([
  ['arrived', 0, { oursPaise: BILL, theirsPaise: 0 }],
  ['lost', BILL, { oursPaise: 0, theirsPaise: BILL }],
])(
  'LEND-21: given money that staff booked as %s, when it is promised, then both sides show',
  (_, lost, sides) => {
    const at = { ...AT, isByHand: true, lostPaise: paise(lost) };
    expect(refundsHeard(at, [PROMISE], ON)).toEqual({
      journals: [],
      handBooked: [{ rowId: 'promise', ...sides }],
    });
  },
);

test('LEND-21: given a second execution, when it is back, then its difference goes before its loss', () => {
  const at = { breakId: 'break', paymentId: 'payment', disputedPaise: paise(900), lostPaise: paise(300) };
  const rows = [
    { rowId: 'one', amountPaise: paise(1_000) },
    { rowId: 'two', amountPaise: paise(1_000) },
  ];
  const journals = secondGivenBack(at, rows, ON);
  expect(sumsOf(journals)).toEqual({ [FLOAT]: 1_200, [DISPUTED]: -900, [LOSS]: -300 });
  expect(journals.map(({ kind }) => kind)).toEqual(['rail_orphan_back', 'loss', 'loss']);
  expect(journals[0]?.source).toEqual({ of: 'rail row', about: 'break', says: 'back', rowId: 'one' });
});

test('LEND-21: given a difference below zero, when its money is back, then the loss alone takes it', () => {
  const at = { breakId: 'break', paymentId: 'payment', disputedPaise: paise(-200), lostPaise: paise(300) };
  const journals = secondGivenBack(at, [{ rowId: 'one', amountPaise: paise(1_000) }], ON);
  expect(sumsOf(journals)).toEqual({ [FLOAT]: 300, [LOSS]: -300 });
});

test('LEND-21: given any words, then no more comes back than the rail has, and nothing below zero', () => {
  const amount = fc.integer({ min: 0, max: 1_000 }).map((value) => paise(value));
  const words = fc.array(
    fc.record({ rowId: fc.uuid(), isBack: fc.boolean(), amountPaise: amount, wasBack: fc.boolean() }),
    { maxLength: 6 },
  );
  const at = fc.record({
    owedPaise: amount,
    latePaise: amount,
    lostPaise: amount,
    isFailed: fc.boolean(),
    isByHand: fc.boolean(),
  });
  fc.assert(
    fc.property(at, words, (stands, said) => {
      const known = { ...AT, ...stands, billPaise: paise(500) };
      const { journals } = refundsHeard(known, said, ON);
      const sums = sumsOf(journals);
      const back = said.reduce((sum, word) => sum + (word.isBack ? word.amountPaise : 0), 0);
      const promises = journals.filter(({ source }) => source.of === 'row step').length * 500;
      expect(known.owedPaise + (sums[OWES] ?? 0)).toBeGreaterThanOrEqual(0);
      expect(known.latePaise + (sums[DISPUTED] ?? 0)).toBeGreaterThanOrEqual(0);
      expect(known.lostPaise + (sums[LOSS] ?? 0)).toBeGreaterThanOrEqual(0);
      expect((sums[FLOAT] ?? 0) + promises).toBeLessThanOrEqual(back);
    }),
  );
});
