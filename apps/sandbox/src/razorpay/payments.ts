import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asObject } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { collection, describePayment, describeRefund, describeWithoutCard, pageOf } from './books.ts';
import type { PageQuery, Payment, RazorpayBooks } from './books.ts';
import type { Collections } from './collections.ts';
import { badRequest } from './errors.ts';
import { isProblem, readNotes } from './orders.ts';

const UNKNOWN = 'The id provided does not exist';

function checkCapture(payment: Payment, body: Json): string | undefined {
  if (payment.status === 'captured') return 'This payment has already been captured';
  if (payment.status !== 'authorized')
    return 'Only payments which have been authorized and not yet captured can be captured';
  if (body.amount !== payment.amount)
    return 'The amount is invalid: capture amount must equal the amount authorized';
  if (body.currency !== payment.currency) return 'The currency does not match the payment';
  return undefined;
}

function checkRefund(payment: Payment, amount: unknown): string | undefined {
  if (payment.status !== 'captured' && payment.status !== 'refunded')
    return 'The payment status should be captured for action to be taken';
  if (payment.amountRefunded >= payment.amount) return 'The payment has been fully refunded already';
  if (!Number.isSafeInteger(amount) || Number(amount) < 100) return 'The amount must be at least INR 1.00';
  if (Number(amount) > payment.amount - payment.amountRefunded)
    return 'The refund amount provided is greater than amount captured';
  return undefined;
}

type IdParams = { Params: { id: string } };

function refundOnce(
  request: FastifyRequest<IdParams>,
  reply: FastifyReply,
  books: RazorpayBooks,
  collections: Collections,
) {
  const body = asObject(request.body);
  const header = request.headers['x-refund-idempotency'];
  const key = typeof header === 'string' ? header : undefined;
  if (key !== undefined && key.length < 10)
    return badRequest(reply, 'The X-Refund-Idempotency header must be at least 10 characters');
  const payment = books.payments.find(request.params.id);
  if (!payment) return badRequest(reply, UNKNOWN);
  const fingerprint = JSON.stringify(body);
  const used =
    key === undefined || request.fault.idem === 'ignore_key' ? undefined : books.refundKeys.find(key);
  if (used) {
    const earlier = books.refunds.find(used.refundId);
    if (used.paymentId !== payment.id || used.body !== fingerprint || !earlier)
      return badRequest(reply, 'Different request body sent for the same idempotency key');
    return describeRefund(earlier);
  }
  const amount = body.amount ?? payment.amount - payment.amountRefunded;
  const problem = checkRefund(payment, amount);
  if (problem) return badRequest(reply, problem, 'amount');
  const speed = body.speed ?? 'normal';
  if (speed !== 'normal' && speed !== 'optimum')
    return badRequest(reply, 'speed must be normal or optimum', 'speed');
  const notes = readNotes(body.notes);
  if (isProblem(notes)) return badRequest(reply, notes.description, notes.field);
  const receipt = typeof body.receipt === 'string' ? body.receipt : null;
  const refund = collections.refund(payment, { amount: Number(amount), receipt, notes, speed });
  if (key !== undefined)
    books.refundKeys.put(key, { refundId: refund.id, paymentId: payment.id, body: fingerprint });
  return describeRefund(refund);
}

export function paymentRoutes(app: FastifyInstance, books: RazorpayBooks, collections: Collections): void {
  app.get<IdParams & { Querystring: { 'expand[]'?: string } }>(
    '/v1/payments/:id',
    { config: { op: 'payment_get' } },
    (request, reply) => {
      const payment = books.payments.find(request.params.id);
      if (!payment) return badRequest(reply, UNKNOWN);
      return request.query['expand[]'] === 'card' ? describePayment(payment) : describeWithoutCard(payment);
    },
  );
  app.post<IdParams>('/v1/payments/:id/capture', { config: { op: 'capture' } }, (request, reply) => {
    const payment = books.payments.find(request.params.id);
    if (!payment) return badRequest(reply, UNKNOWN);
    const problem = checkCapture(payment, asObject(request.body));
    return problem ? badRequest(reply, problem) : describeWithoutCard(collections.capture(payment));
  });
  app.post<IdParams>('/v1/payments/:id/refund', { config: { op: 'refund' } }, (request, reply) =>
    refundOnce(request, reply, books, collections),
  );
  app.get<IdParams & { Querystring: PageQuery }>(
    '/v1/payments/:id/refunds',
    { config: { op: 'refund_list' } },
    (request, reply) => {
      if (!books.payments.find(request.params.id)) return badRequest(reply, UNKNOWN);
      const newestFirst = books.refunds.listByRef(request.params.id).reverse();
      return collection(pageOf(newestFirst, request.query).map(describeRefund));
    },
  );
  app.get<IdParams>('/v1/refunds/:id', { config: { op: 'refund_get' } }, (request, reply) => {
    const refund = books.refunds.find(request.params.id);
    return refund ? describeRefund(refund) : badRequest(reply, UNKNOWN);
  });
}
