import { declareCall } from './endpoint.ts';
import { STAFF_ROLES, type StaffRole } from './staff-roles.ts';

/** Acts that need a second member of staff. */
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
  'receipt_back',
  'refund',
  'refund_transfer',
  'settings',
  'settings_withdrawal',
  'account_unblock',
  'colleague_block',
  'credit_limit',
  'hardship_extension',
  'chargeback_accept',
  'bank_movement',
  'bank_movement_back',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Money that one member of staff may give, or call arrived, alone; above it two decide. Rule: LEND-24 */
export const ALONE_MAX_PAISE = 50_000;

/**
 * So much of one sort one member of staff decides alone on a day, however small each sum is: ten times what one of them may
 * come to, so that a day of little things goes on and many little things do not make up for a big one. Rule: LEND-24
 */
export const ALONE_A_DAY_MAX_PAISE = 10 * ALONE_MAX_PAISE;

/** The roles that may decide: risk judges limits and accounts, finance judges money. */
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
  receipt_back: ['finance'],
  refund: ['finance'],
  refund_transfer: ['finance'],
  settings: ['finance', 'admin'],
  settings_withdrawal: ['finance', 'admin'],
  account_unblock: ['risk'],
  colleague_block: ['risk', 'admin'],
  credit_limit: ['risk'],
  hardship_extension: ['risk'],
  chargeback_accept: ['finance'],
  bank_movement: ['finance'],
  bank_movement_back: ['finance'],
} as const satisfies Record<ApprovalKind, readonly StaffRole[]>;

/** Withdrawn: taken back by its proposer. Expired: not decided in time. */
export const APPROVAL_STATUSES = ['open', 'approved', 'rejected', 'withdrawn', 'expired'] as const;

export const listApprovals = declareCall({
  name: 'listApprovals',
  method: 'GET',
  path: '/admin/approvals',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const getApproval = declareCall({
  name: 'getApproval',
  method: 'GET',
  path: '/admin/approvals/{id}',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const decideApproval = declareCall({
  name: 'decideApproval',
  method: 'POST',
  path: '/admin/approvals/{id}',
  access: 'admin',
  roles: STAFF_ROLES,
  stepUp: true,
});
