import { z } from 'zod';
import { contract } from './endpoint.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  queueQuery,
} from './primitives.ts';
import {
  BREAK_STATES,
  BREAK_OWNERS,
  BREAK_RAILS,
  BREAK_KINDS,
  BREAK_RESOLUTIONS,
} from './reconciliation.calls.ts';
import * as calls from './reconciliation.calls.ts';

export * from './reconciliation.calls.ts';

const reconciliationBreak = z.object({
  id: idSchema,
  kind: z.enum(BREAK_KINDS),
  rail: z.enum(BREAK_RAILS),
  state: z.enum(BREAK_STATES),
  owner: z.enum(BREAK_OWNERS),
  /** The reference that both sides use for it. */
  reference: z.string().nullable(),
  /** The day of the list or file it was found in. */
  businessOn: dateSchema.nullable(),
  paymentId: idSchema.nullable(),
  repaymentId: idSchema.nullable(),
  /** The loan of its payment or repayment. */
  loanId: idSchema.nullable(),
  oursPaise: z.int().nullable(),
  theirsPaise: z.int().nullable(),
  openedAt: instantSchema,
  /** Whole days since it was opened, in India. */
  ageDays: z.int().nonnegative(),
  dueOn: dateSchema,
  escalatedAt: instantSchema.nullable(),
  resolvedAt: instantSchema.nullable(),
  resolution: z.string().nullable(),
  note: z.string().nullable(),
  /** The resolutions that staff may choose now. */
  allowed: z.array(z.enum(BREAK_RESOLUTIONS)),
});
export type ReconciliationBreak = z.input<typeof reconciliationBreak>;

const railDay = z.object({
  dayOn: dateSchema,
  rows: z.int().nonnegative(),
  lastReadAt: instantSchema.nullable(),
  /** When the day’s list was read to its end after it had closed. */
  closedReadAt: instantSchema.nullable(),
});

const railRead = z.object({
  rail: z.enum(['billpay', 'razorpay']),
  /** The day of the list, or of the settlement file. */
  dayOn: dateSchema,
  rows: z.int().nonnegative(),
  readAt: instantSchema,
});

export const reconciliationContract = contract({
  calls,
  endpoints: {
    listBreaks: {
      summary:
        'Differences between a rail, our payments and the ledger: open or cleared, by when they were found',
      query: queueQuery.extend({
        /** open: all that are not cleared; escalated: of these, what is past its due date. */
        state: z.enum(BREAK_STATES).default('open'),
        kind: z.enum(BREAK_KINDS).optional(),
        rail: z.enum(BREAK_RAILS).optional(),
        owner: z.enum(BREAK_OWNERS).optional(),
      }),
      answer: pageOf(reconciliationBreak),
    },
    getBreak: {
      summary: 'One difference, open or cleared; looking is written to the audit log',
      params: idParams,
      answer: reconciliationBreak,
    },
    listRailReads: {
      summary:
        'The newest list or file of each rail that was read; a rail of which nothing was read yet is left out',
      query: pageQuery,
      answer: pageOf(railRead),
    },
    runReconciliation: {
      summary:
        'Has the bill network’s list of a day read and compared now; answers how that day stands at this moment',
      body: z.strictObject({ dayOn: dateSchema }),
      answer: railDay,
    },
    resolveBreak: {
      summary:
        'Clears a difference with the journal that belongs to it; a loss, more than ₹500 that came back or that nobody books, and whatever makes more than ₹5,000 of these on a day, are proposed to a second member of staff',
      params: idParams,
      body: z.strictObject({
        resolution: z.enum(BREAK_RESOLUTIONS),
        note: z.string().trim().min(3, 'Say how you know').max(500),
      }),
      answer: reconciliationBreak,
      errors: ['own_account', 'break_resolved', 'resolution_not_allowed', 'approval_open'],
    },
  },
  refusals: {
    break_resolved: {
      status: 409,
      retry: 'never',
      en: 'This difference is cleared already.',
      hi: 'यह अंतर पहले ही सुलझाया जा चुका है।',
    },
    resolution_not_allowed: {
      status: 422,
      retry: 'never',
      en: 'A difference of this kind cannot be cleared like that.',
      hi: 'इस तरह का अंतर ऐसे नहीं सुलझाया जा सकता।',
    },
  },
});
