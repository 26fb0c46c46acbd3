import { z } from 'zod';
import { APPROVAL_KINDS } from './approvals.ts';
import { BILL_STATUSES, KYC_STATUSES, PAYMENT_STATUSES, REPAYMENT_STATUSES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { FUNNEL_STEPS } from './overview.ts';
import { planSchema } from './payments.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  signedPaiseSchema,
} from './primitives.ts';
import { REVIEW_KINDS, REVIEW_STATUSES } from './reviews.ts';
import { STAFF_ROLES } from './staff-roles.ts';
import { nameSchema } from './names.ts';

/** Blocked: nobody signs in. Closed: the person has left; what the law asks for is kept. */
export const ACCOUNT_STATES = ['active', 'blocked', 'closed'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Open: PAN or Aadhaar is missing. Lapsed: it has to be done again. */
export const KYC_STANDINGS = ['open', 'complete', 'lapsed'] as const;

/** A person by their name, where they gave one. */
export const personRef = z.object({ id: idSchema, name: nameSchema.nullable() });
const kycStatus = z.enum(KYC_STATUSES);

const userItem = z.object({
  id: idSchema,
  name: nameSchema.nullable(),
  emailMasked: z.string().nullable(),
  mobileMasked: z.string().nullable(),
  panMasked: z.string().nullable(),
  joinedAt: instantSchema,
  state: z.enum(ACCOUNT_STATES),
  kyc: z.enum(KYC_STANDINGS),
  /** Null until a limit was asked for. */
  credit: z
    .object({
      state: z.string(),
      limitPaise: paiseSchema,
      /** Bill principal not yet repaid, plus what is reserved for accepted payments. */
      usedPaise: paiseSchema,
      /** Of the worst payment, at the last close of a day. */
      daysPastDue: z.int().nonnegative(),
    })
    .nullable(),
  isStaff: z.boolean(),
});
export type UserItem = z.input<typeof userItem>;

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  roles: STAFF_ROLES,
  summary:
    'Accounts, newest first. A search finds a name by its beginning, a mobile by its last four digits, and an address, mobile, PAN or id in full. Audited',
  query: pageQuery.extend({
    search: z.string().trim().min(3, 'Type three characters or more').max(120).optional(),
    state: z.enum(ACCOUNT_STATES).optional(),
    kyc: z.enum(KYC_STANDINGS).optional(),
    /** Only those past due at the last close of a day. */
    isOverdue: z.stringbool().optional(),
    /** Signed up on these days, both included, in India. */
    from: dateSchema.optional(),
    to: dateSchema.optional(),
    /** Only those who have come so far, and have not left. */
    reached: z.enum(FUNNEL_STEPS).optional(),
  }),
  answer: pageOf(userItem),
});

const check = z.object({
  status: kycStatus,
  masked: z.string().nullable(),
  /** The name the check gave. */
  name: nameSchema.nullable(),
  reason: z.string().nullable(),
  verifiedAt: instantSchema.nullable(),
});

const limitChange = z.object({
  at: instantSchema,
  fromState: z.string(),
  toState: z.string(),
  fromLimitPaise: paiseSchema,
  toLimitPaise: paiseSchema,
  reason: z.string().nullable(),
});

