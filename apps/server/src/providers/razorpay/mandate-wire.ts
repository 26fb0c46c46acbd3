import { z } from 'zod';
import { optionalPaise, optionalSeconds, text } from '../wire-parts.ts';

export const customer = z.object({ id: z.string().startsWith('cust_') });
export const customers = z.object({ items: z.array(customer.extend({ email: text, contact: text })) });

export const registrationOrder = z.object({
  id: z.string().startsWith('order_'),
  amount: z.int().nonnegative(),
  currency: z.literal('INR'),
  receipt: text,
});

export const noticeOrder = z.object({
  id: z.string().startsWith('order_'),
  notification: z.object({
    status: z.enum(['created', 'pending', 'delivered', 'failed']),
    delivered_at: optionalSeconds,
  }),
});

export const token = z.object({
  id: z.string().startsWith('token_'),
  recurring_details: z.object({
    status: z.enum(['initiated', 'confirmed', 'rejected', 'cancelled', 'paused']),
    failure_reason: text,
  }),
  max_amount: optionalPaise,
  expired_at: optionalSeconds,
});
export type WireToken = z.output<typeof token>;

/** Each is read by itself: one that says something new hides no other. */
export const tokens = z.object({ items: z.array(z.unknown()) });
export const tokenPayments = z.object({ items: z.array(z.object({ token_id: text })) });
export const debit = z.object({ razorpay_payment_id: z.string().startsWith('pay_') });
export const cancelled = z.object({ status: z.string() });
