import { z } from 'zod';
import {
  PAYMENT_SORTS,
  PAYMENT_ACTIONS,
  TIMELINE_SOURCES,
  FREEZE_WORDS,
  FREEZE_ENDS,
  RECORDABLE_OUTCOMES,
  DEBIT_OUTCOMES,
  OUTCOME_EVIDENCE_MAX,
  OUTCOME_EVIDENCE_MIN,
} from './admin-payments.calls.ts';
import { APPROVAL_KINDS, APPROVAL_STATUSES } from './approvals.calls.ts';
import { reasonSchema } from './approvals.ts';
import {
  BILL_STATUSES,
  CARD_BANKS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  REPAYMENT_STATUSES,
} from './constants.ts';
import { contract } from './endpoint.ts';
import { WAIVABLE } from './losses.calls.ts';
import { mandateAnswer } from './mandates.ts';
import { nameSchema } from './names.ts';
import { ARREARS_BUCKETS, BILLS_BECAME } from './overview.calls.ts';
import { paymentAnswer, planSchema } from './payments.ts';
import {
  CSV,
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  leftOutSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  signedPaiseSchema,
} from './primitives.ts';
import * as calls from './admin-payments.calls.ts';

export * from './admin-payments.calls.ts';

const evidenceSchema = z
  .string()
  .trim()
  .min(OUTCOME_EVIDENCE_MIN, 'Say what shows it')
  .max(OUTCOME_EVIDENCE_MAX);

const amountText = z.coerce.number().int().min(0).max(1_000_000_000_000);

/** Filters of payments; each one given must hold. */
const filters = pageQuery.omit({ limit: true, cursor: true }).extend({
  status: z.enum(PAYMENT_STATUSES).optional(),
  billStatus: z.enum(BILL_STATUSES).optional(),
  /** Accepted on these days, both included, in India; with `became`, those on which that stands in the books. */
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  became: z.enum(BILLS_BECAME).optional(),
  bank: z.enum(CARD_BANKS).optional(),
  amountMinPaise: amountText.optional(),
  amountMaxPaise: amountText.optional(),
  userId: idSchema.optional(),
  /** Only those a person has to look at. */
  needsReview: z.stringbool().optional(),
  /** Only those past due at the last close of a day. */
  isOverdue: z.stringbool().optional(),
  /** Only loans so many days past due at the last close of a day; `current` are those on time. */
  arrears: z.enum(ARREARS_BUCKETS).optional(),
  /** Only those a debit of which came back in the last seven days. */
  hasBounced: z.stringbool().optional(),
  /** Only those whose day could not be closed. */
  isParked: z.stringbool().optional(),
  /** An id, the last four digits of a card, our reference or the rail’s; of a repayment, too. */
  search: z.string().trim().min(4, 'Type four characters or more').max(64).optional(),
  sort: z.enum(PAYMENT_SORTS).default('newest'),
});

const adminPaymentItem = z.object({
  id: idSchema,
  account: z.object({ id: idSchema, name: nameSchema.nullable() }),
  date: instantSchema,
  bankName: z.string(),
  cardMasked: z.string(),
  amountPaise: paiseSchema,
  serviceFeePaise: paiseSchema,
  /** As agreed. */
  totalAmountPaise: paiseSchema,
  /** The bill and the charge for the days used, of a cancelled payment; null of any other. */
  endedPaise: paiseSchema.nullable(),
  plan: planSchema,
  status: z.enum(PAYMENT_STATUSES),
  billStatus: z.enum(BILL_STATUSES),
  needsReview: z.boolean(),
  ourReference: z.string().nullable(),
  railReference: z.string().nullable(),
  daysPastDue: z.int().nonnegative(),
});
export type AdminPaymentItem = z.input<typeof adminPaymentItem>;

