import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import {
  CHARGEBACK_STATUSES,
  CHARGEBACK_FILTERS,
  CHARGEBACK_RESPONSES,
  CHARGEBACK_STEPS,
  CHARGEBACK_EVIDENCE_TYPES,
  CHARGEBACK_SUMMARY_MAX,
} from './chargebacks.calls.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import {
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  positivePaiseSchema,
} from './primitives.ts';
import { personRef } from './users.ts';
import * as calls from './chargebacks.calls.ts';

export * from './chargebacks.calls.ts';

const chargeback = z.object({
  id: idSchema,
  repaymentId: idSchema,
  paymentId: idSchema,
  disputeRef: z.string(),
  phase: z.string(),
  reasonCode: z.string().nullable(),
  amountPaise: positivePaiseSchema,
  status: z.enum(CHARGEBACK_STATUSES),
  /** Null until something was said to the bank. */
  response: z.enum(CHARGEBACK_RESPONSES).nullable(),
  openedAt: instantSchema,
  /** Until then evidence may be given to the bank. */
  respondBy: instantSchema.nullable(),
  /** When the rail kept the money back from a settlement. */
  deductedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
});
export type Chargeback = z.input<typeof chargeback>;

const evidenceFile = z.object({
  id: idSchema,
  name: nameSchema,
  type: z.enum(CHARGEBACK_EVIDENCE_TYPES),
  sizeBytes: z.int().positive(),
  addedAt: instantSchema,
  addedBy: personRef,
});
export type ChargebackEvidence = z.input<typeof evidenceFile>;

const chargebackDetail = chargeback.extend({
  account: personRef,
  /** The disputed repayment, as it came in; a dispute may be of a part of it. */
  repayment: z.object({
    amountPaise: positivePaiseSchema,
    channel: z.string(),
    status: z.string(),
    receivedAt: instantSchema.nullable(),
    paymentRef: z.string().nullable(),
  }),
  /** The card whose bill it repaid. */
  card: z.object({ bankName: z.string(), last4: z.string() }),
  /** Owed on the loan at this moment, with the repayment as the books have it. */
  outstandingPaise: paiseSchema,
  evidence: z.array(evidenceFile),
  /** The answer that the bank was given, and the member of staff who gave it. */
  said: z
    .object({
      summary: z.string().nullable(),
      by: personRef,
      at: instantSchema,
      refusal: z.string().nullable(),
    })
    .nullable(),
  /** The proposal to accept it that waits for a second person. */
  openApprovalId: idSchema.nullable(),
  /** The difference with the rail that a dispute in review, or decided, became, and how that was cleared. */
  difference: z
    .object({
      id: idSchema,
      kind: z.string(),
      resolution: z.string().nullable(),
      note: z.string().nullable(),
      resolvedAt: instantSchema.nullable(),
    })
    .nullable(),
  allowed: z.array(z.enum(CHARGEBACK_STEPS)),
});
export type ChargebackDetail = z.input<typeof chargebackDetail>;

/** The text field of the multipart form; the document itself is the file field `file`. */
const evidenceForm = z.strictObject({ name: nameSchema.min(1, 'Give it a name').max(120) });

const evidenceParams = idParams.extend({ fileId: idSchema });

export const chargebacksContract = contract({
  calls,
  endpoints: {
    listChargebacks: {
      summary: 'Repayments that their payers’ banks demand back, newest first',
      query: pageQuery.extend({
        status: z.enum(CHARGEBACK_FILTERS).default('open'),
        /** One dispute by its reference at the rail, in full; its status does not matter then. */
        disputeRef: z.string().trim().min(6).max(64).optional(),
      }),
      answer: pageOf(chargeback),
    },
    getChargeback: {
      summary:
        'One dispute with its deadline, its evidence and what may be done now; looking is written to the audit log',
      params: idParams,
      answer: chargebackDetail,
    },
    addChargebackEvidence: {
      status: 201,
      summary:
        'Keeps a document for the payer’s bank in one multipart form: file (PDF, JPEG or PNG, at most 2 MB), name',
      params: idParams,
      body: evidenceForm,
      answer: chargebackDetail,
      errors: [
        'own_account',
        'chargeback_ended',
        'chargeback_answered',
        'chargeback_late',
        'chargeback_evidence_full',
        'chargeback_evidence_unreadable',
      ],
    },
    readChargebackEvidence: {
      summary: 'A document kept for the payer’s bank; looking is written to the audit log',
      files: CHARGEBACK_EVIDENCE_TYPES,
      params: evidenceParams,
      errors: ['file_lost'],
    },
    removeChargebackEvidence: {
      summary: 'Takes away a document before anything was told to the bank; nobody can read it again',
      params: evidenceParams,
      answer: chargebackDetail,
      errors: ['own_account', 'chargeback_ended', 'chargeback_answered'],
    },
    representChargeback: {
      status: 202,
      summary: 'Tells the payer’s bank why the money is ours, with the kept documents; it is said once',
      params: idParams,
      body: z.strictObject({
        summary: z
          .string()
          .trim()
          .min(20, 'Say what happened, in a sentence or two')
          .max(CHARGEBACK_SUMMARY_MAX),
      }),
      answer: chargebackDetail,
      errors: [
        'own_account',
        'chargeback_ended',
        'chargeback_answered',
        'chargeback_late',
        'chargeback_evidence_missing',
        'approval_open',
      ],
    },
    acceptChargeback: {
      status: 202,
      summary:
        'Proposes to give the money back without a fight; a second person decides, and the repayment then counts no more',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'chargeback_ended', 'chargeback_answered', 'chargeback_late', 'approval_open'],
    },
  },
  refusals: {
    chargeback_ended: {
      status: 409,
      retry: 'never',
      en: 'The bank has decided this dispute. Nothing can be told to it any more.',
      hi: 'बैंक इस विवाद का फ़ैसला कर चुका है। अब उसे कुछ नहीं बताया जा सकता।',
    },
    chargeback_answered: {
      status: 409,
      retry: 'never',
      en: 'The bank has our answer to this already.',
      hi: 'इस पर हमारा जवाब बैंक के पास पहले से है।',
    },
    chargeback_late: {
      status: 409,
      retry: 'never',
      en: 'The time for evidence is over.',
      hi: 'सबूत देने का समय बीत चुका है।',
    },
    chargeback_evidence_full: {
      status: 422,
      retry: 'never',
      en: 'The bank takes no more documents than these. Take one away first.',
      hi: 'बैंक इससे ज़्यादा दस्तावेज़ नहीं लेता। पहले एक हटाएँ।',
    },
    chargeback_evidence_unreadable: {
      status: 422,
      retry: 'never',
      en: 'We cannot read this file. Send a PDF, JPEG or PNG of at most 2 MB.',
      hi: 'हम यह फ़ाइल पढ़ नहीं पा रहे। ज़्यादा से ज़्यादा 2 MB की PDF, JPEG या PNG भेजें।',
    },
    chargeback_evidence_missing: {
      status: 422,
      retry: 'never',
      en: 'Add at least one document for the bank first.',
      hi: 'पहले बैंक के लिए कम से कम एक दस्तावेज़ जोड़ें।',
    },
  },
});
