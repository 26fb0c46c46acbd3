import { z } from 'zod';
import { KYC_STATUSES } from './constants.ts';
import { contract } from './endpoint.ts';
import { KYC_REASON_CODES } from './kyc-reasons.ts';
import { nameSchema } from './names.ts';
import { dateSchema, idSchema, panSchema, webUrlSchema } from './primitives.ts';
import * as calls from './kyc.calls.ts';

export * from './kyc.calls.ts';

const status = z.enum(KYC_STATUSES);
/** Why a check is not verified; null when it is, or when it was never begun. */
const verdictReason = z.object({ code: z.enum(KYC_REASON_CODES), text: z.string() }).nullable();
const check = z.object({ status, masked: z.string().nullable(), reason: verdictReason });

/** A verified check is to be made once more, and was not yet. Older servers do not say. */
const isDueAgain = z.boolean().optional();

export const kycAnswer = z.object({
  pan: check.extend({ nameOnPan: nameSchema.nullable(), isDueAgain }),
  aadhaar: check.extend({ isDueAgain }),
  video: z.object({
    status,
    reason: z.string().nullable().optional(),
    /** A code of the reasons' catalogue where there is one, so that the sentence can be said in any language. */
    reasonCode: z.string().nullable().optional(),
    /** True while a call at the provider is still to be made: POST /kyc/video answers where. */
    hasOpenCall: z.boolean().optional(),
  }),
  isComplete: z.boolean(),
  /** The last day on which this KYC holds; null until PAN and Aadhaar are verified. Rule: LEND-24. */
  reKycDueOn: dateSchema.nullable(),
  /** PAN and Aadhaar may be done again, although verified: from sixty days before. */
  isReKycOpen: z.boolean(),
});
export type Kyc = z.input<typeof kycAnswer>;

/** Rule: SPEC-5. Twelve digits; spaces are dropped. The Verhoeff check is the server's and the form's. */
export const aadhaarSchema = z
  .string()
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{12}$/, 'Please enter a valid 12-digit Aadhaar number'));

export const kycContract = contract({
  calls,
  endpoints: {
    getKyc: {
      summary: 'Where each identity check stands',
      answer: kycAnswer,
    },
    verifyPan: {
      summary: 'Asks the issuer about a PAN',
      /** Left out: the PAN of the profile. */
      body: z.strictObject({ pan: panSchema.optional() }),
      answer: z.object({ status, nameOnPan: nameSchema.nullable(), reason: verdictReason }),
      errors: ['onboarding_incomplete', 'kyc_locked', 'identity_in_use', 'provider_unavailable'],
    },
    startAadhaar: {
      summary: 'Opens a DigiLocker consent session; only the last four digits are kept',
      body: z.strictObject({ aadhaar: aadhaarSchema }),
      answer: z.object({ sessionId: idSchema, redirectUrl: webUrlSchema }),
      errors: ['onboarding_incomplete', 'kyc_locked', 'provider_unavailable'],
    },
    completeAadhaar: {
      summary: 'Reads the document the person shared and compares it with what we hold',
      params: z.strictObject({ sessionId: idSchema }),
      body: z.strictObject({
        /** As the address holds it to which DigiLocker sends the person back. A trial does without. */
        state: z
          .string()
          .regex(/^[\w-]{1,100}$/)
          .optional(),
        /** Where that address says `success=False`: the session ends, whatever becomes of the request at DigiLocker. */
        isRefused: z.boolean().optional(),
      }),
      answer: check,
      errors: ['consent_elsewhere', 'provider_unavailable'],
    },
  },
  refusals: {
    kyc_incomplete: {
      status: 409,
      retry: 'never',
      en: 'Complete your KYC to unlock credit limit.',
      hi: 'क्रेडिट लिमिट पाने के लिए KYC पूरा करें।',
    },
    kyc_locked: {
      status: 409,
      retry: 'never',
      en: 'This detail is already verified and cannot be changed here.',
      hi: 'यह जानकारी सत्यापित हो चुकी है, इसे यहाँ नहीं बदला जा सकता।',
    },
    consent_elsewhere: {
      status: 409,
      retry: 'never',
      en: 'DigiLocker did not send you back here with this consent. Start over, and finish it in this browser.',
      hi: 'DigiLocker ने इस सहमति के साथ आपको यहाँ वापस नहीं भेजा। फिर से शुरू करें और इसी ब्राउज़र में पूरा करें।',
    },
    identity_in_use: {
      status: 409,
      retry: 'never',
      en: 'This PAN is already verified on another account. Use that account, or write to us.',
      hi: 'यह PAN किसी दूसरे खाते पर सत्यापित है। वही खाता इस्तेमाल करें, या हमें लिखें।',
    },
  },
});
