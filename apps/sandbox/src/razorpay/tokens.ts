import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asObject, isObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import type { World } from '../core/world.ts';
import { collection, describeToken, pageOf } from './books.ts';
import type { Customer, PageQuery, RazorpayBooks, Registration } from './books.ts';
import { checkoutSignature } from './credentials.ts';
import { badRequest, razorpayError } from './errors.ts';
import type { Mandates } from './mandates.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);
const UNKNOWN = 'The id provided does not exist';
const FREQUENCIES = new Set([
  'daily',
  'weekly',
  'fortnightly',
  'bimonthly',
  'monthly',
  'quarterly',
  'half_yearly',
  'yearly',
  'as_presented',
]);

function describeCustomer(customer: Customer) {
  return {
    id: customer.id,
    entity: 'customer',
    name: customer.name,
    email: customer.email,
    contact: customer.contact,
    gstin: null,
    notes: [],
    created_at: seconds(customer.createdAt),
  };
}

type Problem = { description: string; field: string };

function readBank(value: unknown): Registration['bank'] | Problem {
  const bank = asObject(value);
  const name = textOf(bank.beneficiary_name) ?? '';
  const number = textOf(bank.account_number) ?? '';
  const ifsc = textOf(bank.ifsc_code) ?? '';
  const accountType = textOf(bank.account_type) ?? '';
  const at = (field: string, description: string) => ({ field: `token.bank_account.${field}`, description });
  if (name.length < 4 || name.length > 120)
    return at('beneficiary_name', 'The beneficiary name must be between 4 and 120 characters.');
  if (!/^\d{5,35}$/.test(number)) return at('account_number', 'The account number is not valid.');
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return at('ifsc_code', 'The ifsc code is not valid.');
  if (accountType !== 'savings' && accountType !== 'current')
    return at('account_type', 'The account type must be savings or current.');
  return { ifsc, name, accountLast4: number.slice(-4), accountType };
}

/** Reads the mandate that an order asks the customer to approve; undefined when it asks for none. */
export function readRegistration(body: Json, nowMs: number): Registration | Problem | undefined {
  const { token } = body;
  if (!isObject(token)) return undefined;
  const customerId = textOf(body.customer_id);
  if (customerId === undefined)
    return { field: 'customer_id', description: 'The customer id field is required.' };
  if (body.method !== 'upi' && body.method !== 'emandate')
    return { field: 'method', description: 'The selected method is invalid.' };
  const { max_amount: maxAmount, expire_at: expireAt } = token;
  const [lowest, highest] = body.method === 'upi' ? [100, 9_999_900] : [500, 100_000_000];
  if (!Number.isSafeInteger(maxAmount) || Number(maxAmount) < lowest || Number(maxAmount) > highest)
    return { field: 'token.max_amount', description: 'The max amount is out of its bounds.' };
  if (!Number.isSafeInteger(expireAt) || Number(expireAt) * 1000 <= nowMs)
    return { field: 'token.expire_at', description: 'The expire at must lie in the future.' };
  const kept = { customerId, maxAmount: Number(maxAmount), expireAt: Number(expireAt) * 1000 };
  if (body.method === 'upi') {
    const frequency = textOf(token.frequency) ?? '';
    if (!FREQUENCIES.has(frequency))
      return { field: 'token.frequency', description: 'The selected frequency is invalid.' };
    return { ...kept, method: 'upi', frequency, authType: null, bank: null };
  }
  const authType = textOf(token.auth_type) ?? '';
  if (!['netbanking', 'debitcard', 'aadhaar'].includes(authType))
    return { field: 'token.auth_type', description: 'The selected auth type is invalid.' };
  const bank = readBank(token.bank_account);
  if (bank && 'field' in bank) return bank;
  return { ...kept, method: 'emandate', frequency: null, authType, bank };
}

function isContact(field: 'email' | 'contact', value: unknown): boolean {
  const shape = field === 'email' ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/ : /^\+?\d{8,15}$/;
  return typeof value === 'string' && shape.test(value);
}

