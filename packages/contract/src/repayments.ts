import { z } from 'zod';
import { REFUND_STATUSES, REPAYMENT_INTENTS, REPAYMENT_STATUSES } from './constants.ts';
import { contract } from './endpoint.ts';
import { nameSchema } from './names.ts';
import {
  dateSchema,
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  positivePaiseSchema,
  webUrlSchema,
} from './primitives.ts';
import { REPAYMENT_CHANNELS } from './repayments.calls.ts';
import * as calls from './repayments.calls.ts';

export * from './repayments.calls.ts';

export const checkout = z.object({
  scriptUrl: webUrlSchema,
  keyId: z.string(),
  orderId: z.string(),
  amountPaise: paiseSchema,
  prefill: z.object({ name: nameSchema, email: z.string(), contact: z.string() }),
  qrUri: z.string().nullable(),
});
export type Checkout = z.input<typeof checkout>;

export const allocationRow = z.object({
  /** Instalment number; null for excess money. */
  instalment: z.int().nullable(),
  component: z.enum(['interest', 'fee', 'principal', 'bounce', 'penal', 'excess', 'rounding']),
  amountPaise: paiseSchema,
});

/** Money of a repayment on its way back to where it came from. */
export const refundAnswer = z.object({
  id: idSchema,
  amountPaise: paiseSchema,
  status: z.enum(REFUND_STATUSES),
  createdAt: instantSchema,
  /** When the provider said how it ended. */
  settledAt: instantSchema.nullable(),
});
export type Refund = z.input<typeof refundAnswer>;

export const repaymentAnswer = z.object({
  id: idSchema,
  paymentId: idSchema,
  amountPaise: paiseSchema,
  /** The purpose of the repayment: to settle instalments in order, to cancel the payment, or to make instalments smaller. */
  intent: z.enum(REPAYMENT_INTENTS),
  channel: z.enum(REPAYMENT_CHANNELS),
  /** True where the holder of a link paid it. */
  isPaidByLink: z.boolean(),
  status: z.enum(REPAYMENT_STATUSES),
  failureReason: z.string().optional(),
  allocation: z.array(allocationRow),
  refunds: z.array(refundAnswer),
  createdAt: instantSchema,
  receivedAt: instantSchema.nullable(),
  /** The day on which its bank took it back: it came in, and counts no more. */
  takenBackOn: dateSchema.nullable(),
  /**
   * The part that waits for instalments to come and goes back if asked for: `returnRepayment`. An older process of a rolling upgrade
   * leaves it out.
   */
  returnablePaise: paiseSchema.optional(),
  /**
   * Why what waits does not go back if asked for now; null where it does, or nothing waits. An older process of a rolling upgrade leaves
   * it out.
   */
  returnRefusal: z.enum(['held_disputed', 'held_agreed', 'held_in_use']).nullable().optional(),
});
export type Repayment = z.input<typeof repaymentAnswer>;

const startedRepayment = z.object({
  id: idSchema,
  status: z.enum(REPAYMENT_STATUSES),
  amountPaise: paiseSchema,
  checkout: checkout.nullable(),
});
export type StartedRepayment = z.input<typeof startedRepayment>;

