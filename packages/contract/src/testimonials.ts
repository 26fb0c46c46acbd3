import { z } from 'zod';
import { contract } from './endpoint.ts';
import { cleanName } from './names.ts';
import { dateSchema, idParams, idSchema, instantSchema, pageOf, pageQuery } from './primitives.ts';
import { TESTIMONIAL_LETTERS, TESTIMONIAL_STATUSES } from './testimonials.calls.ts';
import * as calls from './testimonials.calls.ts';
import { personRef } from './users.ts';

export * from './testimonials.calls.ts';

/** Letters that a font draws; the fillers of Hangul are letters by name alone. */
const SEEN_LETTERS = /(?![\u115F\u1160\u3164\uFFA0])\p{L}/gu;
const SEEN_LETTERS_MIN = 10;
/** Signs of private use, and marks heaped on a letter: no script of India puts more than four on one. */
const UNREADABLE = /\p{Co}|\p{M}{5}/u;

/** One line that a stranger can read, in any script. */
function isReadable(text: string): boolean {
  return (text.match(SEEN_LETTERS)?.length ?? 0) >= SEEN_LETTERS_MIN && !UNREADABLE.test(text);
}

const quote = z
  .string()
  .overwrite(cleanName)
  .min(TESTIMONIAL_LETTERS.min, 'Write a whole sentence')
  .max(TESTIMONIAL_LETTERS.max, 'Write at most 280 characters')
  .refine(isReadable, 'Write a whole sentence');
const language = z.enum(['en', 'hi']);
const status = z.enum(TESTIMONIAL_STATUSES);
const own = z.object({
  /** True once the last instalment is paid. */
  canGive: z.boolean(),
  given: z.object({ quote: z.string(), status, givenAt: instantSchema }).nullable(),
});
/** The number of instalments in which the payment was repaid: the only fact that stands under a sentence. */
const instalments = z.int().positive();

const item = z.object({
  id: idSchema,
  account: personRef,
  quote: z.string(),
  language,
  status,
  instalments,
  givenAt: instantSchema,
  decidedAt: instantSchema.nullable(),
});

export const testimonialsContract = contract({
  calls,
  endpoints: {
    getTestimonial: {
      summary: 'The sentence that was left about a payment, and whether one may be',
      params: idParams,
      answer: own,
    },
    giveTestimonial: {
      summary:
        'Leaves a sentence about a payment that is repaid, to be published without a name once staff have read it; replaces an older one',
      params: idParams,
      body: z.strictObject({ quote, language, mayBePublished: z.literal(true) }),
      answer: own,
      errors: ['testimonial_too_early'],
    },
    takeTestimonialBack: {
      summary: 'Takes a sentence back; it is gone, and published no more',
      status: 204,
      params: idParams,
    },
    getProof: {
      summary: 'What the product can prove to anybody, and sentences of people who have repaid',
      answer: z.object({
        billsPaidCount: z.int().nonnegative(),
        /** Those of them whose due date is known. */
        datedCount: z.int().nonnegative(),
        /** Those with a due date that were paid on or before it. */
        inTimeCount: z.int().nonnegative(),
        /** The last day whose books are sealed. */
        sealedOn: dateSchema.nullable(),
        testimonials: z.array(z.object({ quote: z.string(), language, instalments })),
      }),
    },
    listTestimonials: {
      summary: 'Sentences that people left; looking is written to the audit log',
      query: pageQuery.extend({ status: status.default('waiting') }),
      answer: pageOf(item),
    },
    judgeTestimonial: {
      summary: 'Publishes a sentence, or does not; may be changed later',
      status: 204,
      params: idParams,
      body: z.strictObject({ isPublished: z.boolean() }),
      errors: ['own_account'],
    },
  },
  refusals: {
    testimonial_too_early: {
      status: 409,
      retry: 'never',
      en: 'You can leave a sentence once this payment is repaid.',
      hi: 'यह भुगतान चुक जाने के बाद आप एक वाक्य छोड़ सकते हैं।',
    },
  },
});
