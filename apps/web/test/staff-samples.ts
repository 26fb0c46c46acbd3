import type {
  AdminPayment,
  AnswerOf,
  getApproval,
  getHardshipForStaff,
  getReview,
  listAdminPayments,
  listApprovals,
  listAudit,
  listHardships,
  listReinstatements,
  listReviews,
  listSupportMessages,
  listUsers,
  Overview,
  TicketDetail,
  UserDetail,
} from '@mohlat/contract';
import { samplePayment } from './samples.ts';

/** What the staff's pages are answered: one of each. Those about rails, books and terms are in staff-book-samples.ts. */
export type RowOf<E> = AnswerOf<E> extends { items: (infer Row)[] } ? Row : never;

export const ID = '01900000-0000-7000-8000-0000000000aa';
export const AT = '2026-11-18T06:00:00Z';
export const DAY = '2026-11-18';
export const asha = { id: ID, name: 'Asha Rao' };
export const ravi = { id: '01900000-0000-7000-8000-0000000000bb', name: 'Ravi Menon' };
const none = { count: 0, amountPaise: 0 };
const sums = { principalPaise: 0, feePaise: 0, interestPaise: 0, chargesPaise: 0, totalPaise: 0 };

export const overview: Overview = {
  from: DAY,
  to: DAY,
  asOf: AT,
  bills: {
    accepted: { count: 3, amountPaise: 900_000 },
    paid: none,
    failed: none,
    reversed: none,
    unknown: none,
  },
  repayments: none,
  refunds: none,
  outstanding: sums,
  due: sums,
  loans: { open: 2, overdue: 1, npa: 0, writtenOff: 0 },
  result: [],
  funnel: [{ step: 'signed_up', people: 4 }],
  arrears: [{ bucket: 'd1_30', loans: 1, outstandingPaise: 0, duePaise: 0 }],
  vintages: [],
  days: [
    {
      on: DAY,
      acceptedCount: 0,
      acceptedPaise: 0,
      paidCount: 0,
      paidPaise: 0,
      failedCount: 0,
      repaidPaise: 0,
    },
  ],
  rails: [
    {
      provider: 'razorpay',
      calls: 2,
      failures: 0,
      lastFailureAt: null,
      circuit: 'closed',
      circuitSince: null,
    },
  ],
  queue: { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  todo: [{ kind: 'tickets', count: 2, oldestAt: AT, path: '/admin/support' }],
};

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
    onboardedAt: AT,
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
    dueOn: null,
    lapsedAt: null,
    attempts: [],
  },
  creditDetail: {
    stateReason: 'arrears',
    availablePaise: 0,
    score: 760,
    reportOn: DAY,
    reviewOn: null,
    proposableMaxPaise: null,
    offer: null,
    history: [],
  },
  outstandingPaise: 0,
  consents: [],
  sessions: [],
  reviews: [],
  referrals: { code: null, referredBy: null, friends: [] },
  openApprovals: [],
  counts: { payments: 1, repayments: 0, journals: 0, notes: 0 },
};

export const paymentRow: RowOf<typeof listAdminPayments> = {
  id: ID,
  account: asha,
  date: AT,
  bankName: 'HDFC Bank',
  cardMasked: '•••• 4021',
  amountPaise: 300_000,
  serviceFeePaise: 6_000,
  totalAmountPaise: 306_000,
  plan: { kind: 'single' },
  status: 'pending',
  billStatus: 'paid',
  needsReview: false,
  ourReference: null,
  railReference: null,
  daysPastDue: 0,
};

export const payment: AdminPayment = {
  payment: samplePayment(),
  account: asha,
  settingsVersion: 1,
  attempts: [],
  nextEnquiryAt: null,
  loan: { status: 'active', disbursedOn: DAY, closedThroughOn: DAY, daysPastDue: 0 },
  repayments: [],
  refunds: [],
  journals: [],
  approvals: [],
  breaks: [],
  hardships: [{ id: ID, fromDate: DAY, untilDate: DAY, endedDate: null }],
  freezes: [],
  debitsInReview: [],
  timeline: [{ at: AT, source: 'journal', event: 'loan_booked', detail: {} }],
  actions: ['waive'],
};

export const approvalRow: RowOf<typeof listApprovals> = {
  id: ID,
  kind: 'settlement',
  status: 'open',
  objectId: ID,
  account: asha,
  reason: 'The family lends the rest',
  proposedBy: ravi,
  proposedAt: AT,
  expiresAt: AT,
  decidedBy: null,
  decidedAt: null,
  note: null,
};
export const approval: AnswerOf<typeof getApproval> = {
  ...approvalRow,
  facts: [{ code: 'agreed_paise', value: 500_000 }],
  changes: [],
  isCurrent: true,
};

export const reviewRow: RowOf<typeof listReviews> = {
  id: ID,
  kind: 'income',
  status: 'open',
  name: asha.name,
  createdAt: AT,
  decidedAt: null,
  reason: null,
};
export const review: AnswerOf<typeof getReview> = {
  ...reviewRow,
  facts: [{ code: 'evidence_kind', value: 'salary_slip' }],
  file: null,
};

export const limitRow: RowOf<typeof listReinstatements> = {
  account: asha,
  limitPaise: 5_000_000,
  usedPaise: 0,
  suspendedAt: AT,
  daysPastDue: 0,
  openApprovalId: null,
};

export const hardshipRow: RowOf<typeof listHardships> = {
  id: ID,
  paymentId: ID,
  reason: 'illness',
  note: null,
  createdAt: AT,
  untilDate: '2026-12-18',
  account: asha,
  endedDate: null,
};
export const hardship: AnswerOf<typeof getHardshipForStaff> = {
  ...hardshipRow,
  fromDate: DAY,
  isActive: true,
  card: { bankName: 'HDFC Bank', last4: '4021' },
  paymentStatus: 'pending',
  outstandingPaise: 306_000,
  duePaise: 0,
  daysPastDue: 0,
  nextDueDate: '2026-12-18',
  earlier: [],
  extensibleUntil: '2027-02-16',
  openApprovalId: null,
};

export const ticketRow: RowOf<typeof listSupportMessages> = {
  id: ID,
  ticket: 'MHL-1001',
  subject: 'Where is my card?',
  name: asha.name,
  status: 'open',
  account: asha,
  assignee: null,
  createdAt: AT,
  updatedAt: AT,
};
export const ticket: TicketDetail = {
  ...ticketRow,
  email: 'asha@example.in',
  language: 'en',
  lines: [{ id: ID, from: 'sender', text: 'I added it yesterday.', at: AT, by: null }],
  version: 1,
};

export const auditRow: RowOf<typeof listAudit> = {
  id: 'aBcDeFgHiJkLmNoPqRsTuVwX',
  at: AT,
  actorKind: 'staff',
  actor: ravi,
  action: 'review.decided',
  objectKind: 'review',
  objectId: ID,
  subject: asha,
  details: { before: 'open', after: 'approved' },
  reason: 'The slip is clear',
  ip: '127.0.0.1',
  requestId: 'req-1',
};