export const repaymentsContract = contract({
  calls,
  endpoints: {
    startRepayment: {
      summary: 'Starts a repayment and opens a checkout order for it',
      status: 202,
      params: idParams,
      body: z.strictObject({
        amountPaise: positivePaiseSchema,
        /** `part_prepay` makes the coming instalments smaller; left out, instalments are settled in order. Rule: LEND-9 */
        intent: z.enum(['emi', 'part_prepay']).optional(),
        /** Used whole, at once, as a repayment of their own; the checkout is for the rest, and null when nothing is left. */
        rewardIds: z.array(idSchema).max(50).optional(),
      }),
      answer: startedRepayment,
      errors: [
        'payment_not_payable',
        'repayment_exceeds_outstanding',
        'repayment_too_small',
        'reward_not_available',
        'rewards_exceed_repayment',
        'part_prepayment_after_dues',
        'part_prepayment_advance_held',
        'part_prepayment_too_small',
        'part_prepayment_close_instead',
        'part_prepayment_not_possible',
        'provider_refused',
        'provider_unavailable',
      ],
    },
    cancelPayment: {
      summary:
        'Cancels a payment within its cooling-off time: opens a checkout order for what leaving it costs today',
      status: 202,
      params: idParams,
      body: z.strictObject({}),
      answer: startedRepayment,
      errors: ['payment_not_payable', 'cancellation_over', 'provider_refused', 'provider_unavailable'],
    },
    confirmRepayment: {
      summary: "The checkout's answer; credited only after the server has read the payment back",
      params: idParams,
      body: z.strictObject({ paymentId: z.string().min(1).max(64), signature: z.string().min(1).max(256) }),
      answer: repaymentAnswer,
      errors: ['repayment_not_confirmed', 'credit_source_refused'],
    },
    returnRepayment: {
      summary:
        'Gives back what of a repayment waits for instalments to come: it goes to where it came from, and those instalments are owed again',
      status: 202,
      params: idParams,
      body: z.strictObject({}),
      answer: repaymentAnswer,
      errors: ['nothing_held', 'held_disputed', 'held_agreed', 'held_in_use'],
    },
    getRepayment: {
      summary: 'One repayment with its allocation',
      params: idParams,
      answer: repaymentAnswer,
    },
    listRepayments: {
      summary: 'Repayments, newest first',
      query: pageQuery.extend({ paymentId: idSchema.optional() }),
      answer: pageOf(repaymentAnswer),
    },
  },
  refusals: {
    payment_not_payable: {
      status: 409,
      retry: 'never',
      en: 'There is nothing to repay on this payment now.',
      hi: 'इस भुगतान पर अभी चुकाने को कुछ नहीं है।',
    },
    cancellation_over: {
      status: 409,
      retry: 'never',
      en: 'The time for cancelling this payment is over. You can close it early instead; nothing is charged for that.',
      hi: 'इस भुगतान को रद्द करने का समय बीत गया है। आप इसे जल्दी बंद कर सकते हैं; उसका कोई शुल्क नहीं है।',
    },
    repayment_exceeds_outstanding: {
      status: 422,
      retry: 'never',
      en: 'This is more than you owe on this payment.',
      hi: 'यह इस भुगतान पर बकाया से ज़्यादा है।',
    },
    repayment_too_small: {
      status: 422,
      retry: 'never',
      en: 'The smallest amount you can pay is ₹1.',
      hi: 'कम से कम ₹1 चुकाना ज़रूरी है।',
    },
    repayment_not_confirmed: {
      status: 422,
      retry: 'never',
      en: 'We could not match this confirmation to the repayment.',
      hi: 'यह पुष्टि इस चुकौती से मेल नहीं खाती।',
    },
    credit_source_refused: {
      status: 422,
      retry: 'never',
      en: 'A repayment has to come from a bank account: by UPI, netbanking or debit card.',
      hi: 'चुकौती बैंक खाते से ही हो सकती है: UPI, नेट बैंकिंग या डेबिट कार्ड से।',
    },
    nothing_held: {
      status: 409,
      retry: 'never',
      en: 'Nothing of this repayment can go back: no rupee of it waits for an instalment to come.',
      hi: 'इस चुकौती में से कुछ लौटाया नहीं जा सकता: इसका एक भी रुपया आने वाली किस्त के लिए नहीं रखा है।',
    },
    held_disputed: {
      status: 409,
      retry: 'later',
      en: 'Your bank is looking into this repayment. Until it has decided, nothing of it can go back.',
      hi: 'आपका बैंक इस चुकौती की जाँच कर रहा है। उसके फैसले तक इसमें से कुछ लौटाया नहीं जा सकता।',
    },
    held_agreed: {
      status: 409,
      retry: 'later',
      en: 'A lower sum is agreed for this payment, and this money is counted in it. While that holds, nothing of it can go back.',
      hi: 'इस भुगतान के लिए कम रकम तय है, और उसमें यह रकम गिनी गई है। जब तक वह लागू है, इसमें से कुछ लौटाया नहीं जा सकता।',
    },
    held_in_use: {
      status: 409,
      retry: 'later',
      en: 'The limit that this money freed pays another bill by now. This money stays for the instalments to come, and can go back once that much of your limit is free.',
      hi: 'इस रकम से जो लिमिट खाली हुई थी, उससे अब दूसरा बिल चुकाया गया है। यह रकम आने वाली किस्तों के लिए रखी रहेगी, और आपकी उतनी लिमिट खाली होने पर लौटाई जा सकती है।',
    },
    reward_not_available: {
      status: 409,
      retry: 'never',
      en: 'One of these rewards cannot be used: it was used, has expired, is not usable yet, or is not yours.',
      hi: 'इनमें से कोई रिवॉर्ड इस्तेमाल नहीं हो सकता: वह इस्तेमाल हो चुका है, उसका समय बीत गया है, वह अभी इस्तेमाल के लायक नहीं हुआ, या वह आपका नहीं है।',
    },
    rewards_exceed_repayment: {
      status: 422,
      retry: 'never',
      en: 'Rewards are used whole. Choose fewer, or repay more.',
      hi: 'रिवॉर्ड पूरा ही इस्तेमाल होता है। कम चुनें, या ज़्यादा चुकाएँ।',
    },
  },
});
