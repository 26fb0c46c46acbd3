import { declareCall } from './endpoint.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** Blocked: no sign-in works. Closed: the person has left; what the law asks for is kept. */
export const ACCOUNT_STATES = ['active', 'blocked', 'closed'] as const;

/** Open: PAN or Aadhaar is missing. Lapsed: it has to be done again. */
export const KYC_STANDINGS = ['open', 'complete', 'lapsed'] as const;

export const listUsers = declareCall({
  name: 'listUsers',
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const getUser = declareCall({
  name: 'getUser',
  method: 'GET',
  path: '/admin/users/{id}',
  access: 'admin',
  roles: STAFF_ROLES,
});

/** Where an entry of the one timeline comes from. */
export const USER_TIMELINE_KINDS = [
  'sign_in',
  'kyc',
  'consent',
  'credit',
  'payment',
  'repayment',
  'refund',
  'reward',
  'referral',
  'hardship',
  'notice',
  'ticket',
  'review',
  'approval',
  'note',
  'staff',
] as const;
export type UserTimelineKind = (typeof USER_TIMELINE_KINDS)[number];

export const listUserTimeline = declareCall({
  name: 'listUserTimeline',
  method: 'GET',
  path: '/admin/users/{id}/timeline',
  access: 'admin',
  roles: STAFF_ROLES,
});
