import { z } from 'zod';
import { cancelQuote } from './cancel-quote.ts';
import { BILL_STATUSES, PAYMENT_STATUSES } from './constants.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import {
  cashbackTerms,
  CSV,
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  percentSchema,
  positivePaiseSchema,
} from './primitives.ts';
import * as calls from './payments.calls.ts';
import { transaction } from './transactions.ts';

export * from './payments.calls.ts';
export * from './transactions.ts';

export const planSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single') }),
  z.strictObject({ kind: z.literal('emi'), instalments: z.int().min(2).max(24) }),
]);
export type Plan = z.infer<typeof planSchema>;

export const scheduleRow = z.object({
  number: z.int(),
  dueDate: dateSchema,
  principalPaise: paiseSchema,
  interestPaise: paiseSchema,
  feePaise: paiseSchema,
  amountPaise: paiseSchema,
});

/** One plan in brief, to be compared side by side. */
export const planOption = z.object({
  plan: planSchema,
  totalAmountPaise: paiseSchema,
  instalmentPaise: paiseSchema,
  instalmentCount: z.int(),
  interestPaise: paiseSchema,
  firstDueDate: dateSchema,
  /** The day of the last repayment. */
  lastDueDate: dateSchema,
  aprPercent: percentSchema,
  annualRatePercent: percentSchema,
});
export type PlanOption = z.infer<typeof planOption>;

/** The table of late charges: levied on these days after a missed due date, by what is unpaid then. */
export const lateCharges = z.object({
  onLateDays: z.array(z.int()),
  bands: z.array(z.object({ unpaidUpToPaise: paiseSchema, chargePaise: paiseSchema })),
  aboveBandsPaise: paiseSchema,
  bouncePaise: paiseSchema,
  /** The most of all late charges of a loan together, in percent of the financed amount. A statement of before `kfs-3` is without it. */
  capPercent: percentSchema.optional(),
});

/** The whole of what lateness costs: the table, its cap and its grace. */
export const lateTerms = lateCharges.extend({ graceDays: z.int(), capPercent: percentSchema });

/** The regulator's key facts statement as data; a screen or a PDF lays it out. */
export const keyFacts = z.object({
  version: z.string(),
  proposalNumber: z.string(),
  lender: z.object({ name: z.string(), registration: z.string() }),
  platform: z.string(),
  loanType: z.string(),
  sanctionedAmountPaise: paiseSchema,
  disbursedTo: z.string(),
  disbursedAmountPaise: paiseSchema,
  termMonths: z.int(),
  instalmentCount: z.int(),
  instalmentPaise: paiseSchema,
  firstDueDate: dateSchema,
  annualRatePercent: percentSchema,
  rateType: z.string(),
  serviceFeePaise: paiseSchema,
  gstIncludedPaise: paiseSchema,
  thirdPartyFeePaise: paiseSchema,
  interestPaise: paiseSchema,
  totalAmountPaise: paiseSchema,
  aprPercent: percentSchema,
  contingentCharges: z.array(z.object({ name: z.string(), text: z.string() })),
  coolingOffDays: z.int(),
  grievanceOfficer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  planKind: z.enum(['single', 'emi']),
  card: z.object({ bankName: z.string(), last4: z.string() }),
  lateCharges,
  /** Whether the lender may hand the loan on to another one. */
  mayBeTransferred: z.boolean(),
  schedule: z.array(scheduleRow),
  /** SHA-256 of everything above, as canonical JSON. */
  hash: z.string(),
});
export type KeyFacts = z.input<typeof keyFacts>;

/** A warning to a person before they agree; nothing is refused for it. */
export const quoteWarning = z.discriminatedUnion('code', [
  /** The bank's bill names another person. Rule: PAY-21 */
  z.object({ code: z.literal('bill_of_another'), nameOnBill: z.string() }),
]);

export const quoteAnswer = z.object({
  quoteId: idSchema,
  expiresAt: instantSchema,
  amountPaise: paiseSchema,
  serviceFeePaise: paiseSchema,
  gstIncludedPaise: paiseSchema,
  /** The same tax by its heads: IGST into another state than the lender's, else CGST and SGST. */
  gst: z
    .object({
      /** The GST code of the state. */
      placeOfSupply: z.string(),
      cgstPaise: paiseSchema,
      sgstPaise: paiseSchema,
      igstPaise: paiseSchema,
    })
    .optional(),
  interestPaise: paiseSchema,
  /** Everything the user repays: bill, fee and interest. */
  totalAmountPaise: paiseSchema,
  aprPercent: percentSchema,
  annualRatePercent: percentSchema,
  plan: planSchema,
  schedule: z.array(scheduleRow),
  options: z.array(planOption),
  keyFacts,
  /** The charges for lateness on this loan. */
  late: lateTerms,
  /** Left out where there are none. */
  warnings: z.array(quoteWarning).optional(),
});
export type Quote = z.infer<typeof quoteAnswer>;

