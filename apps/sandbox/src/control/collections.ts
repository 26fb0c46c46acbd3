import type { FastifyReply } from 'fastify';
import type { Twins } from '../twins.ts';
import { textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { readInstrument } from '../razorpay/instrument-magic.ts';
import { refuse } from './errors.ts';

/** Somebody pays the merchant without being asked: `{amountPaise, with?, receipt?}`, on an order the merchant never made. */
export function strayPayment({ razorpay }: Twins, body: Json, reply: FastifyReply) {
  const amount = Number(body.amountPaise);
  const instrument = readInstrument(textOf(body.with) ?? 'success@razorpay');
  if (!Number.isSafeInteger(amount) || amount < 100) return refuse(reply, 'amountPaise must be 100 or more');
  if (!instrument) return refuse(reply, 'with must be a UPI id, a card number or netbanking');
  const order = razorpay.collections.createOrder({
    amount,
    currency: 'INR',
    notes: {},
    isAutoCapture: true,
    receipt: textOf(body.receipt) ?? null,
  });
  const result = razorpay.collections.pay(order.id, instrument);
  if (result.kind === 'refused') return refuse(reply, result.reason, 409);
  return { orderId: order.id, paymentId: result.payment.id };
}

/** The payer's bank demands money back: `{paymentId, amountPaise?, deductAtOnce?}`. */
export function disputePayment({ razorpay }: Twins, body: Json, reply: FastifyReply) {
  const payment = razorpay.books.payments.find(textOf(body.paymentId) ?? '');
  if (payment?.capturedAt == null) return refuse(reply, 'no such captured payment', 404);
  const amount = body.amountPaise === undefined ? undefined : Number(body.amountPaise);
  if (amount !== undefined && !(amount > 0 && amount <= payment.amount))
    return refuse(reply, 'amountPaise must be at most what was paid');
  const dispute = razorpay.disputes.open(payment, { amount, isDeductedAtOnce: body.deductAtOnce === true });
  return { disputeId: dispute.id, status: dispute.status };
}

/** The card network decides: `{disputeId, verdict}` with verdict `won` or `lost`, as seen by the merchant. */
export function disputeVerdict({ razorpay }: Twins, body: Json, reply: FastifyReply) {
  const dispute = razorpay.books.disputes.find(textOf(body.disputeId) ?? '');
  if (!dispute) return refuse(reply, 'no such dispute', 404);
  if (dispute.endedAt !== null) return refuse(reply, `this dispute is ${dispute.status}`, 409);
  const { verdict } = body;
  if (verdict !== 'won' && verdict !== 'lost') return refuse(reply, 'verdict must be won or lost');
  return { disputeId: dispute.id, status: razorpay.disputes.end(dispute, verdict).status };
}

/** The payer's bank sends a payment back that had succeeded: `{paymentId}`. */
export function returnPayment({ world, razorpay }: Twins, body: Json, reply: FastifyReply) {
  const payment = razorpay.books.payments.find(textOf(body.paymentId) ?? '');
  if (payment?.status !== 'captured') return refuse(reply, 'no such captured payment', 404);
  const returnedAt = world.clock.now();
  razorpay.books.payments.put(payment.id, { ...payment, status: 'failed', returnedAt }, payment.orderId);
  return { paymentId: payment.id, status: 'failed' };
}