function createCustomer(world: World, books: RazorpayBooks, request: FastifyRequest, reply: FastifyReply) {
  const body = asObject(request.body);
  const name = textOf(body.name) ?? '';
  const contact = textOf(body.contact) ?? '';
  const email = textOf(body.email) ?? '';
  // Left out is allowed, empty is not.
  const wrong = (['email', 'contact'] as const).find(
    (field) => body[field] !== undefined && !isContact(field, body[field]),
  );
  if (wrong) return badRequest(reply, `The ${wrong} must be valid.`, wrong);
  if (name.length < 3 || name.length > 50) return badRequest(reply, 'The name is not valid.', 'name');
  if (contact === '' && email === '')
    return badRequest(reply, 'The contact or email field is required.', 'contact');
  const ref = `${contact}|${email}`;
  const [existing] = books.customers.listByRef(ref);
  // One page of the documentation has the two values of `fail_existing` the other way round.
  const asks = request.fault.idem === 'ignore_key' ? '1' : '0';
  const isUnasked = request.fault.idem === 'refuse_known';
  if (existing && body.fail_existing === asks && !isUnasked) return describeCustomer(existing);
  if (existing) return badRequest(reply, 'Customer already exists for the merchant');
  const customer: Customer = { id: world.id('cust_'), name, email, contact, createdAt: world.clock.now() };
  books.customers.put(customer.id, customer, ref);
  return describeCustomer(customer);
}

async function createRecurring(
  { world, books, mandates }: TokenParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = asObject(request.body);
  const order = books.orders.find(textOf(body.order_id) ?? '');
  if (!order) return badRequest(reply, UNKNOWN, 'order_id');
  const token = books.tokens.find(textOf(body.token) ?? '');
  if (!token || token.customerId !== body.customer_id) return badRequest(reply, UNKNOWN, 'token');
  if (body.recurring !== true && body.recurring !== '1')
    return badRequest(reply, 'The recurring field is required.', 'recurring');
  if (body.amount !== order.amount || body.currency !== order.currency)
    return badRequest(reply, 'The amount does not match the order', 'amount');
  const email = textOf(body.email);
  const contact = textOf(body.contact);
  if (!email || !isContact('email', email))
    return badRequest(reply, 'The email must be a valid email address.', 'email');
  if (!contact || !isContact('contact', contact))
    return badRequest(reply, 'The contact must be a valid number.', 'contact');
  const result = mandates.debit(order, token, { email, contact });
  if (result.kind === 'refused') {
    const { error } = razorpayError(400);
    return reply
      .code(400)
      .send({ error: { ...error, description: result.description, reason: result.reason } });
  }
  if (result.isAnswerLost) return world.holds.hold(reply);
  return {
    razorpay_payment_id: result.payment.id,
    razorpay_order_id: order.id,
    razorpay_signature: checkoutSignature(order.id, result.payment.id),
  };
}

type TokenParts = { world: World; books: RazorpayBooks; mandates: Mandates };
type TokenParams = { Params: { id: string; token: string } };

/** Customers, their tokens, and debits without the customer being there. */
export function tokenRoutes(app: FastifyInstance, parts: TokenParts): void {
  const { world, books, mandates } = parts;
  app.post('/v1/customers', { config: { op: 'customer_create' } }, (request, reply) =>
    createCustomer(world, books, request, reply),
  );
  app.get<{ Querystring: PageQuery }>('/v1/customers', { config: { op: 'customer_list' } }, (request) =>
    collection(pageOf(books.customers.list(), request.query).map(describeCustomer)),
  );
  app.get<{ Params: { id: string } }>(
    '/v1/customers/:id/tokens',
    { config: { op: 'token_list' } },
    (request, reply) => {
      if (!books.customers.find(request.params.id)) return badRequest(reply, UNKNOWN);
      return collection(books.tokens.listByRef(request.params.id).reverse().map(describeToken));
    },
  );
  app.put<TokenParams>(
    '/v1/customers/:id/tokens/:token/cancel',
    { config: { op: 'token_cancel' } },
    (request, reply) => {
      const token = books.tokens.find(request.params.token);
      if (token?.customerId !== request.params.id) return badRequest(reply, UNKNOWN);
      if (token.status === 'cancelled' || token.status === 'rejected')
        return badRequest(reply, 'The token is not active any more');
      if (!token.isCancelling) mandates.requestCancel(token);
      return { status: 'cancellation_initiated' };
    },
  );
  app.post('/v1/payments/create/recurring', { config: { op: 'create_recurring' } }, (request, reply) =>
    createRecurring(parts, request, reply),
  );
}
