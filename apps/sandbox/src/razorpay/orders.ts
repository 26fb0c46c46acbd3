import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asObject, isObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import type { World } from '../core/world.ts';
import { collection, describeOrder, describeWithoutCard, pageOf } from './books.ts';
import type { DebitNotice, Notes, Order, PageQuery, RazorpayBooks, Registration } from './books.ts';
import type { Collections } from './collections.ts';
import { badRequest } from './errors.ts';
import { NOTICE_AHEAD_MS } from './mandate-magic.ts';
import type { Mandates } from './mandates.ts';
import { readRegistration } from './tokens.ts';

type Problem = { description: string; field: string };

/** Notes as this provider takes them: fifteen short texts at most. */
export function readNotes(value: unknown): Notes | Problem {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return {};
  if (!isObject(value)) return { description: 'notes must be an object', field: 'notes' };
  const entries = Object.entries(value);
  if (entries.length > 15)
    return { description: 'Number of fields in notes should be less than 15', field: 'notes' };
  if (entries.some(([, text]) => String(text).length > 512))
    return { description: 'notes cannot be greater than 512 characters', field: 'notes' };
  return Object.fromEntries(entries.map(([key, text]) => [key, String(text)]));
}

export function isProblem(value: Notes | Problem): value is Problem {
  return 'field' in value && 'description' in value && value.field === 'notes';
}

function checkOrder(body: Json, lowest: number): Problem | undefined {
  const { amount, currency, receipt } = body;
  if (!Number.isSafeInteger(amount))
    return { description: 'The amount must be an integer.', field: 'amount' };
  if (Number(amount) < lowest)
    return { description: 'Order amount less than minimum amount allowed', field: 'amount' };
  if (currency !== 'INR') return { description: 'Currency is not supported', field: 'currency' };
  if (receipt !== undefined && receipt !== null && (typeof receipt !== 'string' || receipt.length > 40))
    return { description: 'The receipt may not be greater than 40 characters.', field: 'receipt' };
  return undefined;
}

/** The debit an order announces: of a mandate that stands, and not sooner than the law lets it be taken. */
function readNotice(value: unknown, books: RazorpayBooks, nowMs: number): DebitNotice | Problem | undefined {
  if (value === undefined || value === null) return undefined;
  const { token_id: tokenId, payment_after: paymentAfter } = asObject(value);
  const token = books.tokens.find(textOf(tokenId) ?? '');
  if (!token) return { field: 'notification.token_id', description: 'The id provided does not exist' };
  if (token.status !== 'confirmed')
    return { field: 'notification.token_id', description: 'The token is not confirmed' };
  if (!Number.isSafeInteger(paymentAfter) || Number(paymentAfter) * 1000 < nowMs + NOTICE_AHEAD_MS)
    return { field: 'notification.payment_after', description: 'The debit must lie 24 hours ahead' };
  return {
    tokenId: token.id,
    paymentAfter: Number(paymentAfter) * 1000,
    status: 'created',
    deliveredAt: null,
  };
}

type Wanted = { registration?: Registration; notice?: DebitNotice };

/** Reads the part of an order that is about a mandate, if any: a registration or the notice of a debit. */
function readMandate(body: Json, books: RazorpayBooks, nowMs: number): Wanted | Problem {
  const registration = readRegistration(body, nowMs);
  if (registration && 'field' in registration) return registration;
  if (registration && !books.customers.find(registration.customerId))
    return { field: 'customer_id', description: 'The id provided does not exist' };
  const notice = readNotice(body.notification, books, nowMs);
  if (notice && 'field' in notice) return notice;
  return { ...(registration && { registration }), ...(notice && { notice }) };
}

type OrderParts = {
  world: World;
  books: RazorpayBooks;
  collections: Collections;
  mandates: Mandates;
};

function createOrder(
  { world, books, collections, mandates }: OrderParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = asObject(request.body);
  const problem = checkOrder(body, body.method === 'emandate' && isObject(body.token) ? 0 : 100);
  if (problem) return badRequest(reply, problem.description, problem.field);
  const notes = readNotes(body.notes);
  if (isProblem(notes)) return badRequest(reply, notes.description, notes.field);
  const receipt = typeof body.receipt === 'string' ? body.receipt : null;
  const isForgetful = request.fault.idem === 'ignore_key';
  if (body.unique_receipt === true && receipt !== null && !isForgetful) {
    const [existing] = books.orders.listByRef(receipt);
    if (existing && existing.amount !== body.amount)
      return badRequest(reply, 'An order with this receipt exists with another amount', 'receipt');
    if (existing) return describeOrder(existing);
  }
  const wanted = readMandate(body, books, world.clock.now());
  if ('field' in wanted) return badRequest(reply, wanted.description, wanted.field);
  const capture = body.payment_capture;
  const order = collections.createOrder({
    amount: Number(body.amount),
    currency: 'INR',
    receipt,
    notes,
    isAutoCapture: capture !== false && capture !== 0 && capture !== '0',
    ...wanted,
  });
  if (order.notice) mandates.notify(order);
  return describeOrder(order);
}

type ListQuery = PageQuery & { receipt?: string };

export function orderRoutes(app: FastifyInstance, parts: OrderParts): void {
  const { books } = parts;
  app.post('/v1/orders', { config: { op: 'order_create' } }, (request, reply) =>
    createOrder(parts, request, reply),
  );

  app.get<{ Querystring: ListQuery }>('/v1/orders', { config: { op: 'order_list' } }, (request) => {
    const { receipt } = request.query;
    const found: Order[] =
      receipt === undefined ? books.orders.list() : books.orders.listByRef(receipt).reverse();
    return collection(pageOf(found, request.query).map(describeOrder));
  });

  app.get<{ Params: { id: string } }>('/v1/orders/:id', { config: { op: 'order_get' } }, (request, reply) => {
    const order = books.orders.find(request.params.id);
    return order ? describeOrder(order) : badRequest(reply, 'The id provided does not exist');
  });

  app.get<{ Params: { id: string } }>(
    '/v1/orders/:id/payments',
    { config: { op: 'order_payments' } },
    (request, reply) => {
      if (!books.orders.find(request.params.id)) return badRequest(reply, 'The id provided does not exist');
      return collection(books.payments.listByRef(request.params.id).reverse().map(describeWithoutCard));
    },
  );
}
