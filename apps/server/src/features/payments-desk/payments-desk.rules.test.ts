import { expect, test } from 'vitest';
import { actionsFor, type Happened, type Standing, timelineOf } from './payments-desk.rules.ts';

const NOTHING: Happened = {
  log: [],
  calls: [],
  webhooks: [],
  journals: [],
  jobs: [],
  decisions: [],
  repayments: [],
  refunds: [],
};
const repayment = {
  id: 'a',
  amount_paise: 519_500,
  status: 'succeeded',
  channel: 'mandate',
  order_ref: null,
  provider_payment_ref: null,
  taken_back_on: null,
  failure_reason: null,
  is_paid_by_link: false,
} as const;
const refund = {
  id: 'b',
  amount_paise: 310,
  status: 'processed',
  provider_ref: null,
  failure_reason: null,
} as const;
const begun = new Date('2026-11-05T04:00:00.345Z');
const later = new Date('2026-11-08T06:30:00.000Z');

const told = (happened: Partial<Happened>) =>
  timelineOf({ ...NOTHING, ...happened }).map(({ at, event }) => [at, event]);

test('given money that took days, when its payment is told, then its end stands on its own day', () => {
  const repayments = [{ ...repayment, created_at: begun, received_at: later }];
  expect(told({ repayments })).toEqual([
    [begun.toISOString(), 'initiated'],
    [later.toISOString(), 'succeeded'],
  ]);
  const refunds = [{ ...refund, created_at: begun, settled_at: later }];
  expect(told({ refunds })).toEqual([
    [begun.toISOString(), 'initiated'],
    [later.toISOString(), 'processed'],
  ]);
});

test('given money that came at once, when its payment is told, then it is told once', () => {
  // A bank names the second alone, which has begun before the start of it.
  const received = new Date('2026-11-05T04:00:00.000Z');
  expect(told({ repayments: [{ ...repayment, created_at: begun, received_at: received }] })).toEqual([
    [begun.toISOString(), 'succeeded'],
  ]);
});

test('given money under way, when its payment is told, then its state now stands at its start', () => {
  const repayments = [{ ...repayment, status: 'unknown' as const, created_at: begun, received_at: null }];
  expect(told({ repayments })).toEqual([[begun.toISOString(), 'unknown']]);
  expect(told({ refunds: [{ ...refund, status: 'failed', created_at: begun, settled_at: null }] })).toEqual([
    [begun.toISOString(), 'failed'],
  ]);
});

test('given money that staff had given by mistake, when its payment is told, then the end says why', () => {
  const mistaken = { ...repayment, status: 'failed', failure_reason: 'given_by_mistake' } as const;
  const timeline = timelineOf({
    ...NOTHING,
    repayments: [{ ...mistaken, created_at: begun, received_at: later }],
  });
  expect(timeline.map(({ event, detail }) => [event, detail['reason']])).toEqual([
    ['initiated', undefined],
    ['failed', 'given_by_mistake'],
  ]);
});

/** A closed loan whose payers' banks have refused three refunds of what was too much. */
const stuck: Standing = {
  billStatus: 'paid',
  loanStatus: 'closed',
  daysPastDue: 0,
  wasLateLately: false,
  outstandingPaise: 0,
  refundDuePaise: 900,
  transferDuePaise: 0,
  refunds: Array.from({ length: 3 }, () => ({ status: 'failed' })),
  hasAttempt: false,
  isFrozen: false,
  isThawable: false,
  hasDebitInReview: false,
  isFraud: false,
  isSettleable: false,
  isOwnAccount: false,
};

test.each<[string, number, string[]]>([
  ['the rail still tries', 0, ['refund_excess']],
  ['the rail has given up a part', 400, ['refund_excess', 'transfer_excess']],
])(
  'LEND-16: given three refusals of a loan of whose excess %s, %s paise, then finance may %s',
  (_, transferDuePaise, actions) => {
    expect(actionsFor({ ...stuck, transferDuePaise }, ['finance'])).toEqual(actions);
  },
);

test.each([
  ['was late lately, and is closed', { wasLateLately: true }, true],
  ['was late lately, and is frozen', { loanStatus: 'active', wasLateLately: true, isFrozen: true }, true],
  ['is written off', { loanStatus: 'written_off', outstandingPaise: 900 }, true],
  ['was not late', { loanStatus: 'active', outstandingPaise: 900 }, false],
] as const)(
  'LEND-23: given a loan that %s, then a contact may be written down: %s',
  (_, standing, isOffered) => {
    const actions = actionsFor({ ...stuck, refunds: [], ...standing }, ['support']);
    expect(actions.includes('log_contact')).toBe(isOffered);
  },
);