/** One thing that happened. `detail` holds codes, references and amounts; never a name, a number of a card or a phone. */
const timelineEntry = z.object({
  at: instantSchema,
  source: z.enum(TIMELINE_SOURCES),
  /** A code the screen has words for, or shows as it is. */
  event: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type PaymentTimelineEntry = z.input<typeof timelineEntry>;

export const adminPaymentAnswer = z.object({
  /** As its owner sees it. */
  payment: paymentAnswer,
  account: z.object({ id: idSchema, name: nameSchema.nullable() }),
  settingsVersion: z.int(),
  /** The rail is asked again then; null where nothing is asked any more. */
  nextEnquiryAt: instantSchema.nullable(),
  loan: z
    .object({
      status: z.string(),
      disbursedOn: dateSchema,
      closedThroughOn: dateSchema,
      daysPastDue: z.int(),
    })
    .nullable(),
  /** The sum that closes the loan today, for a borrower who asks on the phone; null where nothing is owed. Rule: LEND-9 */
  closing: z.object({ asOf: dateSchema, totalPaise: paiseSchema, savingPaise: paiseSchema }).nullable(),
  /**
   * The part of `refundDuePaise` that only a transfer of our bank can carry now. An older process of a rolling upgrade leaves it out.
   * Rule: LEND-16 journal 23
   */
  transferDuePaise: paiseSchema.optional(),
  /** For who may waive: the most of each part today, and of all that one person may waive alone. Left out for others. Rule: LEND-24 */
  waivable: z
    .object({
      parts: z.array(z.object({ component: z.enum(WAIVABLE), duePaise: paiseSchema })),
      alonePaise: paiseSchema,
    })
    .optional(),
  repayments: z.array(
    z.object({
      id: idSchema,
      at: instantSchema,
      amountPaise: paiseSchema,
      status: z.enum(REPAYMENT_STATUSES),
      channel: z.string(),
      providerRef: z.string().nullable(),
      /** The day on which its bank took it back. */
      takenBackOn: dateSchema.nullable(),
      /** The code of why it failed. Optional for one release: the version before does not send it. */
      failureReason: z.string().nullable().optional(),
      /** True where the holder of a shared link paid it. */
      isPaidByLink: z.boolean(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: idSchema,
      at: instantSchema,
      amountPaise: paiseSchema,
      status: z.enum(REFUND_STATUSES),
      providerRef: z.string().nullable(),
      failureReason: z.string().nullable(),
    }),
  ),
  /** Every journal of it, oldest first; debit positive. */
  journals: z.array(
    z.object({
      id: idSchema,
      at: instantSchema,
      postingOn: dateSchema,
      effectiveOn: dateSchema,
      kind: z.string(),
      isReversal: z.boolean(),
      postings: z.array(z.object({ account: z.string(), name: z.string(), amountPaise: signedPaiseSchema })),
    }),
  ),
  approvals: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(APPROVAL_KINDS),
      status: z.enum(APPROVAL_STATUSES),
      proposedAt: instantSchema,
    }),
  ),
  breaks: z.array(z.object({ id: idSchema, kind: z.string(), openedAt: instantSchema, isOpen: z.boolean() })),
  /** When its person said that they could not pay on time, newest first. */
  hardships: z.array(
    z.object({ id: idSchema, fromDate: dateSchema, untilDate: dateSchema, endedDate: dateSchema.nullable() }),
  ),
  /** The times without dunning because the rail said that its bill comes back, newest first. */
  freezes: z.array(
    z.object({
      word: z.enum(FREEZE_WORDS),
      fromDate: dateSchema,
      /** From this day on days count again; null while it lasts. */
      endedDate: dateSchema.nullable(),
      end: z.enum(FREEZE_ENDS).nullable(),
      /** The number of its days that count for nothing, today included while it lasts. */
      days: z.int().nonnegative(),
    }),
  ),
  /** Debits under a mandate whose bank did not answer within its return window: a person decides what became of them. */
  debitsInReview: z.array(
    z.object({
      id: idSchema,
      /** The instalment’s number. */
      number: z.int().positive(),
      amountPaise: paiseSchema,
      presentedDate: dateSchema,
      /** The last day on which the bank’s answer might have come by itself. */
      answerByDate: dateSchema.nullable(),
      orderRef: z.string().nullable(),
    }),
  ),
  /** Autopay of it, newest first, as its owner sees it. */
  mandates: z.array(mandateAnswer),
  /** Everything about it in one line of time, oldest first. */
  timeline: z.array(timelineEntry),
  /** The numbers of older calls and webhooks of providers that the timeline leaves out. */
  leftOut: z.object({ calls: leftOutSchema, webhooks: leftOutSchema }),
  actions: z.array(z.enum(PAYMENT_ACTIONS)),
});
export type AdminPayment = z.input<typeof adminPaymentAnswer>;

