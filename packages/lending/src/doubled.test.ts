import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { type AheadMoney, doubled, type PaidDebit, releasable } from './doubled.ts';

const DEBIT: PaidDebit = { askedAt: 1_000, heardAt: 9_000, coveredPaise: paise(520_000) };

function held(change: Partial<AheadMoney> = {}): AheadMoney {
  const heldPaise = change.heldPaise ?? paise(520_000);
  return {
    repaymentId: 'by hand',
    channel: 'checkout',
    receivedAt: 5_000,
    heldPaise,
    aheadPaise: heldPaise,
    excessPaise: paise(0),
    isSecond: false,
    ...change,
  };
}

const amounts = (money: readonly AheadMoney[], debits: readonly PaidDebit[] = [DEBIT]) =>
  doubled(money, debits).map(({ repaymentId, amountPaise }) => [repaymentId, amountPaise]);

test('LEND-20: given money by hand while a debit was unanswered, when the debit paid, then what is held goes back', () => {
  expect(amounts([held()])).toEqual([['by hand', 520_000]]);
  expect(amounts([held({ channel: 'identified' })])).toHaveLength(1);
});

test.each([
  ['before the debit was asked for', { receivedAt: 999 }],
  ['after the debit was heard of', { receivedAt: 9_001 }],
  ['by rewards', { channel: 'reward' }],
  ['by another debit', { channel: 'mandate' }],
  ['less than a rail gives back', { heldPaise: paise(99) }],
] as const)('LEND-9: given money %s, then it waits for its instalment', (_, change) => {
  expect(amounts([held(change)])).toEqual([]);
});

test('LEND-20: given money at the moments of the request and of the answer, then it crossed the debit', () => {
  expect(amounts([held({ receivedAt: 1_000 })])).toHaveLength(1);
  expect(amounts([held({ receivedAt: 9_000 })])).toHaveLength(1);
  expect(amounts([held({ heldPaise: paise(100) })])).toEqual([['by hand', 100]]);
});

test('LEND-20: given more by hand than the debit paid, then no more than that goes back, the newest first', () => {
  const early = held({ repaymentId: 'early', receivedAt: 2_000 });
  expect(amounts([early, held({ heldPaise: paise(300_000) })])).toEqual([
    ['by hand', 300_000],
    ['early', 220_000],
  ]);
  expect(amounts([held({ heldPaise: paise(1_040_000) })])).toEqual([['by hand', 520_000]]);
});

test('LEND-20: given a part that goes back as it is, then the debit accounts for the rest alone', () => {
  const early = held({ repaymentId: 'early', heldPaise: paise(0), excessPaise: paise(500_000) });
  expect(amounts([early, held()])).toEqual([['by hand', 20_000]]);
  expect(amounts([early, held({ excessPaise: paise(20_000) })])).toEqual([]);
});

test('LEND-20: given money that closed the loan beside a debit, then what was not due of it goes back', () => {
  const closing = { heldPaise: paise(0), aheadPaise: paise(513_500), excessPaise: paise(6_500) };
  expect(amounts([held(closing)])).toEqual([['by hand', 513_500]]);
  // The end of a loan by a second payment for one order stands.
  expect(amounts([held({ ...closing, isSecond: true })])).toEqual([]);
});

test('LEND-20: given two debits that were unanswered one after the other, then each accounts for its own', () => {
  const later = { ...DEBIT, askedAt: 20_000, heardAt: 29_000 };
  const two = [held(), held({ repaymentId: 'later', receivedAt: 25_000 })];
  expect(amounts(two, [DEBIT, later])).toEqual([
    ['by hand', 520_000],
    ['later', 520_000],
  ]);
});

test('LEND-20: given two debits that were unanswered at once, when both paid, then one excess accounts for one of them', () => {
  const later = { ...DEBIT, heardAt: 9_500 };
  const both = held({ heldPaise: paise(520_000), excessPaise: paise(520_000) });
  expect(amounts([both], [DEBIT, later])).toEqual([['by hand', 520_000]]);
  expect(amounts([{ ...both, excessPaise: paise(1_040_000) }], [DEBIT, later])).toEqual([]);
  // None is held twice.
  expect(amounts([held({ heldPaise: paise(600_000) })], [DEBIT, later])).toEqual([
    ['by hand', 520_000],
    ['by hand', 80_000],
  ]);
});

test('LEND-20: given a debit that was heard of first, then what came before the other alone went back for it', () => {
  const other = { askedAt: 3_000, heardAt: 9_500, coveredPaise: paise(520_000) };
  const early = held({
    repaymentId: 'early',
    receivedAt: 2_000,
    heldPaise: paise(0),
    excessPaise: paise(520_000),
  });
  expect(amounts([early, held()], [other, DEBIT])).toEqual([['by hand', 520_000]]);
});

test('LEND-20: given a debit that was asked for within a second, then money of that second crossed it', () => {
  const debit = { ...DEBIT, askedAt: 5_700 };
  expect(amounts([held()], [debit])).toEqual([['by hand', 520_000]]);
  expect(amounts([held({ receivedAt: 4_000 })], [debit])).toEqual([]);
});

test('LEND-9: given an order that was paid a second time, then all that is held of the second goes back', () => {
  expect(amounts([held({ isSecond: true })], [])).toEqual([['by hand', 520_000]]);
  expect(amounts([held()], [])).toEqual([]);
  // The debit accounts for other money.
  expect(amounts([held({ isSecond: true }), held({ repaymentId: 'other' })])).toEqual([
    ['by hand', 520_000],
    ['other', 520_000],
  ]);
});

test('LEND-9: given held money, when its payer asks, then all of it may go back unless it is disputed, agreed about, lent again or a reward', () => {
  const FREE = { isDisputed: false, isAgreed: false, isInUse: false };
  expect(releasable(held(), FREE)).toEqual({ amountPaise: 520_000 });
  expect(releasable(held({ channel: 'mandate' }), FREE)).toEqual({ amountPaise: 520_000 });
  expect(releasable(held(), { ...FREE, isDisputed: true })).toEqual({ refusal: 'disputed' });
  expect(releasable(held(), { ...FREE, isAgreed: true })).toEqual({ refusal: 'agreed' });
  expect(releasable(held(), { ...FREE, isInUse: true })).toEqual({ refusal: 'in_use' });
  expect(releasable(held({ heldPaise: paise(100) }), FREE)).toEqual({ amountPaise: 100 });
  expect(releasable(held({ heldPaise: paise(99) }), FREE)).toEqual({ refusal: 'nothing_held' });
  expect(releasable(held({ channel: 'reward' }), FREE)).toEqual({ refusal: 'nothing_held' });
});
