import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
} from './primitives.ts';
import { nameSchema } from './names.ts';

/** Why somebody cannot pay on time, in their own choice of words. */
export const HARDSHIP_REASONS = ['job_loss', 'illness', 'family', 'disaster', 'other'] as const;
export type HardshipReason = (typeof HARDSHIP_REASONS)[number];

/** Somebody said that they cannot pay on time. Rule: LEND-23 */
export const hardshipAnswer = z.object({
  id: idSchema,
  paymentId: idSchema,
  reason: z.enum(HARDSHIP_REASONS),
  note: z.string().nullable(),
  createdAt: instantSchema,
  /** The last day without reminders and new late charges. */
  untilDate: dateSchema,
});
export type Hardship = z.input<typeof hardshipAnswer>;

const hardshipState = z.object({
  /** The one that lasts; null when none does. */
  hardship: hardshipAnswer.nullable(),
  /** True when it can be told now: something is overdue or due soon, and it was not told lately. */
  canTell: z.boolean(),
});
export type HardshipState = z.input<typeof hardshipState>;

export const getHardship = endpoint({
  name: 'getHardship',
  method: 'GET',
  path: '/payments/{id}/hardship',
  summary: 'Whether reminders and new late charges rest because it cannot be paid on time',
  params: idParams,
  answer: hardshipState,
});

export const tellHardship = endpoint({
  name: 'tellHardship',
  method: 'POST',
  path: '/payments/{id}/hardship',
  summary: 'Tells that it cannot be paid on time. Told again while it lasts, the first answer stands',
  params: idParams,
  body: z.strictObject({
    reason: z.enum(HARDSHIP_REASONS),
    note: z.string().trim().max(500).optional(),
  }),
  answer: hardshipState,
  errors: ['payment_not_payable', 'hardship_too_early', 'hardship_told_lately'],
});

const staffHardship = hardshipAnswer.extend({
  account: z.object({ id: idSchema, name: nameSchema.nullable() }),
  /** When arrears had gone, where that ended it. */
  endedDate: dateSchema.nullable(),
});
export type StaffHardship = z.input<typeof staffHardship>;

export const listHardships = endpoint({
  name: 'listHardships',
  method: 'GET',
  path: '/admin/hardships',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
  summary: 'Who said that they cannot pay on time, newest first; looking is written to the audit log',
  query: pageQuery.extend({ status: z.enum(['active', 'ended']).default('active') }),
  answer: pageOf(staffHardship),
});

/** So many days one may last in all, counted from the day it was told. Rule: LEND-23 */
export const HARDSHIP_DAYS_MAX = 90;

export const getHardshipForStaff = endpoint({
  name: 'getHardshipForStaff',
  method: 'GET',
  path: '/admin/hardships/{id}',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
  summary: 'One of them, with what is owed and how late it is; looking is written to the audit log',
  params: idParams,
  answer: staffHardship.extend({
    fromDate: dateSchema,
    isActive: z.boolean(),
    card: z.object({ bankName: z.string(), last4: z.string() }),
    paymentStatus: z.string(),
    outstandingPaise: paiseSchema,
    /** Of it, what has fallen due. */
    duePaise: paiseSchema,
    /** At the last close of a day. */
    daysPastDue: z.int().nonnegative(),
    nextDueDate: dateSchema.nullable(),
    /** Earlier ones of the same person, newest first. */
    earlier: z.array(
      z.object({ id: idSchema, paymentId: idSchema, fromDate: dateSchema, untilDate: dateSchema }),
    ),
    /** The last day to which it may be made longer; null where it may not. */
    extensibleUntil: dateSchema.nullable(),
    openApprovalId: idSchema.nullable(),
  }),
});

export const proposeHardshipExtension = endpoint({
  name: 'proposeHardshipExtension',
  method: 'POST',
  path: '/admin/hardships/{id}/extension',
  access: 'admin',
  roles: ['support', 'risk'],
  stepUp: true,
  status: 202,
  summary:
    'Proposes to let reminders and new late charges rest until a later day; a second person decides. Days past due go on',
  params: idParams,
  body: z.strictObject({ untilDate: dateSchema, reason: reasonSchema }),
  answer: z.object({ approvalId: idSchema }),
  errors: ['own_account', 'hardship_over', 'hardship_extension_day', 'approval_open'],
});
