import { declareCall } from './endpoint.ts';

export const BREAK_STATES = ['open', 'escalated', 'resolved'] as const;
export const BREAK_OWNERS = ['operations', 'finance', 'engineering'] as const;
export const BREAK_RAILS = ['billpay', 'razorpay', 'bank'] as const;

/** The kinds of differences between a rail, our payments and the ledger. */
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

/** The ways staff may resolve a difference; its kind says which of them fit. */
export const BREAK_RESOLUTIONS = ['rail_returned', 'loss', 'reverse', 'refund_arrived', 'agreed'] as const;

export const listBreaks = declareCall({
  name: 'listBreaks',
  method: 'GET',
  path: '/admin/reconciliation',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const getBreak = declareCall({
  name: 'getBreak',
  method: 'GET',
  path: '/admin/reconciliation/breaks/{id}',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const listRailReads = declareCall({
  name: 'listRailReads',
  method: 'GET',
  path: '/admin/reconciliation/reads',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const runReconciliation = declareCall({
  name: 'runReconciliation',
  method: 'POST',
  path: '/admin/reconciliation/run',
  access: 'admin',
  roles: ['finance'],
  stepUp: false,
});

export const resolveBreak = declareCall({
  name: 'resolveBreak',
  method: 'POST',
  path: '/admin/reconciliation/breaks/{id}/resolve',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});
