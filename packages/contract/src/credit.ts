import { z } from 'zod';
import {
  CREDIT_STATES,
  CREDIT_STATE_REASONS,
  RETRY_WHEN,
  EVIDENCE_KINDS,
  EVIDENCE_STATUSES,
} from './credit.calls.ts';
import { contract } from './endpoint.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  positivePaiseSchema,
} from './primitives.ts';
import * as calls from './credit.calls.ts';

export * from './credit.calls.ts';

export const reason = z.object({ code: z.string(), text: z.string() });

/** A reason of a decision; a declining one says when to try again, and how. */
export const creditReason = reason.extend({
  next: z
    .object({ when: z.enum(RETRY_WHEN), on: dateSchema.nullable(), text: z.string() })
    .nullable()
    .optional(),
});
export type CreditReason = z.input<typeof creditReason>;

/** One thing that could be different, and the limit an assessment would then give. */
export const whatIfAnswer = z.object({
  lever: z.enum(['video', 'income_evidence', 'obligations', 'score']),
  text: z.string(),
  /** Less to pay elsewhere in a month; only of `obligations`. */
  lessPaise: paiseSchema.optional(),
  /** Only of `score`. */
  toScore: z.int().optional(),
  limitPaise: paiseSchema,
  gainPaise: paiseSchema,
});
export type CreditWhatIf = z.input<typeof whatIfAnswer>;

/** Everything that bounds the limit, with what each alone would allow. */
export const creditFactor = reason.extend({ amountPaise: paiseSchema, isBinding: z.boolean() });

/** Rule: LEND-P1. A higher limit that was worked out and waits for the person's yes. */
export const creditOffer = z.object({
  id: idSchema,
  limitPaise: paiseSchema,
  currentLimitPaise: paiseSchema,
  expiresAt: instantSchema,
});
export type CreditOffer = z.input<typeof creditOffer>;

export const incomeEvidence = z.object({
  id: idSchema,
  kind: z.enum(EVIDENCE_KINDS),
  status: z.enum(EVIDENCE_STATUSES),
  /** As the person typed it. */
  monthlyIncomePaise: paiseSchema,
  /** As the document shows it; null until staff have looked. */
  verifiedIncomePaise: paiseSchema.nullable(),
  reason: z.string().nullable(),
  sentAt: instantSchema,
  /** The last day on which it counts. */
  validUntil: dateSchema.nullable(),
});
export type IncomeEvidence = z.input<typeof incomeEvidence>;

export const creditAnswer = z.object({
  state: z.enum(CREDIT_STATES),
  stateReason: z.object({ code: z.enum(CREDIT_STATE_REASONS), text: z.string() }).nullable(),
  limitPaise: paiseSchema,
  usedPaise: paiseSchema,
  availablePaise: paiseSchema,
  usedPercent: z.int(),
  score: z.int().nullable(),
  /** The last assessment; null before the first. */
  assessment: z
    .object({ status: z.enum(['approved', 'declined']), limitPaise: paiseSchema, at: instantSchema })
    .nullable(),
  reasons: z.array(creditReason),
  factors: z.array(creditFactor),
  whatIf: z.array(whatIfAnswer),
  offer: creditOffer.nullable(),
  /** The limit an assessment would give on today's facts, where that is more than the limit. */
  estimatePaise: paiseSchema.nullable(),
  /** After a decline: the first day on which every dated reason may have gone. */
  retryAfter: dateSchema.nullable(),
  /** The day of the bureau report in use. */
  reportDate: dateSchema.nullable(),
  isReportStale: z.boolean(),
  /** Rule: LEND-P3. */
  reviewDate: dateSchema.nullable(),
  evidence: incomeEvidence.nullable(),
});
export type Credit = z.input<typeof creditAnswer>;

export const assessmentAnswer = z.object({
  status: z.enum(['approved', 'declined']),
  score: z.int().nullable(),
  /** The decided limit; while it is only offered, the limit in force is the offer's `currentLimitPaise`. */
  limitPaise: paiseSchema,
  reasons: z.array(creditReason),
  factors: z.array(creditFactor),
  whatIf: z.array(whatIfAnswer),
  offer: creditOffer.nullable(),
  retryAfter: dateSchema.nullable(),
});

export const pastAssessment = z.object({
  id: idSchema,
  at: instantSchema,
  status: z.enum(['approved', 'declined']),
  score: z.int().nullable(),
  limitPaise: paiseSchema,
  reasons: z.array(reason),
  /** The outcome of the offer it ended in; null where it took effect at once. */
  offer: z.enum(['open', 'accepted', 'declined', 'replaced', 'expired']).nullable(),
});
export type PastAssessment = z.input<typeof pastAssessment>;