export const adminPaymentsContract = contract({
  calls,
  endpoints: {
    listAdminPayments: {
      summary:
        'Payments of all people, filtered, searched, sorted; looking is written to the audit log where one person is named',
      query: filters.extend(pageQuery.shape),
      answer: pageOf(adminPaymentItem),
    },
    exportAdminPayments: {
      summary: 'All payments that match, as CSV; it is written to the audit log who took them along',
      files: CSV,
      query: filters,
      errors: ['exports_busy'],
    },
    getAdminPayment: {
      summary:
        'One payment with all that happened to it, and what may be done now; looking is written to the audit log',
      params: idParams,
      answer: adminPaymentAnswer,
    },
    enquirePayment: {
      status: 202,
      summary: 'Has the rail asked now how a payment stands; only the rail’s own clear word moves it',
      params: idParams,
      answer: z.object({ billStatus: z.enum(BILL_STATUSES), askedAt: instantSchema }),
      errors: ['payment_not_at_rail'],
    },
    recordPaymentOutcome: {
      status: 202,
      summary:
        'Proposes what became of a payment the rail gives no answer about, with the evidence; a second person decides',
      params: idParams,
      body: z
        .strictObject({
          outcome: z.enum(RECORDABLE_OUTCOMES),
          /** The network’s transaction reference, from its statement or its desk. */
          railReference: z
            .string()
            .trim()
            .min(6)
            .max(40)
            .regex(/^[A-Za-z0-9-]+$/, 'Letters, digits and hyphens')
            .optional(),
          /** The day on which the biller has the money. */
          paidOn: dateSchema.optional(),
          /** True where the rail will give our money back. */
          isRefundPromised: z.boolean().default(false),
          evidence: evidenceSchema,
          reason: reasonSchema,
        })
        .superRefine((body, context) => {
          if (body.outcome !== 'paid') return;
          for (const path of ['railReference', 'paidOn'] as const)
            if (body[path] === undefined)
              context.addIssue({ code: 'custom', path: [path], message: 'A paid bill needs this' });
        }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'payment_outcome_known', 'approval_open'],
    },
    recordDebitOutcome: {
      status: 202,
      summary:
        'Proposes what became of a debit under a mandate whose bank did not answer in time, with the evidence; a second person decides',
      params: idParams,
      body: z
        .strictObject({
          debitId: idSchema,
          outcome: z.enum(DEBIT_OUTCOMES),
          /** The collection rail’s name for the payment, from its dashboard or the payer’s bank. */
          paymentRef: z
            .string()
            .trim()
            .min(6)
            .max(40)
            .regex(/^pay_[A-Za-z0-9]+$/, 'It begins with pay_')
            .optional(),
          evidence: evidenceSchema,
          reason: reasonSchema,
        })
        .superRefine((body, context) => {
          if (body.outcome === 'debited' && body.paymentRef === undefined)
            context.addIssue({
              code: 'custom',
              path: ['paymentRef'],
              message: 'A debit that was made needs this',
            });
        }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'debit_outcome_known', 'approval_open'],
    },
    refundPaymentExcess: {
      status: 202,
      summary:
        'Proposes to send back once more what was paid too much and the payer’s bank has refused; a second person decides',
      params: idParams,
      body: z.strictObject({ reason: reasonSchema }),
      answer: z.object({ approvalId: idSchema }),
      errors: ['own_account', 'nothing_to_refund', 'other_way_proposed', 'approval_open'],
    },
  },
  refusals: {
    payment_not_at_rail: {
      status: 409,
      retry: 'never',
      en: 'This payment was never sent to the rail, so there is nothing to ask.',
      hi: 'यह भुगतान कभी रेल को भेजा नहीं गया, इसलिए पूछने को कुछ नहीं है।',
    },
    payment_outcome_known: {
      status: 409,
      retry: 'never',
      en: 'What became of this payment is known already, or the rail may still answer.',
      hi: 'इस भुगतान का नतीजा पहले से पता है, या रेल का जवाब अभी आ सकता है।',
    },
    debit_outcome_known: {
      status: 409,
      retry: 'never',
      en: 'What became of this debit is known already, or its bank may still answer.',
      hi: 'इस डेबिट का नतीजा पहले से पता है, या बैंक का जवाब अभी आ सकता है।',
    },
    nothing_to_refund: {
      status: 409,
      retry: 'never',
      en: 'Nothing waits to be sent back on this payment, or it is on its way already.',
      hi: 'इस भुगतान पर लौटाने को कुछ नहीं बचा है, या रकम पहले ही रास्ते में है।',
    },
  },
});
