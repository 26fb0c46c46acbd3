import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateSchema, instantSchema, paiseSchema, signedPaiseSchema } from './primitives.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** Days past due of a loan at the last close of a day, as staff group them. */
export const ARREARS_BUCKETS = ['current', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'd181_up'] as const;
export type ArrearsBucket = (typeof ARREARS_BUCKETS)[number];

/** How far those who signed up in the period have come by now; each step is one of those before it. */
export const FUNNEL_STEPS = ['signed_up', 'kyc_complete', 'limit_given', 'first_bill_paid'] as const;

/** What became of bills on days in the books. */
export const BILLS_BECAME = ['paid', 'failed', 'reversed'] as const;
type Period = { readonly from: string; readonly to: string };

/** The list behind a figure: as many rows as the figure says. */
export const FIGURE_LISTS = {
  accepted: ({ from, to }: Period) => `/admin/payments?from=${from}&to=${to}`,
  became: (what: (typeof BILLS_BECAME)[number], { from, to }: Period) =>
    `/admin/payments?became=${what}&from=${from}&to=${to}`,
  unknown: () => '/admin/payments?billStatus=unknown',
  arrears: (bucket: ArrearsBucket) => `/admin/payments?arrears=${bucket}`,
  reached: (step: (typeof FUNNEL_STEPS)[number], { from, to }: Period) =>
    `/admin/users?reached=${step}&from=${from}&to=${to}`,
} as const;

/** What waits for a person. */
export const TODO_KINDS = [
  'unknown_payments',
  'payments_to_review',
  'bounced_collections',
  'reviews',
  'approvals',
  'breaks',
  'parked_loans',
  'unidentified_receipts',
  'chargebacks',
  'tickets',
] as const;
export type TodoKind = (typeof TODO_KINDS)[number];

/** closed: calls go through; open: none is tried for now; half_open: the next one decides. */
export const CIRCUIT_STATES = ['closed', 'half_open', 'open'] as const;

/** The longest period that is asked for at once. */
export const OVERVIEW_DAYS_MAX = 366;

const counted = z.object({ count: z.int().nonnegative(), amountPaise: paiseSchema });

const bookSum = z.object({
  principalPaise: paiseSchema,
  feePaise: paiseSchema,
  interestPaise: paiseSchema,
  chargesPaise: paiseSchema,
  totalPaise: paiseSchema,
});

const arrears = z.object({
  loans: z.int().nonnegative(),
  outstandingPaise: paiseSchema,
  /** Of it, what has fallen due. */
  duePaise: paiseSchema,
});

export const overviewAnswer = z.object({
  from: dateSchema,
  to: dateSchema,
  asOf: instantSchema,
  /** By the days on which they stand in the books; unknown: those of this moment. */
  bills: z.object({ accepted: counted, paid: counted, failed: counted, reversed: counted, unknown: counted }),
  /** Repayments that came in, less those taken back; rewards used are no money that came in. */
  repayments: z.object({ amountPaise: signedPaiseSchema, count: z.int() }),
  /** What was paid too much and went back to people. */
  refunds: counted,
  /** What is owed at this moment, by part; written-off loans are out of the books. */
  outstanding: bookSum,
  /** Of it, what has fallen due. */
  due: bookSum,
  loans: z.object({ open: z.int(), overdue: z.int(), npa: z.int(), writtenOff: z.int() }),
  /** Income and expense of the period by account of the ledger; income is positive, an expense negative. */
  result: z.array(z.object({ account: z.string(), name: z.string(), amountPaise: signedPaiseSchema })),
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: z.int().nonnegative() })),
  arrears: z.array(arrears.extend({ bucket: z.enum(ARREARS_BUCKETS) })),
  /** By the month in which the bill was paid, newest first: loans of that month, and what of them is late now. */
  vintages: z.array(
    arrears.extend({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      paidPaise: paiseSchema,
      lateLoans: z.int().nonnegative(),
      lateOutstandingPaise: paiseSchema,
    }),
  ),
  /** Each day of the period, oldest first. */
  days: z.array(
    z.object({
      on: dateSchema,
      acceptedCount: z.int().nonnegative(),
      acceptedPaise: paiseSchema,
      paidCount: z.int().nonnegative(),
      paidPaise: paiseSchema,
      failedCount: z.int().nonnegative(),
      repaidPaise: signedPaiseSchema,
    }),
  ),
  /** What was asked of each provider in the last day. */
  rails: z.array(
    z.object({
      provider: z.string(),
      calls: z.int().nonnegative(),
      failures: z.int().nonnegative(),
      lastFailureAt: instantSchema.nullable(),
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
    /** How long the oldest that is due has been waiting. */
    oldestSeconds: z.int().nonnegative(),
  }),
  /** The rail's float, less what is accepted; left out where no low-water mark is set. Short: no payment is accepted. */
  float: z
    .object({ isShort: z.boolean(), since: instantSchema.nullable(), balancePaise: signedPaiseSchema })
    .optional(),
  /** What needs a person, and the address of the list behind it; what is at zero is there too. */
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

export const getOverview = endpoint({
  name: 'getOverview',
  method: 'GET',
  path: '/admin/overview',
  access: 'admin',
  roles: STAFF_ROLES,
  summary:
    'How the business stands: bills, repayments, income, arrears, rails, the queue, and what needs a person; by default the last thirty days',
  query: z.strictObject({ from: dateSchema.optional(), to: dateSchema.optional() }),
  answer: overviewAnswer,
});
