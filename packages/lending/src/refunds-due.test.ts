import { paise } from '@mohlat/money';
import { expect, test } from 'vitest';
import type { Channel } from './received.ts';
import {
  excessDue,
  excessTaken,
  type Refundable,
  refundHold,
  type RefundOf,
  refundsDue,
  refundsLeft,
  type RepaymentDispute,
  splitExcess,
} from './refunds-due.ts';

const NOW = Date.parse('2027-02-20T06:30:00Z');
const HOUR = 3_600_000;
const refund = (
  status: RefundOf['status'],
  amountPaise: number,
  hoursAgo: number | null = null,
): RefundOf => ({
  status,
  amountPaise: paise(amountPaise),
  endedAt: hoursAgo === null ? null : NOW - hoursAgo * HOUR,
  isUnmade: false,
  isOffRail: false,
});
const held = (excessPaise: number, ...refunds: RefundOf[]): Refundable => ({
  repaymentId: 'r',
  excessPaise: paise(excessPaise),
  refunds,
  disputes: [],
});
const OPEN: RepaymentDispute = { status: 'open', isDeducted: true, endedAt: null };
const WITH_STAFF: RepaymentDispute = { status: 'review', isDeducted: true, endedAt: 200 };
const disputed = (one: RepaymentDispute): Refundable => ({ ...held(5_000), disputes: [one] });
const unmade = (...hoursAgo: number[]) =>
  hoursAgo.map((hours) => ({ ...refund('failed', 5_000, hours), isUnmade: true }));
const refused = (...hoursAgo: number[]) => hoursAgo.map((hours) => refund('failed', 5_000, hours));

test.each<[string, Refundable, number | null, number | null]>([
  ['nothing too much', held(0), null, null],
  ['too little to send', held(99), null, null],
  ['the least that is sent', held(100), 100, 100],
  ['a part that has gone back', held(5_000, refund('processed', 3_000, 1)), 2_000, 2_000],
  ['all gone back', held(5_000, refund('processed', 5_000, 1)), null, null],
  ['a refund on its way', held(9_000, refund('processing', 5_000)), null, null],
  ['a refund that is not sent yet', held(9_000, refund('initiated', 5_000)), null, null],
  ['a refund without an answer', held(9_000, refund('unknown', 5_000)), null, null],
  ['a refusal of less than a day ago', held(5_000, ...refused(23)), null, 5_000],
  ['a refusal of a day ago', held(5_000, ...refused(24)), 5_000, 5_000],
  ['two refusals', held(5_000, ...refused(90, 60)), 5_000, 5_000],
  ['three refusals', held(5_000, ...refused(90, 60, 30)), null, 5_000],
  [
    'three refusals before money left by another way than the rail',
    held(9_000, ...refused(90, 60, 40), { ...refund('processed', 4_000, 30), isOffRail: true }),
    null,
    5_000,
  ],
  [
    'three refusals before money went back',
    held(9_000, ...refused(90, 60, 40), refund('processed', 4_000, 30)),
    5_000,
    5_000,
  ],
  [
    'three refusals since money went back',
    held(9_000, refund('processed', 4_000, 99), ...refused(90, 60, 40)),
    null,
    5_000,
  ],
  ['an open dispute', disputed(OPEN), null, null],
  ['a lost dispute that has taken its part', disputed(WITH_STAFF), 5_000, 5_000],
  ['requests that a dispute kept back', held(5_000, ...unmade(3, 2, 1)), 5_000, 5_000],
])('LEND-16 journal 23: given %s, then this much goes back', (_, one, byItself, byStaff) => {
  const due = (paise_: number | null) => (paise_ === null ? [] : [{ repaymentId: 'r', amountPaise: paise_ }]);
  expect(refundsDue([one], NOW, 'by itself')).toEqual(due(byItself));
  expect(refundsDue([one], NOW, 'by staff')).toEqual(due(byStaff));
});

