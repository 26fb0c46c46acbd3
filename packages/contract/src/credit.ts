import { z } from 'zod';
import { endpoint } from './endpoint.ts';
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

/** Rule: LEND-14. Where a person's credit stands; only `active` may accept a payment. */
export const CREDIT_STATES = [
  'none',
  'declined',
  'active',
  'blocked_due',
  'suspended',
  'revoked',
  'closed',
] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

/** Why a limit that was given rests. */
export const CREDIT_STATE_REASONS = [
  'overdue',
  'arrears',
  'kyc_lapse',
  'report_stale',
  'npa',
  'written_off',
] as const;
export type CreditStateReason = (typeof CREDIT_STATE_REASONS)[number];

/** When asking again can end otherwise. */
export const RETRY_WHEN = [
  'now',
  'on_date',
  'after_evidence',
  'after_kyc',
  'after_repaying',
  'ask_us',
  'never',
] as const;
export type RetryWhen = (typeof RETRY_WHEN)[number];

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

export const EVIDENCE_KINDS = ['salary_slip', 'bank_statement'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
export const EVIDENCE_STATUSES = ['pending', 'verified', 'rejected', 'expired'] as const;
export const EVIDENCE_BYTES_MAX = 10 * 1024 * 1024;
export const EVIDENCE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
/** Rule: LEND-B04. Evidence of income counts this long. */
export const EVIDENCE_MONTHS = 6;

export const incomeEvidence = z.object({
  id: idSchema,
  kind: z.enum(EVIDENCE_KINDS),
  status: z.enum(EVIDENCE_STATUSES),
  /** As the person typed it. */
  monthlyIncomePaise: paiseSchema,
  /** As the document shows it; null until somebody has looked. */
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
  /** What an assessment would give with what is known today, where that is more than the limit. */
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

export const getCredit = endpoint({
  name: 'getCredit',
  method: 'GET',
  path: '/credit',
  summary: 'The limit with its reasons, what would raise it, and what waits for an answer',
  answer: creditAnswer,
});

export const assessmentAnswer = z.object({
  status: z.enum(['approved', 'declined']),
  score: z.int().nullable(),
  /** What was decided; while it is only offered, the limit in force is the offer's `currentLimitPaise`. */
  limitPaise: paiseSchema,
  reasons: z.array(creditReason),
  factors: z.array(creditFactor),
  whatIf: z.array(whatIfAnswer),
  offer: creditOffer.nullable(),
  retryAfter: dateSchema.nullable(),
});

export const assessCredit = endpoint({
  name: 'assessCredit',
  method: 'POST',
  path: '/credit/assessment',
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
});

export const acceptOffer = endpoint({
  name: 'acceptOffer',
  method: 'POST',
  path: '/credit/offers/{id}/accept',
  summary: 'Takes an offered limit; sent again it changes nothing',
  params: idParams,
  answer: creditAnswer,
  errors: ['kyc_incomplete', 'credit_not_active', 'offer_closed', 'offer_expired', 'consent_withdrawn'],
});

export const declineOffer = endpoint({
  name: 'declineOffer',
  method: 'POST',
  path: '/credit/offers/{id}/decline',
  summary: 'Leaves an offered limit; the present one stays',
  params: idParams,
  answer: creditAnswer,
  errors: ['offer_closed'],
});

export const pastAssessment = z.object({
  id: idSchema,
  at: instantSchema,
  status: z.enum(['approved', 'declined']),
  score: z.int().nullable(),
  limitPaise: paiseSchema,
  reasons: z.array(reason),
  /** What became of the offer it ended in; null where it took effect at once. */
  offer: z.enum(['open', 'accepted', 'declined', 'replaced', 'expired']).nullable(),
});
export type PastAssessment = z.input<typeof pastAssessment>;

export const listAssessments = endpoint({
  name: 'listAssessments',
  method: 'GET',
  path: '/credit/assessments',
  summary: 'Every assessment so far, newest first',
  query: pageQuery,
  answer: pageOf(pastAssessment),
});

/** The text fields of the multipart form; the document itself is the file field `file`. */
const evidenceForm = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  monthlyIncomePaise: z.coerce.number().pipe(positivePaiseSchema),
});

export const postIncomeEvidence = endpoint({
  name: 'postIncomeEvidence',
  method: 'POST',
  path: '/credit/income-evidence',
  summary:
    'A salary slip or bank statement in one multipart form: file (PDF, JPEG or PNG, at most 10 MB), kind, monthlyIncomePaise',
  status: 201,
  body: evidenceForm,
  upload: { kind: 'form', field: 'file', bytesMax: EVIDENCE_BYTES_MAX },
  answer: incomeEvidence,
  errors: ['onboarding_incomplete', 'evidence_pending', 'evidence_unreadable'],
});