export const userAnswer = userItem.extend({
  lastSignInAt: instantSchema.nullable(),
  /** The block that lasts, with who set it and why; null when none does. */
  block: z
    .object({ at: instantSchema.nullable(), by: personRef.nullable(), reason: z.string().nullable() })
    .nullable(),
  profile: z.object({
    dateOfBirthMasked: z.string().nullable(),
    addressMasked: z.string().nullable(),
    monthlyIncomePaise: paiseSchema.nullable(),
    onboardedAt: instantSchema.nullable(),
    isEmailConfirmed: z.boolean(),
    isMobileConfirmed: z.boolean(),
  }),
  /** Every check beside the others, to compare what they say. */
  checks: z.object({
    pan: check.extend({ category: z.string().nullable() }),
    aadhaar: check,
    video: z.object({
      status: kycStatus,
      reasonCode: z.string().nullable(),
      reason: z.string().nullable(),
      verifiedAt: instantSchema.nullable(),
    }),
    bankAccounts: z.array(
      z.object({
        id: idSchema,
        masked: z.string(),
        bankName: z.string(),
        status: z.string(),
        /** As the bank has it, and how near it is to the person's name. */
        nameAtBank: nameSchema.nullable(),
        namePercent: z.int().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    risk: z.string().nullable(),
    dueOn: dateSchema.nullable(),
    lapsedAt: instantSchema.nullable(),
    /** The latest questions put to an issuer, newest first. */
    attempts: z.array(z.object({ kind: z.string(), outcome: z.string(), at: instantSchema })),
  }),
  creditDetail: z
    .object({
      stateReason: z.string().nullable(),
      availablePaise: paiseSchema,
      score: z.int().nullable(),
      reportOn: dateSchema.nullable(),
      reviewOn: dateSchema.nullable(),
      /** The most that may be proposed by the policy; null where nothing may. */
      proposableMaxPaise: paiseSchema.nullable(),
      offer: z.object({ limitPaise: paiseSchema, expiresAt: instantSchema }).nullable(),
      /** The latest changes, newest first. */
      history: z.array(limitChange),
    })
    .nullable(),
  outstandingPaise: paiseSchema,
  consents: z.array(
    z.object({
      purpose: z.string(),
      version: z.string(),
      givenAt: instantSchema,
      withdrawnAt: instantSchema.nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: idSchema,
      since: instantSchema,
      usedAt: instantSchema.nullable(),
      /** What its browser said of itself, as it came. */
      device: z.string().nullable(),
      /** The names in it that people know. */
      browser: z.string().nullable(),
      system: z.string().nullable(),
      ip: z.string().nullable(),
      hasSecondFactor: z.boolean(),
    }),
  ),
  reviews: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(REVIEW_KINDS),
      status: z.enum(REVIEW_STATUSES),
      createdAt: instantSchema,
      decidedAt: instantSchema.nullable(),
    }),
  ),
  referrals: z.object({
    code: z.string().nullable(),
    /** Who brought this person. */
    referredBy: personRef.nullable(),
    friends: z.array(
      z.object({
        account: personRef,
        at: instantSchema,
        hasKyc: z.boolean(),
        hasPaid: z.boolean(),
        rewardPaise: paiseSchema.nullable(),
        refusedReason: z.string().nullable(),
      }),
    ),
  }),
  /** What is proposed about this account and waits for a second person. */
  openApprovals: z.array(z.object({ id: idSchema, kind: z.enum(APPROVAL_KINDS), proposedAt: instantSchema })),
  counts: z.object({
    payments: z.int().nonnegative(),
    repayments: z.int().nonnegative(),
    journals: z.int().nonnegative(),
    notes: z.int().nonnegative(),
  }),
});
export type UserDetail = z.input<typeof userAnswer>;

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/admin/users/{id}',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'One account with its whole story, identifiers masked; looking is written to the audit log',
  params: idParams,
  answer: userAnswer,
});

export const listUserPayments = endpoint({
  name: 'listUserPayments',
  method: 'GET',
  path: '/admin/users/{id}/payments',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'The payments of an account, newest first',
  params: idParams,
  query: pageQuery,
  answer: pageOf(
    z.object({
      id: idSchema,
      at: instantSchema,
      status: z.enum(PAYMENT_STATUSES),
      billStatus: z.enum(BILL_STATUSES),
      bankName: z.string(),
      last4: z.string(),
      amountPaise: paiseSchema,
      totalPaise: paiseSchema,
      outstandingPaise: paiseSchema,
      plan: planSchema,
      needsReview: z.boolean(),
    }),
  ),
});

export const listUserRepayments = endpoint({
  name: 'listUserRepayments',
  method: 'GET',
  path: '/admin/users/{id}/repayments',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'The repayments of an account, newest first',
  params: idParams,
  query: pageQuery,
  answer: pageOf(
    z.object({
      id: idSchema,
      at: instantSchema,
      paymentId: idSchema,
      status: z.enum(REPAYMENT_STATUSES),
      channel: z.string(),
      amountPaise: paiseSchema,
      receivedAt: instantSchema.nullable(),
      failureReason: z.string().nullable(),
    }),
  ),
});

export const listUserJournals = endpoint({
  name: 'listUserJournals',
  method: 'GET',
  path: '/admin/users/{id}/journals',
  access: 'admin',
  roles: ['risk', 'finance', 'admin'],
  summary: 'What was posted for an account, newest first; debits are positive',
  params: idParams,
  query: pageQuery,
  answer: pageOf(
    z.object({
      id: idSchema,
      at: instantSchema,
      kind: z.string(),
      effectiveOn: dateSchema,
      paymentId: idSchema.nullable(),
      /** The journal it undoes. */
      reversalOf: idSchema.nullable(),
      lines: z.array(z.object({ account: z.string(), name: z.string(), amountPaise: signedPaiseSchema })),
    }),
  ),
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

const timelineEntry = z.object({
  /** Tells entries apart; names nothing. */
  id: z.string(),
  at: instantSchema,
  kind: z.enum(USER_TIMELINE_KINDS),
  /** What happened: a code the screen has words for. */
  code: z.string(),
  /** The payment, hardship, review, proposal or note it is about. */
  objectId: idSchema.nullable(),
  amountPaise: paiseSchema.nullable(),
  /** A name of a document, a title, a reason: short text to show beside it. */
  text: z.string().nullable(),
  /** The member of staff who did it. */
  by: personRef.nullable(),
});
export type UserTimelineEntry = z.input<typeof timelineEntry>;

export const listUserTimeline = endpoint({
  name: 'listUserTimeline',
  method: 'GET',
  path: '/admin/users/{id}/timeline',
  access: 'admin',
  roles: STAFF_ROLES,
  summary: 'Everything that happened to an account, in one line of time, newest first',
  params: idParams,
  query: pageQuery.extend({ kind: z.enum(USER_TIMELINE_KINDS).optional() }),
  answer: pageOf(timelineEntry),
});
