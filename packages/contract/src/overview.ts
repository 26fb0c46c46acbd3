import { z } from 'zod';
import { contract } from './endpoint.ts';
import { ARREARS_BUCKETS, FUNNEL_STEPS, TODO_KINDS, CIRCUIT_STATES } from './overview.calls.ts';
import { bookPaiseSchema, dateSchema, instantSchema } from './primitives.ts';
import * as calls from './overview.calls.ts';

export * from './overview.calls.ts';

const counted = z.object({ count: z.int().nonnegative(), amountPaise: bookPaiseSchema });

const bookSum = z.object({
  principalPaise: bookPaiseSchema,
  feePaise: bookPaiseSchema,
  interestPaise: bookPaiseSchema,
  chargesPaise: bookPaiseSchema,
  totalPaise: bookPaiseSchema,
});

const arrears = z.object({
  loans: z.int().nonnegative(),
  outstandingPaise: bookPaiseSchema,
  /** The part of it that has fallen due. */
  duePaise: bookPaiseSchema,
});

export const overviewAnswer = z.object({
  from: dateSchema,
  to: dateSchema,
  asOf: instantSchema,
  /** By the days on which they stand in the books; unknown: those of this moment. */
  bills: z.object({ accepted: counted, paid: counted, failed: counted, reversed: counted, unknown: counted }),
  /** Repayments that came in, less those taken back; rewards used are no money that came in. */
  repayments: z.object({ amountPaise: bookPaiseSchema, count: z.int() }),
  /** Overpayments that went back to people. */
  refunds: counted,
  /**
   * The time at which `outstanding`, `due`, `loans`, `arrears` and `vintages` were added up. For a large book that is minutes
   * ago.
   */
  bookAsOf: instantSchema.optional(),
  /** The amounts owed then, by part, with the interest earned and not posted yet; written-off loans are out of the books. */
  outstanding: bookSum,
  /** The part of it that has fallen due. */
  due: bookSum,
  loans: z.object({ open: z.int(), overdue: z.int(), npa: z.int(), writtenOff: z.int() }),
  /** Income and expense of the period by account of the ledger; income is positive, an expense negative. */
  result: z.array(z.object({ account: z.string(), name: z.string(), amountPaise: bookPaiseSchema })),
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: z.int().nonnegative() })),
  arrears: z.array(arrears.extend({ bucket: z.enum(ARREARS_BUCKETS) })),
  /** By the month in which the bill was paid, newest first: loans of that month, and what of them is late now. */
  vintages: z.array(
    arrears.extend({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      paidPaise: bookPaiseSchema,
      lateLoans: z.int().nonnegative(),
      lateOutstandingPaise: bookPaiseSchema,
    }),
  ),
  /** Each day of the period, oldest first. */
  days: z.array(
    z.object({
      on: dateSchema,
      paidPaise: bookPaiseSchema,
      repaidPaise: bookPaiseSchema,
    }),
  ),
  /** The calls to each provider in the last day. */
  rails: z.array(
    z.object({
      provider: z.string(),
      calls: z.int().nonnegative(),
      failures: z.int().nonnegative(),
      /** The worst of its circuits, and since when it stands so. */
      circuit: z.enum(CIRCUIT_STATES),
      circuitSince: instantSchema.nullable(),
    }),
  ),
  queue: z.object({
    waiting: z.int().nonnegative(),
    running: z.int().nonnegative(),
    /** Given up: they are not tried again by themselves. */
    failed: z.int().nonnegative(),
    /** The waiting time of the oldest job that is due. */
    oldestSeconds: z.int().nonnegative(),
  }),
  /** Requests of the last thirty days, and how many of them failed on our side (500 and above). */
  errorBudget: z.object({
    requests: z.int().nonnegative(),
    failures: z.int().nonnegative(),
    /** So many may fail: one in a thousand. */
    allowed: z.int().nonnegative(),
  }),
  /** The rail's float, less what is accepted; left out where no low-water mark is set. Short: no payment is accepted. */
  float: z
    .object({ isShort: z.boolean(), since: instantSchema.nullable(), balancePaise: bookPaiseSchema })
    .optional(),
  /** The work that needs staff, with the address of the list behind it; kinds at zero are there too. */
  todo: z.array(
    z.object({
      kind: z.enum(TODO_KINDS),
      count: z.int().nonnegative(),
      oldestAt: instantSchema.nullable(),
      path: z.string(),
    }),
  ),
});
export type Overview = z.input<typeof overviewAnswer>;

export const overviewContract = contract({
  calls,
  endpoints: {
    getOverview: {
      summary:
        'How the business stands: bills, repayments, income, arrears, rails, the queue, and what needs a person; by default the last thirty days',
      query: z.strictObject({ from: dateSchema.optional(), to: dateSchema.optional() }),
      answer: overviewAnswer,
    },
  },
});
