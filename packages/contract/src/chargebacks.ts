import { z } from 'zod';
import { reasonSchema } from './approvals.ts';
import { endpoint } from './endpoint.ts';
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
import { nameSchema } from './names.ts';

/**
 * review: decided at the bank, and not ours to carry out without a person; it is a difference with the rail, which two people
 * clear. decided: they did.
 */
export const CHARGEBACK_STATUSES = ['open', 'won', 'lost', 'review', 'decided'] as const;
/** waiting: what a person has to do something about, which is all that is open or in review. */
export const CHARGEBACK_FILTERS = [...CHARGEBACK_STATUSES, 'waiting'] as const;

/** What was said to the payer's bank, and whether the rail has it: on its way until the rail says so itself. */
export const CHARGEBACK_RESPONSES = [
  'representing',
  'represented',
  'accepting',
  'accepted',
  'refused',
] as const;

/** What the screen offers: exactly what the server would take from this member of staff now. */
export const CHARGEBACK_STEPS = ['add_evidence', 'remove_evidence', 'represent', 'accept'] as const;
export type ChargebackStep = (typeof CHARGEBACK_STEPS)[number];

/** What the rail takes as evidence. */
export const CHARGEBACK_EVIDENCE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export const CHARGEBACK_EVIDENCE_BYTES_MAX = 2 * 1024 * 1024;
export const CHARGEBACK_EVIDENCE_FILES_MAX = 10;
/** The bank's own limit for the story told beside the files. */
export const CHARGEBACK_SUMMARY_MAX = 1000;

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

export const listChargebacks = endpoint({
  name: 'listChargebacks',
  method: 'GET',
  path: '/admin/chargebacks',
  access: 'admin',
  roles: ['finance', 'admin'],
  summary: 'Repayments that their payers’ banks demand back, newest first',
  query: pageQuery.extend({ status: z.enum(CHARGEBACK_FILTERS).default('open') }),
  answer: pageOf(chargeback),
});

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
  /** What came in, and when; a dispute may be of a part of it. */
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
  /** What was told to the bank, by whom; for an acceptance there are the two of the proposal. */
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
  /** Of one in review, or decided: the difference with the rail it became, and how that was cleared. */
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

export const getChargeback = endpoint({
  name: 'getChargeback',
  method: 'GET',
  path: '/admin/chargebacks/{id}',
  access: 'admin',
  roles: ['finance', 'admin'],
  summary:
    'One dispute with its deadline, its evidence and what may be done now; looking is written to the audit log',
  params: idParams,
  answer: chargebackDetail,
});

/** The text field of the multipart form; the document itself is the file field `file`. */
const evidenceForm = z.strictObject({ name: nameSchema.min(1, 'Give it a name').max(120) });

export const addChargebackEvidence = endpoint({
  name: 'addChargebackEvidence',
  method: 'POST',
  path: '/admin/chargebacks/{id}/evidence',
  access: 'admin',
  roles: ['finance'],
  stepUp: false,
  status: 201,
  summary:
    'Keeps a document for the payer’s bank in one multipart form: file (PDF, JPEG or PNG, at most 2 MB), name',
  params: idParams,
  body: evidenceForm,
  upload: { kind: 'form', field: 'file', bytesMax: CHARGEBACK_EVIDENCE_BYTES_MAX },
  answer: chargebackDetail,
  errors: [
    'own_account',
    'chargeback_ended',
    'chargeback_answered',
    'chargeback_late',
    'chargeback_evidence_full',
    'chargeback_evidence_unreadable',
  ],
});

const evidenceParams = idParams.extend({ fileId: idSchema });

export const readChargebackEvidence = endpoint({
  name: 'readChargebackEvidence',
  method: 'GET',
  path: '/admin/chargebacks/{id}/evidence/{fileId}',
  access: 'admin',
  roles: ['finance', 'admin'],
  stepUp: true,
  summary: 'A document kept for the payer’s bank; looking is written to the audit log',
  params: evidenceParams,
  download: true,
});

export const removeChargebackEvidence = endpoint({
  name: 'removeChargebackEvidence',
  method: 'DELETE',
  path: '/admin/chargebacks/{id}/evidence/{fileId}',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  summary: 'Takes away a document before anything was told to the bank; nobody can read it again',
  params: evidenceParams,
  answer: chargebackDetail,
  errors: ['own_account', 'chargeback_ended', 'chargeback_answered'],
});

export const representChargeback = endpoint({
  name: 'representChargeback',
  method: 'POST',
  path: '/admin/chargebacks/{id}/representation',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  status: 202,
  summary: 'Tells the payer’s bank why the money is ours, with the kept documents; it is said once',
  params: idParams,
  body: z.strictObject({
    summary: z.string().trim().min(20, 'Say what happened, in a sentence or two').max(CHARGEBACK_SUMMARY_MAX),
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
});

export const acceptChargeback = endpoint({
  name: 'acceptChargeback',
  method: 'POST',
  path: '/admin/chargebacks/{id}/acceptance',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
  status: 202,
  summary:
    'Proposes to give the money back without a fight; a second person decides, and the repayment then counts no more',
  params: idParams,
  body: z.strictObject({ reason: reasonSchema }),
  answer: z.object({ approvalId: idSchema }),
  errors: ['own_account', 'chargeback_ended', 'chargeback_answered', 'chargeback_late', 'approval_open'],
});
