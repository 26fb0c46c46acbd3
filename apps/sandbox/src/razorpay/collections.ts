import type { Fault } from '../core/faults.ts';
import type { Json } from '../core/json.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { describeOrder, describePayment, describeRefund } from './books.ts';
import type { Instrument, Order, Payment, RazorpayBooks, Refund } from './books.ts';
import { ACCOUNT_ID, checkoutSignature, forgedSignature } from './credentials.ts';
import { TIMED_OUT, planPayer } from './instrument-magic.ts';
import type { PayerPlan } from './instrument-magic.ts';

const PENDING_LIMIT_MS = 10 * MINUTE_MS;
const UNCAPTURED_LIMIT_MS = 3 * DAY_MS;

export type PayResult =
  | { kind: 'refused'; reason: string }
  | { kind: 'paid' | 'failed' | 'pending' | 'abandoned'; payment: Payment; signature: string | null };

type Payer = { email?: string | undefined; contact?: string | undefined; fault?: Fault };

export type Collections = {
  createOrder(input: Pick<Order, 'amount' | 'currency' | 'receipt' | 'notes' | 'isAutoCapture'>): Order;
  pay(orderId: string, instrument: Instrument, payer?: Payer): PayResult;
  capture(payment: Payment): Payment;
  refund(payment: Payment, input: Pick<Refund, 'amount' | 'receipt' | 'notes' | 'speed'>): Refund;
};

function announcer(world: World) {
  return (event: string, entities: Record<string, unknown>) => {
    const payload: Json = {};
    for (const [name, entity] of Object.entries(entities)) payload[name] = { entity };
    world.webhooks.emit('razorpay', event, '/razorpay', {
      entity: 'event',
      account_id: ACCOUNT_ID,
      event,
      contains: Object.keys(entities),
      payload,
      created_at: Math.floor(world.clock.now() / 1000),
    });
  };
}

function newPayment(
  world: World,
  order: Order,
  instrument: Instrument,
  plan: PayerPlan,
  payer: Payer,
): Payment {
  const number = world.store.nextNumber();
  return {
    id: `pay_SBX${String(number).padStart(11, '0')}`,
    orderId: order.id,
    receipt: order.receipt,
    amount: order.amount - order.amountPaid,
    currency: order.currency,
    status: 'created',
    instrument,
    isCreditSource: plan.isCreditSource,
    amountRefunded: 0,
    error: null,
    notes: order.notes,
    email: payer.email ?? 'void@razorpay.com',
    contact: payer.contact ?? '+919999999999',
    rrn: String(600_000_000_000 + number),
    createdAt: world.clock.now(),
    capturedAt: null,
    takenAt: null,
  };
}

type Moves = {
  capture(payment: Payment): Payment;
  authorize(payment: Payment, at: number): Payment;
  fail(payment: Payment, error: Payment['error']): Payment;
  /** The debit succeeded: authorised, and captured at once unless the order wants it by hand. */
  take(order: Order, payment: Payment): Payment;
  refund: Collections['refund'];
};

/** The steps of a payment; each is written down and announced. */
function createMoves(world: World, books: RazorpayBooks): Moves {
  const announce = announcer(world);

  const capture = (payment: Payment): Payment => {
    const order = books.orders.find(payment.orderId);
    const captured: Payment = { ...payment, status: 'captured', capturedAt: world.clock.now(), error: null };
    books.payments.put(captured.id, captured);
    announce('payment.captured', { payment: describePayment(captured) });
    if (!order) return captured;
    const amountPaid = order.amountPaid + captured.amount;
    const paid: Order = { ...order, amountPaid, status: amountPaid >= order.amount ? 'paid' : order.status };
    books.orders.put(paid.id, paid);
    if (paid.status === 'paid')
      announce('order.paid', { payment: describePayment(captured), order: describeOrder(paid) });
    return captured;
  };

  const authorize = (payment: Payment, at: number): Payment => {
    const authorized: Payment = { ...payment, status: 'authorized', takenAt: at, error: null };
    books.payments.put(authorized.id, authorized);
    announce('payment.authorized', { payment: describePayment(authorized) });
    return authorized;
  };

  const fail = (payment: Payment, error: Payment['error']): Payment => {
    const failed: Payment = { ...payment, status: 'failed', error };
    books.payments.put(failed.id, failed);
    announce('payment.failed', { payment: describePayment(failed) });
    return failed;
  };

  const take = (order: Order, payment: Payment): Payment => {
    const authorized = authorize(payment, payment.createdAt);
    if (order.isAutoCapture) return capture(authorized);
    world.timers.schedule(world.clock.now() + UNCAPTURED_LIMIT_MS, 'razorpay.uncaptured', { id: payment.id });
    return authorized;
  };

  const refund: Collections['refund'] = (payment, input) => {
    const record: Refund = {
      id: world.id('rfnd_'),
      paymentId: payment.id,
      ...input,
      status: 'processed',
      createdAt: world.clock.now(),
    };
    books.refunds.put(record.id, record, payment.id);
    const amountRefunded = payment.amountRefunded + record.amount;
    const next: Payment = {
      ...payment,
      amountRefunded,
      status: amountRefunded >= payment.amount ? 'refunded' : payment.status,
    };
    books.payments.put(next.id, next);
    const entities = { refund: describeRefund(record), payment: describePayment(next) };
    announce('refund.created', entities);
    announce('refund.processed', entities);
    return record;
  };

  return { capture, authorize, fail, take, refund };
}

