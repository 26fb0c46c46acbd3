import { dateSchema } from '@mohlat/contract';
import { istDate } from '@mohlat/money';
import { z } from 'zod';
import { list, optionalPaise, paise, text } from '../wire-parts.ts';
import { EXACTNESSES } from './port.ts';

/** Setu BillPay v2 as it stands on the wire. All amounts are integer paise; times carry an offset. */
const optionalCount = z
  .int()
  .nullish()
  .transform((v) => v ?? undefined);
/** One of the words we know, where the biller gives one. */
const optionalWord = <const Words extends readonly string[]>(words: Words) =>
  z
    .enum(words)
    .or(z.literal('').transform(() => undefined))
    .nullish()
    .transform((v) => v ?? undefined);
/** ISO-8601 with an offset; anything else would shift a business date. */
const instant = z.iso.datetime({ offset: true, local: false }).transform((v) => new Date(v));
/**
 * The day that a biller names, as a date or as an instant. Billers fill the field as they like ("NA"), and whether 05/06/2026 is in May or
 * in June is said nowhere: what is no certain day is none, and its bill can be paid all the same.
 */
const day = text.transform((told) => {
  const written = dateSchema.safeParse(told?.slice(0, 10)).data;
  if (written === undefined || written === told) return written;
  const when = instant.safeParse(told).data;
  return when && dateSchema.safeParse(istDate(when.getTime())).data;
});
const optionalInstant = instant
  .or(z.literal('').transform(() => undefined))
  .nullish()
  .transform((v) => v ?? undefined);

export const tokenAnswer = z.object({
  success: z.literal(true),
  token: z.string().min(1),
  expiresIn: z.number().positive(),
});

const limit = { minLimit: optionalPaise, maxLimit: optionalPaise };

const feeSlab = z.object({
  flatFee: z.int().nonnegative(),
  percentFee: z.number().nonnegative(),
  tranAmtRangeMin: optionalPaise,
  tranAmtRangeMax: optionalPaise,
});
const feeSlabs = z
  .union([feeSlab.transform((slab) => [slab]), z.array(feeSlab)])
  .nullish()
  .transform((v) => v ?? []);

export const biller = z.object({
  id: z.string().length(14),
  name: z.string().min(1),
  status: z.enum(['ACTIVE', 'DEACTIVATED', 'PENDING_DEACTIVATION', 'PENDING_DELETE']),
  categoryName: z.string(),
  customerParams: z.array(
    z.object({
      paramName: z.string().min(1),
      dataType: z.string(),
      minLength: optionalCount,
      maxLength: optionalCount,
      regex: text,
      optional: z.boolean().nullish(),
      visibility: z.boolean().nullish(),
      values: z
        .union([z.array(z.string()), z.string()])
        .nullish()
        .transform((v) => (typeof v === 'string' ? v.split(',').map((s) => s.trim()) : v)),
    }),
  ),
  paymentModes: list(z.object({ paymentMode: z.string(), ...limit })),
  paymentChannels: list(z.object({ paymentChannel: z.string(), ...limit })),
  exactness: optionalWord(EXACTNESSES),
  fetchApiType: z.enum(['BILL_FETCH', 'BILL_VALIDATE', 'BILL_DIRECT']),
  responseType: text,
  interchangeFee: list(
    z.object({
      feeCode: z.string(),
      feeDirection: z.string(),
      interchangeFeeDetails: feeSlabs,
      interchangeFeeDetailsV2: feeSlabs,
    }),
  ),
});

/** Each is read by itself: one that says something new hides no other. */
export const billersAnswer = z.object({
  success: z.literal(true),
  data: z.object({ billers: z.array(z.unknown()), nextPage: text }),
});

export const categoriesAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    categories: z.array(
      z.union([
        z.string().transform((name) => ({ name })),
        z.object({ name: z.string() }),
        z.object({ categoryName: z.string() }).transform((c) => ({ name: c.categoryName })),
      ]),
    ),
  }),
});

export const startedAnswer = z.object({
  success: z.literal(true),
  data: z.object({ refId: z.string().min(1) }),
});

export const failureReason = z.object({
  type: optionalWord(['BBPS', 'APP', 'FUND_TRANSFER']),
  code: text,
  message: text,
});

const option = z.object({
  name: z.string().min(1),
  amount: optionalPaise,
  minAmount: optionalPaise,
  maxAmount: optionalPaise,
  amountMultiple: optionalPaise,
});

const bill = z.object({
  // Negative when the customer has a credit balance.
  amount: z.int(),
  billDate: day,
  dueDate: day,
  billNumber: text,
  billPeriod: text,
  customerName: text,
  minAmount: optionalPaise,
  maxAmount: optionalPaise,
  amountMultiple: optionalPaise,
  paymentOptions: list(option),
});

export const fetchAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    refId: z.string().min(1),
    status: z.enum(['Processing', 'Success', 'Failure', 'Error']),
    billerRefId: text,
    exactness: optionalWord(EXACTNESSES),
    billerResponseType: text,
    billerSelectionType: optionalWord(['SINGLE', 'MULTIPLE', 'ALL']),
    bills: list(bill),
    failureReason: failureReason.nullish(),
  }),
});

const payStatus = z.enum(['Processing', 'Success', 'Failure', 'Error', 'Credit_Adjustment']);

export const payAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    refId: z.string().min(1),
    status: payStatus,
    transactionId: text,
    billerId: text,
    billerRefId: text,
    paymentDetails: z.object({
      amount: paise,
      paymentRefId: z.string().min(1),
      timestamp: optionalInstant,
      custConvFee: optionalPaise,
    }),
    failureReason: failureReason.nullish(),
  }),
});

export const transaction = z.object({
  refId: z.string().min(1),
  paymentRefId: z.string().nullish(),
  status: payStatus,
  transactionId: text,
  amount: paise,
  billerId: text,
  mobile: text,
  timestamp: optionalInstant,
  refundStatus: optionalWord(['Required', 'Requested', 'Processed']),
  failureReason: failureReason.nullish(),
});
export type WireTransaction = z.output<typeof transaction>;
export type WireBiller = z.output<typeof biller>;
export type WireFailure = z.output<typeof failureReason>;
export type WirePayAnswer = z.output<typeof payAnswer>;

/** Each is read by itself: one that says something new hides no other. */
export const transactionsAnswer = z.object({
  success: z.literal(true),
  data: z.object({ transactions: z.array(z.unknown()), nextPage: text }),
});

export const complaintAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    refId: z.string().min(1),
    status: z.enum([
      'ASSIGNED',
      'RESOLVED',
      'REJECTED',
      'DEFAULT_RESOLVED',
      'REFUNDED',
      'PENDING_REFUND',
      'FAILED',
    ]),
    disputeId: text,
    disposition: text,
  }),
});

export const webhookBody = z.object({
  event: z.string().min(1),
  data: z.object({ refId: z.string().optional(), status: z.string().optional() }).nullish(),
});
