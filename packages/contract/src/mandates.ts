import { z } from 'zod';
import { contract } from './endpoint.ts';
import { MANDATE_KINDS, MANDATE_STATUSES, DEBIT_FAILURES } from './mandates.calls.ts';
import { nameSchema } from './names.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  webUrlSchema,
} from './primitives.ts';
import * as calls from './mandates.calls.ts';

export * from './mandates.calls.ts';

const nextDebit = z.object({
  instalment: z.int(),
  amountPaise: paiseSchema,
  on: dateSchema,
  /** `due`: nothing was begun yet; `announced`: the notice is on its way; `presented`: the bank has the debit. */
  state: z.enum(['due', 'announced', 'presented', 'review']),
  /** Once the bank has it: the last day on which it may answer. Until then nothing of the instalment counts as late. */
  answerBy: dateSchema.optional(),
  /** In `review`: the next late charge that is added where nothing of the instalment is paid; left out where none is to come. */
  nextCharge: z.object({ on: dateSchema, amountPaise: paiseSchema }).optional(),
});

const lastDebit = z.object({
  instalment: z.int(),
  amountPaise: paiseSchema,
  on: dateSchema,
  state: z.enum(['paid', 'failed']),
  /** Null when it was paid. */
  reason: z.enum(DEBIT_FAILURES).nullable(),
});

export const mandateAnswer = z.object({
  id: idSchema,
  paymentId: idSchema,
  kind: z.enum(MANDATE_KINDS),
  status: z.enum(MANDATE_STATUSES),
  /** No debit is ever larger. */
  maximumPaise: paiseSchema,
  until: dateSchema,
  maskedAccountNumber: z.string().nullable(),
  /** The bank account it debits. Null for UPI, and for one begun before accounts were named; missing from an older server. */
  bankAccountId: idSchema.nullable().optional(),
  nextDebit: nextDebit.nullable(),
  /** The newest debit that ended. */
  lastDebit: lastDebit.nullable(),
  createdAt: instantSchema,
});
export type Mandate = z.input<typeof mandateAnswer>;

const startedMandate = z.object({
  mandate: mandateAnswer,
  checkout: z.object({
    scriptUrl: webUrlSchema,
    keyId: z.string(),
    orderId: z.string(),
    customerId: z.string(),
    amountPaise: paiseSchema,
    prefill: z.object({ name: nameSchema, email: z.string(), contact: z.string() }),
  }),
});
export type StartedMandate = z.input<typeof startedMandate>;

export const mandatesContract = contract({
  calls,
  endpoints: {
    listMandates: {
      summary: 'Repayment autopay: what may be collected, and the next debit; newest first',
      query: pageQuery.extend({ paymentId: idSchema.optional() }),
      answer: pageOf(mandateAnswer),
    },
    getMandateOffer: {
      summary: 'What autopay of a payment would collect and when, before it is set up',
      params: idParams,
      answer: z.object({
        /** No debit would ever be larger. */
        maximumPaise: paiseSchema,
        until: dateSchema,
        /** The debits to be collected, each with its day, the first one first; amounts overdue by now are not among them. */
        debits: z.array(z.object({ instalment: z.int(), amountPaise: paiseSchema, on: dateSchema })),
        /** The charge for an eNACH debit returned for want of money, once an instalment; UPI costs nothing. */
        bounceChargePaise: paiseSchema,
        /** The largest debit UPI AutoPay makes by itself, and whether every instalment is within it. */
        upi: z.object({ maximumDebitPaise: paiseSchema, isPossible: z.boolean() }),
      }),
      errors: ['payment_not_payable'],
    },
    startMandate: {
      summary:
        'Sets up autopay for a payment: opens an order that the person approves; a repeat answers the same one',
      status: 202,
      body: z.strictObject({
        paymentId: idSchema,
        kind: z.enum(MANDATE_KINDS),
        /** The account eNACH debits; the default one when it is left out. */
        bankAccountId: idSchema.optional(),
      }),
      answer: startedMandate,
      errors: [
        'payment_not_payable',
        'mandate_exists',
        'mandate_above_upi_limit',
        'mandate_needs_account',
        'mandate_ended',
        'provider_refused',
        'provider_unavailable',
      ],
    },
    cancelMandate: {
      summary: 'Ends autopay; a debit the bank already has is not called back',
      status: 202,
      params: idParams,
      answer: mandateAnswer,
    },
  },
  refusals: {
    mandate_exists: {
      status: 409,
      retry: 'never',
      en: 'Autopay is already set up for this payment.',
      hi: 'इस भुगतान के लिए ऑटोपे पहले से चालू है।',
    },
    mandate_above_upi_limit: {
      status: 409,
      retry: 'never',
      en: 'An instalment is above the limit of UPI AutoPay. Use your bank account instead.',
      hi: 'एक किस्त UPI AutoPay की सीमा से ज़्यादा है। इसके बजाय अपने बैंक खाते का उपयोग करें।',
    },
    mandate_needs_account: {
      status: 409,
      retry: 'never',
      en: 'Link and verify a bank account first.',
      hi: 'पहले एक बैंक खाता जोड़ें और सत्यापित करें।',
    },
    mandate_ended: {
      status: 409,
      retry: 'never',
      en: 'This autopay was ended while it was being set up. Set it up again if you want it.',
      hi: 'यह ऑटोपे चालू होते-होते बंद कर दिया गया। चाहें तो इसे फिर से चालू करें।',
    },
  },
});
