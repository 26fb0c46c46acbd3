import type { listUsers, UserDetail } from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { type Answers, page } from '../../../test/network.ts';
import { asha, AT, ID, type RowOf } from '../../../test/staff-samples.ts';

export const userRow: RowOf<typeof listUsers> = {
  id: ID,
  name: asha.name,
  emailMasked: 'a•••@example.in',
  mobileMasked: null,
  panMasked: null,
  joinedAt: AT,
  state: 'active',
  kyc: 'complete',
  credit: { state: 'suspended', limitPaise: 5_000_000, usedPaise: 0, daysPastDue: 0 },
  isStaff: false,
};

export const user: UserDetail = {
  ...userRow,
  lastSignInAt: AT,
  block: null,
  profile: {
    dateOfBirthMasked: null,
    addressMasked: null,
    monthlyIncomePaise: null,
    isEmailConfirmed: true,
    isMobileConfirmed: false,
  },
  checks: {
    pan: {
      status: 'verified',
      masked: 'ABCXXXXX1A',
      name: 'ASHA RAO',
      reason: null,
      verifiedAt: AT,
      category: null,
    },
    aadhaar: { status: 'pending', masked: null, name: null, reason: null, verifiedAt: null },
    video: { status: 'not_started', reasonCode: null, reason: null, verifiedAt: null },
    bankAccounts: [],
    risk: null,
    attempts: [],
  },
  creditDetail: {
    stateReason: 'arrears',
    availablePaise: 0,
    score: 760,
    proposableMaxPaise: null,
    history: [],
  },
  outstandingPaise: 0,
  consents: [],
  sessions: [],
  leftOut: { attempts: 0, limitChanges: 0, consents: 0, sessions: 0, reviews: 0, friends: 0 },
  reviews: [],
  referrals: { code: null, friends: [] },
  openApprovals: [],
  counts: { payments: 1 },
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/users', 'users', userRow, 'Asha Rao', 'Nobody has an account yet.'),
  one('/admin/users/:id', 'users/:id', user, 'Propose to free the limit'),
];

/** Parts of the page that read for themselves. */
export const beside: Answers = {
  [`GET /admin/users/${ID}/notes`]: page([]),
  [`GET /admin/users/${ID}/timeline`]: page([]),
  [`GET /admin/users/${ID}/deliveries`]: page([]),
};
