import { istDay } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { describeOrder, describePayment, describeToken } from './books.ts';
import type { Order, Payment, RazorpayBooks, Token, TokenStatus } from './books.ts';
import type { PayResult } from './collections.ts';
import { checkoutSignature } from './credentials.ts';
import {
  CANCEL_MS,
  answersAfter,
  NOTICE_AHEAD_MS,
  NOTICE_MS,
  NOT_ACTIVE,
  planApprover,
  planDebit,
} from './mandate-magic.ts';
import { announcer, createMoves, newPayment } from './payment-moves.ts';
import type { Moves, Payer } from './payment-moves.ts';

export type Debit =
  | { kind: 'refused'; reason: string; description: string }
  | { kind: 'taken_up'; payment: Payment; isAnswerLost: boolean };

export type Mandates = {
  /** The customer approves, or refuses, what the order asks for. */
  approve(order: Order, approver: string, payer?: Payer): PayResult;
  /** Begins to deliver the notice of the debit an order announces. */
  notify(order: Order): void;
  debit(order: Order, token: Token, payer: Payer): Debit;
  /** Asked for by the merchant: final a little later. */
  requestCancel(token: Token): void;
  /** The customer cancels, or pauses, in the bank's app. */
  change(token: Token, status: Extract<TokenStatus, 'cancelled' | 'paused' | 'confirmed'>): void;
};

type Parts = {
  world: World;
  books: RazorpayBooks;
  moves: Moves;
  announce: ReturnType<typeof announcer>;
};

function setStatus({ books, announce }: Parts, token: Token, status: TokenStatus, reason?: string): Token {
  const next: Token = { ...token, status, failureReason: reason ?? null };
  books.tokens.put(next.id, next);
  if (status !== 'initiated') announce(`token.${status}`, { token: describeToken(next) });
  return next;
}

function openToken({ world, books }: Parts, order: Order, approver: string): Token | undefined {
  if (!order.registration) return undefined;
  const { method, customerId, maxAmount, expireAt, bank, authType } = order.registration;
  const token: Token = {
    id: world.id('token_'),
    customerId,
    orderId: order.id,
    method,
    approver,
    status: 'initiated',
    failureReason: null,
    maxAmount,
    expireAt,
    bank,
    authType,
    isCancelling: false,
    debitCount: 0,
    usedAt: null,
    createdAt: world.clock.now(),
  };
  books.tokens.put(token.id, token, customerId);
  return token;
}

const instrumentOf = (token: Token) =>
  token.method === 'upi'
    ? ({ method: 'upi', vpa: token.approver } as const)
    : ({ method: 'emandate', bank: token.bank?.ifsc.slice(0, 4) ?? 'HDFC' } as const);

/** The one rupee of a UPI registration goes back by itself; an eNACH registration takes nothing. */
function takeRegistration({ books, moves }: Parts, order: Order, payment: Payment): Payment {
  if (payment.amount === 0) {
    const captured: Payment = { ...payment, status: 'captured', capturedAt: payment.createdAt };
    books.payments.put(captured.id, captured);
    books.orders.put(order.id, { ...order, status: 'paid' });
    return captured;
  }
  const taken = moves.take(order, payment);
  moves.refund(taken, { amount: taken.amount, receipt: null, notes: {}, speed: 'normal' });
  return taken;
}

function approve(parts: Parts, order: Order, approver: string, payer: Payer): PayResult {
  const { world, books, moves } = parts;
  if (istDay(order.createdAt) !== istDay(world.clock.now()))
    return { kind: 'refused', reason: 'An order for registration is authorised on the day it was created' };
  const token = order.status === 'paid' ? undefined : openToken(parts, order, approver);
  if (!token) return { kind: 'refused', reason: 'This order has already been paid' };
  const plan = planApprover(approver);
  const attempted: Order = { ...order, status: 'attempted', attempts: order.attempts + 1 };
  books.orders.put(order.id, attempted);
  const payment: Payment = {
    ...newPayment(world, attempted, instrumentOf(token), 'bank', payer),
    customerId: token.customerId,
    tokenId: token.id,
  };
  books.payments.put(payment.id, payment, order.id);
  const now = world.clock.now();
  if (plan.isRejected) setStatus(parts, token, 'rejected', plan.paymentError?.reason);
  else if (plan.confirmsAfterMs === 0) setStatus(parts, token, 'confirmed');
  else world.timers.schedule(now + plan.confirmsAfterMs, 'razorpay.token_confirm', { id: token.id });
  if (plan.pausesAfterMs !== null)
    world.timers.schedule(now + plan.pausesAfterMs, 'razorpay.token_pause', { id: token.id });
  if (plan.paymentError)
    return { kind: 'failed', payment: moves.fail(payment, plan.paymentError), signature: null };
  const taken = takeRegistration(parts, attempted, payment);
  return { kind: 'paid', payment: taken, signature: checkoutSignature(order.id, taken.id) };
}