export const timelineEvent = z.object({ at: instantSchema, event: z.string() });

export const paymentAnswer = z.object({
  /** The recovery agent of a loan that does not perform, for its person to check a caller by; of one payment alone. Rule: LEND-23 */
  recoveryAgent: z.object({ name: nameSchema, phone: z.string() }).optional(),
  id: idSchema,
  cardId: idSchema,
  cardMasked: z.string(),
  bankName: z.string(),
  amountPaise: paiseSchema,
  serviceFeePaise: paiseSchema,
  gstIncludedPaise: paiseSchema,
  interestPaise: paiseSchema,
  totalAmountPaise: paiseSchema,
  aprPercent: percentSchema,
  annualRatePercent: percentSchema,
  status: z.enum(PAYMENT_STATUSES),
  billStatus: z.enum(BILL_STATUSES),
  failureReason: z.string().optional(),
  needsReview: z.boolean(),
  /** When the payment was accepted. */
  date: instantSchema,
  /** The last day of the schedule, as it is shown there. */
  dueDate: dateSchema.nullable(),
  billDate: dateSchema.nullable(),
  billDueDate: dateSchema.nullable(),
  /** The sum that the bank told of this bill: the payment may be less, or more. Null where the bill was typed in. */
  billDuePaise: paiseSchema.nullable(),
  paidAt: instantSchema.nullable(),
  ourReference: z.string().nullable(),
  railReference: z.string().nullable(),
  /** Its number is what finds it in the schedule. */
  nextDue: z.object({ number: z.int(), amountPaise: paiseSchema, dueDate: dateSchema }).nullable(),
  outstandingPaise: paiseSchema,
  /** The price of cancelling today, and the last day for it; null when it can no longer be cancelled. Rule: LEND-8 */
  cancel: cancelQuote.nullable(),
  /** The end of the loan. A cancelled one has the charge for the days used; fee and tax were given back. */
  ending: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('repaid'), on: dateSchema }),
      // For a lower sum that was agreed.
      z.object({ kind: z.literal('settled'), on: dateSchema }),
      z.object({ kind: z.literal('cancelled'), on: dateSchema, chargePaise: paiseSchema }),
    ])
    .nullable(),
  /**
   * The day we learned that a payment that failed was paid after all; null where it was not, or the money came back. Nothing is
   * owed on it. Rule: LEND-X5
   */
  lateSuccess: z.object({ on: dateSchema }).nullable(),
  /**
   * Since when nothing is asked of the person on it: the bill network says that the bill is on its way back. Null where it is
   * not. Rule: LEND-X10
   */
  frozen: z.object({ since: dateSchema }).nullable(),
  /** True once the loan was written off: all of it is owed at once, and nothing of it is collected by itself. */
  isWrittenOff: z.boolean(),
  /** A lower sum that ends the loan when what is left of it is paid by the day; null where none is agreed. */
  settlement: z.object({ agreedPaise: paiseSchema, restPaise: paiseSchema, payBy: dateSchema }).nullable(),
  /** The overpaid amount that is not yet back with the person; it is returned by itself. */
  refundDuePaise: paiseSchema,
  plan: planSchema,
  schedule: z.array(
    // The due date is the day from which lateness counts, so two may fall on the day after a freeze. Rule: LEND-X10
    scheduleRow.extend({
      /** The due date that was agreed, where a freeze moved it. */
      agreedDate: dateSchema.optional(),
      paidPaise: paiseSchema,
      /**
       * `upcoming` of every row of a payment that is no loan. `paid` of every row once the loan is over, however little was: `ending`
       * says how it ended.
       */
      status: z.enum(['upcoming', 'due', 'overdue', 'part_paid', 'paid']),
    }),
  ),
  /** Charges for lateness and for returned debits. Rule: LEND-L2, LEND-L6 */
  charges: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(['penal', 'bounce']),
      /** The instalment it was levied for. */
      instalment: z.int(),
      leviedOn: dateSchema,
      /** It counts as overdue from the close of this day. An older process of a rolling upgrade leaves it out. Rule: LEND-L7 */
      payBy: dateSchema.optional(),
      amountPaise: paiseSchema,
      paidPaise: paiseSchema,
      waivedPaise: paiseSchema,
    }),
  ),
  /** Parts of instalments that were let off, oldest first; they count as paid there. Rule: LEND-24 */
  waived: z.array(
    z.object({
      on: dateSchema,
      instalment: z.int(),
      component: z.enum(['principal', 'fee', 'interest']),
      amountPaise: paiseSchema,
    }),
  ),
  /** Its terms of cashback. An older process of a rolling upgrade leaves it out. Rule: LEND-24, LEND-S6 */
  cashback: cashbackTerms.optional(),
  /** Amounts paid early to make instalments smaller, oldest first. Rule: LEND-9 */
  partPrepayments: z.array(
    z.object({
      repaymentId: idSchema,
      on: dateSchema,
      amountPaise: paiseSchema,
      /** The first instalment that became smaller, and what it was before. */
      fromInstalment: z.int(),
      instalmentBeforePaise: paiseSchema,
      instalmentAfterPaise: paiseSchema,
    }),
  ),
  timeline: z.array(timelineEvent),
});
export type Payment = z.input<typeof paymentAnswer>;