/** The text fields of the multipart form; the document itself is the file field `file`. */
const evidenceForm = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  monthlyIncomePaise: z.coerce.number().pipe(positivePaiseSchema),
});

export const creditContract = contract({
  calls,
  endpoints: {
    getCredit: {
      summary: 'The limit with its reasons, what would raise it, and what waits for an answer',
      answer: creditAnswer,
    },
    assessCredit: {
      summary:
        'Pulls the bureau report with consent and sets the limit by the policy table. With acceptLimit false a higher limit is only offered; a lower one takes effect at once',
      body: z.strictObject({
        consent: z.literal(true, 'We need your consent before we ask the credit bureau.'),
        acceptLimit: z.boolean().optional(),
      }),
      answer: assessmentAnswer,
      errors: [
        'onboarding_incomplete',
        'kyc_incomplete',
        'mobile_required',
        'pincode_required',
        'assessment_in_progress',
        'credit_unavailable',
      ],
    },
    acceptOffer: {
      summary: 'Takes an offered limit; sent again it changes nothing',
      params: idParams,
      answer: creditAnswer,
      errors: ['kyc_incomplete', 'credit_not_active', 'offer_closed', 'offer_expired', 'consent_withdrawn'],
    },
    declineOffer: {
      summary: 'Leaves an offered limit; the present one stays',
      params: idParams,
      answer: creditAnswer,
      errors: ['offer_closed'],
    },
    listAssessments: {
      summary: 'Every assessment so far, newest first',
      query: pageQuery,
      answer: pageOf(pastAssessment),
    },
    postIncomeEvidence: {
      summary:
        'A salary slip or bank statement in one multipart form: file (PDF, JPEG or PNG, at most 10 MB), kind, monthlyIncomePaise',
      status: 201,
      body: evidenceForm,
      answer: incomeEvidence,
      errors: ['onboarding_incomplete', 'evidence_pending', 'evidence_unreadable'],
    },
  },
  refusals: {
    consent_required: {
      status: 422,
      retry: 'never',
      en: 'We need your consent before we ask the credit bureau.',
      hi: 'क्रेडिट ब्यूरो से पूछने से पहले आपकी सहमति चाहिए।',
    },
    credit_not_active: {
      status: 409,
      retry: 'never',
      en: 'Your credit limit is not active.',
      hi: 'आपकी क्रेडिट लिमिट चालू नहीं है।',
    },
    credit_report_stale: {
      status: 409,
      retry: 'never',
      en: 'Your credit report is older than 90 days. Refresh it on the credit page, then pay; it takes a few seconds.',
      hi: 'आपकी क्रेडिट रिपोर्ट 90 दिन से पुरानी है। क्रेडिट पेज पर उसे नया करें, फिर भुगतान करें; कुछ ही सेकंड लगते हैं।',
    },
    credit_unavailable: {
      status: 503,
      retry: 'later',
      en: 'The credit bureau is not answering. No decision was made; try again tomorrow.',
      hi: 'क्रेडिट ब्यूरो जवाब नहीं दे रहा। कोई फ़ैसला नहीं हुआ; कल फिर कोशिश करें।',
    },
    assessment_in_progress: {
      status: 409,
      retry: 'later',
      en: 'Your assessment is already running.',
      hi: 'आपका आकलन पहले से चल रहा है।',
    },
    offer_closed: {
      status: 409,
      retry: 'never',
      en: 'This offer is no longer open.',
      hi: 'यह ऑफ़र अब खुला नहीं है।',
    },
    offer_expired: {
      status: 409,
      retry: 'never',
      en: 'This offer has expired. Ask for a new one; it takes a few seconds.',
      hi: 'इस ऑफ़र की अवधि बीत गई है। नया ऑफ़र माँगें; कुछ ही सेकंड लगते हैं।',
    },
    evidence_pending: {
      status: 409,
      retry: 'never',
      en: 'Your last document is still being looked at. We tell you as soon as it is done.',
      hi: 'आपका पिछला दस्तावेज़ अभी देखा जा रहा है। पूरा होते ही हम बताएँगे।',
    },
    evidence_unreadable: {
      status: 422,
      retry: 'never',
      en: 'We cannot read this file. Send a PDF, JPEG or PNG of at most 10 MB.',
      hi: 'हम यह फ़ाइल पढ़ नहीं पा रहे। ज़्यादा से ज़्यादा 10 MB की PDF, JPEG या PNG भेजें।',
    },
  },
});