function refuseDebit(
  world: World,
  order: Order,
  token: Token,
): Omit<Debit & { kind: 'refused' }, 'kind'> | undefined {
  const now = world.clock.now();
  const invalid = (description: string) => ({ reason: 'input_validation_failed', description });
  if (order.status === 'paid') return invalid('This order has already been paid');
  if (token.status !== 'confirmed' || now > token.expireAt)
    return { reason: NOT_ACTIVE.reason, description: NOT_ACTIVE.description };
  if (order.amount > token.maxAmount) return invalid('The amount is above the maximum of the token');
  if (!order.notice) return token.method === 'upi' ? invalid('The debit was not announced') : undefined;
  const { deliveredAt, paymentAfter, tokenId } = order.notice;
  if (tokenId !== token.id) return invalid('The debit was announced for another token');
  if (deliveredAt === null) return invalid('The notification of this debit was not delivered');
  if (now < paymentAfter || now < deliveredAt + NOTICE_AHEAD_MS)
    return invalid('The debit comes earlier than announced');
  return undefined;
}

function finishDebit(parts: Parts, payment: Payment): void {
  const { world, books, moves, announce } = parts;
  const order = books.orders.find(payment.orderId);
  const token = books.tokens.find(payment.tokenId ?? '');
  if (!order || !token || payment.status !== 'created') return;
  const error = order.status === 'paid' ? NOT_ACTIVE : planDebit(token);
  const used: Token = { ...token, debitCount: token.debitCount + 1, usedAt: payment.createdAt };
  books.tokens.put(token.id, used);
  const plan = planApprover(token.approver);
  if (error) {
    moves.fail(payment, error);
    if (plan.relentsAfterMs !== null && token.debitCount === 0)
      world.timers.schedule(world.clock.now() + plan.relentsAfterMs, 'razorpay.late', { id: payment.id });
    return;
  }
  if (plan.isToldTwice) {
    const early = describePayment({ ...payment, status: 'captured' });
    announce('payment.captured', { payment: early });
  }
  moves.take(order, payment);
  if (plan.isCancelledAfterDebit) setStatus(parts, used, 'cancelled');
}

function debit(parts: Parts, order: Order, token: Token, payer: Payer): Debit {
  const { world, books } = parts;
  const refusal = refuseDebit(world, order, token);
  if (refusal) return { kind: 'refused', ...refusal };
  const attempted: Order = { ...order, status: 'attempted', attempts: order.attempts + 1 };
  books.orders.put(order.id, attempted);
  const payment: Payment = {
    ...newPayment(world, attempted, instrumentOf(token), 'bank', payer),
    customerId: token.customerId,
    tokenId: token.id,
  };
  books.payments.put(payment.id, payment, order.id);
  const answersAfterMs = answersAfter(token);
  if (answersAfterMs === 0) finishDebit(parts, payment);
  else if (Number.isFinite(answersAfterMs))
    world.timers.schedule(world.clock.now() + answersAfterMs, 'razorpay.debit', { id: payment.id });
  return { kind: 'taken_up', payment, isAnswerLost: planApprover(token.approver).isAnswerLost };
}

function watchTime(parts: Parts): void {
  const { world, books, announce } = parts;
  const onToken = (kind: string, from: TokenStatus[], to: TokenStatus) =>
    world.timers.on(kind, (body: { id: string }) => {
      const token = books.tokens.find(body.id);
      if (token && from.includes(token.status)) setStatus(parts, token, to);
    });
  onToken('razorpay.token_confirm', ['initiated'], 'confirmed');
  onToken('razorpay.token_pause', ['confirmed'], 'paused');
  onToken('razorpay.token_cancel', ['initiated', 'confirmed', 'paused'], 'cancelled');
  world.timers.on('razorpay.debit', (body: { id: string }) => {
    const payment = books.payments.find(body.id);
    if (payment) finishDebit(parts, payment);
  });
  world.timers.on('razorpay.notice', (body: { id: string }, at) => {
    const order = books.orders.find(body.id);
    const token = order?.notice && books.tokens.find(order.notice.tokenId);
    if (!order?.notice || !token) return;
    const isDelivered = token.status === 'confirmed' && !planApprover(token.approver).isNoticeLost;
    const notice = { ...order.notice, ...(isDelivered ? { deliveredAt: at } : {}) };
    const told: Order = { ...order, notice: { ...notice, status: isDelivered ? 'delivered' : 'failed' } };
    books.orders.put(told.id, told);
    announce(`order.notification.${isDelivered ? 'delivered' : 'failed'}`, { order: describeOrder(told) });
  });
}

/** Standing permissions to collect: their registration, the notices before a debit, the debits. */
export function createMandates(world: World, books: RazorpayBooks): Mandates {
  const parts: Parts = { world, books, moves: createMoves(world, books), announce: announcer(world) };
  watchTime(parts);
  return {
    approve: (order, approver, payer = {}) =>
      world.store.transaction(() => approve(parts, order, approver, payer)),
    notify: (order) =>
      world.timers.schedule(world.clock.now() + NOTICE_MS, 'razorpay.notice', { id: order.id }),
    debit: (order, token, payer) => world.store.transaction(() => debit(parts, order, token, payer)),
    requestCancel(token) {
      books.tokens.put(token.id, { ...token, isCancelling: true });
      world.timers.schedule(world.clock.now() + CANCEL_MS, 'razorpay.token_cancel', { id: token.id });
    },
    change: (token, status) => void world.store.transaction(() => setStatus(parts, token, status)),
  };
}
