import { z } from 'zod';
import { optionalPaise, optionalSeconds, paise, text } from '../wire-parts.ts';

/** Razorpay v1 as it stands on the wire: integer paise, times in Unix seconds, absent values often null. */
const seconds = z.int().positive();
const instant = seconds.transform((v) => new Date(v * 1_000));

export const order = z.object({
  id: z.string().startsWith('order_'),
  status: z.enum(['created', 'attempted', 'paid']),
  amount: paise,
  amount_paid: paise,
  amount_due: paise,
  currency: z.literal('INR'),
  attempts: z.int().nonnegative(),
  receipt: z.string().nullish(),
  created_at: instant,
});
export type WireOrder = z.output<typeof order>;

export const payment = z.object({
  id: z.string().startsWith('pay_'),
  order_id: text,
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: paise,
  amount_refunded: optionalPaise,
  currency: z.literal('INR'),
  method: text,
  card: z.object({ type: text }).nullish(),
  upi: z.object({ payer_account_type: text }).nullish(),
  fee: optionalPaise,
  tax: optionalPaise,
  error_code: text,
  error_description: text,
  error_source: text,
  error_step: text,
  error_reason: text,
  acquirer_data: z
    .object({ rrn: text, upi_transaction_id: text, bank_transaction_id: text })
    .nullish()
    // An empty PHP array stands for "nothing" here.
    .or(z.array(z.unknown()).transform(() => null)),
  created_at: instant,
});
export type WirePayment = z.output<typeof payment>;

export const refund = z.object({
  id: z.string().startsWith('rfnd_'),
  payment_id: z.string().startsWith('pay_'),
  status: z.enum(['pending', 'processed', 'failed']),
  amount: paise,
  currency: z.literal('INR'),
  receipt: text,
  acquirer_data: z
    .object({ arn: text, rrn: text, utr: text })
    .nullish()
    .or(z.array(z.unknown()).transform(() => null)),
  created_at: instant,
});
export type WireRefund = z.output<typeof refund>;

export const dispute = z.object({
  id: z.string().startsWith('disp_'),
  payment_id: z.string().startsWith('pay_'),
  amount: paise,
  currency: z.literal('INR'),
  amount_deducted: optionalPaise,
  reason_code: text,
  respond_by: optionalSeconds,
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']),
  created_at: instant,
});
/** A file kept at the rail. */
export const document = z.object({ id: z.string().startsWith('doc_') });

export type WireDispute = z.output<typeof dispute>;

export const orders = z.object({ items: z.array(order) });
export const payments = z.object({ items: z.array(payment) });
export const refunds = z.object({ items: z.array(refund) });

export const settlementRow = z.object({
  entity_id: z.string().min(1),
  type: z.string(),
  amount: paise,
  fee: optionalPaise,
  tax: optionalPaise,
  credit: optionalPaise,
  debit: optionalPaise,
  currency: z.literal('INR'),
  settled: z.union([z.boolean(), z.literal([0, 1]).transform((v) => v === 1)]).nullish(),
  created_at: instant,
  settled_at: optionalSeconds,
  settlement_id: text,
  settlement_utr: text,
  payment_id: text,
  order_id: text,
  order_receipt: text,
  dispute_id: text,
});
export type WireSettlementRow = z.output<typeof settlementRow>;
export const settlementRows = z.object({ items: z.array(settlementRow) });

/** `created_at` of the envelope is left alone: one documented sample has it elsewhere. */
export const webhook = z.object({
  entity: z.literal('event'),
  event: z.string().min(1),
  payload: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((v) => v ?? {}),
  created_at: z.number().optional(),
});
