import { MINUTE_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import type { Instrument, Order, Payment, RazorpayBooks } from './books.ts';
import { checkoutSignature, forgedSignature } from './credentials.ts';
import { TIMED_OUT, planPayer } from './instrument-magic.ts';
import type { PayerPlan } from './instrument-magic.ts';
import { UNCAPTURED_LIMIT_MS, createMoves, endRefund, newPayment } from './payment-moves.ts';
import type { Moves, Payer } from './payment-moves.ts';

const PENDING_LIMIT_MS = 10 * MINUTE_MS;

export type PayResult =
  | { kind: 'refused'; reason: string }
  | { kind: 'paid' | 'failed' | 'pending' | 'abandoned'; payment: Payment; signature: string | null };

export type Collections = {
  createOrder(
    input: Pick<
      Order,
      'amount' | 'currency' | 'receipt' | 'notes' | 'isAutoCapture' | 'registration' | 'notice'
    >,
  ): Order;
  pay(orderId: string, instrument: Instrument, payer?: Payer): PayResult;
  capture(payment: Payment): Payment;
  refund: Moves['refund'];
};

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
  world.timers.on('razorpay.refund', (body: { id: string; end: 'processed' | 'failed' }) => {
    const refund = books.refunds.find(body.id);
    if (refund?.status === 'pending') endRefund(world, books, refund, body.end);
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
    const payment = newPayment(world, attempted, instrument, plan.source, payer);
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
        const payment = newPayment(world, attempted, instrument, plan.source, payer);
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