function watchTime(world: World, books: RazorpayBooks, moves: Moves): void {
  world.timers.on('razorpay.pending', (body: { id: string }) => {
    const payment = books.payments.find(body.id);
    if (payment?.status === 'created') moves.fail(payment, TIMED_OUT);
  });
  world.timers.on('razorpay.late', (body: { id: string }, at) => {
    const payment = books.payments.find(body.id);
    if (payment?.status !== 'failed') return;
    moves.authorize(payment, at);
    world.timers.schedule(at + UNCAPTURED_LIMIT_MS, 'razorpay.uncaptured', { id: payment.id });
  });
  world.timers.on('razorpay.uncaptured', (body: { id: string }) => {
    const payment = books.payments.find(body.id);
    if (payment?.status !== 'authorized') return;
    moves.refund(payment, { amount: payment.amount, receipt: null, notes: {}, speed: 'normal' });
  });
}

/** The collection rail's own books: what customers were really debited, and what went back to them. */
export function createCollections(world: World, books: RazorpayBooks): Collections {
  const moves = createMoves(world, books);
  const createOrder: Collections['createOrder'] = (input) => {
    const order: Order = {
      id: world.id('order_'),
      ...input,
      amountPaid: 0,
      status: 'created',
      attempts: 0,
      createdAt: world.clock.now(),
    };
    books.orders.put(order.id, order, order.receipt ?? undefined);
    return order;
  };

  /** The same customer pays a second time, on another order. */
  const payTwice = (order: Order, instrument: Instrument, plan: PayerPlan, payer: Payer) => {
    const sibling = books.orders
      .list()
      .find((other) => other.id !== order.id && other.status !== 'paid' && other.amount === order.amount);
    const { amount, currency, notes, isAutoCapture } = order;
    const receipt = order.receipt && `${order.receipt.slice(0, 38)}-2`;
    const second = sibling ?? createOrder({ amount, currency, notes, isAutoCapture, receipt });
    const attempted: Order = { ...second, status: 'attempted', attempts: second.attempts + 1 };
    books.orders.put(second.id, attempted);
    const payment = newPayment(world, attempted, instrument, plan, payer);
    books.payments.put(payment.id, payment, second.id);
    moves.take(attempted, payment);
  };

  const settle = (order: Order, payment: Payment, plan: PayerPlan): PayResult => {
    const now = world.clock.now();
    if (plan.outcome === 'pending') {
      world.timers.schedule(now + PENDING_LIMIT_MS, 'razorpay.pending', { id: payment.id });
      return { kind: 'pending', payment, signature: null };
    }
    if (plan.outcome === 'late')
      world.timers.schedule(now + plan.lateAfterMs, 'razorpay.late', { id: payment.id });
    if (plan.outcome !== 'success')
      return { kind: 'failed', payment: moves.fail(payment, plan.error), signature: null };
    const taken = moves.take(order, payment);
    if (plan.isAbandoned) return { kind: 'abandoned', payment: taken, signature: null };
    const sign = plan.isTampered ? forgedSignature : checkoutSignature;
    return { kind: 'paid', payment: taken, signature: sign(order.id, payment.id) };
  };

  watchTime(world, books, moves);
  return {
    createOrder,
    pay(orderId, instrument, payer = {}) {
      return world.store.transaction((): PayResult => {
        const order = books.orders.find(orderId);
        if (!order) return { kind: 'refused', reason: 'The id provided does not exist' };
        if (order.status === 'paid') return { kind: 'refused', reason: 'This order has already been paid' };
        const plan = planPayer(instrument, payer.fault ?? {});
        const attempted: Order = { ...order, status: 'attempted', attempts: order.attempts + 1 };
        books.orders.put(order.id, attempted);
        const payment = newPayment(world, attempted, instrument, plan, payer);
        books.payments.put(payment.id, payment, order.id);
        const result = settle(attempted, payment, plan);
        if (plan.isDouble) payTwice(attempted, instrument, plan, payer);
        return result;
      });
    },
    capture: (payment) => world.store.transaction(() => moves.capture(payment)),
    refund: (payment, input) => world.store.transaction(() => moves.refund(payment, input)),
  };
}
