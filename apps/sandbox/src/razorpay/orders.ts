import type { FastifyInstance } from 'fastify';
import { asObject, isObject } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { collection, describeOrder, describePayment } from './books.ts';
import type { Notes, Order, RazorpayBooks } from './books.ts';
import type { Collections } from './collections.ts';
import { badRequest } from './errors.ts';

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

function checkOrder(body: Json): Problem | undefined {
  const { amount, currency, receipt } = body;
  if (!Number.isSafeInteger(amount))
    return { description: 'The amount must be an integer.', field: 'amount' };
  if (Number(amount) < 100)
    return { description: 'Order amount less than minimum amount allowed', field: 'amount' };
  if (currency !== 'INR') return { description: 'Currency is not supported', field: 'currency' };
  if (receipt !== undefined && receipt !== null && (typeof receipt !== 'string' || receipt.length > 40))
    return { description: 'The receipt may not be greater than 40 characters.', field: 'receipt' };
  return undefined;
}

type ListQuery = { receipt?: string; count?: string; skip?: string };

export function orderRoutes(app: FastifyInstance, books: RazorpayBooks, collections: Collections): void {
  app.post('/v1/orders', { config: { op: 'order_create' } }, (request, reply) => {
    const body = asObject(request.body);
    const problem = checkOrder(body);
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
    const capture = body.payment_capture;
    const order = collections.createOrder({
      amount: Number(body.amount),
      currency: 'INR',
      receipt,
      notes,
      isAutoCapture: capture !== false && capture !== 0 && capture !== '0',
    });
    return describeOrder(order);
  });

  app.get<{ Querystring: ListQuery }>('/v1/orders', { config: { op: 'order_list' } }, (request) => {
    const { receipt } = request.query;
    const found: Order[] =
      receipt === undefined ? books.orders.list() : books.orders.listByRef(receipt).reverse();
    const skip = Number(request.query.skip ?? 0) || 0;
    const count = Math.min(Number(request.query.count ?? 10) || 10, 100);
    return collection(found.slice(skip, skip + count).map(describeOrder));
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
      return collection(books.payments.listByRef(request.params.id).reverse().map(describePayment));
    },
  );
}
