import { z } from 'zod';
import { REFUND_STATUSES, REPAYMENT_INTENTS, REPAYMENT_STATUSES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import {
  idParams,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
  paiseSchema,
  positivePaiseSchema,
  webUrlSchema,
} from './primitives.ts';
import { nameSchema } from './names.ts';

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

/** Where the money of a repayment came from; identified: it came without an owner, and staff found whose it is. */
export const REPAYMENT_CHANNELS = ['checkout', 'autopay', 'reward', 'identified'] as const;

export const repaymentAnswer = z.object({
  id: idSchema,
  paymentId: idSchema,
  amountPaise: paiseSchema,
  /** What it was started for: to settle instalments in order, to cancel the payment, or to make instalments smaller. */
  intent: z.enum(REPAYMENT_INTENTS),
  channel: z.enum(REPAYMENT_CHANNELS),
  status: z.enum(REPAYMENT_STATUSES),
  failureReason: z.string().optional(),
  allocation: z.array(allocationRow),
  refunds: z.array(refundAnswer),
  createdAt: instantSchema,
  receivedAt: instantSchema.nullable(),
});
export type Repayment = z.input<typeof repaymentAnswer>;

const startedRepayment = z.object({
  id: idSchema,
  status: z.enum(REPAYMENT_STATUSES),
  amountPaise: paiseSchema,
  checkout: checkout.nullable(),
});

export const startRepayment = endpoint({
  name: 'startRepayment',
  method: 'POST',
  path: '/payments/{id}/repayments',
  summary: 'Starts a repayment and opens a checkout order for it',
  idempotent: true,
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
    'provider_unavailable',
  ],
});
export type StartedRepayment = z.input<typeof startedRepayment>;

export const cancelPayment = endpoint({
  name: 'cancelPayment',
  method: 'POST',
  path: '/payments/{id}/cancel',
  summary:
    'Cancels a payment within its cooling-off time: opens a checkout order for what leaving it costs today',
  idempotent: true,
  status: 202,
  params: idParams,
  body: z.strictObject({}),
  answer: startedRepayment,
  errors: ['payment_not_payable', 'cancellation_over', 'provider_unavailable'],
});

export const confirmRepayment = endpoint({
  name: 'confirmRepayment',
  method: 'POST',
  path: '/repayments/{id}/confirm',
  summary: "The checkout's answer; credited only after the server has read the payment back",
  params: idParams,
  body: z.strictObject({ paymentId: z.string().min(1).max(64), signature: z.string().min(1).max(256) }),
  answer: repaymentAnswer,
  errors: ['repayment_not_confirmed', 'credit_source_refused'],
});

export const getRepayment = endpoint({
  name: 'getRepayment',
  method: 'GET',
  path: '/repayments/{id}',
  summary: 'One repayment with its allocation',
  params: idParams,
  answer: repaymentAnswer,
});

export const listRepayments = endpoint({
  name: 'listRepayments',
  method: 'GET',
  path: '/repayments',
  summary: 'Repayments, newest first',
  query: pageQuery.extend({ paymentId: idSchema.optional() }),
  answer: pageOf(repaymentAnswer),
});
