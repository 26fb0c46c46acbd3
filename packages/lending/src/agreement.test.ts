import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import {
  agreedAtOf,
  agreedRestOf,
  completedAgreement,
  hasAgreement,
  isPayable,
  lastDayOf,
  restOfAgreement,
} from './agreement.ts';
import { aLoan, day } from './borrowers.testing.ts';

const agreedAt = Date.parse('2027-06-04T06:30:00Z');
const AGREED = {
  agreedPaise: paise(1_000_000),
  owedPaise: null,
  chargedPaise: null,
  agreedAt,
  payByOn: day('2027-06-24'),
};
const NOTHING_OWED = { instalments: [], charges: [] };

const received = (on: string, covered: number, receivedAt = Date.parse(`${on}T06:30:00Z`)) => ({
  id: on,
  receivedAt,
  valueOn: day(on),
  coveredPaise: paise(covered),
});

test.each([
  ['before it was agreed', received('2027-06-04', 400_000, agreedAt - 1), 1_000_000],
  ['at the moment it was agreed', received('2027-06-04', 400_000, agreedAt), 600_000],
  ['on its last day', received('2027-06-24', 400_000), 600_000],
  ['after its last day', received('2027-06-25', 400_000), 1_000_000],
  ['beyond it', received('2027-06-10', 1_200_000), 0],
] as const)(
  'LEND-24: given money %s, when the rest is asked for, then it counts or not',
  (_, money, rest) => {
    expect(restOfAgreement(AGREED, { receipts: [money], freezes: [] })).toBe(rest);
  },
);

test('LEND-24: given a later agreement, when money comes, then the latest of its time counts', () => {
  const later = { ...AGREED, agreedPaise: paise(700_000), agreedAt: agreedAt + 86_400_000 };
  const loan = { ...NOTHING_OWED, agreements: [AGREED, later], receipts: [], freezes: [] };
  const rest = (receivedAt: number, on: string) => agreedRestOf(loan, { receivedAt, valueOn: day(on) });
  expect(rest(agreedAt, '2027-06-04')).toBe(1_000_000);
  expect(rest(later.agreedAt, '2027-06-05')).toBe(700_000);
  expect(rest(later.agreedAt, '2027-06-24')).toBe(700_000);
  expect(rest(later.agreedAt, '2027-06-25')).toBeUndefined();
  expect(rest(agreedAt - 1, '2027-06-04')).toBeUndefined();
});

test('LEND-24: given an agreed sum that has come in, when more comes, then nothing of it is left', () => {
  const receipts = [received('2027-06-10', 1_000_000)];
  const loan = { ...NOTHING_OWED, agreements: [AGREED], receipts, freezes: [] };
  expect(agreedRestOf(loan, { receivedAt: agreedAt + 1, valueOn: day('2027-06-11') })).toBeUndefined();
});

test('LEND-24: given two agreements, when the earlier one’s sum is complete, then that one ended the loan', () => {
  const later = { ...AGREED, agreedPaise: paise(900_000), agreedAt: agreedAt + 86_400_000 };
  const both = [AGREED, later];
  const first = received('2027-06-04', 600_000, agreedAt);
  const second = received('2027-06-10', 400_000);
  const completed = (...receipts: (typeof first)[]) =>
    completedAgreement({ agreements: both, receipts, freezes: [] });
  expect(completed(first)).toBeUndefined();
  expect(completed(first, second)).toEqual({ ...AGREED, receipts: [first, second] });
  expect(completed(received('2027-06-10', 900_000))?.agreedPaise).toBe(900_000);
});

const FROZEN = [
  { isFrozen: true, fromOn: day('2027-06-20') },
  { isFrozen: false, fromOn: day('2027-06-28') },
];

test.each([
  ['before the freeze', '2027-06-20', '2027-06-24'],
  ['on its second day', '2027-06-21', '2027-06-25'],
  ['on the day it ends', '2027-06-28', '2027-07-02'],
  ['on the last day itself', '2027-07-02', '2027-07-02'],
])(
  'LEND-24, LEND-X10: given a freeze, when the last day is asked for %s, then it is later by the frozen days',
  (_, on, last) => {
    expect(lastDayOf(AGREED, FROZEN, day(on))).toBe(last);
  },
);

test('LEND-24, LEND-X10: given a freeze before it was agreed, when its last day is asked for, then it stands', () => {
  const before = [
    { isFrozen: true, fromOn: day('2027-05-20') },
    { isFrozen: false, fromOn: day('2027-06-04') },
  ];
  expect(lastDayOf(AGREED, before, day('2027-06-24'))).toBe('2027-06-24');
  expect(isPayable(AGREED, before, day('2027-06-25'))).toBe(false);
});

test('LEND-24, LEND-X10: given a freeze after its last day, when money comes, then the agreement stays over', () => {
  const after = [{ isFrozen: true, fromOn: day('2027-06-25') }];
  for (const on of ['2027-06-25', '2027-06-26', '2027-08-01'])
    expect(isPayable(AGREED, after, day(on))).toBe(false);
});

test('LEND-24, LEND-X10: given a freeze over its day, when the sum comes after it, then it ends the loan', () => {
  const receipts = [received('2027-06-28', 400_000)];
  const loan = { ...NOTHING_OWED, agreements: [AGREED], receipts, freezes: FROZEN };
  const restOn = (on: string) => agreedRestOf(loan, { receivedAt: agreedAt + 1, valueOn: day(on) });
  expect(restOn('2027-07-02')).toBe(600_000);
  expect(restOn('2027-07-03')).toBeUndefined();
  const whole = [...loan.receipts, received('2027-07-02', 600_000)];
  expect(completedAgreement({ ...loan, receipts: whole })?.receipts).toEqual(whole);
  const late = [...loan.receipts, received('2027-07-03', 600_000)];
  expect(completedAgreement({ ...loan, receipts: late })).toBeUndefined();
});

test.each([
  ['no money is known', null, 61_000],
  ['all of it is older than this second', 60_999, 61_000],
  ['some was taken in this second', 61_000, 61_001],
  ['a part of it has a part of a millisecond', 61_400.5, 61_401],
] as const)(
  'LEND-24, LEND-W6: given that %s, when a lower sum is agreed, then what is paid at once counts, and what is known does not',
  (_, lastReceivedAt, expected) => {
    expect(agreedAtOf(61_789, lastReceivedAt)).toBe(expected);
  },
);

test.each([
  ['no agreement', [], '2027-06-10', false],
  ['one that can be paid', [AGREED], '2027-06-24', true],
  ['one that is over', [AGREED], '2027-06-25', false],
  ['a later one that is over', [AGREED, { ...AGREED, payByOn: day('2027-06-10') }], '2027-06-11', false],
  [
    'one that lets off more than was agreed',
    [{ ...AGREED, owedPaise: paise(1_000_000), chargedPaise: paise(0) }],
    '2027-06-10',
    false,
  ],
])('LEND-24: given %s, when asked, then a lower sum is agreed or not', (_, agreements, on, is) => {
  const loan = { ...aLoan(), agreements, receipts: [], freezes: [] };
  expect(hasAgreement(loan, day(on))).toBe(is);
});
