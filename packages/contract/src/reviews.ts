import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { KYC_REASON_CODES } from './kyc-reasons.ts';
import { idParams, idSchema, instantSchema, pageOf, pageQuery, positivePaiseSchema } from './primitives.ts';
import { nameSchema } from './names.ts';

/** What waits for a person's judgement: a recording, evidence of income, a name near enough on a PAN or at a bank. */
export const REVIEW_KINDS = ['video', 'income', 'pan', 'bank_account'] as const;
export type ReviewKindName = (typeof REVIEW_KINDS)[number];

/** Withdrawn: settled in another way before anybody decided. */
export const REVIEW_STATUSES = ['open', 'approved', 'rejected', 'withdrawn'] as const;

const reviewItem = z.object({
  id: idSchema,
  kind: z.enum(REVIEW_KINDS),
  status: z.enum(REVIEW_STATUSES),
  /** The person's own words for their name. */
  name: nameSchema.nullable(),
  createdAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  /** What the person was told, where it was rejected. */
  reason: z.string().nullable(),
});

/** A fact to compare with the file: a code the screen has words for, and its value, masked where it is an identifier. */
export const reviewFact = z.object({ code: z.string(), value: z.string() });
export type ReviewFact = z.input<typeof reviewFact>;

export const listReviews = endpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/admin/kyc/reviews',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
  summary: 'What waits for a judgement, oldest first; decided ones by status',
  query: pageQuery.extend({
    kind: z.enum(REVIEW_KINDS).optional(),
    status: z.enum(REVIEW_STATUSES).default('open'),
  }),
  answer: pageOf(reviewItem),
});

export const getReview = endpoint({
  name: 'getReview',
  method: 'GET',
  path: '/admin/kyc/reviews/{id}',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
  summary: 'One review with the facts to compare; looking is written to the audit log',
  params: idParams,
  answer: reviewItem.extend({
    facts: z.array(reviewFact),
    file: z.object({ type: z.string(), sizeBytes: z.int() }).nullable(),
  }),
});

export const getReviewFile = endpoint({
  name: 'getReviewFile',
  method: 'GET',
  path: '/admin/kyc/reviews/{id}/file',
  access: 'admin',
  roles: ['risk', 'admin'],
  stepUp: true,
  summary: 'The file under review; looking is written to the audit log',
  params: idParams,
  download: true,
});

/** Why a recording was refused, in words the person can act upon; a text of one's own may stand beside it. */
export const VIDEO_REFUSALS = [
  'video_face_unclear',
  'video_phrase_wrong',
  'video_not_live',
  'video_other_person',
  'video_unusable',
] as const satisfies readonly (typeof KYC_REASON_CODES)[number][];

export const decideReview = endpoint({
  name: 'decideReview',
  method: 'POST',
  path: '/admin/kyc/reviews/{id}',
  access: 'admin',
  roles: ['risk'],
  stepUp: true,
  summary: 'Approves or rejects; a rejection says why, and the person reads it',
  params: idParams,
  body: z
    .strictObject({
      decision: z.enum(['approve', 'reject']),
      reason: z.string().trim().min(3, 'Say why, in words the person can act upon').max(500).optional(),
      reasonCode: z.enum(KYC_REASON_CODES).optional(),
      /** What the document shows a month; left out where it shows what was typed. Only of `income`. */
      verifiedIncomePaise: positivePaiseSchema.optional(),
    })
    .refine(({ decision, reason, reasonCode }) => decision === 'approve' || reason || reasonCode, {
      path: ['reason'],
      message: 'Say why, in words the person can act upon',
    }),
  answer: reviewItem,
  errors: ['own_account', 'second_person_required', 'review_decided'],
});
