import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateSchema, idParams, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';

export const BREAK_STATES = ['open', 'escalated', 'resolved'] as const;
export const BREAK_OWNERS = ['operations', 'finance', 'engineering'] as const;
export const BREAK_RAILS = ['billpay', 'razorpay', 'bank'] as const;

/** What can differ between a rail, our payments and the ledger. */
export const BREAK_KINDS = [
  'ok_unknown',
  'fail_unknown',
  'late_success',
  'duplicate',
  'not_ours',
  'amount',
  'missing',
  'contradiction',
  'returned',
  'adjusted',
  'pending_one_day',
  'refund_due',
  /** The rail says otherwise than staff had booked by hand. */
  'hand_booked',
  'ledger_gap',
  'list_unread',
  'unmatched_row',
  'unmatched_receipt',
  'dispute_unmatched',
  'chargeback_partial',
  'chargeback_unclear',
  'lost_twice',
  'refund_slow',
  'refund_refused',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** What staff may do about a difference; which of them fits is said by its kind. */
export const BREAK_RESOLUTIONS = ['rail_returned', 'loss', 'reverse', 'refund_arrived', 'agreed'] as const;

const reconciliationBreak = z.object({
  id: idSchema,
  kind: z.enum(BREAK_KINDS),
  rail: z.enum(BREAK_RAILS),
  state: z.enum(BREAK_STATES),
  owner: z.enum(BREAK_OWNERS),
  /** What both sides call it. */
  reference: z.string().nullable(),
  /** The day of the list or file it was found in. */
  businessOn: dateSchema.nullable(),
  paymentId: idSchema.nullable(),
  repaymentId: idSchema.nullable(),
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
  /** What may be done about it now. */
  allowed: z.array(z.enum(BREAK_RESOLUTIONS)),
});
export type ReconciliationBreak = z.input<typeof reconciliationBreak>;

export const listBreaks = endpoint({
  name: 'listBreaks',
  method: 'GET',
  path: '/admin/reconciliation',
  access: 'admin',
  roles: ['finance', 'admin'],
  summary:
    'Differences between a rail, our payments and the ledger: open ones oldest first, cleared ones newest first',
  query: pageQuery.extend({
    /** open: all that are not cleared; escalated: of these, what is past its due date. */
    state: z.enum(BREAK_STATES).default('open'),
    kind: z.enum(BREAK_KINDS).optional(),
    rail: z.enum(BREAK_RAILS).optional(),
    owner: z.enum(BREAK_OWNERS).optional(),
  }),
  answer: pageOf(reconciliationBreak),
});

export const getBreak = endpoint({
  name: 'getBreak',
  method: 'GET',
  path: '/admin/reconciliation/breaks/{id}',
  access: 'admin',
  roles: ['finance', 'admin'],
  summary: 'One difference, open or cleared; looking is written to the audit log',
  params: idParams,
  answer: reconciliationBreak,
});

const railDay = z.object({
  dayOn: dateSchema,
  rows: z.int().nonnegative(),
  lastReadAt: instantSchema.nullable(),
  /** When the day’s list was read to its end after it had closed. */
  closedReadAt: instantSchema.nullable(),
});

export const runReconciliation = endpoint({
  name: 'runReconciliation',
  method: 'POST',
  path: '/admin/reconciliation/run',
  access: 'admin',
  roles: ['finance'],
  stepUp: false,
  summary:
    'Has the bill network’s list of a day read and compared now; answers how that day stands at this moment',
  body: z.strictObject({ dayOn: dateSchema }),
  answer: railDay,
});

export const resolveBreak = endpoint({
  name: 'resolveBreak',
  method: 'POST',
  path: '/admin/reconciliation/breaks/{id}/resolve',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  summary:
    'Clears a difference with the journal that belongs to it; a loss, more than ₹500 that came back or that nobody books, and whatever makes more than ₹5,000 of these on a day, are proposed to a second member of staff',
  params: idParams,
  body: z.strictObject({
    resolution: z.enum(BREAK_RESOLUTIONS),
    note: z.string().trim().min(3, 'Say how you know').max(500),
  }),
  answer: reconciliationBreak,
  errors: ['own_account', 'break_resolved', 'resolution_not_allowed', 'approval_open'],
});
