import type { Overview } from '@mohlat/contract';
import { type Face, one } from '../../../test/faces.ts';
import { AT, DAY } from '../../../test/staff-samples.ts';

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
      paidPaise: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  errorBudget: { requests: 4000, failures: 1, allowed: 4 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [one('/admin', 'overview', overview, 'Tickets')];