test.each<[string, Refundable, number | null]>([
  ['three refusals', held(5_000, ...refused(90, 60, 30)), 5_000],
  ['a refusal after staff began it', held(5_000, ...refused(90, 60, 30, 1)), 5_000],
  ['two refusals', held(5_000, ...refused(90, 60)), null],
  [
    'money that went back after them',
    held(9_000, ...refused(90, 60, 40), refund('processed', 4_000, 30)),
    null,
  ],
  ['three refusals, and too little left to send', held(99, ...refused(90, 60, 30)), null],
  [
    'a refund on its way that staff began',
    held(5_000, ...refused(90, 60, 30), refund('processing', 5_000)),
    null,
  ],
  ['three refusals and an open dispute', { ...held(5_000, ...refused(90, 60, 30)), disputes: [OPEN] }, null],
])('LEND-16 journal 23: given %s, then this much is left to staff', (_, one, left) => {
  expect(refundsLeft([one])).toEqual(left === null ? [] : [{ repaymentId: 'r', amountPaise: left }]);
});

test.each<[string, Refundable, number[], number[]]>([
  ['a part smaller than what is too much', held(5_000), [3_000], [3_000]],
  ['a part larger than what is too much', held(5_000), [8_000], [5_000]],
  ['two parts, the one lost first before the other', held(5_000), [3_000, 3_000], [3_000, 2_000]],
  ['a part, less what has left', held(5_000, refund('processing', 4_000)), [3_000], [1_000]],
  ['a part that staff have cleared', held(5_000), [0, 3_000], [0, 3_000]],
  ['a part that was won after staff gave it up', held(5_000), [-2_000], [0]],
  ['nothing of a repayment that holds no more', held(0), [3_000], [0]],
])('LEND-16 journal 34: lost disputes take %s', (_, one, standing, taken) => {
  const contests = standing.map((amount, index) => ({
    disputeId: `d${index}`,
    standingPaise: paise(amount),
  }));
  const expected = taken.map((amountPaise, index) => ({ disputeId: `d${index}`, amountPaise }));
  expect(excessTaken(one, contests)).toEqual(expected.filter(({ amountPaise }) => amountPaise > 0));
});

test.each<[string, number, Refundable[], number[], number]>([
  ['two repayments too little to send each', 120, [held(60), held(60)], [], 120],
  ['one that can be sent beside one that cannot', 560, [held(500), held(60)], [500], 60],
  ['a refused refund', 500, [held(500, refund('failed', 500, 1))], [500], 0],
  ['a refund under way, which the books hold no more', 60, [held(560, refund('processing', 500))], [], 60],
  ['excess of no repayment', 160, [held(60)], [100], 60],
  ['excess of no repayment, too little to send', 159, [held(60)], [], 159],
  ['nothing', 0, [], [], 0],
])(
  'given %s, then excess is split into what is due and a remainder',
  (_, all, repayments, due, remainder) => {
    expect(splitExcess(paise(all), repayments)).toEqual({ duePaise: due, remainderPaise: remainder });
  },
);

test('LEND-W4: given repayments that hold too much, then the money that is not with the person again is due', () => {
  const kept = (channel: Channel, excessPaise: number, refundedPaise: number) => ({
    channel,
    excessPaise: paise(excessPaise),
    refundedPaise: paise(refundedPaise),
  });
  expect(excessDue([])).toBe(0);
  expect(
    excessDue([
      kept('checkout', 70_000, 0),
      kept('mandate', 1_300, 1_300),
      kept('identified', 500, 200),
      kept('reward', 1_300, 0),
    ]),
  ).toBe(70_300);
});

test.each([
  ['no dispute', 100, true, [], 'none'],
  ['a won dispute', 100, true, [{ ...WITH_STAFF, status: 'won' }], 'none'],
  ['an open dispute', 300, true, [OPEN], 'open'],
  ['an open dispute of a repayment that counts no more', 100, false, [OPEN], 'open'],
  ['a repayment that counts no more', 100, false, [], 'lost'],
  ['a part lost after it was begun', 200, true, [WITH_STAFF], 'lost'],
  ['a part lost before staff began it', 201, true, [WITH_STAFF], 'none'],
  ['a part disputed in vain', 100, true, [{ ...WITH_STAFF, isDeducted: false }], 'none'],
] as const)(
  'LEND-16 journal 34: given %s, then the request for a refund is held as due',
  (_, begunAt, isCounted, disputes, hold) => {
    expect(refundHold(begunAt, isCounted, disputes)).toBe(hold);
  },
);
