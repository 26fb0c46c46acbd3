import fc from 'fast-check';
import { businessDate, DAY_MS, paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import { codeOf } from './accounts.ts';
import {
  collectionSettled,
  missingDifference,
  rowDifference,
  type RowOwner,
  rowState,
  type SettledRow,
} from './settlement-file.ts';

const ROW: SettledRow = {
  id: 'row',
  settledOn: businessDate('2027-02-20'),
  amountPaise: paise(520_000),
  feePaise: paise(1_227),
  creditPaise: paise(518_773),
  debitPaise: paise(0),
  isRepeated: false,
  isDouble: false,
};
const OWNER: RowOwner = {
  expectedPaise: paise(520_000),
  isIncoming: true,
  loanId: 'loan',
  isMandate: false,
  isBookedElsewhere: false,
};
const OUT: Partial<SettledRow> = { creditPaise: paise(0), debitPaise: paise(521_227) };

test.each<[string, Partial<SettledRow>, Partial<RowOwner> | null, string]>([
  ['that fits', {}, {}, 'matched'],
  ['taken out again', OUT, { isIncoming: false }, 'matched'],
  ['of no known user', {}, null, 'waiting'],
  ['of another amount', {}, { expectedPaise: paise(519_999) }, 'differs'],
  ['whose fee is not what is missing', { feePaise: paise(1_226) }, {}, 'differs'],
  ['in the other direction', {}, { isIncoming: false }, 'differs'],
  ['that was settled before', { isRepeated: true }, {}, 'differs'],
])('LEND-21: given a row %s, then that is its state', (_, row, owner, state) => {
  expect(rowState({ ...ROW, ...row }, owner && { ...OWNER, ...owner })).toBe(state);
});

test('LEND-21: given a row that contradicts our books, then it is a duplicate where the file names it twice', () => {
  expect([rowDifference({ isDouble: true }), rowDifference(ROW)]).toEqual(['duplicate', 'amount']);
});

const linesOf = (row: Partial<SettledRow>, owner: Partial<RowOwner>) =>
  Object.fromEntries(
    (collectionSettled({ ...ROW, ...row }, { ...OWNER, ...owner })?.lines ?? []).map((line) => [
      line.account,
      line.amountPaise,
    ]),
  );
const BANK = codeOf('BANK');
const CHARGES = codeOf('RAIL_CHARGES');
const CHECKOUT = codeOf('CHECKOUT_CLEARING');
const MANDATE = codeOf('MANDATE_CLEARING');

test.each<[string, Partial<SettledRow>, Partial<RowOwner>, Record<string, number>]>([
  ['a payment', {}, {}, { [BANK]: 518_773, [CHARGES]: 1_227, [CHECKOUT]: -520_000 }],
  [
    'a debit under a mandate',
    {},
    { isMandate: true },
    { [BANK]: 518_773, [CHARGES]: 1_227, [MANDATE]: -520_000 },
  ],
  [
    'a payment taken back',
    OUT,
    { isIncoming: false },
    { [BANK]: -521_227, [CHARGES]: 1_227, [CHECKOUT]: 520_000 },
  ],
  ['a refund with its own journal', OUT, { isBookedElsewhere: true }, {}],
  [
    'a registration of nothing',
    { amountPaise: paise(0), feePaise: paise(0), creditPaise: paise(0) },
    { isMandate: true },
    {},
  ],
])('LEND-16 journal 15: given %s, then bank, charge and clearing move', (_, row, owner, lines) => {
  expect(linesOf(row, owner)).toEqual(lines);
});

test('LEND-16 journal 15: given any row that fits, then clearing moves by what was collected', () => {
  const amounts = fc.record({
    amount: fc.integer({ min: 1, max: 10_000_000 }),
    fee: fc.integer({ min: 0, max: 5_000 }),
    isIncoming: fc.boolean(),
  });
  fc.assert(
    fc.property(amounts, ({ amount, fee, isIncoming }) => {
      const net = (isIncoming ? amount : -amount) - fee;
      const row: SettledRow = {
        ...ROW,
        amountPaise: paise(amount),
        feePaise: paise(fee),
        creditPaise: paise(Math.max(0, net)),
        debitPaise: paise(Math.max(0, -net)),
      };
      const owner = { ...OWNER, expectedPaise: paise(amount), isIncoming };
      expect(rowState(row, owner)).toBe('matched');
      expect(linesOf(row, owner)[CHECKOUT]).toBe(isIncoming ? -amount : amount);
    }),
  );
});

test.each([
  ['five days old', 'checkout', 5 * DAY_MS, false],
  ['older than five days', 'checkout', 5 * DAY_MS + 1, true],
  ['a debit older than five days', 'mandate', 5 * DAY_MS + 1, true],
  ['a reward', 'reward', 9 * DAY_MS, false],
  ['money whose owner was found later', 'identified', 9 * DAY_MS, false],
] as const)(
  'LEND-21: given an unsettled repayment that is %s, then it is missing or not yet',
  (_, channel, ageMs, isMissing) => {
    const now = new Date('2027-02-20T09:00:00Z');
    const repayment = { channel, amountPaise: paise(700), receivedAt: new Date(now.getTime() - ageMs) };
    const opened = { kind: 'missing', owner: 'finance', oursPaise: 700 };
    expect(missingDifference(repayment, now)).toEqual(isMissing ? opened : null);
  },
);
