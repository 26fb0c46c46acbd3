import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import { settingChange } from './setting-changes.ts';
import { STAFF_ROLES, type StaffRole } from './staff-roles.ts';
import { nameSchema } from './names.ts';

/** What needs a second member of staff. */
export const APPROVAL_KINDS = [
  'unblock',
  'waiver',
  'settlement',
  'write_off',
  'rail_loss',
  'rail_reverse',
  'rail_outcome',
  'debit_outcome',
  'rail_returned',
  'rail_refund',
  'rail_agreed',
  'receipt',
  'refund',
  'settings',
  'settings_withdrawal',
  'account_unblock',
  'colleague_block',
  'credit_limit',
  'hardship_extension',
  'chargeback_accept',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Money that one member of staff may give, or call arrived, alone; above it two decide. Rule: LEND-24 */
export const ALONE_MAX_PAISE = 50_000;

/**
 * So much of one sort one member of staff decides alone on a day, however small each sum is: ten times what one of them may
 * come to, so that a day of little things goes on and many little things do not make up for a big one. Rule: LEND-24
 */
export const ALONE_A_DAY_MAX_PAISE = 10 * ALONE_MAX_PAISE;

/** Whose role a decision belongs to: limits and accounts are judged by risk, money by finance. */
export const APPROVAL_ROLES = {
  unblock: ['risk'],
  waiver: ['finance'],
  settlement: ['finance'],
  write_off: ['finance'],
  rail_loss: ['finance'],
  rail_reverse: ['finance'],
  rail_outcome: ['finance'],
  debit_outcome: ['finance'],
  rail_returned: ['finance'],
  rail_refund: ['finance'],
  rail_agreed: ['finance'],
  receipt: ['finance'],
  refund: ['finance'],
  settings: ['finance', 'admin'],
  settings_withdrawal: ['finance', 'admin'],
  account_unblock: ['risk'],
  colleague_block: ['risk', 'admin'],
  credit_limit: ['risk'],
  hardship_extension: ['risk'],
  chargeback_accept: ['finance'],
} as const satisfies Record<ApprovalKind, readonly StaffRole[]>;

/** Withdrawn: taken back by whoever proposed it. Expired: nobody decided in time. */
export const APPROVAL_STATUSES = ['open', 'approved', 'rejected', 'withdrawn', 'expired'] as const;

const staffMember = z.object({ id: idSchema, name: nameSchema.nullable() });

export const approvalItem = z.object({
  id: idSchema,
  kind: z.enum(APPROVAL_KINDS),
  status: z.enum(APPROVAL_STATUSES),
  /** What it is about: a loan, a difference with the rail, a refund. */
  objectId: idSchema,
  /** Whose account it concerns; null where it is nobody's. */
  account: staffMember.nullable(),
  reason: z.string(),
  proposedBy: staffMember,
  proposedAt: instantSchema,
  expiresAt: instantSchema,
  decidedBy: staffMember.nullable(),
  decidedAt: instantSchema.nullable(),
  note: z.string().nullable(),
});
export type ApprovalItem = z.input<typeof approvalItem>;

/** What the second person reads before deciding: a code the screen has words for, and its value. */
export const approvalFact = z.object({ code: z.string(), value: z.union([z.string(), z.number()]) });
export type ApprovalFact = z.input<typeof approvalFact>;

export const reasonSchema = z.string().trim().min(3, 'Say why').max(500);

export const listApprovals = endpoint({
  name: 'listApprovals',
  method: 'GET',
  path: '/admin/approvals',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'What waits for a second person, oldest first; decided ones by status, newest first',
  query: pageQuery.extend({
    kind: z.enum(APPROVAL_KINDS).optional(),
    status: z.enum(APPROVAL_STATUSES).default('open'),
    objectId: idSchema.optional(),
  }),
  answer: pageOf(approvalItem),
});

export const getApproval = endpoint({
  name: 'getApproval',
  method: 'GET',
  path: '/admin/approvals/{id}',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'One proposal with the facts to judge it by; looking is written to the audit log',
  params: idParams,
  answer: approvalItem.extend({
    facts: z.array(approvalFact),
    /** What it would change of the settings, field by field; empty where it is about something else. */
    changes: z.array(settingChange),
    /** False when what it is about has changed since: approving it would be refused. */
    isCurrent: z.boolean(),
  }),
});

export const decideApproval = endpoint({
  name: 'decideApproval',
  method: 'POST',
  path: '/admin/approvals/{id}',
  access: 'admin',
  roles: STAFF_ROLES,
  stepUp: true,
  summary:
    'A second person with the role of its kind approves or rejects; whoever proposed it may only take it back, by rejecting',
  params: idParams,
  body: z.strictObject({
    decision: z.enum(['approve', 'reject']),
    note: z.string().trim().max(500).optional(),
  }),
  answer: approvalItem,
  errors: [
    'own_account',
    'approval_already_decided',
    'approval_expired',
    'second_person_required',
    'proposer_without_role',
    'approval_stale',
  ],
});
