import type { Fault } from '../core/faults.ts';
import type { Json } from '../core/json.ts';
import { DAY_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { describeOrder, describePayment, describeRefund } from './books.ts';
import type { Instrument, Order, Payment, PaymentSource, RazorpayBooks, Refund } from './books.ts';
import { ACCOUNT_ID } from './credentials.ts';
import { planRefund, SLOW_REFUND_MS } from './instrument-magic.ts';

export const UNCAPTURED_LIMIT_MS = 3 * DAY_MS;

export type Payer = { email?: string | undefined; contact?: string | undefined; fault?: Fault };

/** Tells the merchant of an event, with the entities it is about. */
export function announcer(world: World) {
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

export function newPayment(
  world: World,
  order: Order,
  instrument: Instrument,
  source: PaymentSource,
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
    source,
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

export type Moves = {
  capture(payment: Payment): Payment;
  authorize(payment: Payment, at: number): Payment;
  fail(payment: Payment, error: Payment['error']): Payment;
  /** The debit succeeded: authorised, and captured at once unless the order wants it by hand. */
  take(order: Order, payment: Payment): Payment;
  refund(payment: Payment, input: Pick<Refund, 'amount' | 'receipt' | 'notes' | 'speed'>): Refund;
};

/** The steps of a payment; each is written down and announced. */
export function createMoves(world: World, books: RazorpayBooks): Moves {
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

  const refund: Moves['refund'] = (payment, input) => {
    const end = planRefund(payment.instrument);
    const record: Refund = {
      id: world.id('rfnd_'),
      paymentId: payment.id,
      ...input,
      status: end === undefined ? 'processed' : 'pending',
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
    if (end === undefined) announce('refund.processed', entities);
    else world.timers.schedule(world.clock.now() + SLOW_REFUND_MS, 'razorpay.refund', { id: record.id, end });
    return record;
  };

  return { capture, authorize, fail, take, refund };
}

/** A refund that was pending ends; what did not go back stands on the payment again. */
export function endRefund(
  world: World,
  books: RazorpayBooks,
  pending: Refund,
  status: 'processed' | 'failed',
): void {
  const ended: Refund = { ...pending, status };
  books.refunds.put(ended.id, ended);
  const payment = books.payments.find(ended.paymentId);
  if (!payment) return;
  const amountRefunded = payment.amountRefunded - (status === 'failed' ? ended.amount : 0);
  const next: Payment = {
    ...payment,
    amountRefunded,
    status: amountRefunded >= payment.amount ? 'refunded' : 'captured',
  };
  books.payments.put(next.id, next);
  const entities = { refund: describeRefund(ended), payment: describePayment(next) };
  announcer(world)(`refund.${status}`, entities);
}