export const acceptPaymentBody = z.strictObject({
  quoteId: idSchema,
  billDate: dateSchema.optional(),
  dueDate: dateSchema.optional(),
  acceptKeyFacts: z.literal(true, 'Read and accept the key facts to continue'),
});

export const scheduleItem = scheduleRow.extend({
  paymentId: idSchema,
  cardMasked: z.string(),
  bankName: z.string(),
  duePaise: paiseSchema,
  status: z.enum(['upcoming', 'due', 'overdue', 'part_paid']),
});

export const paymentsContract = contract({
  calls,
  endpoints: {
    createQuote: {
      summary: 'An immutable price for one payment, valid for fifteen minutes',
      body: z.strictObject({
        cardId: idSchema,
        amountPaise: positivePaiseSchema,
        /** Left out: the one that costs least. */
        plan: planSchema.optional(),
      }),
      answer: quoteAnswer,
      errors: [
        'kyc_incomplete',
        'credit_not_active',
        'credit_report_stale',
        'consent_withdrawn',
        'amount_exceeds_limit',
        'biller_not_supported',
        'biller_deactivated',
        'amount_not_allowed',
        'plan_not_available',
        'payments_paused',
      ],
    },
    acceptPayment: {
      summary: 'Accepts a quote: reserves the limit and sends the bill on its way',
      status: 202,
      body: acceptPaymentBody,
      answer: paymentAnswer,
      errors: [
        'not_found',
        'account_guarded',
        'credit_not_active',
        'credit_report_stale',
        'consent_withdrawn',
        'quote_used',
        'quote_expired',
        'card_removed',
        'amount_exceeds_limit',
        'bill_already_paid',
        'payments_paused',
      ],
    },
    listPayments: {
      summary: 'Payments, newest first',
      query: pageQuery,
      answer: pageOf(paymentAnswer),
    },
    getPayment: {
      summary: 'One payment with its schedule and timeline',
      params: idParams,
      answer: paymentAnswer,
    },
    getForeclosure: {
      summary: 'What closes the loan today',
      params: idParams,
      answer: z.object({
        asOf: dateSchema,
        principalPaise: paiseSchema,
        feePaise: paiseSchema,
        interestPaise: paiseSchema,
        chargesPaise: paiseSchema,
        advancePaise: paiseSchema,
        totalPaise: paiseSchema,
        savingPaise: paiseSchema,
      }),
      errors: ['payment_not_payable'],
    },
    listTransactions: {
      summary: 'Transaction history, newest first; `format=csv` answers a file',
      files: CSV,
      query: pageQuery.extend({
        format: z.enum(['json', 'csv']).default('json'),
        /** The language of the file’s words. */
        language: z.enum(['en', 'hi']).default('en'),
        status: z.enum(PAYMENT_STATUSES).optional(),
      }),
      answer: pageOf(transaction),
    },
    getSchedule: {
      summary: 'Every instalment still due, across payments, oldest first',
      query: pageQuery,
      answer: pageOf(scheduleItem),
    },
  },
  refusals: {
    amount_exceeds_limit: {
      status: 422,
      retry: 'never',
      en: 'Please enter a valid amount within your credit limit',
      hi: 'अपनी क्रेडिट लिमिट के भीतर सही रकम लिखें',
    },
    amount_not_allowed: {
      status: 422,
      retry: 'never',
      en: 'The bank does not accept this amount for the bill.',
      hi: 'बैंक इस बिल के लिए यह रकम नहीं लेता।',
    },
    plan_not_available: {
      status: 422,
      retry: 'never',
      en: 'This plan is not on offer for this amount.',
      hi: 'इस रकम के लिए यह योजना उपलब्ध नहीं है।',
    },
    quote_expired: {
      status: 409,
      retry: 'never',
      en: 'The price changed while you were away. Check the new total.',
      hi: 'इस बीच कीमत बदल गई है। नई कुल रकम देख लें।',
    },
    quote_used: {
      status: 409,
      retry: 'never',
      en: 'This quote was already accepted.',
      hi: 'यह कोट पहले ही स्वीकार हो चुका है।',
    },
  },
});
