import { z } from 'zod';
import { APPROVAL_KINDS } from './approvals.calls.ts';
import { KYC_STATUSES } from './constants.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import { FUNNEL_STEPS } from './overview.calls.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  leftOutSchema,
  pageOf,
  pageQuery,
  paiseSchema,
} from './primitives.ts';
import { REVIEW_KINDS, REVIEW_STATUSES } from './reviews.calls.ts';
import { ACCOUNT_STATES, KYC_STANDINGS, USER_TIMELINE_KINDS } from './users.calls.ts';
import * as calls from './users.calls.ts';

export * from './users.calls.ts';

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
      /** The worst payment's days past due, at the last close of a day. */
      daysPastDue: z.int().nonnegative(),
    })
    .nullable(),
  isStaff: z.boolean(),
});
export type UserItem = z.input<typeof userItem>;

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
  toState: z.string(),
  toLimitPaise: paiseSchema,
  reason: z.string().nullable(),
});

export const userAnswer = userItem.extend({
  lastSignInAt: instantSchema.nullable(),
  /** The block that lasts, with who set it and why; null when none does. */
  block: z
    .object({
      at: instantSchema.nullable(),
      by: personRef.nullable(),
      reason: z.string().nullable(),
      isFraud: z.boolean(),
    })
    .nullable(),
  profile: z.object({
    dateOfBirthMasked: z.string().nullable(),
    addressMasked: z.string().nullable(),
    monthlyIncomePaise: paiseSchema.nullable(),
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
        /** As the bank has it. */
        nameAtBank: nameSchema.nullable(),
        reason: z.string().nullable(),
      }),
    ),
    risk: z.string().nullable(),
    /** The latest questions put to an issuer, newest first. */
    attempts: z.array(z.object({ kind: z.string(), outcome: z.string(), at: instantSchema })),
  }),
  creditDetail: z
    .object({
      stateReason: z.string().nullable(),
      availablePaise: paiseSchema,
      score: z.int().nullable(),
      /** The most that may be proposed by the policy; null where nothing may. */
      proposableMaxPaise: paiseSchema.nullable(),
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
      /** The browser's user agent, as it came. */
      device: z.string().nullable(),
      /** The names in it that people know. */
      browser: z.string().nullable(),
      system: z.string().nullable(),
      ip: z.string().nullable(),
      hasSecondFactor: z.boolean(),
    }),
  ),
  /** Those that wait first, then the newest. */
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
    friends: z.array(
      z.object({
        account: personRef,
        at: instantSchema,
        rewardPaise: paiseSchema.nullable(),
      }),
    ),
  }),
  /** The proposals about this account that wait for a second person. */
  openApprovals: z.array(z.object({ id: idSchema, kind: z.enum(APPROVAL_KINDS), proposedAt: instantSchema })),
  /** The numbers of older entries of each list that are not shown. */
  leftOut: z.object({
    attempts: leftOutSchema,
    limitChanges: leftOutSchema,
    consents: leftOutSchema,
    sessions: leftOutSchema,
    reviews: leftOutSchema,
    friends: leftOutSchema,
  }),
  counts: z.object({ payments: z.int().nonnegative() }),
});
export type UserDetail = z.input<typeof userAnswer>;

const timelineEntry = z.object({
  /** Tells entries apart; names nothing. */
  id: z.string(),
  at: instantSchema,
  kind: z.enum(USER_TIMELINE_KINDS),
  /** The event: a code the screen has words for. */
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

export const usersContract = contract({
  calls,
  endpoints: {
    listUsers: {
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
    },
    getUser: {
      summary: 'One account with its whole story, identifiers masked; looking is written to the audit log',
      params: idParams,
      answer: userAnswer,
    },
    listUserTimeline: {
      summary: 'Everything that happened to an account, in one line of time, newest first',
      params: idParams,
      query: pageQuery.extend({ kind: z.enum(USER_TIMELINE_KINDS).optional() }),
      answer: pageOf(timelineEntry),
    },
  },
  refusals: {
    account_is_blocked: {
      status: 409,
      retry: 'never',
      en: 'This account is blocked already.',
      hi: 'यह खाता पहले से रोका हुआ है।',
    },
    account_not_blocked: {
      status: 409,
      retry: 'never',
      en: 'This account is not blocked.',
      hi: 'यह खाता रोका हुआ नहीं है।',
    },
    account_is_closed: {
      status: 409,
      retry: 'never',
      en: 'This account is closed.',
      hi: 'यह खाता बंद हो चुका है।',
    },
    note_changed: {
      status: 409,
      retry: 'never',
      en: 'A colleague changed this note meanwhile. Read it again before you change it.',
      hi: 'इस बीच किसी सहकर्मी ने यह नोट बदल दिया है। बदलने से पहले इसे फिर पढ़ें।',
    },
    limit_not_allowed: {
      status: 422,
      retry: 'never',
      en: 'The policy does not allow this limit for this person, or it is the present one.',
      hi: 'नीति इस व्यक्ति के लिए यह लिमिट नहीं देती, या यह मौजूदा लिमिट ही है।',
    },
    report_too_old: {
      status: 409,
      retry: 'never',
      en: 'The credit report is over 30 days old, so no higher limit may be offered. The person can ask for an assessment on the credit page.',
      hi: 'क्रेडिट रिपोर्ट 30 दिन से ज़्यादा पुरानी है, इसलिए इससे ज़्यादा लिमिट नहीं दी जा सकती। व्यक्ति क्रेडिट पेज पर नया आकलन माँग सकता है।',
    },
    reveals_used_up: {
      status: 429,
      retry: 'later',
      en: 'You have opened as many hidden values as one hour allows. Go on in an hour, or ask a colleague.',
      hi: 'एक घंटे में जितनी छिपी जानकारी खोली जा सकती है, आप उतनी खोल चुके हैं। एक घंटे बाद फिर खोलें, या किसी सहकर्मी से कहें।',
    },
    exports_busy: {
      status: 503,
      retry: 'later',
      waitSeconds: 60,
      en: 'Several files are being written already. Try again in a minute.',
      hi: 'पहले से कई फ़ाइलें बन रही हैं। एक मिनट में फिर कोशिश करें।',
    },
    export_too_large: {
      status: 422,
      retry: 'never',
      en: 'This is more than fits in one file. Choose a shorter period.',
      hi: 'यह एक फ़ाइल में नहीं आएगा। छोटी अवधि चुनें।',
    },
  },
});
