import type { AnswerOf } from '@mohlat/contract';

/** Parts of what the staff's pages are answered. The answers themselves stand beside the pages: `*.faces.testing.ts`. */
export type RowOf<E> = AnswerOf<E> extends { items: (infer Row)[] } ? Row : never;

export const ID = '01900000-0000-7000-8000-0000000000aa';
export const AT = '2026-11-18T06:00:00Z';
export const DAY = '2026-11-18';
export const asha = { id: ID, name: 'Asha Rao' };
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
const none = { count: 0, amountPaise: 0 };
const sums = { principalPaise: 0, feePaise: 0, interestPaise: 0, chargesPaise: 0, totalPaise: 0 };

export const overview: Overview = {
  from: DAY,
  to: DAY,
  asOf: AT,
  bills: {
    accepted: { count: 3, amountPaise: 900_000 },
    paid: none,
    failed: none,
    reversed: none,
    unknown: none,
  },
  repayments: none,
  refunds: none,
  outstanding: sums,
  due: sums,
  loans: { open: 2, overdue: 1, npa: 0, writtenOff: 0 },
  result: [],
  funnel: [{ step: 'signed_up', people: 4 }],
  arrears: [{ bucket: 'd1_30', loans: 1, outstandingPaise: 0, duePaise: 0 }],
  vintages: [],
  days: [
    {
      on: DAY,
      acceptedCount: 0,
      acceptedPaise: 0,
      paidCount: 0,
      paidPaise: 0,
      failedCount: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      lastFailureAt: null,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};
export const AT = '2026-11-18T06:00:00Z';
export const DAY = '2026-11-18';
export const asha = { id: ID, name: 'Asha Rao' };
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
const none = { count: 0, amountPaise: 0 };
const sums = { principalPaise: 0, feePaise: 0, interestPaise: 0, chargesPaise: 0, totalPaise: 0 };

export const overview: Overview = {
  from: DAY,
  to: DAY,
  asOf: AT,
  bills: {
    accepted: { count: 3, amountPaise: 900_000 },
    paid: none,
    failed: none,
    reversed: none,
    unknown: none,
  },
  repayments: none,
  refunds: none,
  outstanding: sums,
  due: sums,
  loans: { open: 2, overdue: 1, npa: 0, writtenOff: 0 },
  result: [],
  funnel: [{ step: 'signed_up', people: 4 }],
  arrears: [{ bucket: 'd1_30', loans: 1, outstandingPaise: 0, duePaise: 0 }],
  vintages: [],
  days: [
    {
      on: DAY,
      acceptedCount: 0,
      acceptedPaise: 0,
      paidCount: 0,
      paidPaise: 0,
      failedCount: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      lastFailureAt: null,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};
export const DAY = '2026-11-18';
export const asha = { id: ID, name: 'Asha Rao' };
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
const none = { count: 0, amountPaise: 0 };
const sums = { principalPaise: 0, feePaise: 0, interestPaise: 0, chargesPaise: 0, totalPaise: 0 };

export const overview: Overview = {
  from: DAY,
  to: DAY,
  asOf: AT,
  bills: {
    accepted: { count: 3, amountPaise: 900_000 },
    paid: none,
    failed: none,
    reversed: none,
    unknown: none,
  },
  repayments: none,
  refunds: none,
  outstanding: sums,
  due: sums,
  loans: { open: 2, overdue: 1, npa: 0, writtenOff: 0 },
  result: [],
  funnel: [{ step: 'signed_up', people: 4 }],
  arrears: [{ bucket: 'd1_30', loans: 1, outstandingPaise: 0, duePaise: 0 }],
  vintages: [],
  days: [
    {
      on: DAY,
      acceptedCount: 0,
      acceptedPaise: 0,
      paidCount: 0,
      paidPaise: 0,
      failedCount: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      lastFailureAt: null,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};
export const asha = { id: ID, name: 'Asha Rao' };
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
const none = { count: 0, amountPaise: 0 };
const sums = { principalPaise: 0, feePaise: 0, interestPaise: 0, chargesPaise: 0, totalPaise: 0 };

export const overview: Overview = {
  from: DAY,
  to: DAY,
  asOf: AT,
  bills: {
    accepted: { count: 3, amountPaise: 900_000 },
    paid: none,
    failed: none,
    reversed: none,
    unknown: none,
  },
  repayments: none,
  refunds: none,
  outstanding: sums,
  due: sums,
  loans: { open: 2, overdue: 1, npa: 0, writtenOff: 0 },
  result: [],
  funnel: [{ step: 'signed_up', people: 4 }],
  arrears: [{ bucket: 'd1_30', loans: 1, outstandingPaise: 0, duePaise: 0 }],
  vintages: [],
  days: [
    {
      on: DAY,
      acceptedCount: 0,
      acceptedPaise: 0,
      paidCount: 0,
      paidPaise: 0,
      failedCount: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      lastFailureAt: null,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
const none = { count: 0, amountPaise: 0 };
const sums = { principalPaise: 0, feePaise: 0, interestPaise: 0, chargesPaise: 0, totalPaise: 0 };

export const overview: Overview = {
  from: DAY,
  to: DAY,
  asOf: AT,
  bills: {
    accepted: { count: 3, amountPaise: 900_000 },
    paid: none,
    failed: none,
    reversed: none,
    unknown: none,
  },
  repayments: none,
  refunds: none,
  outstanding: sums,
  due: sums,
  loans: { open: 2, overdue: 1, npa: 0, writtenOff: 0 },
  result: [],
  funnel: [{ step: 'signed_up', people: 4 }],
  arrears: [{ bucket: 'd1_30', loans: 1, outstandingPaise: 0, duePaise: 0 }],
  vintages: [],
  days: [
    {
      on: DAY,
      acceptedCount: 0,
      acceptedPaise: 0,
      paidCount: 0,
      paidPaise: 0,
      failedCount: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      lastFailureAt: null,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};
