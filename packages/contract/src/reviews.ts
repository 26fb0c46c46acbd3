import { z } from 'zod';
import { EVIDENCE_TYPES } from './credit.calls.ts';
import { contract } from './endpoint.ts';
import { KYC_REASON_CODES } from './kyc-reasons.ts';
import { nameSchema } from './names.ts';
import { idParams, idSchema, instantSchema, pageOf, positivePaiseSchema, queueQuery } from './primitives.ts';
import { REJECTION_WORDS_MIN, REVIEW_KINDS, REVIEW_STATUSES } from './reviews.calls.ts';
import { VIDEO_TYPES } from './video.calls.ts';
import * as calls from './reviews.calls.ts';

export * from './reviews.calls.ts';

const reviewItem = z.object({
  id: idSchema,
  kind: z.enum(REVIEW_KINDS),
  status: z.enum(REVIEW_STATUSES),
  /** The person's own words for their name. */
  name: nameSchema.nullable(),
  createdAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  /** The reason the person was told, where it was rejected. */
  reason: z.string().nullable(),
});

/** A fact to compare with the file: a code the screen has words for, and its value, masked where it is an identifier. */
export const reviewFact = z.object({ code: z.string(), value: z.string() });
export type ReviewFact = z.input<typeof reviewFact>;

/** A code alone says why, too. */
const isSaid = (reason: string | undefined, code: string | undefined) =>
  reason === undefined ? code !== undefined : reason.length >= REJECTION_WORDS_MIN;

export const reviewsContract = contract({
  calls,
  endpoints: {
    listReviews: {
      summary: 'What waits for a judgement; decided ones by status',
      query: queueQuery.extend({
        kind: z.enum(REVIEW_KINDS).optional(),
        status: z.enum(REVIEW_STATUSES).default('open'),
      }),
      answer: pageOf(reviewItem),
    },
    getReview: {
      summary: 'One review with the facts to compare; looking is written to the audit log',
      params: idParams,
      answer: reviewItem.extend({
        facts: z.array(reviewFact),
        /** Some facts are masked or left out: those who judge are shown them on their own, while it is open. Older servers do not say. */
        isVeiled: z.boolean().optional(),
        file: z.object({ type: z.string(), sizeBytes: z.int() }).nullable(),
      }),
    },
    getReviewFacts: {
      summary: 'The facts of an open review, whole; that they were shown is written to the audit log',
      params: idParams,
      answer: z.object({ facts: z.array(reviewFact) }),
      errors: ['review_decided'],
    },
    getReviewFile: {
      summary: 'The file under review; looking is written to the audit log',
      files: [...EVIDENCE_TYPES, ...VIDEO_TYPES],
      params: idParams,
      errors: ['file_lost'],
    },
    decideReview: {
      summary: 'Approves or rejects; a rejection says why, and the person reads it',
      params: idParams,
      body: z
        .strictObject({
          decision: z.enum(['approve', 'reject']),
          /** An empty one is none. */
          reason: z
            .string()
            .trim()
            .max(500)
            .transform((text) => text || undefined)
            .optional(),
          reasonCode: z.enum(KYC_REASON_CODES).optional(),
          /** The monthly income the document shows; left out where it shows what was typed. Only for `income`. */
          verifiedIncomePaise: positivePaiseSchema.optional(),
        })
        .refine(({ decision, reason, reasonCode }) => decision === 'approve' || isSaid(reason, reasonCode), {
          path: ['reason'],
          message: 'Say why, in words the person can act upon',
        }),
      answer: reviewItem,
      errors: ['own_account', 'second_person_required', 'review_decided'],
    },
  },
  refusals: {
    video_at_provider: {
      status: 409,
      retry: 'never',
      en: 'The video step takes place with our partner. Start it again from the KYC page.',
      hi: 'वीडियो चरण हमारे साझेदार के यहाँ होता है। KYC पेज से फिर शुरू करें।',
    },
    video_challenge_expired: {
      status: 409,
      retry: 'never',
      en: 'This phrase is no longer valid. Record again with a new one.',
      hi: 'यह वाक्य अब मान्य नहीं है। नए वाक्य के साथ फिर रिकॉर्ड करें।',
    },
    recording_complete: {
      status: 409,
      retry: 'never',
      en: 'This recording has already been handed in.',
      hi: 'यह रिकॉर्डिंग पहले ही जमा हो चुकी है।',
    },
    recording_incomplete: {
      status: 409,
      retry: 'same_key',
      en: 'Some of the recording has not arrived yet. Send the rest and try again.',
      hi: 'रिकॉर्डिंग का कुछ हिस्सा अभी नहीं पहुँचा है। बाकी भेजकर फिर कोशिश करें।',
    },
    video_unreadable: {
      status: 422,
      retry: 'never',
      en: 'We cannot read this recording. Record it again, in another browser if it keeps happening.',
      hi: 'यह रिकॉर्डिंग हम पढ़ नहीं पा रहे। फिर रिकॉर्ड करें; बार-बार ऐसा हो तो दूसरे ब्राउज़र में करें।',
    },
    location_outside_india: {
      status: 422,
      retry: 'never',
      en: 'The video step can be done only inside India.',
      hi: 'वीडियो चरण केवल भारत के अंदर किया जा सकता है।',
    },
    own_account: {
      status: 403,
      retry: 'never',
      en: 'This is about your own account. A colleague decides.',
      hi: 'यह आपके अपने खाते के बारे में है। कोई सहकर्मी फ़ैसला करेगा।',
    },
    review_decided: {
      status: 409,
      retry: 'never',
      en: 'This has already been decided.',
      hi: 'इसका फ़ैसला पहले ही हो चुका है।',
    },
  },
});
